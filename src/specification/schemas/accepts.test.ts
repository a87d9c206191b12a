import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../exchange/json.js'
import { bend, changes, fractions, takes } from '../../rules/shapes/bent.fixture.js'
import { allRoutes } from '../find-route.js'
import type { Knowledge } from '../route.js'
import { loadShapes } from '../shapes.js'
import { acceptsOf } from './accepts.js'
import { formOf, isOptionalField } from './form.js'

const shapes = await loadShapes()
const oddities: readonly Json[] = [
  ...[null, true, 0, -1, 1.5, 2 ** 53, '', 'texto', '2026-05-04', '1'],
  ...[
    [],
    [null],
    { pagina: '1' },
    { pagina: 'x' },
    [{}],
    {},
    { id: 7 },
    { id: '7' },
    { situacao: 7 },
    [{ id: 7 }],
  ],
]

function schemasBy(knowledge: Knowledge): (readonly [string, z.ZodType])[] {
  return allRoutes('document').flatMap((route) =>
    Object.entries(shapes.of(route, knowledge) ?? {}).map(
      ([part, schema]) => [`${route.id} ${part}`, schema] as const,
    ),
  )
}

/** A value that the schema takes, with all that it names or with the least of it. */
function made(schema: z.ZodType, isWhole: boolean): Json {
  const form = formOf(schema)
  if (form.kind === 'one-of') return form.values[0] ?? null
  if ('inner' in form) return made(form.inner, isWhole)
  if (form.kind === 'array') return [made(form.element, isWhole), made(form.element, isWhole)]
  const option = 'options' in form && form.options.at(isWhole ? 0 : -1)
  if (option) return made(option, isWhole)
  if (form.kind !== 'object')
    return ['2026-05-04', '7', 'texto', true, 7].find((one) => takes(schema, one)) ?? form.kind
  const named = Object.entries(form.fields).filter(([, one]) => isWhole || !isOptionalField(one))
  return Object.fromEntries(named.map(([name, one]) => [name, made(one, isWhole)]))
}

describe.each(['specification', 'document'] as const)('a predicate of the %s', (knowledge) => {
  const random = fractions(7)

  it.each(schemasBy(knowledge))('agrees with zod on %s', (_name, schema) => {
    const values = [made(schema, true), made(schema, false)]
    const accepts = acceptsOf(schema)
    const bent = values.flatMap((value) =>
      changes.flatMap((how) => Array.from({ length: 8 }, () => bend(value, how, random, '$')?.value ?? null)),
    )
    const tried = [...values, ...bent, ...oddities]
    expect(tried.map((value) => accepts(value))).toEqual(tried.map((value) => takes(schema, value)))
    expect(tried.some((value) => !accepts(value))).toBe(true)
    expect(values.some((value) => accepts(value))).toBe(true)
  })
})

describe('a predicate of a form that the specification may yet need', () => {
  interface Tree {
    readonly name: string
    readonly below?: readonly Tree[] | undefined
  }
  const tree: z.ZodType<Tree> = z.object({
    name: z.string(),
    get below() {
      return z.array(tree).optional()
    },
  })
  const forms = {
    strict: [z.strictObject({ a: z.string() }), [{ a: 'x' }, { a: 'x', b: 1 }, {}]],
    catchall: [
      z.object({ a: z.string() }).catchall(z.number()),
      [
        { a: 'x', b: 1 },
        { a: 'x', b: 'y' },
      ],
    ],
    refined: [z.object({ a: z.number() }).refine(({ a }) => a > 1), [{ a: 2 }, { a: 1 }]],
    whole: [z.object({ a: z.int() }), [{ a: 1 }, { a: 1.5 }, { a: 2 ** 53 }, { a: '1' }]],
    xor: [z.xor([z.object({ a: z.int() }), z.object({ b: z.int() })]), [{ a: 1 }, { a: 1, b: 2 }, {}]],
    bounded: [z.int().positive().max(5), [0, 3, 6, 1.5]],
    sized: [z.array(z.int()).min(1), [[], [1], ['1']]],
    pattern: [z.string().regex(/^a/).min(2), ['a', 'ab', 'bb', 7]],
    email: [z.email(), ['x', 'x@example.com']],
    nullable: [z.nullable(z.string()), [null, 'x', 1]],
    any: [z.object({ a: z.unknown() }), [{}, { a: 1 }, { a: null }]],
    assumed: [z.object({ a: z.string().default('x') }), [{}, { a: 'y' }, { a: 1 }]],
    record: [z.record(z.string(), z.int()), [{}, { a: 1 }, { a: 'x' }, []]],
    piped: [z.string().transform(Number).pipe(z.number()), ['1', 'x', 1]],
    both: [z.intersection(z.object({ a: z.int() }), z.object({ b: z.int() })), [{ a: 1 }, { a: 1, b: 2 }]],
    either: [
      z.discriminatedUnion('is', [
        z.object({ is: z.literal('a'), n: z.int() }),
        z.object({ is: z.literal('b') }),
      ]),
      [{ is: 'a', n: 1 }, { is: 'a' }, { is: 'b' }, { is: 'c' }],
    ],
    recursive: [
      tree,
      [{ name: 'x' }, { name: 'x', below: [{ name: 'y', below: [] }] }, { name: 'x', below: [{}] }],
    ],
    everyTime: [z.object({ a: z.string().regex(/a/g) }), [{ a: 'a' }, { a: 'a' }, { a: 'b' }]],
  } as const satisfies Record<string, readonly [z.ZodType, readonly Json[]]>

  it.each(Object.entries(forms))('agrees with zod: %s', (_name, [schema, values]) => {
    const accepts = acceptsOf(schema)
    expect(values.map((value) => accepts(value))).toEqual(values.map((value) => takes(schema, value)))
    expect(new Set(values.map((value) => takes(schema, value))).size).toBe(2)
  })
})
