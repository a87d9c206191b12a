import { describe, expect, it } from 'vitest'
import { figure } from '../../../test/end-to-end/figures.js'
import { growth, LINEAR } from '../../../test/growth.js'
import type { Exchange } from '../../exchange/exchange.js'
import { DeadlineError, runWithDeadline } from '../deadline.js'
import { InputError } from '../input-error.js'
import { createOpenApiContract } from './contract.js'
import { loadOpenApi } from './document.js'

/** Documents of strangers, by mistake or on purpose. Whatever they hold, it ends. */
const BASE = 'https://service.example/Api/v3'

interface Hostile {
  readonly schema: object
  readonly schemas?: object
  readonly version?: string
}

const documentText = ({ schema, schemas = {}, version = '3.0.3' }: Hostile) =>
  JSON.stringify(
    {
      openapi: version,
      info: { title: 't', version: '1' },
      paths: {
        '/produtos': {
          get: { responses: { '200': { description: '', content: { 'application/json': { schema } } } } },
        },
      },
      components: { schemas },
    },
    null,
    1,
  )

const contractOf = async (hostile: Hostile) =>
  createOpenApiContract(await loadOpenApi(documentText(hostile), 'api.json'), { baseUrl: BASE })

const responding = (id: string, body: unknown): Exchange => ({
  id,
  source: 'run',
  channel: 'service',
  session: null,
  step: null,
  failure: null,
  gaps: [],
  request: { method: 'GET', url: `${BASE}/produtos`, headers: [], body: null },
  response: {
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: { text: JSON.stringify(body), sizeBytes: 0, flaw: null },
  },
  startedAt: '2026-01-01T00:00:00.000Z',
  sentAtMs: 0,
  respondedAtMs: 1,
})

async function told(hostile: Hostile, ...bodies: unknown[]): Promise<string[]> {
  const contract = await contractOf(hostile)
  return bodies.flatMap((body, i) =>
    contract.observe(responding(`e${i}`, body)).map(({ severity, code }) => `${severity} ${code}`),
  )
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** `S0` holds a type alone; each further one holds `count` of those before it. */
function tower(height: number, parts: (i: number) => object[]): object {
  const all: [string, object][] = [
    ['S0', { type: 'object', properties: { id: { type: 'integer', pattern: 'x' } } }],
  ]
  for (let i = 1; i <= height; i++) all.push([`S${i}`, { allOf: parts(i) }])
  return Object.fromEntries(all)
}

describe('a document that would never end', () => {
  const undecided = ['info openapi/schema:undecided']

  it('for its pattern is undecided, once, and not asked again', async () => {
    const schema = { type: 'object', properties: { nome: { type: 'string', pattern: '^(a+)+$' } } }
    const evil = { nome: `${'a'.repeat(60)}b` }
    expect(await told({ schema }, { nome: 'aa' }, evil, evil, { nome: 'b' })).toEqual(undecided)
  })

  it.each<[string, Hostile, unknown, string[]]>([
    [
      'two schemas that hold each other',
      { schema: ref('A'), schemas: { A: { allOf: [ref('B')] }, B: { allOf: [ref('A')] } } },
      {},
      undecided,
    ],
    [
      'each of forty schemas that hold the two before',
      { schema: ref('S40'), schemas: tower(40, (i) => [ref(`S${i - 1}`), ref(`S${Math.max(0, i - 2)}`)]) },
      { id: 1 },
      undecided,
    ],
  ])('for %s ends', async (_what, hostile, body, expected) => {
    const startedMs = performance.now()
    // what a machine decides within the deadline is its own affair; that it ends is ours
    const outcomes = expected === undecided ? [undecided, []] : [expected]
    expect(outcomes).toContainEqual(await told(hostile, body))
    // how long it took is told by the night alone
    figure('hostile document', { tries: 1, failures: performance.now() - startedMs < 10_000 ? 0 : 1 })
  })

  it('of thousands of parts side by side is prepared and asked in time that grows with it', async () => {
    const flat = (count: number): Hostile => ({
      schema: {
        allOf: Array.from({ length: count }, (_, i) => ({ properties: { [`f${i}`]: { type: 'string' } } })),
      },
    })
    expect(await told(flat(8), { f3: 1, g: 1 })).toEqual([
      'error openapi/schema:type',
      'info openapi/field:undocumented',
    ])
    expect(await growth((count) => told(flat(count), { f3: 1 }), 1_000)).toBeLessThan(LINEAR)
  })

  it('is held to what no part has seen where it says so', async () => {
    const schema = {
      type: 'array',
      allOf: [{ prefixItems: [{ type: 'integer' }] }],
      unevaluatedItems: false,
    }
    expect(await told({ schema, version: '3.1.0' }, [1])).toEqual([])
    expect(await told({ schema, version: '3.1.0' }, [1, 2])).toEqual(['error openapi/schema:bound'])
  })

  it('shows of a long enumeration its beginning and its length', async () => {
    const values = Array.from({ length: 31 }, (_, i) => i)
    const contract = await contractOf({ schema: { type: 'integer', enum: values } })
    const [finding] = contract.observe(responding('e1', 99))
    expect(finding?.values.expected).toBe(`${values.slice(0, 30).join(', ')}, … (31)`)
    const short = await contractOf({ schema: { type: 'integer', enum: values.slice(0, 30) } })
    expect(short.observe(responding('e1', 99))[0]?.values.expected).toBe(values.slice(0, 30).join(', '))
  })

  it.each([
    [{ enum: [{ b: 1, a: [1, 2] }] }, { a: [1, 2], b: 1 }, 0],
    [{ enum: [1] }, '1', 1],
    [{ enum: [null, 'a'] }, 'b', 1],
    // no escape of the strict kind, and meant all the same
    [{ type: 'string', pattern: '^\\-\\d$' }, '-1', 0],
    // no pattern where it is but a value
    [{ enum: [{ pattern: '(' }] }, { pattern: '(' }, 0],
    [{ const: { pattern: '(' } }, { pattern: ')' }, 1],
    [{ contentMediaType: 'text/(' }, 'a', 0],
    [{ type: 'string', pattern: '^\\-\\d$' }, 'x1', 1],
  ])('holds %j against %j as JSON does', async (schema, body, count) => {
    expect(await told({ schema, version: '3.1.0' }, body)).toHaveLength(count)
  })
})

describe('a schema that cannot be used', () => {
  async function flawOf(hostile: Hostile): Promise<InputError> {
    const failed = await contractOf(hostile).then(
      () => null,
      (error: unknown) => error,
    )
    if (failed instanceof InputError) return failed
    throw new Error(`expected an InputError, not ${String(failed)}`)
  }

  it.each<[string, Hostile, string, string]>([
    [
      'a pattern that is none',
      { schema: { type: 'string', pattern: '(' } },
      '"pattern"',
      'content/application/json/schema/pattern',
    ],
    [
      'a type that is none, in a component',
      { schema: ref('S'), schemas: { S: { type: 'object', properties: { preco: { type: 'dinheiro' } } } } },
      '"type": "dinheiro"',
      '#/components/schemas/S/properties/preco/type',
    ],
    [
      'a bound that is no number',
      { schema: { type: 'object', properties: { n: { minLength: 'x' } } } },
      '"minLength"',
      'properties/n/minLength',
    ],
    [
      'a pattern among the names of properties',
      { schema: { type: 'object', patternProperties: { '(': {} } }, version: '3.1.0' },
      '"("',
      'schema/patternProperties/(',
    ],
    [
      'a pattern within a list',
      { schema: { allOf: [{}, { properties: { a: { pattern: '(' } } }] } },
      '"pattern"',
      'schema/allOf/1/properties/a/pattern',
    ],
    [
      'a pattern behind a reference of a reference',
      { schema: ref('A'), schemas: { A: { items: ref('B') }, B: { type: 'string', pattern: '[' } } },
      '"pattern"',
      '#/components/schemas/B/pattern',
    ],
  ])('(%s) is refused with its line before anything is sent', async (_what, hostile, shown, at) => {
    const { code, position, values } = await flawOf(hostile)
    expect(code).toBe('schema-unusable')
    expect(values.at).toContain(at)
    const lines = documentText(hostile).split('\n')
    expect(lines[(position?.line ?? 0) - 1]).toContain(shown)
  })
})

describe('a deadline', () => {
  it('breaks off what goes on, and lets pass what ends or throws', () => {
    expect(runWithDeadline(1_000, () => 7)).toBe(7)
    expect(() =>
      runWithDeadline(1_000, () => {
        throw new RangeError('own')
      }),
    ).toThrow(RangeError)
    expect(() =>
      runWithDeadline(30, () => {
        for (;;);
      }),
    ).toThrow(DeadlineError)
    expect(runWithDeadline(1_000, () => 8)).toBe(8)
  })
})
