import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../exchange/json.js'
import { differencesOf, unknownFields } from './differences.js'

const contact = z.object({ id: z.int(), nome: z.optional(z.string()) })
const order = z.object({
  id: z.int().meta({ readOnly: true }),
  data: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .meta({ format: 'date' }),
  total: z.optional(z.number()),
  situacao: z.literal(['A', 'I']),
  contato: contact,
  itens: z.array(z.object({ pago: z.boolean() })),
  loja: z.object({ id: z.int() }).nullable(),
})

const right: { readonly [key: string]: Json } = {
  id: 7,
  data: '2026-05-04',
  total: 1.5,
  situacao: 'A',
  contato: { id: 1 },
  itens: [{ pago: true }],
  loja: null,
}

function differences(value: Json, of?: 'request') {
  return differencesOf(order, value, '$.data', of).map(({ deviation, path, expected, seen, places }) =>
    [deviation, path, expected, seen, places].join(' | '),
  )
}

it('names what is expected within an intersection, and within a schema that holds itself', () => {
  const tree = z.object({
    id: z.int(),
    get below(): z.ZodOptional {
      return z.optional(z.lazy(() => tree))
    },
  })
  const both = z.intersection(z.object({ raiz: tree }), z.object({ nota: z.string() }))
  const value = { raiz: { id: 1, below: { id: 'x' } }, nota: 5 }
  expect(differencesOf(both, value, '$').map(({ path, expected }) => `${path} ${expected}`)).toEqual([
    '$.raiz.below.id integer',
    '$.nota text',
  ])
})

it('is none where a whole number is beyond what a double holds, and one where the schema has a bound of its own', () => {
  const schema = z.object({ id: z.int(), nota: z.int().max(5) })
  const value = { id: 2 ** 53, nota: 9 }
  expect(differencesOf(schema, value, '$').map(({ path }) => path)).toEqual(['$.nota'])
})

describe('a difference', () => {
  it.each<[string, { readonly [key: string]: Json }, string]>([
    ['an integer as text', { contato: { id: '12' } }, 'type | $.data.contato.id | integer | text "12" | 1'],
    ['an integer as null', { contato: { id: null } }, 'type | $.data.contato.id | integer | null | 1'],
    ['a fraction for an integer', { id: 1.5 }, 'type | $.data.id | integer | number 1.5 | 1'],
    ['a number as text', { total: '1,5' }, 'type | $.data.total | number | text "1,5" | 1'],
    ['an object as text', { contato: 'x' }, 'type | $.data.contato | object | text "x" | 1'],
    ['an object as array', { loja: [] }, 'type | $.data.loja | object | array | 1'],
    ['an array as object', { itens: {} }, 'type | $.data.itens | array | object | 1'],
    [
      'a value beside its enumeration',
      { situacao: 'X' },
      'value | $.data.situacao | one-of A, I | text "X" | 1',
    ],
    ['a text that is no date', { data: 'ontem' }, 'value | $.data.data | date | text "ontem" | 1'],
    [
      'the same in several places',
      { itens: [{ pago: 1 }, { pago: 1 }, { pago: true }] },
      'type | $.data.itens[].pago | boolean | integer 1 | 2',
    ],
    ['a field left out below', { contato: {} }, 'missing | $.data.contato.id | integer | nothing | 1'],
    [
      'a text of forty letters, whole',
      { total: 'x'.repeat(40) },
      `type | $.data.total | number | text "${'x'.repeat(40)}" | 1`,
    ],
    [
      'a long text, cut',
      { total: 'x'.repeat(99) },
      `type | $.data.total | number | text "${'x'.repeat(39)}…" | 1`,
    ],
  ])('is told of %s', (_, change, told) => {
    expect(differences({ ...right, ...change })).toEqual([told])
  })

  it('is none where the value fits, whatever else it holds', () => {
    expect(differences({ ...right, novo: [1] })).toEqual([])
    expect(differences({ ...right, loja: { id: 4 } })).toEqual([])
  })

  it('is none where masking hides what was there', () => {
    expect(differences({ ...right, contato: { id: '[cpf#12]' }, data: '[phone#2]' })).toEqual([])
    expect(differences({ ...right, data: '[phone#]' })).toHaveLength(1)
  })

  it('is no missing field in a request where the service makes it itself', () => {
    const { id, ...sent } = right
    expect(id).toBe(7)
    expect(differences(sent, 'request')).toEqual([])
    expect(differences(sent)).toEqual(['missing | $.data.id | integer | nothing | 1'])
    expect(differences({ ...sent, id: 'x' }, 'request')).toEqual([
      'type | $.data.id | integer | text "x" | 1',
    ])
  })

  it('names a field of a closed object that is one too many', () => {
    const closed = z.strictObject({ situacao: z.literal([0, 1]) })
    expect(differencesOf(closed, { situacao: 0, nome: 'x' }, '$')).toEqual([
      { deviation: 'unknown', path: '$.nome', expected: 'nothing', seen: 'text "x"', places: 1 },
    ])
  })

  it('speaks of the branch of a union that was meant', () => {
    const either = z.union([z.array(contact), contact])
    expect(differencesOf(either, { id: 'x' }, '$')).toMatchObject([{ path: '$.id', expected: 'integer' }])
    expect(differencesOf(either, [{ id: 1 }, { id: 'x' }], '$')).toMatchObject([{ path: '$[].id' }])
    expect(differencesOf(either, 'x', '$')).toMatchObject([
      { deviation: 'type', path: '$', expected: 'array / object' },
    ])
  })

  it('speaks of the branch whose fields are one too many', () => {
    const closed = z.union([z.strictObject({ id: z.int() }), z.string()])
    expect(differencesOf(closed, { id: 1, nome: 'x' }, '$')).toMatchObject([
      { deviation: 'unknown', path: '$.nome' },
    ])
  })

  it('quotes names that are no words', () => {
    expect(differencesOf(z.object({ '-a': z.int() }), {}, '$')).toMatchObject([{ path: '$["-a"]' }])
    const odd = z.object({ 'ids[]': z.array(z.string()) })
    expect(differencesOf(odd, { 'ids[]': [1] }, '$')).toMatchObject([{ path: '$["ids[]"][]' }])
    expect(differencesOf(odd, {}, '?')).toMatchObject([{ path: '?ids[]' }])
  })

  it('names the pattern that a text must have', () => {
    const schema = z.array(z.looseObject({ codigo: z.string().regex(/^SKU-/) }))
    expect(differencesOf(schema, [{ codigo: 'CAF-1' }], '$.data')).toEqual([
      {
        deviation: 'value',
        path: '$.data[].codigo',
        expected: 'text /^SKU-/',
        seen: 'text "CAF-1"',
        places: 1,
      },
    ])
  })

  it('names twelve values of many', () => {
    const of = z.literal(Array.from({ length: 30 }, (_, i) => i))
    const expected = 'one-of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11'
    expect(differencesOf(of, 99, '$')).toMatchObject([{ deviation: 'value', expected }])
  })

  it('ends after twenty paths', () => {
    const wide = z.object(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`c${i}`, z.int()])))
    expect(differencesOf(wide, {}, '$')).toHaveLength(20)
  })
})

describe('a field named as what every object inherits', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const holding = (name: string) => JSON.parse(`{"${name}":{"x":1}}`) as Json

  it.each(names)('is unknown as any other is: %s', (name) => {
    const found = unknownFields([order], holding(name), '$')
    expect(found.map(({ path }) => path)).toEqual([`$.${name}`])
    expect(unknownFields([z.object({ nome: contact })], { nome: holding(name) }, '$')).toHaveLength(1)
  })

  it.each(names)('is no place of its schema: %s', (name) => {
    const strict = z.object({ contato: z.strictObject({ id: z.int() }) })
    const found = differencesOf(strict, { contato: { id: 1, ...(holding(name) as object) } }, '$')
    expect(found.map(({ deviation }) => deviation).filter((one) => one !== 'unknown')).toEqual([])
  })
})

describe('an unknown field', () => {
  const unknown = (value: Json) =>
    unknownFields([order], value, '$').map(({ path, places }) => [path, places])

  it('is named by its path, once for all its places', () => {
    expect(unknown({ ...right, nome: 'x', contato: { id: 1, cor: 1 } })).toEqual([
      ['$.contato.cor', 1],
      ['$.nome', 1],
    ])
    expect(unknown({ itens: [{ x: 1 }, { x: 2 }] })).toEqual([['$.itens[].x', 2]])
  })

  it('is none where any of the schemas names it, or one is open', () => {
    expect(unknownFields([order, z.object({ nome: z.string() })], { nome: 'x' }, '$')).toEqual([])
    expect(unknownFields([z.looseObject({})], { nome: 'x' }, '$')).toEqual([])
    expect(unknownFields([z.record(z.string(), z.int())], { nome: 1 }, '$')).toEqual([])
    expect(unknownFields([z.string()], { nome: 1 }, '$')).toEqual([])
    expect(unknownFields([order, z.looseObject({})], { nome: 'x' }, '$')).toEqual([])
    expect(unknownFields([order, z.record(z.string(), z.int())], { nome: 1 }, '$')).toEqual([])
    expect(unknownFields([z.string()], [{ nome: 1 }], '$')).toEqual([])
  })
})
