import { describe, expect, it } from 'vitest'
import type { Finding, Severity } from '../rules/finding.js'
import { tieFindingsOfOneMistake } from './one-mistake.js'

const read = 'GET /contatos/{idContato}'

function finding(code: string, values: Finding['values'], change: Partial<Finding> = {}): Finding {
  const [requirement] = code.split(':')
  return {
    ...({ requirement, code } as Pick<Finding, 'requirement' | 'code'>),
    values,
    severity: 'error',
    blame: 'service',
    step: 's',
    route: read,
    exchange: 'e1',
    consequenceOf: null,
    fingerprint: `${code} ${JSON.stringify(values)} ${change.route ?? ''}`,
    ...change,
  }
}

const shape = (path: string, severity: Severity = 'error', change: Partial<Finding> = {}) =>
  finding('data/shape:type', { path }, { severity, ...change })
const created = (field: string, change: Partial<Finding> = {}) =>
  finding('records/created-readable:field', { field }, change)
const put = (field: string) => finding('records/replaced:field', { field })

/** By number, whose consequence each is. */
function rootsOf(findings: readonly Finding[]): (number | null)[] {
  return tieFindingsOfOneMistake(findings).map(({ consequenceOf }) => {
    const at = findings.findIndex((one) => one.fingerprint === consequenceOf)
    return at < 0 ? null : at
  })
}

describe('findings of one field', () => {
  it.each<[string, readonly Finding[], (number | null)[]]>([
    ['hang under its shape', [created('nome'), shape('$.data.nome'), put('nome')], [1, null, 1]],
    [
      'hang under the first error',
      [shape('$.data.nome', 'warning'), created('nome'), put('nome')],
      [1, null, 1],
    ],
    [
      'are one, however deep they are told',
      [shape('$.data.itens[].valor'), created('itens[0].valor')],
      [null, 0],
    ],
    ['are one with what holds it', [shape('$.data.taxas.aliquota'), created('taxas')], [null, 0]],
    [
      'are one where it is a list',
      [shape('$.data[].id', 'warning'), finding('records/same-identifier:other-type', {})],
      [1, null],
    ],
    [
      'bring about what refers to it, and was refused',
      [
        finding('records/same-identifier:other-type', {}, { route: 'GET /contatos' }),
        finding('envelope/status:reference-refused', { list: 'GET /contatos' }, { route: 'POST /x' }),
      ],
      [null, 0],
    ],
    [
      'bring it about where the single read is told of, or another place',
      [
        finding(
          'records/same-identifier:other-type',
          {},
          { route: 'GET /x/{id}', places: [{ route: read, step: 's', exchange: 'e2' }] },
        ),
        finding('envelope/status:reference-refused', { list: 'GET /contatos' }, { route: 'POST /x' }),
      ],
      [null, 0],
    ],
    [
      'bring it about as a shape alone',
      [
        shape('$.data[].id', 'warning', { route: 'GET /contatos' }),
        finding('envelope/status:reference-refused', { list: 'GET /contatos' }, { route: 'POST /x' }),
      ],
      [null, 0],
    ],
    [
      'bring nothing about elsewhere, nor as another field',
      [
        shape('$.data[].id', 'warning', { route: 'GET /contatos/tipos' }),
        shape('$.data[].nome', 'warning', { route: 'GET /contatos' }),
        finding('envelope/status:reference-refused', { list: 'GET /contatos' }, { route: 'POST /x' }),
      ],
      [null, null, null],
    ],
    [
      'are one where a filter is ignored, in the list and in a single read',
      [
        finding('lists/filter:other-value', { filter: 'nome' }, { route: 'GET /contatos' }),
        finding('lists/filter:other-when-read', { filter: 'nome' }),
        finding('lists/filter:other-when-read', { filter: 'tipo' }),
        finding('lists/filter:other-when-read', { filter: 'nome' }, { route: 'GET /x/{id}' }),
      ],
      [null, 0, null, null],
    ],
    ['are others than those of a like name', [shape('$.data.nomeFantasia'), created('nome')], [null, null]],
    ['are others than those of its neighbour', [shape('$.data.codigo'), created('nome')], [null, null]],
    [
      'are others on another route',
      [shape('$.data.nome', 'error', { route: 'GET /x' }), created('nome')],
      [null, null],
    ],
    [
      'stand alone where others are told with them',
      [shape('$.data.nome'), created('nome', { places: [{ route: 'GET /x', step: 's', exchange: 'e2' }] })],
      [null, null],
    ],
    ['are no others for their shape alone', [shape('$.data.a'), shape('$.data.a.b')], [null, null]],
    [
      'explain a read that shows less than its list',
      [
        finding('data/shape:missing', { path: '$.data.nome' }),
        finding('lists/summary:fewer', {}, { severity: 'warning' }),
      ],
      [null, 0],
    ],
    [
      'explain it not where they lie deeper',
      [
        finding('data/shape:missing', { path: '$.data.a.b' }),
        finding('lists/summary:fewer', {}, { severity: 'warning' }),
      ],
      [null, null],
    ],
    [
      'explain what a lost PUT left',
      [put('nome'), finding('records/replaced:merged', {}, { severity: 'warning' })],
      [null, 0],
    ],
    [
      'explain it by their own root',
      [put('nome'), finding('records/replaced:merged', {}, { severity: 'warning' }), shape('$.data.nome')],
      [2, 2, null],
    ],
    [
      'hang under the last root, where a root turns out to follow from another',
      [shape('$.data.taxas.aliquota'), shape('$.data.taxas'), created('taxas.base'), put('taxas.aliquota')],
      [null, 0, 0, 0],
    ],
  ])('%s', (_, findings, expected) => {
    expect(rootsOf(findings)).toEqual(expected)
  })
})
