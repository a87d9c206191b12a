import { describe, expect, it } from 'vitest'
import { createResolver, pointerKeys } from '../document.js'
import { createSchemaReader, type SchemaView } from './schema-reader.js'

type Said = Record<string, unknown>

const silent: Said = { properties: {}, additional: null, items: null, branches: [], isPatterned: false }

const plain = ({ properties, ...rest }: SchemaView): Said => ({
  ...rest,
  properties: Object.fromEntries(properties),
})

const components = {
  Par: { properties: { a: { type: 'integer' } }, additionalProperties: false },
  Alias: { $ref: '#/components/schemas/Par' },
  Nada: { type: 'null' },
  Laco: { allOf: [{ $ref: '#/components/schemas/Volta' }, { properties: { x: {} } }] },
  Volta: { allOf: [{ $ref: '#/components/schemas/Laco' }, { properties: { y: {} } }] },
}

const reader = (version: '3.0' | '3.1') =>
  createSchemaReader(createResolver({ components: { schemas: components } }), version)

const viewOf = (schemas: readonly unknown[], version: '3.0' | '3.1' = '3.1') =>
  plain(reader(version).view(schemas))

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const [a, b] = [{ type: 'string' }, { type: 'integer' }]
const par = { ...silent, properties: { a: [{ type: 'integer' }] }, additional: false }

describe('what one schema says', () => {
  it.each<[string, unknown, Said]>([
    ['nothing', {}, silent],
    ['anything', true, silent],
    ['never', false, silent],
    ['what is no schema', 'text', silent],
    ['properties', { properties: { a: {} } }, { ...silent, properties: { a: [{}] } }],
    ['further ones', { additionalProperties: a }, { ...silent, additional: [a] }],
    ['further ones of any sort', { additionalProperties: {} }, { ...silent, additional: true }],
    ['none further', { additionalProperties: false }, { ...silent, additional: false }],
    ['further ones said badly', { additionalProperties: 'no' }, silent],
    ['further ones by pattern', { patternProperties: {} }, { ...silent, isPatterned: true }],
    ['items', { items: {} }, { ...silent, items: [{}] }],
    ['items that may be anything', { items: true }, { ...silent, items: [true] }],
    [
      'branches of both sorts',
      { anyOf: [{}], oneOf: [a, b], allOf: 'x' },
      { ...silent, branches: [a, b, {}] },
    ],
    ['branches that are none', { anyOf: {} }, silent],
  ])('%s', (_, schema, expected) => {
    expect(viewOf([schema])).toEqual(expected)
  })
})

describe('references', () => {
  const beside = (name: string) => ({ ...ref(name), properties: { b: {} } })

  it.each<[string, unknown, '3.0' | '3.1', Said]>([
    ['are followed', ref('Par'), '3.1', par],
    ['are followed through others', ref('Alias'), '3.0', par],
    ['hide what stands beside them in 3.0', beside('Par'), '3.0', par],
    [
      'are one more schema in 3.1',
      beside('Par'),
      '3.1',
      { ...par, properties: { ...(par.properties as object), b: [{}] } },
    ],
    ['that lead nowhere say nothing', ref('Falta'), '3.1', silent],
  ])('%s', (_, schema, version, expected) => {
    expect(viewOf([schema], version)).toEqual(expected)
  })

  it('that hold each other are read from wherever one begins', () => {
    const both = reader('3.1')
    const named = (name: string) => [...both.view([ref(name)]).properties.keys()].sort()
    for (const name of ['Laco', 'Volta', 'Laco']) expect(named(name)).toEqual(['x', 'y'])
  })

  it('are read once', () => {
    const one = reader('3.1')
    expect(one.view([components.Par])).toBe(one.view([components.Par]))
  })
})

describe('null as an alternative', () => {
  it.each<[string, unknown, Said]>([
    ['beside one schema is that schema', { anyOf: [components.Par, { type: 'null' }] }, par],
    ['by reference', { oneOf: [components.Par, ref('Nada')] }, par],
    ['as a constant', { oneOf: [components.Par, { const: null }] }, par],
    ['as the only value', { oneOf: [components.Par, { enum: [null] }] }, par],
    [
      'beside two leaves the two',
      { anyOf: [a, { type: 'null' }, b] },
      { ...silent, branches: [a, { type: 'null' }, b] },
    ],
    [
      'is none in other values',
      { oneOf: [{ enum: ['a'] }, { enum: ['b', null] }] },
      { ...silent, branches: [{ enum: ['a'] }, { enum: ['b', null] }] },
    ],
  ])('%s', (_, schema, expected) => {
    expect(viewOf([schema])).toEqual(expected)
  })
})

describe('schemas that all apply', () => {
  it.each<[string, readonly [object, object], Said]>([
    [
      'properties',
      [{ properties: { x: a, y: a } }, { properties: { x: b, z: b } }],
      { properties: { x: [a, b], y: [a], z: [b] } },
    ],
    ['one property twice', [{ properties: { x: a } }, { properties: { x: a } }], { properties: { x: [a] } }],
    ['properties of one', [{ properties: { x: a } }, {}], { properties: { x: [a] } }],
    ['none further', [{ additionalProperties: false }, { additionalProperties: a }], { additional: false }],
    [
      'none further, said second',
      [{ additionalProperties: true }, { additionalProperties: false }],
      { additional: false },
    ],
    ['further ones', [{ additionalProperties: a }, { additionalProperties: b }], { additional: [a, b] }],
    [
      'further ones of one',
      [{ additionalProperties: a }, { additionalProperties: true }],
      { additional: [a] },
    ],
    [
      'further ones of the other',
      [{ additionalProperties: true }, { additionalProperties: b }],
      { additional: [b] },
    ],
    ['further ones, whatever they are', [{}, { additionalProperties: true }], { additional: true }],
    ['patterns of one', [{}, { patternProperties: {} }], { isPatterned: true }],
    ['items', [{ items: a }, { items: b }], { items: [a, b] }],
    ['items of one', [{ items: a }, {}], { items: [a] }],
    ['items of the other', [{}, { items: b }], { items: [b] }],
    ['branches', [{ oneOf: [a] }, { anyOf: [b] }], { branches: [a, b] }],
  ])('%s', (_, [first, second], expected) => {
    expect(viewOf([first, second])).toMatchObject(expected)
    expect(viewOf([{ allOf: [first, second] }])).toMatchObject(expected)
    expect(viewOf([{ ...first, allOf: [second] }])).toMatchObject(expected)
  })

  it('of none say nothing', () => {
    expect(viewOf([])).toEqual(silent)
  })

  it('stand with what a component says', () => {
    expect(viewOf([{ allOf: [ref('Par'), { properties: { b: {} } }] }])).toMatchObject({
      additional: false,
      properties: { a: [{ type: 'integer' }], b: [{}] },
    })
  })
})

describe('small things', () => {
  it.each([
    ['#', []],
    ['#/a/b', ['a', 'b']],
    ['#/a~1b/c~0d', ['a/b', 'c~d']],
    ['#/%7Bid%7D/100%', ['{id}', '100%']],
    ['a.json#/b', null],
    ['', null],
  ])('the pointer %j names %j', (pointer, keys) => {
    expect(pointerKeys(pointer)).toEqual(keys)
  })

  it('a pointer leads through lists, and past nothing that is not its own', () => {
    const resolve = createResolver({ a: [{ b: 1 }, 'x'], c: null }).resolvePointer
    expect([resolve('#/a/0/b'), resolve('#/a/1'), resolve('#/c')]).toEqual([1, 'x', null])
    expect([resolve('#/a/2/b'), resolve('#/toString'), resolve('#/c/d'), resolve('other')]).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('a reference is followed through others, and ends where it runs in a circle', () => {
    const hops = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`h${i}`, { $ref: `#/h${i + 1}` }]))
    const { follow } = createResolver({ ...hops, h40: { end: 1 }, self: { $ref: '#/self' } })
    expect(follow({ $ref: '#/h9' })).toEqual({ end: 1 })
    expect(follow({ $ref: '#/h8' })).toEqual({})
    expect([follow({ $ref: '#/self' }), follow({ $ref: '#/no' }), follow('x'), follow({ $ref: 1 })]).toEqual([
      {},
      {},
      {},
      { $ref: 1 },
    ])
  })
})
