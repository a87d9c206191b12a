import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { allRoutes } from '../specification/find-route.js'
import { fillSample, resourceOf, type SampleObject, sampleBody } from '../specification/samples/index.js'
import { formOf } from '../specification/schemas/form.js'
import { loadShapes } from '../specification/shapes.js'
import { markOf, withMark } from './mark.js'

const mark = '[homologa k3f9x2]'
const shapes = await loadShapes()

it('names a run by the last ten of its letters and digits', () => {
  expect(markOf('2026-05-04T10-00-00-k3f9x2')).toBe('[homologa 0000k3f9x2]')
  expect(markOf('k3_f9.x2')).toBe('[homologa k3f9x2]')
})

describe('a record', () => {
  it.each<[string, Parameters<typeof withMark>[0], Parameters<typeof withMark>[0]]>([
    ['by its name', { nome: 'Caneca', codigo: 'C' }, { nome: `Caneca ${mark}`, codigo: 'C' }],
    ['by its code where it has no more', { codigo: 'C' }, { codigo: `C ${mark}` }],
    ['by a text that was empty', { nome: '' }, { nome: mark }],
    ['once', { nome: `Caneca ${mark}` }, { nome: `Caneca ${mark}` }],
    [
      'by the first text that it has',
      { historico: 'h', descricao: 'd' },
      { historico: 'h', descricao: `d ${mark}` },
    ],
    [
      'by name and description, for a read may show one alone',
      { descricao: 'd', nome: 'n', codigo: 'c' },
      { descricao: `d ${mark}`, nome: `n ${mark}`, codigo: 'c' },
    ],
    ['by no number', { nome: 7, descricao: 'd' }, { nome: 7, descricao: `d ${mark}` }],
    [
      'by the first of its items',
      { itens: [{ descricao: 'a' }, { descricao: 'b' }] },
      { itens: [{ descricao: `a ${mark}` }, { descricao: 'b' }] },
    ],
    [
      'by the items that can',
      { ids: [1], itens: [{ descricao: 'a' }] },
      { ids: [1], itens: [{ descricao: `a ${mark}` }] },
    ],
    ['by none of its parts', { loja: { nome: 'a' }, itens: [] }, { loja: { nome: 'a' }, itens: [] }],
    [
      'by no items without texts',
      { itens: [{ id: 1 }], listas: [['a']] },
      { itens: [{ id: 1 }], listas: [['a']] },
    ],
  ])('is marked %s', (_what, body, marked) => {
    expect(withMark(body, mark)).toEqual(marked)
  })
})

describe('the documented read', () => {
  const routes = allRoutes('specification')
  const shownOf = (id: string) => {
    const read = routes.find(({ method, path }) => method === 'GET' && path.replace(/\{\w+\}$/, '{}') === id)
    return read && shapes.of(read, 'document')?.data
  }
  const creates = routes.flatMap(({ id, method, path, success }) => {
    const isCreate = method === 'POST' && success.data === 'created' && !path.includes('{')
    const [sample, shown] = [sampleBody(id), shownOf(`${path}/{}`)]
    const body = sample && (fillSample(sample, { idOf: () => 7 }) as SampleObject)
    return isCreate && body && shown && withMark(body, mark) !== body
      ? [[id, path, body, shown] as const]
      : []
  })
  const replaces = routes.flatMap(({ id, method, path }) => {
    const shown = shownOf(path.replace(/\{\w+\}/, '{}'))
    return method === 'PUT' && path.endsWith('}') && shown ? [[id, path, shown] as const] : []
  })

  it.each(creates)('shows the mark of %s, where the resource says nothing else', (_id, path, body, shown) => {
    const isShown = JSON.stringify(stripped(shown, withMark(body, mark))).includes(mark)
    expect(isShown).toBe(!resourceOf(path)?.hidesTexts)
  })

  it.each(replaces)('shows a field that %s changes', (_id, path, shown) => {
    expect(JSON.stringify(stripped(shown, resourceOf(path)?.change))).toMatch(/^\{"/)
  })

  it('is known of most records', () => {
    expect([creates.length, replaces.length]).toEqual([18, 18])
  })
})

/** What of a value the schema knows. */
function stripped(schema: z.ZodType, value: unknown): unknown {
  const form = formOf(schema)
  if ('inner' in form) return stripped(form.inner, value)
  if (form.kind === 'array' && Array.isArray(value)) return value.map((item) => stripped(form.element, item))
  if (form.kind !== 'object' || typeof value !== 'object' || value === null) return value
  const known = Object.entries(form.fields)
  return Object.fromEntries(
    known.map(([name, inner]) => [name, stripped(inner, (value as Record<string, unknown>)[name])]),
  )
}
