import { expect, it } from 'vitest'
import { z } from 'zod'
import { fitToSchema } from './fit-to-schema.js'

const text = z.object({ nome: z.string() })

it.each<[string, z.ZodType, Parameters<typeof fitToSchema>[1], unknown]>([
  ['a number where a text is due', text, { nome: 7 }, { nome: '7' }],
  ['a text where a number is due', z.object({ preco: z.number() }), { preco: '7.5' }, { preco: 7.5 }],
  ['a record where its identifier is due', z.object({ loja: z.int() }), { loja: { id: 3 } }, { loja: 3 }],
  ['its identifier as text where a text is due', text, { nome: { id: 3 } }, { nome: '3' }],
  ['nothing of another object where a text is due', text, { nome: { a: 1 } }, { nome: '' }],
  ['null as empty, never as a word', text, { nome: null }, { nome: '' }],
  ['null as null where the schema has it', z.object({ x: z.string().nullable() }), { x: null }, { x: null }],
  ['any object where the schema names no field', z.object({}), { a: 1 }, { a: 1 }],
  ['no other field', text, { nome: 'a', b: 1 }, { nome: 'a' }],
])('writes %s', (_, schema, value, expected) => {
  expect(fitToSchema(schema, value)).toEqual(expected)
})

it('keeps other fields if that is asked', () => {
  expect(fitToSchema(text, { b: 1 }, 'keep')).toEqual({ nome: '', b: 1 })
})
