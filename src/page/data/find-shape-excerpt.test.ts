import { describe, expect, it } from 'vitest'
import { exchange, finding } from '../../../test/browser/samples.js'
import type { Values } from '../../rules/finding.js'
import { findShapeExcerpt } from './find-shape-excerpt.js'

const records = {
  data: [
    { id: 1, contato: { id: 7, nome: 'Ana' }, valor: 1 },
    { id: 2, contato: { id: '12', nome: 'Rui' }, valor: 2 },
    { id: 3, contato: { id: '13' }, valor: 3 },
  ],
}

function excerpt(requirement: string, code: string, values: Values, part: Parameters<typeof exchange>[1]) {
  const shown = findShapeExcerpt(finding({ requirement, code, values }), exchange('e1', part), 'integer')
  const lines = shown?.lines.filter(({ mark }) => mark !== 'same')
  return shown && { ...shown, lines: lines?.map(({ mark, actual, correct }) => [mark, actual, correct]) }
}

const responded = { response: JSON.stringify(records) }

describe('findShapeExcerpt', () => {
  it('shows the first value of the kind that was seen, and marks the others like it', () => {
    const values = { path: '$.data[].contato.id', expected: 'integer', seen: 'text "12"', places: 2 }
    const shown = excerpt('data/shape', 'data/shape:type', values, responded)
    expect(shown?.lines).toEqual([['changed', '        "id": "12",', '        "id": integer']])
    expect(shown).toMatchObject({ part: 'response', line: 14 })
    expect([...(shown?.marked ?? [])]).toEqual([13, 21])
  })

  it('shows the very value where it is the value that is wrong', () => {
    const values = { path: '$.data[].valor', expected: 'one-of 1, 2', seen: 'integer 3', places: 1 }
    const shown = excerpt('data/shape', 'data/shape:value', values, responded)
    expect(shown?.lines?.map(([, actual]) => actual)).toEqual(['      "valor": 3'])
    expect(shown?.marked.size).toBe(1)
  })

  it('shows what is missing in the object that lacks it', () => {
    const values = { path: '$.data[].contato.nome', expected: 'text', seen: 'nothing', places: 1 }
    const shown = excerpt('data/shape', 'data/shape:missing', values, responded)
    expect(shown).toMatchObject({ line: 21, lines: [['missing', null, '        "nome": integer']] })
  })

  it('shows a value of an array, and a name that is no word', () => {
    const body = '{"a b":{"c":[1,"x"]}}'
    const values = { path: '$["a b"].c[]', expected: 'integer', seen: 'text "x"', places: 1 }
    const shown = excerpt('request/body', 'request/body:type', values, { method: 'POST', sent: body })
    expect(shown).toMatchObject({ part: 'request', lines: [['changed', '      "x"', '      integer']] })
  })

  it('shows a field too much without anything beside it', () => {
    const values = { path: '$.nomes', expected: 'nothing', seen: 'text "x"', places: 1 }
    const part = { method: 'POST', sent: '{"nome":"y","nomes":"x"}' }
    const shown = excerpt('request/body', 'request/body:unknown', values, part)
    expect(shown?.lines).toEqual([['extra', '  "nomes": "x"', null]])
  })

  it.each([
    ['value', '?pagina=a&limite=5', [['changed', 'pagina=a', 'pagina=integer']]],
    ['missing', '?limite=5', [['missing', null, 'pagina=integer']]],
    ['unknown', '?pagina=1', [['extra', 'pagina=1', null]]],
  ])('shows a parameter of the query: %s', (deviation, query, lines) => {
    const values = { path: '?pagina', expected: 'integer', seen: 'text "a"', places: 1 }
    const shown = excerpt('request/query', `request/query:${deviation}`, values, { path: `/nfe${query}` })
    expect(shown).toMatchObject({ part: 'query', lines })
  })

  it.each([
    ['filtro.nome', '?filtro.nome=x&filtro=y', 'filtro.nome=x'],
    ['filtro[nome]', '?filtro[nome]=x&filtro[id]=y', 'filtro[nome]=x'],
    ['ids[]', '?ids[0]=x&limite=5', 'ids[0]=x'],
  ])('finds the parameter %s by its whole name', (name, query, actual) => {
    const values = { path: `?${name}`, expected: 'nothing', seen: 'text "x"', places: 1 }
    const shown = excerpt('request/query', 'request/query:unknown', values, { path: `/nfe${query}` })
    expect(shown?.lines).toEqual([['extra', actual, null]])
  })

  it.each([
    [
      'a doubled parameter, of which no value is the right one',
      'request/query',
      { path: '?pagina', values: '1, 2' },
      { path: '/nfe?pagina=1&pagina=2' },
      'doubled',
    ],
    ['a body that is no JSON', 'data/shape', { path: '$.data' }, { response: '<html>' }],
    ['no body', 'data/shape', { path: '$.data' }, { response: null }],
    ['no path', 'request/body', {}, { sent: '{}' }],
    ['a path that leads nowhere', 'data/shape', { path: '$.other' }, responded],
    ['another requirement', 'envelope/data', { path: '$.data' }, responded],
  ])('is silent of %s', (_name, requirement, values, part, deviation = 'type') => {
    expect(excerpt(requirement, `${requirement}:${deviation}`, values as unknown as Values, part)).toBeNull()
  })
})
