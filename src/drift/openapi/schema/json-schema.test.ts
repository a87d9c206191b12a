import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '../../../../test/growth.js'
import { createResolver } from '../document.js'
import { createJsonSchemas, mentionsNull } from './json-schema.js'

type Version = '3.0' | '3.1'

const schemas = {
  Nome: { type: 'string', description: 'x' },
  Senha: { type: 'string', writeOnly: true },
  'a.b/c': { type: 'integer' },
  Laco: { required: ['x'], properties: { x: {} }, allOf: [{ $ref: '#/components/schemas/Laco' }] },
  Dois: {
    allOf: [{ $ref: '#/components/schemas/Dois' }, { type: 'string' }, { $ref: '#/components/schemas/Nome' }],
  },
}

const made = (version: Version = '3.1') =>
  createJsonSchemas(createResolver({ components: { schemas } }), version)

const name = (component: string) => `openapi:${encodeURIComponent(`#/components/schemas/${component}`)}`
const ref = (component: string) => ({ $ref: `#/components/schemas/${component}` })
const text = { type: 'string' }
const whole = { type: 'integer' }
const nothing = { type: 'null' }

describe('a schema for the validator', () => {
  it.each<[string, unknown, unknown]>([
    ['is itself where it is a boolean', false, false],
    ['is anything where it is none', 'x', {}],
    [
      'keeps what is checked',
      { type: 'string', maxLength: 3, pattern: 'a', enum: ['a'], const: 'a', minItems: 1 },
      { type: 'string', maxLength: 3, pattern: 'a', enum: ['a'], const: 'a', minItems: 1 },
    ],
    [
      'loses words and what documents say more strictly than they mean',
      {
        title: 't',
        description: 'd',
        example: 1,
        examples: [1],
        externalDocs: {},
        deprecated: true,
        readOnly: true,
        writeOnly: true,
        default: 1,
        discriminator: {},
        xml: {},
        multipleOf: 0.01,
        nullable: false,
        $schema: 's',
        $id: 'i',
        $anchor: 'a',
        $dynamicAnchor: 'd',
        $comment: 'c',
        'x-own': 1,
      },
      {},
    ],
    [
      'keeps the formats that are checked',
      { properties: { a: { format: 'date' }, b: { format: 'date-time' } } },
      { properties: { a: { format: 'date' }, b: { format: 'date-time' } } },
    ],
    ['loses all other formats', { type: 'string', format: 'email' }, text],
    [
      'has its references as names',
      { properties: { a: ref('Nome') } },
      { properties: { a: { $ref: name('Nome') } } },
    ],
    ['has a reference as text alone', { $ref: 3 }, { $ref: 3 }],
    [
      'is the same in maps, lists and alone',
      {
        patternProperties: { a: { title: 't' } },
        $defs: { b: { title: 't' } },
        definitions: { c: { title: 't' } },
        dependentSchemas: { d: { title: 't' } },
        prefixItems: [{ title: 't' }],
        items: { title: 't' },
        additionalProperties: { title: 't' },
        not: { title: 't' },
        if: { title: 't' },
        else: { title: 't' },
        contains: { title: 't' },
        propertyNames: { title: 't' },
        unevaluatedItems: { title: 't' },
        unevaluatedProperties: { title: 't' },
      },
      {
        patternProperties: { a: {} },
        $defs: { b: {} },
        definitions: { c: {} },
        dependentSchemas: { d: {} },
        prefixItems: [{}],
        items: {},
        additionalProperties: {},
        not: {},
        if: {},
        else: {},
        contains: {},
        propertyNames: {},
        unevaluatedItems: {},
        unevaluatedProperties: {},
      },
    ],
    ['has maps of nothing where they are none', { properties: 'x' }, { properties: {} }],
    ['has no list of nothing', { anyOf: [], allOf: 'x', oneOf: [] }, {}],
    ['reads one of as any of', { oneOf: [text, whole] }, { anyOf: [text, whole] }],
    [
      'reads one of beside any of as both',
      { anyOf: [text], oneOf: [whole] },
      { anyOf: [text], allOf: [{ anyOf: [whole] }] },
    ],
    [
      'reads one of beside any of and all of as all',
      { allOf: [nothing], anyOf: [text], oneOf: [whole] },
      { allOf: [nothing, { anyOf: [whole] }], anyOf: [text] },
    ],
    [
      'reads any of beside one of as both, whichever comes first',
      { oneOf: [text], anyOf: [whole] },
      { anyOf: [text], allOf: [{ anyOf: [whole] }] },
    ],
    [
      'reads all of after both as all',
      { oneOf: [text], anyOf: [whole], allOf: [nothing] },
      { anyOf: [text], allOf: [{ anyOf: [whole] }, nothing] },
    ],
    ['says null by its type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      'says null by its values, too',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'says null as an alternative where no type is given',
      { nullable: true, enum: ['a'] },
      { anyOf: [{ enum: ['a'] }, nothing] },
    ],
    [
      'says null as an alternative where several are',
      { type: ['string'], nullable: true },
      { anyOf: [{ type: ['string'] }, nothing] },
    ],
    [
      'says null as an alternative to a part',
      { type: 'object', allOf: [{}], nullable: true },
      { anyOf: [{ type: 'object', allOf: [{}] }, nothing] },
    ],
    [
      'says null as an alternative to others',
      { type: 'object', anyOf: [{}], nullable: true },
      { anyOf: [{ type: 'object', anyOf: [{}] }, nothing] },
    ],
    [
      'says exclusive bounds as numbers',
      { minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
      { exclusiveMinimum: 1, exclusiveMaximum: 2 },
    ],
    [
      'keeps bounds that are not exclusive',
      { minimum: 1, exclusiveMinimum: false, maximum: 2, exclusiveMaximum: false },
      { minimum: 1, maximum: 2 },
    ],
    [
      'keeps exclusive bounds of 3.1',
      { exclusiveMinimum: 1, exclusiveMaximum: 2 },
      { exclusiveMinimum: 1, exclusiveMaximum: 2 },
    ],
    ['loses exclusive bounds of nothing', { exclusiveMinimum: true, exclusiveMaximum: false }, {}],
  ])('%s', (_, schema, expected) => {
    expect(made().translate(schema)).toEqual(expected)
  })

  it('hides what stands beside a reference in 3.0, and keeps it in 3.1', () => {
    const beside = { ...ref('Nome'), maxLength: 1 }
    expect(made('3.0').translate(beside)).toEqual({ $ref: name('Nome') })
    expect(made('3.1').translate(beside)).toEqual({ $ref: name('Nome'), maxLength: 1 })
  })
})

describe('what is required', () => {
  const properties = {
    a: text,
    b: { type: 'string', writeOnly: true },
    c: { type: 'string', readOnly: true },
    d: ref('Senha'),
  }
  const required = ['a', 'b', 'c', 'd', 'e', 1]
  const requiredOf = (schema: unknown) => (made('3.1').translate(schema) as { required?: unknown }).required

  it('is what responses carry and some part describes', () => {
    expect(requiredOf({ properties, required })).toEqual(['a', 'c'])
  })

  it('is nothing where it is no list, and no name of an object is a property', () => {
    expect(requiredOf({ properties, required: 'a' })).toEqual([])
    expect(requiredOf({ properties, required: ['toString'] })).toEqual([])
  })

  it.each<[string, object, unknown]>([
    ['a part of all', { allOf: [{ required: ['a'] }] }, { allOf: [{ required: ['a'] }] }],
    ['an alternative', { anyOf: [{ required: ['a'] }] }, { anyOf: [{ required: ['a'] }] }],
    [
      'a condition',
      { if: { required: ['a'] }, else: { required: ['a', 'z'] } },
      { if: { required: ['a'] }, else: { required: ['a'] } },
    ],
    ['what may not be', { not: { required: ['a'] } }, { not: { required: ['a'] } }],
    ['items, which are about another place', { items: { required: ['a'] } }, { items: { required: [] } }],
    [
      'a property, which is another place',
      { properties: { a: { required: ['a'] } } },
      { properties: { a: { required: [] } } },
    ],
  ])('is described around %s', (_, schema, expected) => {
    expect(made().translate({ properties: { a: {} }, ...schema })).toEqual({
      properties: { a: {} },
      ...(expected as object),
    })
  })
})

describe('a document that contradicts itself', () => {
  it.each<[string, object, unknown]>([
    ['an example of the type', { type: 'string', example: 'a' }, text],
    ['an example of another type', { type: 'string', maxLength: 2, example: 1 }, { maxLength: 2 }],
    [
      'values and items beside a type that is not the example’s',
      { type: 'string', enum: ['a'], items: {}, example: 1 },
      {},
    ],
    ['a whole number for a decimal', { type: 'number', example: 1 }, { type: 'number' }],
    ['a decimal for a whole number', { type: 'integer', example: 1.5 }, {}],
    ['a whole number', { type: 'integer', example: 2 }, whole],
    ['a number for a text', { type: ['string', 'boolean'], example: 2 }, {}],
    ['one of several types', { type: ['string', 'boolean'], example: true }, { type: ['string', 'boolean'] }],
    ['a list', { type: 'array', example: [] }, { type: 'array' }],
    ['a list for an object', { type: 'object', example: [] }, {}],
    ['an object', { type: 'object', example: {} }, { type: 'object' }],
    ['null, which says nothing', { type: 'string', example: null }, text],
    ['one of the values', { enum: ['a'], example: 'a' }, { enum: ['a'] }],
    ['another value', { type: 'string', enum: ['a'], example: 'b' }, text],
    ['an object beside values', { enum: [{ a: 1 }], example: { a: 1 } }, { enum: [{ a: 1 }] }],
    ['items of the type', { type: 'array', items: whole, example: [1, 2] }, { type: 'array', items: whole }],
    ['an item of another type', { type: 'array', items: whole, example: [1, 'a'] }, { type: 'array' }],
    ['items without a type', { items: { maxLength: 1 }, example: [1] }, { items: { maxLength: 1 } }],
    ['null among items', { items: whole, example: [null] }, { items: whole }],
    ['no list beside items', { items: whole, example: 'a' }, { items: whole }],
  ])('obliges nobody: %s', (_, schema, expected) => {
    expect(made().translate(schema)).toEqual(expected)
  })
})

describe('a name', () => {
  it('is one word, and leads to the schema and to its source', () => {
    const { translateNamed, findByName, translate } = made()
    const { $ref } = translate(ref('a.b~1c')) as { $ref: string }
    expect($ref).toMatch(/^openapi:[\w%~]+$/)
    expect([translateNamed($ref), findByName($ref)]).toEqual([whole, schemas['a.b/c']])
    expect([translateNamed(name('Nome')), findByName(name('Nome'))]).toEqual([text, schemas.Nome])
  })

  it('of nothing, or of another sort, leads nowhere', () => {
    const { translateNamed, findByName } = made()
    expect([
      translateNamed(name('Falta')),
      findByName('#/components/schemas/Nome'),
      translateNamed('x'),
    ]).toEqual([undefined, undefined, undefined])
  })
})

describe('a document', () => {
  it.each<[unknown, boolean]>([
    [{ a: [{ nullable: true }] }, true],
    [{ a: { type: 'null' } }, true],
    [{ a: null, b: { type: ['string', 'null'] } }, true],
    [{ a: { nullable: 'true', type: ['string'] }, b: null, c: [null] }, false],
    ['null', false],
  ])('%j speaks of null: %s', (root, expected) => {
    expect(mentionsNull(root)).toBe(expected)
  })
})

describe('a schema that is written out', () => {
  const field = (i: number) => ({
    type: 'object',
    required: [`f${i}`],
    properties: { [`f${i}`]: { type: 'string' } },
  })
  const range = (count: number) => Array.from({ length: count }, (_, i) => i)

  /** Each holds the one before, and more. */
  const chain = (depth: number) =>
    range(depth).reduce<object>(
      (inner, i) => ({
        allOf: [inner, ...range(8).map((k) => field(i * 8 + k))],
      }),
      {},
    )

  /** A tree of parts that hold two each, as deep as its size has digits. */
  const tree = (leaves: number, from = 0): object =>
    leaves <= 1
      ? field(from)
      : { allOf: [tree(leaves / 2, from), tree(leaves / 2, from + leaves / 2)], required: ['f0'] }

  it.each<[string, (size: number) => object, number]>([
    ['of parts within parts', chain, 60],
    ['of parts side by side', (count) => ({ allOf: range(count).map(field) }), 2_000],
    ['as a tree', tree, 1_024],
  ])('%s is read in time that grows with it', async (_what, written, size) => {
    const schemas = new Map([size, 4 * size].map((each) => [each, written(each)]))
    const { translate } = made('3.0')
    expect(await growth((each) => translate(schemas.get(each)), size)).toBeLessThan(LINEAR)
  })
})

describe('what is required within others', () => {
  const required = ['a']
  const a = { properties: { a: {} } }

  it.each<[string, object, object]>([
    ['of one part is described by another', { allOf: [{ required }, a] }, { allOf: [{ required }, a] }],
    [
      'of a part within a part is described by the outermost',
      { allOf: [{ allOf: [{ required }] }], ...a },
      { allOf: [{ allOf: [{ required }] }], ...a },
    ],
    [
      'of a branch is described by a part of that branch',
      { anyOf: [{ required, allOf: [a] }] },
      { anyOf: [{ required, allOf: [a] }] },
    ],
    [
      'of a part of a branch is described by another part of it',
      { anyOf: [{ allOf: [{ required }, a] }] },
      { anyOf: [{ allOf: [{ required }, a] }] },
    ],
    [
      'of one branch is not described by another',
      { anyOf: [{ required }, a] },
      { anyOf: [{ required: [] }, a] },
    ],
    [
      'of an item is not described by what holds it',
      { ...a, prefixItems: [{ required }], items: { required } },
      { ...a, prefixItems: [{ required: [] }], items: { required: [] } },
    ],
  ])('%s', (_what, schema, plain) => {
    expect(made().translate(schema)).toEqual(plain)
  })
})
