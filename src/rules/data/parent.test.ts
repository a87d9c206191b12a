import { expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { isTestedBy, toldBy } from '../told.fixture.js'
import { parent } from './shape.js'

const read = (categoriaPai: unknown, more: Partial<Passing> = {}): Passing => ({
  ask: 'GET /categorias/produtos/7',
  data: { id: 7, descricao: 'Copos', categoriaPai },
  ...more,
})
const list = (...parents: unknown[]): Passing => ({
  ask: 'GET /categorias/produtos',
  data: parents.map((categoriaPai, i) => ({ id: i + 1, categoriaPai })),
})

it.each<[string, Passing, string[] | null]>([
  ['an object', read({ id: 1 }), []],
  ['null', read(null), ['e1 null']],
  ['a number', read(5), ['e1 no-object']],
  ['a list', read([{ id: 1 }]), ['e1 no-object']],
  ['none', read(undefined), null],
  ['objects, of some', list({ id: 1 }, undefined), []],
  ['null, of some', list({ id: 1 }, null), ['e1 null']],
  ['a text, of some', list(null, 'x'), ['e1 no-object']],
  ['none, of any', list(undefined), null],
  [
    'a number that was sent',
    { ask: 'POST /categorias/produtos', body: {}, status: 201, data: { id: 7, categoriaPai: 5 } },
    null,
  ],
  ['a number of a refusal', read(5, { status: 404 }), null],
  ['a number of another resource', read(5, { ask: 'GET /categorias/lojas/7' }), null],
])('the parent of a category is %s', (_what, passing, expected) => {
  expect(isTestedBy(parent, [passing]) ? toldBy(parent, [passing]) : null).toEqual(expected)
})
