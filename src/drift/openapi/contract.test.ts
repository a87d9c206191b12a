import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../exchange/exchange.js'
import type { Json } from '../../exchange/json.js'
import { randomFrom, randomJson } from '../random-json.fixture.js'
import { type ContractOptions, createOpenApiContract, createOperationTable } from './contract.js'
import type { Operation } from './document.js'
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
  response: {
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
  respondedAtMs: 1,
  gaps: [],
})

const contractOf = async (value: unknown = sample(), options: Partial<ContractOptions> = {}) =>
  createOpenApiContract(await documentOf(value), { baseUrl: BASE, ...options })

const records = (...data: Json[]) => exchange({ body: { data } })

const told = async (one: Exchange, value: unknown = sample(), options: Partial<ContractOptions> = {}) =>
  (await contractOf(value, options))
    .observe(one)
    .map(({ severity, code, values }) => `${severity} ${code} ${values.path ?? values.status}`)

/** A document about one response to `GET /produtos`. */
const responding = (schema: unknown, version = '3.0.3') => ({
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
    const document = {
      ...responding(schema),
      components: { schemas: { B: { oneOf: [{ type: 'object' }] } } },
    }
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
    expect(await told(exchange({ body }), responding(schema))).toEqual([])
  })

  it.each([
    ['a reference among values is a value', { enum: [{ $ref: '#/nowhere' }] }, { $ref: '#/nowhere' }],
    ['a reference that is the value is one', { const: { $ref: '#/nowhere' } }, { $ref: '#/nowhere' }],
    ['a keyword that nobody knows may be null', { type: 'string', unit: null }, 'x'],
  ])('%s', async (_, schema, body) => {
    expect(await told(exchange({ body: { a: body } }), responding({ properties: { a: schema } }))).toEqual([])
  })

  it.each(['enum', 'const'])('a property called %s may refer to a schema', async (name) => {
    const document = {
      ...responding({ properties: { [name]: { $ref: '#/components/schemas/A' } } }),
      components: { schemas: { A: { type: 'string' } } },
    }
    expect(await told(exchange({ body: { [name]: 1 } }), document)).toEqual([
      `error openapi/schema:type $.${name}`,
    ])
  })

  it('a property is required where another part of the schema describes it', async () => {
    const schema = { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { required: ['a'] }] }
    expect(await told(exchange({ body: {} }), responding(schema))).toEqual([
      'error openapi/schema:required $.a',
    ])
  })

  it('formats are hints', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', format: 'date' }, b: { type: 'string', format: 'datetime' } },
    }
    expect(await told(exchange({ body: { a: '31/12/2025', b: 'x' } }), responding(schema))).toEqual([
      'info openapi/schema:format $.a',
    ])
    expect(await told(exchange({ body: { a: '', b: '' } }), responding(schema))).toEqual([])
    const days = ['2026-02-30', '2026-13-01', '2026-00-10', '2026-04-31', '2026-02-29', '2026-05-00']
    for (const a of days)
      expect(await told(exchange({ body: { a } }), responding(schema)), a).toEqual([
        'info openapi/schema:format $.a',
      ])
    for (const a of ['2028-02-29', '2026-12-31', '0000-00-00'])
      expect(await told(exchange({ body: { a } }), responding(schema)), a).toEqual([])
    const moment = { properties: { a: { type: 'string', format: 'date-time' } } }
    expect(await told(exchange({ body: { a: '2026-02-30T10:00:00Z' } }), responding(moment))).toEqual([
      'info openapi/schema:format $.a',
    ])
  })

  it('alternatives that overlap are no breach', async () => {
    const branch = { type: 'object', properties: { a: { type: 'string' } } }
    expect(await told(exchange({ body: { a: 'x' } }), responding({ oneOf: [branch, branch] }))).toEqual([])
  })

  it('the specification may be more liberal than the document', async () => {
    const schema = { type: 'object', properties: { data: { type: 'object' } } }
    const open = [{ route: 'GET /produtos', path: '$.data' }]
    expect(await told(exchange({}), responding(schema), { openPlaces: open })).toEqual([
      'info openapi/schema:open $.data',
    ])
    expect(await told(exchange({}), responding(schema))).toEqual(['error openapi/schema:type $.data'])
  })
})

/** Code, path, and what was expected and came. */
const evidence = async (schema: unknown, body: Json, more: object = {}) =>
  (await contractOf({ ...responding(schema, '3.1.0'), ...more }))
    .observe(exchange({ body: JSON.stringify(body) }))
    .map(({ code, values }) =>
      [code.replace('openapi/', ''), values.path, values.expected, values.actual, values.places].join(' | '),
    )

describe('the evidence of a breach', () => {
  const nullable = { properties: { z: { type: ['string', 'null'] } } }

  it.each<[string, unknown, Json, string[]]>([
    ['a type', { type: 'string' }, 1, ['schema:type | $ | string | integer | 1']],
    ['types', { type: ['string', 'null'] }, 1.5, ['schema:type | $ | string|null | number | 1']],
    ['values', { enum: ['a', 'b'] }, 'c', ['schema:value | $ | a, b | string | 1']],
    [
      'values of other types',
      { enum: [1, null, { a: 2 }] },
      'c',
      ['schema:value | $ | 1, null, {"a":2} | string | 1'],
    ],
    ['a constant', { const: 'a' }, 'c', ['schema:value | $ | a | string | 1']],
    ['a bound', { maximum: 3 }, 4, ['schema:bound | $ | maximum 3 | integer | 1']],
    ['a pattern', { pattern: '^a' }, 'b', ['schema:bound | $ | pattern ^a | string | 1']],
    ['a form', { format: 'date' }, 'b', ['schema:format | $ | date | string | 1']],
    [
      'what is required',
      { ...nullable, required: ['z'] },
      {},
      ['schema:required | $.z | required | object | 1'],
    ],
    ['items that repeat', { uniqueItems: true }, [1, 1], ['schema:bound | $ | uniqueItems | array | 1']],
    [
      'alternatives',
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      true,
      ['schema:type | $ | anyOf | boolean | 1'],
    ],
    [
      'alternatives within alternatives, the outermost alone',
      { anyOf: [{ properties: { a: { anyOf: [{ type: 'string' }] } } }], type: 'object' },
      { a: 1 },
      ['schema:type | $ | anyOf | object | 1'],
    ],
    [
      'what stands beside alternatives that do not fit',
      { properties: { a: { anyOf: [{ type: 'string' }] }, ab: { type: 'string' } } },
      { a: 1, ab: 1 },
      ['schema:type | $.a | anyOf | integer | 1', 'schema:type | $.ab | string | integer | 1'],
    ],
    [
      'keys that a pointer escapes, and places in lists',
      { additionalProperties: { items: { type: 'string' } } },
      { 'a/b~c': [1, 'x', 2] },
      ['schema:type | $["a/b~c"][] | string | integer | 2'],
    ],
    [
      'null where null is spoken of',
      { properties: { a: { type: 'string' }, ...nullable.properties } },
      { a: null },
      ['schema:type | $.a | string | null | 1'],
    ],
  ])('%s', async (_, schema, body, expected) => {
    expect(await evidence(schema, body)).toEqual(expected)
  })
})

describe('which answer of an operation is meant', () => {
  const responses = {
    200: { content: { 'application/json': { schema: { type: 'string' } } } },
    '2XX': { content: { 'application/problem+json; charset=utf-8': { schema: { type: 'integer' } } } },
    '4XX': { content: { 'text/html': { schema: { type: 'integer' } } } },
    default: { content: { '*/*': { schema: { type: 'boolean' } } } },
  }
  const document = { openapi: '3.1.0', paths: { '/produtos': { get: { responses } } } }

  it.each([
    [200, ['error openapi/schema:type $']],
    [299, ['error openapi/schema:type $']],
    [404, []],
    [302, ['error openapi/schema:type $']],
    [500, []],
  ])('%i', async (status, expected) => {
    expect(await told(exchange({ status, body: null }), document)).toEqual(expected)
  })

  it('by its class, or the rest', async () => {
    expect(await told(exchange({ status: 201, body: 1 }), document)).toEqual([])
    expect(await told(exchange({ status: 302, body: true }), document)).toEqual([])
    expect(await told(exchange({ status: 200, body: '"x"' }), document)).toEqual([])
  })

  it('is named where it is not described', async () => {
    const [finding] = (await contractOf()).observe(exchange({ status: 206 }))
    expect(finding?.values).toEqual({ status: 206, expected: '200, 400' })
    expect(finding).toMatchObject({
      blame: 'service',
      requirement: 'openapi/status',
      route: 'GET /produtos',
      exchange: 'e1',
    })
  })
})

describe('an exchange that says nothing', () => {
  const wrong = exchange({ body: { data: 1 } })
  it.each<[string, Partial<Exchange>]>([
    ['to another service', { request: { ...wrong.request, url: 'https://outro.example/Api/v3/produtos' } }],
    ['for a token', { channel: 'token' }],
    ['without an answer', { response: null }],
    ['that broke off', { failure: { kind: 'reset', message: '' } }],
    [
      'whose body is flawed',
      {
        response: {
          ...(wrong.response as never as object),
          body: { text: '{"data":1}', sizeBytes: 9, flaw: 'truncated' },
        } as Exchange['response'],
      },
    ],
    [
      'without a body',
      { response: { ...(wrong.response as never as object), body: null } as Exchange['response'] },
    ],
  ])('%s', async (_, change) => {
    expect((await contractOf()).observe(wrong)).not.toEqual([])
    expect((await contractOf()).observe({ ...wrong, ...change })).toEqual([])
  })

  it('without a media type is read as JSON', async () => {
    const bare = {
      ...wrong,
      response: { ...(wrong.response as NonNullable<Exchange['response']>), headers: [] },
    }
    expect((await contractOf()).observe(bare)).not.toEqual([])
  })

  it('of the hour counts as exercised', async () => {
    const contract = await contractOf()
    contract.observe(exchange({ status: 500 }))
    contract.observe({ ...exchange({ method: 'POST' }), failure: { kind: 'reset', message: '' } })
    contract.observe({ ...exchange({ method: 'DELETE', path: '/produtos/7' }), response: null })
    expect(contract.coverage().exercised).toEqual(['GET /produtos', 'POST /produtos'])
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
    const document = { ...responding(schema, '3.1.0'), components: { schemas: { T: { type: 'string' } } } }
    expect(await told(exchange({ body }), document)).toEqual(expected)
  })
})

it('tells of a known route by its own name, of another by that of the document', async () => {
  const { responses } = responding({ type: 'object' }).paths['/produtos'].get
  const document = {
    openapi: '3.0.3',
    paths: { '/produtos/{x}': { get: { responses } }, '/x/{y}': { get: { responses } } },
  }
  const contract = await contractOf(document)
  const route = (path: string) =>
    contract.observe(exchange({ path, body: 7 })).map((finding) => finding.route)
  expect([route('/produtos/1'), route('/x/1')]).toEqual([['GET /produtos/{idProduto}'], ['GET /x/{y}']])
})

describe('operations', () => {
  it('take no fixed segment of another path for a value', () => {
    const operations = ['GET /a/{}', 'POST /a/b', 'GET /a/{}/c', 'GET /{}/x'].map((name) => {
      const [method = '', pathKey = ''] = name.split(' ')
      return { name, method, pathKey } as Operation
    })
    const found = (method: string, path: string) =>
      createOperationTable(operations).find(method, path)?.name ?? null
    expect(found('GET', '/a/7')).toBe('GET /a/{}')
    expect(found('GET', '/a/b')).toBeNull()
    expect(found('POST', '/a/b')).toBe('POST /a/b')
    expect(found('GET', '/a/b/c')).toBe('GET /a/{}/c')
    expect(found('GET', '/a/7/c')).toBe('GET /a/{}/c')
    expect(found('GET', '/a/x')).toBe('GET /a/{}')
    expect(found('GET', '/z/x')).toBe('GET /{}/x')
  })

  it.each([[['GET /p{}/x', 'GET /{}/{}']], [['GET /{}/{}', 'GET /p{}/x']]])(
    'are found by what is fixed, in whatever order: %j',
    (names) => {
      const operations = names.map((name) => ({ name, method: 'GET', pathKey: name.slice(4) }) as Operation)
      expect(createOperationTable(operations).find('GET', '/pa/x')?.name).toBe('GET /p{}/x')
    },
  )

  it.each([
    ['GET /a/x.json', 'GET', '/a/7.json', 'GET /a/{}.json'],
    ['a parameter that would be empty', 'GET', '/a/.json', null],
    ['another end', 'GET', '/a/7.xml', null],
    ['another beginning', 'GET', '/b/w8', null],
    ['a beginning', 'GET', '/b/v8', 'GET /b/v{}'],
    ['a method in small letters', 'get', '/b/v8', 'GET /b/v{}'],
    ['fewer segments', 'GET', '/b', null],
    ['slashes around', 'GET', '//b/v8/', 'GET /b/v{}'],
    ['what is fixed first', 'GET', '/c/x/y', 'GET /c/x/{}'],
    ['what is fixed later', 'GET', '/c/z/y', 'GET /c/{}/y'],
  ])('are found by parts of a segment: %s', (_, method, path, expected) => {
    const names = ['GET /a/{}.json', 'GET /b/v{}', 'GET /c/{}/y', 'GET /c/x/{}', 'GET /c/{}/{}']
    const operations = names.map((name) => {
      const [own = '', pathKey = ''] = name.split(' ')
      return { name, method: own, pathKey } as Operation
    })
    expect(createOperationTable(operations).find(method, path)?.name ?? null).toBe(expected)
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
