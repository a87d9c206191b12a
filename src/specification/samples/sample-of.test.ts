import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes, routeById } from '../find-route.js'
import type { Knowledge, Route } from '../route.js'
import { object, text } from '../shapes/shared.js'
import { loadShapes } from '../shapes.js'
import { isReadOnly, sampleOf } from './sample-of.js'

const shapes = await loadShapes()

/** The Park and Miller generator. */
function fractions(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

const parts = (['specification', 'document'] as const).flatMap((knowledge: Knowledge) =>
  allRoutes(knowledge).flatMap((route) =>
    Object.entries(shapes.of(route, knowledge) ?? {}).map(
      ([part, schema]) => [`${knowledge} ${route.id} ${part}`, schema as z.ZodType] as const,
    ),
  ),
)

describe('sampleOf', () => {
  it('makes what each shape of each operation takes, whole, bare and anything between', () => {
    expect(parts.length).toBeGreaterThan(600)
    for (const [name, schema] of parts) {
      for (const optional of ['all', 'none', 'some'] as const) {
        for (const readOnly of [true, false]) {
          const sample = sampleOf(schema, fractions(7), { optional, readOnly })
          const parsed = schema.safeParse(sample)
          expect(parsed.success ? null : parsed.error.issues, `${name} ${JSON.stringify(sample)}`).toBeNull()
        }
      }
    }
  })

  it('makes the same of the same fractions, and other values of others', () => {
    const { data } = shapes.of(routeById('pedidos-vendas/read') as Route, 'document') ?? {}
    const make = (seed: number) => JSON.stringify(sampleOf(data as z.ZodType, fractions(seed)))
    expect(make(1)).toBe(make(1))
    expect(make(1)).not.toBe(make(2))
  })

  it('holds every field that an answer promises', () => {
    const { data } = shapes.of(routeById('contatos/read') as Route, 'document') ?? {}
    const sample = sampleOf(data as z.ZodType, fractions(3)) as Record<string, unknown>
    expect(Object.keys(sample).sort()).toEqual(Object.keys((data as z.ZodObject).shape).sort())
    expect(sample.id).toBeGreaterThan(2 ** 31)
    expect(sample.email).toMatch(/@exemplo\.invalid$/)
    expect(sample.endereco).toMatchObject({ geral: { uf: expect.stringMatching(/^[A-Z]{2}$/) } })
  })

  it('leaves out of a body what the service makes itself', () => {
    const { body } = shapes.of(routeById('pedidos-vendas/create') as Route, 'document') ?? {}
    const sample = sampleOf(body as z.ZodType, fractions(3), { readOnly: false }) as Record<string, unknown>
    expect(Object.keys(sample)).not.toContain('id')
    expect(Object.keys(sample)).not.toContain('total')
    expect(Object.keys(sample)).toContain('numeroLoja')
    const { shape } = body as z.ZodObject
    expect(isReadOnly(shape.total as z.ZodType)).toBe(true)
    expect(isReadOnly(shape.numeroLoja as z.ZodType)).toBe(false)
  })

  it('takes the values of the caller, by their path', () => {
    const { data } = shapes.of(routeById('produtos-lojas/read') as Route, 'document') ?? {}
    const sample = sampleOf(data as z.ZodType, fractions(3), {
      valueAt: (path) => (path.join('.') === 'produto.id' ? 7 : undefined),
    })
    expect(sample).toMatchObject({ produto: { id: 7 } })
  })

  it('says of a schema that it cannot fill where it stands', () => {
    expect(() => sampleOf(object({ a: z.date() }), fractions(1))).toThrow("the kind 'date' at a")
    expect(sampleOf(object({ nome: text }), fractions(1))).toEqual({ nome: expect.any(String) })
  })
})
