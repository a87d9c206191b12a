import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../exchange/exchange.js'
import type { Json } from '../../exchange/json.js'
import { randomFrom, randomJson } from '../random-json.fixture.js'
import { type ContractOptions, createOpenApiContract } from './contract.js'
import type { Operation } from './operation.js'
import { tabulate } from './operation-table.js'
import { documentOf, sample } from './sample.fixture.js'

const BASE = 'https://service.example/Api/v3'

const exchange = (over: {
  method?: string
  path?: string
  status?: number
  body?: Json | string
  type?: string
}): Exchange => ({
  id: 'e1',
  source: 'run',
  channel: 'service',
  session: null,
  step: null,
  request: {
    method: over.method ?? 'GET',
    url: `${BASE}${over.path ?? '/produtos?pagina=1'}`,
    headers: [],
    body: null,
  },
  answer: {
    status: over.status ?? 200,
    headers: [['Content-Type', over.type ?? 'application/json']],
    body: {
      text: typeof over.body === 'string' ? over.body : JSON.stringify(over.body ?? { data: [] }),
      sizeBytes: 0,
      flaw: null,
    },
  },
  failure: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  sentAtMs: 0,
  answeredAtMs: 1,
  gaps: [],
})

const contractOf = async (value: unknown = sample(), options: Partial<ContractOptions> = {}) =>
  createOpenApiContract(await documentOf(value), { baseUrl: BASE, ...options })

const records = (...data: Json[]) => exchange({ body: { data } })

const told = async (one: Exchange, value: unknown = sample(), options: Partial<ContractOptions> = {}) =>
  (await contractOf(value, options))
    .observe(one)
    .map(({ severity, code, values }) => `${severity} ${code} ${values.path ?? values.status}`)

/** A document about one answer to `GET /produtos`. */
const answering = (schema: unknown, version = '3.0.3') => ({
  openapi: version,
  paths: {
    '/produtos': {
      get: { responses: { '200': { description: '', content: { 'application/json': { schema } } } } },
    },
  },
})

describe('the contract of a document', () => {
  it('is kept by an answer as described', async () => {
    expect(
      await told(
        records({ id: 1, nome: 'x', situacao: 'A', marca: null, categoria: { id: 1, pai: { id: 2 } } }),
      ),
    ).toEqual([])
  })

  it.each([
    ['a wrong type', { id: 'um' }, ['error openapi/schema:type $.data[].id']],
    ['a missing property', { nome: 'x' }, ['error openapi/schema:required $.data[].id']],
    ['a broken bound', { id: 1, nome: 'x'.repeat(121) }, ['error openapi/schema:bound $.data[].nome']],
    ['an exclusive bound of 3.0', { id: 1, preco: 0 }, ['error openapi/schema:bound $.data[].preco']],
    ['a broken pattern', { id: 1, codigo: 'x1' }, ['error openapi/schema:bound $.data[].codigo']],
    ['a new value', { id: 1, situacao: 'E' }, ['warning openapi/schema:value $.data[].situacao']],
    [
      'a null where the document speaks of nulls elsewhere',
      { id: 1, nome: null },
      ['error openapi/schema:type $.data[].nome'],
    ],
    [
      'a wrong type deep in a schema that holds itself',
      { id: 1, categoria: { pai: { pai: { id: 'x' } } } },
      ['error openapi/schema:type $.data[].categoria.pai.pai.id'],
    ],
    ['no fitting alternative', { id: 1, midia: 'x' }, ['error openapi/schema:type $.data[].midia']],
    [
      'an undocumented field',
      { id: 1, estrela: { a: 1 } },
      ['info openapi/field:undocumented $.data[].estrela'],
    ],
    [
      'an undocumented field where further ones are forbidden',
      { id: 1, extra: { z: 1 } },
      ['info openapi/field:undocumented $.data[].extra.z'],
    ],
    ['a field of one of the alternatives', { id: 1, midia: { url: 'x' } }, []],
    [
      'a field of no alternative',
      { id: 1, midia: { som: 'x' } },
      ['info openapi/field:undocumented $.data[].midia.som'],
    ],
    ['a masked value', { id: '[cpf#1]', nome: `[email#1]${'x'.repeat(120)}`, situacao: '[secret#1]' }, []],
  ])('names %s', async (_, record, expected) => {
    expect(await told(records(record))).toEqual(expected)
  })

  it('tells the same in many records once, with the number of places', async () => {
    const [finding, ...more] = (await contractOf()).observe(records({ id: 'a' }, { id: 'b' }, { id: 'c' }))
    expect([finding?.values.places, finding?.values.expected, finding?.values.actual, more.length]).toEqual([
      3,
      'integer',
      'string',
      0,
    ])
  })

  it('tells the same in many exchanges once', async () => {
    const contract = await contractOf()
    expect([
      contract.observe(records({ id: 'a' })).length,
      contract.observe(records({ id: 'b' })).length,
    ]).toEqual([1, 0])
  })

  it('puts no value of the answer into a finding', async () => {
    const found = (await contractOf()).observe(
      records({ id: 'segredo-1', nome: 'segredo-2'.repeat(30), situacao: 'segredo-3' }),
    )
    expect(found.length).toBe(3)
    expect(JSON.stringify(found)).not.toContain('segredo')
  })
})

describe('where the document is silent', () => {
  it.each([
    [
      'the operation is not described',
      exchange({ method: 'PUT', path: '/nada' }),
      ['info openapi/operation:undocumented 200'],
    ],
    ['the status is not described', exchange({ status: 206 }), ['info openapi/status:undocumented 206']],
    ['the answer is of the hour, not of the contract', exchange({ status: 429 }), []],
    ['the answer has no described body', exchange({ method: 'POST', status: 201, body: { x: 1 } }), []],
    ['the body is not JSON', exchange({ body: '<html>', type: 'text/html' }), []],
    ['the body is broken, which another rule says', exchange({ body: '{' }), []],
    ['nothing is said of the fields of an object', exchange({ status: 400, body: { any: 1 } }), []],
  ])('nobody is accused: %s', async (_, one, expected) => {
    expect(await told(one)).toEqual(expected)
  })

  it('nulls are told, not judged, by a document that never speaks of null', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { $ref: '#/components/schemas/B' } },
    }
    const document = { ...answering(schema), components: { schemas: { B: { oneOf: [{ type: 'object' }] } } } }
    expect(await told(exchange({ body: { a: null, b: null } }), document)).toEqual([
      'info openapi/schema:null $.a',
      'info openapi/schema:null $.b',
    ])
  })

  it.each([
    [
      'an example against its type',
      { type: 'object', properties: { a: { type: 'integer', example: 'x1' } } },
      { a: 'x2' },
    ],
    [
      'an example of a list against its items',
      { type: 'array', items: { type: 'integer' }, example: ['1'] },
      ['1'],
    ],
    [
      'a required property that is described nowhere',
      { type: 'object', required: ['error.type'], properties: { error: { type: 'object' } } },
      { error: {} },
    ],
  ])('a contradiction of the document itself obliges nobody: %s', async (_, schema, body) => {
    expect(await told(exchange({ body }), answering(schema))).toEqual([])
  })

  it('a property is required where another part of the schema describes it', async () => {
    const schema = { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] }
    expect(await told(exchange({ body: {} }), answering(schema))).toEqual([
      'error openapi/schema:required $.a',
    ])
  })

  it('formats are hints', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', format: 'date' }, b: { type: 'string', format: 'datetime' } },
    }
    expect(await told(exchange({ body: { a: '31/12/2025', b: 'x' } }), answering(schema))).toEqual([
      'info openapi/schema:format $.a',
    ])
    expect(await told(exchange({ body: { a: '', b: '' } }), answering(schema))).toEqual([])
  })

  it('alternatives that overlap are no breach', async () => {
    const branch = { type: 'object', properties: { a: { type: 'string' } } }
    expect(await told(exchange({ body: { a: 'x' } }), answering({ oneOf: [branch, branch] }))).toEqual([])
  })

  it('the specification may be more liberal than the document', async () => {
    const schema = { type: 'object', properties: { data: { type: 'object' } } }
    const open = [{ route: 'GET /produtos', path: '$.data' }]
    expect(await told(exchange({}), answering(schema), { open })).toEqual(['info openapi/schema:open $.data'])
    expect(await told(exchange({}), answering(schema))).toEqual(['error openapi/schema:type $.data'])
  })
})

describe('version 3.1', () => {
  const conditional = {
    type: 'object',
    properties: { a: {}, b: {} },
    if: { required: ['a'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ['b'] },
  }

  it.each([
    [
      'null among the types',
      { type: 'object', properties: { a: { type: ['string', 'null'] } } },
      { a: null },
      [],
    ],
    [
      'keywords beside a reference',
      { $ref: '#/components/schemas/T', maxLength: 1 },
      '"ab"',
      ['error openapi/schema:bound $'],
    ],
    ['conditions', conditional, { a: 1 }, ['error openapi/schema:required $.b']],
  ])('knows %s', async (_, schema, body, expected) => {
    const document = { ...answering(schema, '3.1.0'), components: { schemas: { T: { type: 'string' } } } }
    expect(await told(exchange({ body }), document)).toEqual(expected)
  })
})

describe('operations', () => {
  it('take no fixed segment of another path for a value', () => {
    const operations = ['GET /a/{}', 'POST /a/b', 'GET /a/{}/c', 'GET /{}/x'].map((name) => {
      const [method = '', pathKey = ''] = name.split(' ')
      return { name, method, pathKey } as Operation
    })
    const found = (method: string, path: string) => tabulate(operations).find(method, path)?.name ?? null
    expect(found('GET', '/a/7')).toBe('GET /a/{}')
    expect(found('GET', '/a/b')).toBeNull()
    expect(found('POST', '/a/b')).toBe('POST /a/b')
    expect(found('GET', '/a/b/c')).toBeNull()
    expect(found('GET', '/a/7/c')).toBe('GET /a/{}/c')
    expect(found('GET', '/a/x')).toBe('GET /a/{}')
    expect(found('GET', '/z/x')).toBe('GET /{}/x')
  })

  it('are found by fixed segments first, whatever their parameters are called', async () => {
    const paths = Object.fromEntries(
      ['/a/{x}', '/a/fixo', '/a/{x}/b', '/{y}/fixo'].map((path) => [
        path,
        { get: { responses: { '200': {} } } },
      ]),
    )
    const contract = await contractOf({ openapi: '3.0.0', paths })
    for (const path of ['/a/1?x=2', '/a/fixo', '/a/1/b/']) contract.observe(exchange({ path }))
    expect(contract.coverage()).toEqual({
      exercised: ['GET /a/fixo', 'GET /a/{x}', 'GET /a/{x}/b'],
      notExercised: ['GET /{y}/fixo'],
    })
  })
})

describe('any body', () => {
  it('never crashes the contract', async () => {
    const contract = await contractOf()
    for (let seed = 1; seed <= 200; seed++) {
      const random = randomFrom(seed)
      const found = contract.observe(records(randomJson(random), randomJson(random)))
      expect(
        found.every(({ code }) => code.startsWith('openapi/')),
        `seed ${seed}`,
      ).toBe(true)
    }
  })
})
