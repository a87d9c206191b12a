import { describe, expect, it } from 'vitest'
import { documentOf } from '../sample.fixture.js'
import { compareOpenApi } from './compare-openapi.js'
import {
  answered,
  answering,
  content,
  documentWith,
  keyed,
  sending,
  text,
  whole,
} from './differences.fixture.js'

describe('a schema that changed', () => {
  it.each<[string, unknown, unknown, string[]]>([
    ['nothing', text, { type: 'string' }, []],
    [
      'a kind beside others',
      { type: ['string', 'integer'] },
      { type: ['string', 'boolean'] },
      ['type-changed | 200 $ | integer|string | boolean|string'],
    ],
    [
      'a kind that came',
      text,
      { type: ['string', 'integer'] },
      ['type-widened | 200 $ | string | integer|string'],
    ],
    [
      'a kind that went',
      { type: ['string', 'integer'] },
      text,
      ['type-narrowed | 200 $ | integer|string | string'],
    ],
    ['any kind', text, {}, ['type-widened | 200 $ | string | any']],
    [
      'null beside a kind',
      text,
      { type: ['string', 'null'] },
      ['became-nullable | 200 $ | string | string|null'],
    ],
    [
      'no null any more',
      { type: ['string', 'null'] },
      text,
      ['became-not-nullable | 200 $ | string|null | string'],
    ],
    [
      'null alone',
      { type: 'null' },
      text,
      ['became-not-nullable | 200 $ | null | string', 'type-widened | 200 $ | null | string'],
    ],
    [
      'a kind that is stated',
      { properties: {} },
      { type: 'object' },
      ['text-changed | 200 $ (type) | object | object'],
    ],
    ['a form', { format: 'a' }, { format: 'b' }, ['format-changed | 200 $ | a | b']],
    ['a form that came', {}, { format: 'b' }, ['format-introduced | 200 $ | – | b']],
    ['a form that went', { format: 'a' }, {}, ['format-dropped | 200 $ | a | –']],
    [
      'a form with another kind',
      { type: 'string', format: 'a' },
      { type: 'integer', format: 'b' },
      ['type-changed | 200 $ | string | integer'],
    ],
    [
      'values',
      { enum: [1, 2] },
      { enum: [2, 3] },
      ['enum-value-added | 200 $ | – | 3', 'enum-value-removed | 200 $ | 1 | –'],
    ],
    ['values that came', {}, { enum: [1, 2] }, ['enum-introduced | 200 $ | – | 1, 2']],
    ['values that went', { enum: [1, 2] }, {}, ['enum-dropped | 200 $ | 1, 2 | –']],
    ['a bound', { maximum: 1 }, { maximum: 2 }, ['bound-loosened | 200 $ | maximum 1 | maximum 2']],
    ['a tighter bound', { maximum: 2 }, { maximum: 1 }, ['bound-tightened | 200 $ | maximum 2 | maximum 1']],
    [
      'a lower bound',
      { minLength: 1 },
      { minLength: 2 },
      ['bound-tightened | 200 $ | minLength 1 | minLength 2'],
    ],
    [
      'a looser lower bound',
      { minItems: 2 },
      { minItems: 1 },
      ['bound-loosened | 200 $ | minItems 2 | minItems 1'],
    ],
    ['a bound that came', {}, { maximum: 2 }, ['bound-introduced | 200 $ | – | maximum 2']],
    ['a bound that went', { maximum: 1 }, {}, ['bound-dropped | 200 $ | maximum 1 | –']],
    ['a pattern', { pattern: 'a' }, { pattern: 'b' }, ['pattern-changed | 200 $ | a | b']],
    ['a pattern that came', {}, { pattern: 'b' }, ['pattern-introduced | 200 $ | – | b']],
    ['a pattern that went', { pattern: 'a' }, {}, ['pattern-dropped | 200 $ | a | –']],
    ['what is old', {}, { deprecated: true }, ['deprecated | 200 $ | – | –']],
    [
      'who carries it',
      { readOnly: true },
      { writeOnly: true },
      ['access-changed | 200 $ | readOnly | writeOnly'],
    ],
    ['a default', { default: 1 }, { default: 2 }, ['default-changed | 200 $ | 1 | 2']],
    ['a default that came', {}, { default: 2 }, ['default-changed | 200 $ | – | 2']],
    [
      'a keyword',
      { multipleOf: 1 },
      { not: {} },
      ['keyword-changed | 200 $ (multipleOf) | 1 | –', 'keyword-changed | 200 $ (not) | – | {}'],
    ],
    [
      'words',
      { title: 'a', 'x-a': 1 },
      { title: 'b', 'x-b': 1 },
      [
        'text-changed | 200 $ (title) | "a" | "b"',
        'text-changed | 200 $ (x-a) | 1 | –',
        'text-changed | 200 $ (x-b) | – | 1',
      ],
    ],
    ['items', { items: text }, { items: whole }, ['type-changed | 200 $[] | string | integer']],
    [
      'items that came',
      { type: 'array' },
      { type: 'array', items: { maxLength: 1 } },
      ['bound-introduced | 200 $[] | – | maxLength 1'],
    ],
    [
      'items that went',
      { type: 'array', items: { maxLength: 1 } },
      { type: 'array' },
      ['bound-dropped | 200 $[] | maxLength 1 | –'],
    ],
    [
      'what is required and nowhere described',
      { required: ['a', 'b'] },
      { required: ['b', 'c'] },
      ['property-became-optional | 200 $.a | – | –', 'property-became-required | 200 $.c | – | –'],
    ],
    [
      'what is required and described',
      { properties: { a: {} }, required: ['a'] },
      { properties: { a: {} }, required: [] },
      ['property-became-optional | 200 $.a | – | –'],
    ],
    [
      'what came with its kind',
      { properties: {} },
      { properties: { a: text } },
      ['property-added | 200 $.a | – | string'],
    ],
    [
      'what went with its kind',
      { properties: { a: text } },
      { properties: {} },
      ['property-removed-required | 200 $.a | string | –'],
    ],
    [
      'what went, and nobody relied on',
      { required: ['b'], properties: { a: text, b: {} } },
      { required: ['b'], properties: { b: {} } },
      ['property-removed | 200 $.a | string | –'],
    ],
    [
      'further ones',
      { additionalProperties: text },
      { additionalProperties: whole },
      [`type-changed | 200 ${keyed} | string | integer`],
    ],
    [
      'further ones that are forbidden',
      { type: 'object', additionalProperties: text },
      { type: 'object', additionalProperties: false },
      ['additional-forbidden | 200 $ | – | –'],
    ],
    [
      'further ones that are allowed',
      { type: 'object', additionalProperties: false },
      { type: 'object', additionalProperties: true },
      ['additional-allowed | 200 $ | – | –'],
    ],
    [
      'further ones that are allowed in other words',
      { type: 'object' },
      { type: 'object', additionalProperties: true },
      ['text-changed | 200 $ (additionalProperties) | – | true'],
    ],
    [
      'further ones that are said',
      { type: 'object' },
      { type: 'object', additionalProperties: { maxLength: 1 } },
      [`bound-introduced | 200 ${keyed} | – | maxLength 1`],
    ],
    [
      'further ones that are said no more',
      { type: 'object', additionalProperties: { maxLength: 1 } },
      { type: 'object', additionalProperties: true },
      [`bound-dropped | 200 ${keyed} | maxLength 1 | –`],
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await answered(before, after)).toEqual(expected)
  })
})

describe('alternatives', () => {
  const one = { title: 'Um', properties: { a: text } }
  const other = { title: 'Outro', properties: { b: text } }

  it.each<[string, unknown, unknown, string[]]>([
    ['in another order', { oneOf: [one, other] }, { oneOf: [other, one] }, []],
    ['without a name, in another order', { oneOf: [text, whole] }, { oneOf: [whole, text] }, []],
    ['that came', { oneOf: [one] }, { oneOf: [one, other] }, ['alternative-added | 200 $ | – | Outro']],
    [
      'that went',
      { oneOf: [one, whole] },
      { oneOf: [one] },
      ['alternative-removed | 200 $ | {"type":"integer"} | –'],
    ],
    [
      'by name, of which one changed',
      { oneOf: [one, other] },
      { oneOf: [one, { ...other, properties: { b: whole } }] },
      ['type-changed | 200 $(Outro).b | string | integer'],
    ],
    [
      'by their turn, where as many are left',
      { anyOf: [text, { maxLength: 1 }] },
      { anyOf: [text, { maxLength: 2 }] },
      ['bound-loosened | 200 $ | maxLength 1 | maxLength 2'],
    ],
    [
      'of another name',
      { oneOf: [one, other] },
      { oneOf: [one, { ...other, title: 'Novo' }] },
      ['alternative-added | 200 $ | – | Novo', 'alternative-removed | 200 $ | Outro | –'],
    ],
    [
      'that got a name',
      { oneOf: [one, { maxLength: 1 }] },
      { oneOf: [one, { title: 'Novo', maxLength: 1 }] },
      ['alternative-added | 200 $ | – | Novo', 'alternative-removed | 200 $ | {"maxLength":1} | –'],
    ],
    [
      'of another sort',
      { oneOf: [one] },
      { anyOf: [one] },
      ['composition-changed | 200 $ | oneOf 1 | anyOf 1'],
    ],
    [
      'beside others',
      { oneOf: [one] },
      { oneOf: [one], anyOf: [one, other] },
      ['composition-changed | 200 $ | oneOf 1 | oneOf 1, anyOf 2'],
    ],
    ['around what was alone', one, { oneOf: [one, other] }, ['alternative-added | 200 $ | – | Outro']],
    ['that leave one alone', { oneOf: [one, other] }, one, ['alternative-removed | 200 $ | Outro | –']],
    [
      'beside a kind',
      { type: 'object' },
      { type: 'object', oneOf: [one] },
      ['composition-changed | 200 $ | – | oneOf 1'],
    ],
    [
      'beside properties',
      { properties: { a: text } },
      { properties: { a: text }, oneOf: [one] },
      ['composition-changed | 200 $ | – | oneOf 1'],
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await answered(before, after)).toEqual(expected)
  })

  it('are cut where they are long', async () => {
    const long = { properties: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`campo${i}`, {}])) }
    const [line = ''] = await answered({ oneOf: [one] }, { oneOf: [one, long] })
    expect(line).toMatch(/^alternative-added \| 200 \$ \| – \| \{"properties":.*…$/)
    expect(line.split(' | ').at(-1)).toHaveLength(80)
  })
})

describe('what one direction never carries', () => {
  const held = (property: unknown, required: string[] = []) => ({
    type: 'object',
    required,
    properties: { a: property },
  })
  const graded = async (before: unknown, after: unknown, of = sending) => {
    const found = compareOpenApi(await documentOf(of(before)), await documentOf(of(after))).changes
    return found.map(({ code, severity }) => `${severity} ${code}`)
  }
  const mute = { readOnly: true }

  it('is told as info, with all that lies below it', async () => {
    const deep = (kind: string) => held({ ...mute, properties: { b: { type: kind } } })
    expect(await graded(deep('string'), deep('integer'))).toEqual(['info type-changed'])
    expect(await graded(deep('string'), deep('integer'), answering)).toEqual(['error type-changed'])
    expect(await graded(held(mute, ['a']), held(mute))).toEqual(['info property-became-optional'])
    expect(await graded(held(mute), held(mute, ['a']))).toEqual(['info property-became-required'])
    expect(await graded(held({}), held({}, ['a']))).toEqual(['error property-became-required'])
    expect(await graded(held(mute, ['a']), { type: 'object', required: [] })).toEqual([
      'info property-removed-required',
    ])
    expect(await graded({ type: 'object', required: [] }, held(mute, ['a']))).toEqual([
      'info property-added-required',
    ])
  })

  it('is told in earnest where one side carries it', async () => {
    expect(await graded(held({ ...mute, type: 'string' }), held({ type: 'integer' }))).toEqual([
      'info access-changed',
      'error type-changed',
    ])
  })

  it('hides no change of the same schema elsewhere', async () => {
    const both = (kind: string) => ({
      ...documentWith({
        requestBody: content({
          properties: {
            a: { ...mute, properties: { x: { $ref: '#/components/schemas/X' } } },
            b: { $ref: '#/components/schemas/X' },
            c: { $ref: '#/components/schemas/X' },
          },
        }),
      }),
      components: { schemas: { X: { properties: { y: { type: kind } } } } },
    })
    const found = compareOpenApi(await documentOf(both('string')), await documentOf(both('integer'))).changes
    // what a schema holds is told once where it counts, and once where it does not
    expect(found.map(({ severity, place }) => `${severity} ${place}`).sort()).toEqual([
      'error body $.b.y',
      'info body $.a.x.y',
    ])
  })
})
