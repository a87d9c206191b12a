import { describe, expect, it } from 'vitest'
import { createResolver } from '../resolver.js'
import { sampleOf } from './sample.js'
import { createSchemaReader } from './schema-reader.js'

const text = { type: 'string' }
const self = { $ref: '#/components/schemas/Self' }
const schemas = {
  Self: { type: 'object', required: ['child'], properties: { child: self, more: self } },
  Loose: { type: 'object', properties: { child: { $ref: '#/components/schemas/Loose' } } },
  Lists: { type: 'array', items: { $ref: '#/components/schemas/Lists' } },
  Either: {
    oneOf: [{ $ref: '#/components/schemas/Either' }],
    anyOf: [{ $ref: '#/components/schemas/Either' }],
  },
}

const sampled = (...all: unknown[]) =>
  sampleOf(createSchemaReader(createResolver({ components: { schemas } }), '3.1'), all)

describe('a value that a schema shows', () => {
  it.each<[string, unknown, unknown]>([
    ['its example', { type: 'string', example: 'a', default: 'b', enum: ['a', 'b'] }, 'a'],
    ['the first of its examples', { type: 'string', examples: ['a', 'b'] }, 'a'],
    ['its default', { type: 'string', default: 'b', enum: ['a', 'b'] }, 'b'],
    ['the first of its values', { type: 'string', enum: ['a', 'b'] }, 'a'],
    ['a value without a type', { enum: [3] }, 3],
    ['nothing', {}, null],
    ['a text', text, 'texto'],
    ['a whole number', { type: 'integer' }, 1],
    ['a number', { type: 'number' }, 1],
    ['a truth', { type: 'boolean' }, false],
    ['null', { type: 'null' }, null],
    ['a list', { type: 'array', items: text }, ['texto']],
    ['a list of anything', { type: 'array' }, []],
    ['an object', { type: 'object' }, {}],
    ['an object of fields', { properties: { a: text, b: { type: 'integer' } } }, { a: 'texto', b: 1 }],
    ['an object before all else', { type: ['string', 'object'], properties: { a: text } }, { a: 'texto' }],
    ['a list before a text', { type: ['string', 'array'] }, []],
    ['a text before a number', { type: ['integer', 'string'] }, 'texto'],
    ['a number before a truth', { type: ['boolean', 'integer'] }, 1],
    [
      'no field that requests alone carry',
      { properties: { a: { ...text, writeOnly: true }, b: text } },
      { b: 'texto' },
    ],
    ['a field that answers alone carry', { properties: { a: { ...text, readOnly: true } } }, { a: 'texto' }],
  ])('%s', (_, schema, expected) => {
    expect(sampled(schema)).toEqual(expected)
  })

  it.each<[string, object, unknown]>([
    ['a number beside a text', { type: 'string', example: 1 }, 'texto'],
    ['a text beside a number', { type: 'integer', example: 'a' }, 1],
    ['a decimal beside a whole number', { type: 'integer', example: 1.5 }, 1],
    ['a whole number beside a number', { type: 'number', example: 7 }, 7],
    ['a decimal beside a number', { type: 'number', example: 7.5 }, 7.5],
    ['a list beside a text', { type: 'string', example: ['a'] }, 'texto'],
    ['a list beside a list', { type: 'array', items: text, example: ['a', 'b'] }, ['a', 'b']],
    ['an object beside a list', { type: 'array', items: text, example: {} }, ['texto']],
    ['an object beside an object', { type: 'object', example: { a: 1 } }, { a: 1 }],
    [
      'an object without what is required',
      { type: 'object', required: ['b'], properties: { b: text }, example: { a: 1 } },
      { b: 'texto' },
    ],
    ['no value of those it may have', { type: 'string', enum: ['a'], example: 'b' }, 'a'],
    ['null, which shows nothing', { type: ['string', 'null'], example: null }, 'texto'],
    ['the default null where it may be', { type: ['string', 'null'], default: null }, null],
    ['the default null where it may not be', { type: 'string', default: null }, 'texto'],
    ['anything where nothing is said', { example: { a: [1] } }, { a: [1] }],
    ['no example among examples', { type: 'string', examples: [] }, 'texto'],
    ['examples by name', { type: 'string', examples: { one: 'a' } }, 'texto'],
    ['a default of another kind', { type: 'integer', default: 'a' }, 1],
  ])('no example that is none: %s', (_, schema, expected) => {
    expect(sampled(schema)).toEqual(expected)
  })

  it.each<[object, unknown]>([
    [{ type: 'string', format: 'date' }, '2026-05-04'],
    [{ type: 'string', format: 'uuid' }, '3f2b8c1e-0000-4000-8000-000000000001'],
    [{ type: 'string', format: 'unheard' }, 'texto'],
    [{ type: 'string', maxLength: 2 }, 'te'],
    [{ type: 'string', minLength: 7 }, 'textoxx'],
    [{ type: 'string', pattern: '^\\d{5}-\\d{3}$' }, '00000-000'],
    [{ type: 'string', pattern: '^(?!0)\\d+$' }, 'texto'],
    [{ type: 'string', minLength: 2, maxLength: 1 }, 'te'],
    [{ type: 'string', maxLength: 0 }, ''],
    [{ type: 'string', minLength: 5_000 }, 'texto'.padEnd(1_000, 'x')],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'integer', minimum: 4.2 }, 5],
    [{ type: 'integer', exclusiveMinimum: 5 }, 6],
    [{ type: 'integer', maximum: -3 }, -3],
    [{ type: 'integer', exclusiveMaximum: -3 }, -4],
    [{ type: 'integer', minimum: 2, exclusiveMinimum: 7 }, 8],
    [{ type: 'integer', maximum: -2, exclusiveMaximum: -7 }, -8],
    [{ type: 'number', exclusiveMinimum: 5 }, 5.5],
    [{ type: 'number', exclusiveMaximum: 0 }, -0.5],
    [{ type: 'number', minimum: 4.2 }, 4.2],
    [{ type: 'array', items: text, minItems: 3 }, ['texto', 'texto', 'texto']],
    [{ type: 'array', items: text, minItems: 2, maxItems: 4 }, ['texto', 'texto']],
    [{ type: 'array', items: text, maxItems: 0 }, []],
    [{ type: 'array', items: { enum: [1] }, minItems: 50, maxItems: 90 }, Array(10).fill(1)],
  ])('%j within its bounds', (schema, expected) => {
    expect(sampled(schema)).toEqual(expected)
  })

  it.each<[string, object, unknown]>([
    ['the first branch', { oneOf: [{ type: 'integer' }, text] }, 1],
    ['a branch’s own', { anyOf: [{ type: 'array', items: text, minItems: 1 }] }, ['texto']],
    ['its example', { anyOf: [{ type: 'string', example: 'a' }, {}] }, 'a'],
    ['its values', { anyOf: [{ enum: ['b'] }, {}] }, 'b'],
    ['its form', { type: 'string', anyOf: [{ format: 'date' }, {}] }, '2026-05-04'],
    ['its bounds', { type: 'integer', anyOf: [{ minimum: 4 }, {}] }, 4],
    ['the bounds around it first', { type: 'integer', minimum: 9, anyOf: [{ minimum: 4 }, {}] }, 9],
    [
      'its fields beside those around it',
      { properties: { a: text }, oneOf: [{ properties: { a: { type: 'integer' }, b: text } }, {}] },
      { a: 'texto', b: 'texto' },
    ],
    [
      'the example around it first',
      { type: 'string', example: 'out', anyOf: [{ example: 'in' }, {}] },
      'out',
    ],
    [
      'what it requires',
      { type: 'object', properties: { a: text }, example: {}, anyOf: [{ required: ['a'] }, {}] },
      { a: 'texto' },
    ],
    ['the first branch of the first branch', { oneOf: [{ anyOf: [{ type: 'integer' }, text] }, text] }, 1],
    [
      'a branch of each',
      { type: 'object', oneOf: [{ properties: { a: text } }], anyOf: [{ properties: { b: text } }] },
      { a: 'texto', b: 'texto' },
    ],
    ['nothing of no branches', { type: 'string', oneOf: [] }, 'texto'],
  ])('of alternatives: %s', (_, schema, expected) => {
    expect(sampled(schema)).toEqual(expected)
  })

  it('ends where a schema holds itself', () => {
    const depthOf = (value: unknown): number =>
      typeof value !== 'object' || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf))
    const lists = { $ref: '#/components/schemas/Lists' }
    const loose = { $ref: '#/components/schemas/Loose' }
    expect([sampled(self), sampled(loose), sampled(lists)].map(depthOf)).toEqual([25, 13, 13])
  })

  it('ends where an alternative is the schema itself', () => {
    expect(sampled({ $ref: '#/components/schemas/Either' })).toBeNull()
  })

  it('is of every schema that applies', () => {
    expect(sampled({ properties: { a: text } }, { properties: { b: { type: 'integer' } } })).toEqual({
      a: 'texto',
      b: 1,
    })
  })
})
