import { describe, expect, it } from 'vitest'
import { createResolver, pointerKeys, refName } from '../resolver.js'
import { createSchemaReader } from './schema-reader.js'
import { allows, isLowerBound, type SchemaView, schemaOf } from './schema-view.js'

type Told = Record<string, unknown>

const silent: Told = {
  ...{
    name: null,
    kinds: null,
    kindsStated: false,
    nullable: true,
    values: null,
    format: null,
    pattern: null,
  },
  ...{ bounds: {}, properties: {}, required: [], requiredStated: false, additional: null, items: null },
  ...{
    alternatives: [],
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    fallback: null,
    notes: {},
    rest: {},
  },
}

/** What a view says, its maps and sets as plain values. */
const plain = (view: SchemaView): Told =>
  Object.fromEntries(
    Object.entries(view).map(([key, value]) => [
      key,
      value instanceof Map ? Object.fromEntries(value) : value instanceof Set ? [...value] : value,
    ]),
  )

const components = {
  Texto: { type: 'string', maxLength: 5, description: 'um texto' },
  Alias: { $ref: '#/components/schemas/Texto' },
  Nada: { type: 'null' },
  Par: {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer' } },
    additionalProperties: false,
  },
  Laco: { allOf: [{ $ref: '#/components/schemas/Volta' }, { required: ['x'] }] },
  Volta: { allOf: [{ $ref: '#/components/schemas/Laco' }, { required: ['y'] }] },
}

const reader = (version: '3.0' | '3.1') =>
  createSchemaReader(createResolver({ components: { schemas: components } }), version)

const viewOf = (schemas: readonly unknown[], version: '3.0' | '3.1' = '3.1') =>
  plain(reader(version).view(schemas))

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = { ...silent, kinds: ['string'], kindsStated: true, nullable: false }
const object = { ...silent, kinds: ['object'], nullable: false }

describe('what one schema says', () => {
  it.each<[string, unknown, Told]>([
    ['nothing', {}, silent],
    ['anything', true, silent],
    ['never', false, { ...silent, kinds: [], kindsStated: true }],
    ['what is no schema', 'text', silent],
    ['a type', { type: 'string' }, text],
    ['types, null among them', { type: ['string', 'null', 3] }, { ...text, nullable: true }],
    ['null alone', { type: 'null' }, { ...text, kinds: [], nullable: true }],
    ['a type that is none', { type: [] }, silent],
    ['properties', { properties: { a: {} } }, { ...object, properties: { a: [{}] } }],
    ['required ones alone', { required: ['a', 1] }, { ...object, required: ['a'], requiredStated: true }],
    [
      'further ones',
      { additionalProperties: { type: 'string' } },
      { ...object, additional: [{ type: 'string' }] },
    ],
    ['further ones of any sort', { additionalProperties: {} }, { ...object, additional: true }],
    ['none further', { additionalProperties: false }, { ...silent, additional: false }],
    ['further ones said badly', { additionalProperties: 'no' }, silent],
    ['items', { items: {} }, { ...silent, kinds: ['array'], nullable: false, items: [{}] }],
    ['items that may be anything', { items: true }, { ...silent, items: [true] }],
    [
      'texts',
      { enum: ['a', 'b'] },
      { ...silent, kinds: ['string'], nullable: false, values: ['"a"', '"b"'] },
    ],
    ['texts, or null', { enum: ['a', null] }, { ...silent, kinds: ['string'], values: ['"a"'] }],
    ['numbers', { enum: [1, 2] }, { ...silent, nullable: false, values: ['1', '2'] }],
    ['texts and numbers', { enum: ['a', 1, null] }, { ...silent, values: ['"a"', '1'] }],
    ['null alone among its values', { enum: [null] }, { ...silent, values: [] }],
    ['one value', { const: 'a' }, { ...silent, kinds: ['string'], nullable: false, values: ['"a"'] }],
    ['the value null', { const: null }, { ...silent, values: [] }],
    ['a form and a pattern', { format: 'date', pattern: 'a' }, { ...silent, format: 'date', pattern: 'a' }],
    ['a form and a pattern that are none', { format: 1, pattern: 2 }, silent],
    [
      'bounds',
      { minimum: 1, maxLength: 2, minItems: 'x', uniqueItems: true },
      { ...silent, bounds: { minimum: 1, maxLength: 2, uniqueItems: 1 } },
    ],
    ['items that may repeat', { uniqueItems: false }, silent],
    ['an exclusive bound of 3.1', { exclusiveMaximum: 3 }, { ...silent, bounds: { exclusiveMaximum: 3 } }],
    [
      'exclusive bounds of 3.0',
      { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
      { ...silent, bounds: { exclusiveMinimum: 1, exclusiveMaximum: 3 } },
    ],
    [
      'bounds that are not exclusive',
      { minimum: 1, exclusiveMinimum: false },
      { ...silent, bounds: { minimum: 1 } },
    ],
    ['an exclusive bound of nothing', { exclusiveMinimum: true }, silent],
    [
      'who carries it',
      { readOnly: true, writeOnly: true, deprecated: true },
      { ...silent, readOnly: true, writeOnly: true, deprecated: true },
    ],
    ['who does not carry it', { readOnly: 'true', writeOnly: 1, deprecated: {} }, silent],
    ['a default', { default: { b: 1, a: 2 } }, { ...silent, fallback: '{"a":2,"b":1}' }],
    ['the default null', { default: null }, { ...silent, fallback: 'null' }],
    [
      'words, and keywords that are compared as they stand',
      { title: 't', 'x-own': [1], multipleOf: 0.01 },
      { ...silent, notes: { title: '"t"', 'x-own': '[1]' }, rest: { multipleOf: '0.01' } },
    ],
    [
      'alternatives of both sorts',
      { anyOf: [{}], oneOf: [1, 2], allOf: 'x' },
      {
        ...silent,
        alternatives: [
          { kind: 'oneOf', branches: [1, 2] },
          { kind: 'anyOf', branches: [{}] },
        ],
      },
    ],
    ['alternatives that are none', { anyOf: {} }, silent],
    ['null where the type is given', { type: 'string', nullable: true }, { ...text, nullable: true }],
    ['null where it is not', { nullable: true }, silent],
    [
      'null where a part gives the type',
      { nullable: true, allOf: [{ type: 'string' }] },
      { ...text, nullable: true },
    ],
    ['no null', { type: 'string', nullable: 'yes' }, text],
    ['no null, whatever its values', { type: 'string', enum: [null] }, { ...text, values: [] }],
  ])('%s', (_, schema, expected) => {
    expect(viewOf([schema])).toEqual(expected)
  })
})

describe('references', () => {
  const component = {
    ...text,
    ...{ name: 'Texto', bounds: { maxLength: 5 }, notes: { description: '"um texto"' } },
  }

  it.each<[string, unknown, '3.0' | '3.1', Told]>([
    ['are followed, and named', ref('Texto'), '3.1', component],
    ['are named as the place names them', ref('Alias'), '3.1', { ...component, name: 'Alias' }],
    ['hide what stands beside them in 3.0', { ...ref('Texto'), maxLength: 1 }, '3.0', component],
    [
      'are one more schema in 3.1, of which nothing is a mere reference',
      { ...ref('Texto'), maxLength: 1 },
      '3.1',
      { ...component, name: null, bounds: { maxLength: 1 } },
    ],
    [
      'yield to the words beside them',
      { ...ref('Texto'), description: 'meu' },
      '3.1',
      { ...component, name: null, notes: { description: '"meu"' } },
    ],
    ['that lead nowhere say nothing', ref('Falta'), '3.1', { ...silent, name: 'Falta' }],
  ])('%s', (_, schema, version, expected) => {
    expect(viewOf([schema], version)).toEqual(expected)
  })

  it('that hold each other are read from wherever one begins', () => {
    const both = reader('3.1')
    const required = (name: string) => [...both.view([ref(name)]).required].sort()
    expect([required('Laco'), required('Volta'), required('Laco')]).toEqual([
      ['x', 'y'],
      ['x', 'y'],
      ['x', 'y'],
    ])
  })

  it('are read once', () => {
    const one = reader('3.1')
    expect(one.view([components.Par])).toBe(one.view([components.Par]))
  })
})

describe('null as an alternative', () => {
  it.each<[string, unknown, Told]>([
    [
      'beside one schema is that schema, or null',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { ...text, nullable: true },
    ],
    ['by reference', { oneOf: [{ type: 'string' }, ref('Nada')] }, { ...text, nullable: true }],
    ['as a constant', { oneOf: [{ type: 'string' }, { const: null }] }, { ...text, nullable: true }],
    ['as the only value', { oneOf: [{ type: 'string' }, { enum: [null] }] }, { ...text, nullable: true }],
    [
      'beside two leaves the two',
      { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'integer' }] },
      { ...silent, alternatives: [{ kind: 'anyOf', branches: [{ type: 'string' }, { type: 'integer' }] }] },
    ],
    [
      'alone leaves nothing',
      { anyOf: [{ type: 'null' }] },
      { ...silent, alternatives: [{ kind: 'anyOf', branches: [] }] },
    ],
    [
      'of a type that says no null',
      { type: 'object', anyOf: [{ required: ['a'] }, { type: 'null' }] },
      { ...object, kindsStated: true, nullable: true, required: ['a'], requiredStated: true },
    ],
    [
      'is none in other values',
      { oneOf: [{ enum: ['a'] }, { enum: ['b', null] }] },
      { ...silent, alternatives: [{ kind: 'oneOf', branches: [{ enum: ['a'] }, { enum: ['b', null] }] }] },
    ],
    [
      'stays where both sorts of alternatives are',
      { oneOf: [{}, { type: 'null' }], anyOf: [{}] },
      {
        ...silent,
        alternatives: [
          { kind: 'oneOf', branches: [{}, { type: 'null' }] },
          { kind: 'anyOf', branches: [{}] },
        ],
      },
    ],
  ])('%s', (_, schema, expected) => {
    expect(viewOf([schema])).toEqual(expected)
  })
})

describe('schemas that all apply', () => {
  const [a, b] = [{ type: 'string' }, { type: 'integer' }]

  it.each<[string, readonly [object, object], Told]>([
    [
      'kinds',
      [{ type: ['string', 'integer'] }, { type: ['number', 'boolean'] }],
      { kinds: ['integer'], kindsStated: true, nullable: false },
    ],
    ['a kind, and none', [{}, { type: 'string' }], text],
    [
      'a kind that is stated once',
      [{ properties: {} }, { type: 'object' }],
      { kinds: ['object'], kindsStated: true },
    ],
    ['null that one of them allows', [{ type: ['string', 'null'] }, { type: 'string' }], { nullable: false }],
    ['null that both allow', [{ type: ['string', 'null'] }, {}], { nullable: true }],
    ['values', [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }], { values: ['"b"'] }],
    ['values of one', [{ enum: ['a'] }, {}], { values: ['"a"'] }],
    ['values of the other', [{}, { enum: ['a'] }], { values: ['"a"'] }],
    ['forms', [{ format: 'a' }, { format: 'b' }], { format: 'a' }],
    ['the form of the other', [{}, { format: 'b' }], { format: 'b' }],
    ['patterns', [{ pattern: 'a' }, { pattern: 'b' }], { pattern: 'a & b' }],
    ['one pattern twice', [{ pattern: 'a' }, { pattern: 'a' }], { pattern: 'a' }],
    ['the pattern of one', [{ pattern: 'a' }, {}], { pattern: 'a' }],
    ['the pattern of the other', [{}, { pattern: 'b' }], { pattern: 'b' }],
    [
      'bounds, the tighter of each',
      [
        { minimum: 1, maximum: 9, minLength: 3 },
        { minimum: 2, maximum: 8, maxLength: 4 },
      ],
      { bounds: { minimum: 2, maximum: 8, minLength: 3, maxLength: 4 } },
    ],
    [
      'bounds, the tighter first',
      [
        { minimum: 2, maximum: 8 },
        { minimum: 1, maximum: 9 },
      ],
      { bounds: { minimum: 2, maximum: 8 } },
    ],
    [
      'properties',
      [{ properties: { x: a, y: a } }, { properties: { x: b, z: b } }],
      { properties: { x: [a, b], y: [a], z: [b] } },
    ],
    ['one property twice', [{ properties: { x: a } }, { properties: { x: a } }], { properties: { x: [a] } }],
    ['properties of one', [{ properties: { x: a } }, {}], { properties: { x: [a] } }],
    ['properties of the other', [{}, { properties: { x: a } }], { properties: { x: [a] } }],
    [
      'required ones',
      [{ required: ['x'] }, { required: ['y', 'x'] }],
      { required: ['x', 'y'], requiredStated: true },
    ],
    [
      'required ones that one of them states',
      [{ required: ['x'] }, {}],
      { required: ['x'], requiredStated: true },
    ],
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
    ['items', [{ items: a }, { items: b }], { items: [a, b] }],
    ['items of one', [{ items: a }, {}], { items: [a] }],
    ['items of the other', [{}, { items: b }], { items: [b] }],
    [
      'alternatives',
      [{ oneOf: [a, b] }, { anyOf: [a, b] }],
      {
        alternatives: [
          { kind: 'oneOf', branches: [a, b] },
          { kind: 'anyOf', branches: [a, b] },
        ],
      },
    ],
    [
      'who carries it',
      [{ readOnly: true }, { writeOnly: true, deprecated: true }],
      { readOnly: true, writeOnly: true, deprecated: true },
    ],
    [
      'who carries it, the other way round',
      [{ writeOnly: true, deprecated: true }, { readOnly: true }],
      { readOnly: true, writeOnly: true, deprecated: true },
    ],
    ['defaults', [{ default: 1 }, { default: 2 }], { fallback: '1' }],
    ['the default of the other', [{}, { default: 2 }], { fallback: '2' }],
    [
      'words, those of the nearer first',
      [
        { title: 'a', multipleOf: 1 },
        { title: 'b', description: 'c', multipleOf: 2, not: {} },
      ],
      { notes: { title: '"a"', description: '"c"' }, rest: { multipleOf: '1', not: '{}' } },
    ],
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
      ...{ name: null, kinds: ['object'], kindsStated: true, required: ['a'], additional: false },
      properties: { a: [{ type: 'integer' }], b: [{}] },
    })
  })
})

describe('small things', () => {
  it('an integer is a number', () => {
    const allowed = (kinds: string[], kind: string) => allows(new Set(kinds), kind)
    expect([allowed(['number'], 'integer'), allowed(['integer'], 'number')]).toEqual([true, false])
    expect([allowed(['string'], 'string'), allowed(['number'], 'string')]).toEqual([true, false])
  })

  it('bounds are from below or from above', () => {
    const lower = [
      'minimum',
      'exclusiveMinimum',
      'minLength',
      'minItems',
      'minProperties',
      'uniqueItems',
    ] as const
    const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const
    expect([lower.every(isLowerBound), upper.some(isLowerBound)]).toEqual([true, false])
  })

  it('a holder without a schema holds anything', () => {
    expect([schemaOf({ schema: false }), schemaOf({}), schemaOf('x')]).toEqual([[false], [{}], [{}]])
  })

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

  it('a reference is named by its last key, or as it stands', () => {
    expect(['#/components/schemas/A', 'b.json', '#', 7].map(refName)).toEqual(['A', 'b.json', '#', null])
  })

  it('a pointer leads through lists, and past nothing that is not its own', () => {
    const at = createResolver({ a: [{ b: 1 }, 'x'], c: null }).at
    expect([at('#/a/0/b'), at('#/a/1'), at('#/c')]).toEqual([1, 'x', null])
    expect([at('#/a/2/b'), at('#/toString'), at('#/c/d'), at('other')]).toEqual(Array(4).fill(undefined))
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
