import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { alternatives, elementOf, fieldNamed, fieldsOf, formOf, schemasAt } from './form.js'

const text = z.string()
const whole = z.int()
const item = z.object({ id: whole, note: z.optional(text) })

describe('the form of a schema', () => {
  it.each([
    [z.object({}), { kind: 'object', unknownFields: 'drops', isExact: true }],
    [z.looseObject({}), { kind: 'object', unknownFields: 'keeps', isExact: true }],
    [z.strictObject({}), { kind: 'object', unknownFields: 'refuses', isExact: true }],
    [z.object({}).catchall(text), { kind: 'object', unknownFields: 'checks', isExact: false }],
    [z.array(text), { kind: 'array', element: text, isExact: true }],
    [z.array(text).min(1), { kind: 'array', element: text, isExact: false }],
    [z.record(z.string(), text), { kind: 'record', element: text, isExact: false }],
    [z.optional(text), { kind: 'optional', inner: text, isExact: true }],
    [z.lazy(() => text), { kind: 'wrapper', inner: text, isExact: false }],
    [z.union([text, whole]), { kind: 'union', options: [text, whole], isExact: true }],
    [z.xor([text, whole]), { kind: 'union', options: [text, whole], isExact: false }],
    [z.intersection(item, item), { kind: 'intersection', options: [item, item], isExact: false }],
    [z.enum(['A', 'B']), { kind: 'one-of', values: ['A', 'B'], isExact: true }],
    [z.literal([1, null]), { kind: 'one-of', values: [1, null], isExact: true }],
    [z.string().regex(/^a/), { kind: 'text', pattern: /^a/, isExact: true }],
    [z.string().regex(/a/g), { kind: 'text', pattern: null, isExact: false }],
    [z.email(), { kind: 'text', pattern: null, isExact: false }],
    [z.int(), { kind: 'number', isWhole: true, isExact: true }],
    [z.int32(), { kind: 'number', isWhole: false, isExact: false }],
    [z.unknown(), { kind: 'other', name: 'unknown', isExact: false }],
  ] as const)('of %# is told by what it holds', (schema, form) => {
    expect(formOf(schema)).toMatchObject(form)
  })
})

describe('walking over schemas', () => {
  const list = z.optional(z.union([z.nullable(z.array(item)), whole]))

  it('reaches what stands below wrappers and unions', () => {
    expect(alternatives(list).map((one) => formOf(one).kind)).toEqual(['array', 'number'])
    expect(elementOf(list)).toBe(item)
    expect(schemasAt(list, [0, 'note']).flatMap(alternatives)).toEqual([text])
  })

  it('ends in a schema that holds itself alone', () => {
    const itself: z.ZodType = z.lazy(() => z.optional(itself))
    expect(alternatives(itself)).toEqual([])
  })

  it('finds no field that every object inherits', () => {
    expect(fieldNamed(fieldsOf(item), 'constructor')).toBeUndefined()
    expect(schemasAt(item, ['constructor'])).toEqual([])
  })

  it('takes a number for an element and a name for a field', () => {
    expect(schemasAt(z.record(z.string(), whole), ['any'])).toEqual([whole])
    expect(schemasAt(z.array(whole), ['any'])).toEqual([])
    expect(schemasAt(z.record(z.string(), whole), [0])).toEqual([])
  })
})
