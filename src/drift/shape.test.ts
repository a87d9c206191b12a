import { describe, expect, it } from 'vitest'
import type { Json } from '../exchange/json.js'
import { flattenShape, keyedPath } from './baseline.js'
import { randomFrom, randomJson } from './random-json.fixture.js'
import { emptyShape, learnValue, MAX_DEPTH, MAX_FIELDS, type Shape } from './shape.js'

const learned = (...values: Json[]): Shape => {
  const shape = emptyShape()
  for (const value of values) learnValue(shape, value)
  return shape
}

const places = (shape: Shape) => Object.fromEntries(flattenShape(shape, shape.count))

/** A text that equal shapes share, whatever order their maps were filled in. */
const print = (shape: Shape) =>
  JSON.stringify(shape, (_, value) =>
    value instanceof Map ? [...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : value,
  )

const nothing: Json[] = Array(MAX_FIELDS).fill({})

/** What is learned of values under more keys than are told apart, and so of all of them together. */
function underKeys(...values: Json[]): Shape {
  const all = Object.fromEntries([...values, ...nothing].map((value, i) => [`k${i}`, value]))
  return learned(all).keyed ?? emptyShape()
}

describe('shape', () => {
  it('knows each field with its kind and how often it was there', () => {
    const at = places(learned({ data: [{ id: 1, nome: 'a' }, { id: 2 }] }))
    expect(at['$.data[].id']).toMatchObject({ kinds: ['integer'], present: 2, of: 2 })
    expect(at['$.data[].nome']).toMatchObject({ kinds: ['string'], present: 1, of: 2 })
  })

  it('keeps null apart from the kind', () => {
    expect(places(learned({ a: null }, { a: 'x' }))['$.a']?.kinds).toEqual(['null', 'string'])
  })

  it('takes an integer among decimals for a number', () => {
    expect(places(learned({ a: 1 }, { a: 1.5 }))['$.a']?.kinds).toEqual(['number'])
  })

  it('concludes nothing from an empty list', () => {
    const at = places(learned({ data: [] }))
    expect(at['$.data']?.kinds).toEqual([])
    expect(at['$.data[]']).toBeUndefined()
  })

  it.each([
    ['2025-01-31', 'date'],
    ['2025-01-31 10:00:00', 'datetime'],
    ['2025-01-31T10:00:00Z', 'datetime'],
    ['12345678901', 'digits'],
    ['49.90', 'decimal'],
    ['https://example.com/a', 'url'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid'],
    ['[cpf#1]', 'masked'],
    ['Copo', null],
  ])('calls the form of %s %s', (value, format) => {
    expect(places(learned({ a: value }))['$.a']?.format).toBe(format)
  })

  it('takes keys that are identifiers for data', () => {
    const map = keyedPath('$')
    const at = places(learned({ '16500000001': { n: 1 }, '16500000002': { n: 2 }, total: 2 }))
    expect(Object.keys(at)).toEqual(['$', '$.total', map, `${map}.n`])
  })

  it('takes an object with too many keys for a map', () => {
    const wide = Object.fromEntries(
      Array.from({ length: MAX_FIELDS + 1 }, (_, i) => [`chave_${'x'.repeat(i % 40)}_${i}`, i]),
    )
    expect(Object.keys(places(learned(wide)))).toEqual(['$', keyedPath('$')])
  })

  it('tells as many keys apart as that, and takes in what comes later', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]))
    expect(Object.keys(places(learned(keys(MAX_FIELDS)))).length).toBe(MAX_FIELDS + 1)
    const wide = learned(keys(MAX_FIELDS + 1), { outro: 'x' })
    expect(places(wide)[keyedPath('$')]).toMatchObject({
      kinds: ['integer', 'string'],
      present: MAX_FIELDS + 2,
    })
  })

  it('tells no more keys apart when they come one after another', () => {
    const single = Array.from({ length: MAX_FIELDS + 3 }, (_, i) => ({ [`k${i}`]: i }))
    expect(places(learned(...single))[keyedPath('$')]).toMatchObject({ kinds: ['integer'], present: 3 })
  })

  it('keeps what was learned under one key where another has none of it', () => {
    const [list, map, none] = [{ l: [1] }, { '165000': 1 }, { l: [] }] as const
    for (const both of [underKeys(list, none), underKeys(none, list)])
      expect(places(both)['$.l[]']).toMatchObject({ kinds: ['integer'], present: 1 })
    for (const both of [underKeys(map, none), underKeys(none, map)])
      expect(places(both)[keyedPath('$')]).toMatchObject({ kinds: ['integer'], present: 1 })
  })

  it('does not descend for ever', () => {
    let value: Json = 1
    for (let i = 0; i < 200; i++) value = { a: value }
    expect(Object.keys(places(learned(value))).length).toBe(MAX_DEPTH + 1)
  })

  it('is not misled by a field called __proto__', () => {
    expect(Object.keys(places(learned(JSON.parse('{"__proto__": {"a": 1}}') as Json)))).toContain(
      '$.__proto__.a',
    )
  })
})

describe('values', () => {
  const situations = (...values: Json[]) =>
    places(learned(...values.map((situacao) => ({ situacao }))))['$.situacao']

  it('are listed when short codes come again and again', () => {
    expect(situations('A', 'I', 'A', 'I', 'A', 'I')?.values).toEqual(['A', 'I'])
    expect(situations(1, 4, 1, 4, 1, 4)?.values).toEqual([1, 4])
  })

  it('are forgotten once there were too many, of one field or under many keys', () => {
    const letters = [...'ABCDEFGHIJKLM']
    const sizeOf = (shape: Shape) => shape.fields?.get('tipo')?.values?.size ?? null
    const seen = (...values: string[]) => learned(...values.map((tipo) => ({ tipo })))
    expect([sizeOf(seen(...letters.slice(0, 12))), sizeOf(seen(...letters))]).toEqual([12, null])
    const under = (...values: string[]) => sizeOf(underKeys(...values.map((tipo) => ({ tipo }))))
    expect([under(...letters.slice(0, 12)), under(...letters)]).toEqual([12, null])
    expect([under('A', 'não é código'), under('não é código', 'A')]).toEqual([null, null])
  })

  it('are remembered past empty texts, truths and nulls', () => {
    expect(situations('A', '', true, null, 'A', 'A')?.values).toEqual(['A'])
  })

  it('are not listed when seen too seldom', () => {
    expect(situations('A', 'A', 'I')?.values).toBeNull()
  })

  it.each(['MARIA', 'Maria', 'maria@example.com', '12345678909', 'JO\u00c3O DA SILVA'])(
    'never hold %s of a field that is named for no code',
    (nome) => {
      const at = places(learned({ nome }, { nome }, { nome }, { nome }))
      expect(at['$.nome']?.values).toBeNull()
    },
  )

  it.each(['Rua das Flores 10', '12345678909', '[cpf#1]', 'a@b.co'])(
    'never hold %s even in a code field',
    (value) => {
      expect(situations(value, value, value, value)?.values).toBeNull()
    },
  )
})

describe('what stands under too many keys', () => {
  it('is what one learner of all of it would have learned, in any order', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = randomFrom(seed)
      const bodies = Array.from({ length: 6 }, () => randomJson(random))
      const whole = print(learned(...bodies, ...nothing))
      expect(print(underKeys(...bodies))).toBe(whole)
      expect(print(underKeys(...bodies.reverse()))).toBe(whole)
    }
  })
})
