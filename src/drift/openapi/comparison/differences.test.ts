import { describe, expect, it } from 'vitest'
import { documentOf } from '../sample.fixture.js'
import { createSchemaReader } from '../schema/schema-reader.js'
import { undocumentedFields } from '../undocumented.js'
import { compareOpenApi } from './compare-openapi.js'
import {
  answering,
  changes,
  content,
  documentWith,
  keyed,
  type Part,
  sending,
  text,
  whole,
} from './differences.fixture.js'

describe('an operation that changed', () => {
  const query = (node: Part = {}) => documentWith({ parameters: [{ name: 'q', in: 'query', ...node }] })
  const at = (where: string, node: Part = {}) =>
    documentWith({ parameters: [{ name: 'q', in: where, ...node }] })

  it.each<[string, unknown, unknown, string[]]>([
    ['an id', documentWith({ operationId: 'a' }), documentWith({}), ['operation-id-changed | – | a | –']],
    [
      'tags',
      documentWith({ tags: ['a'] }),
      documentWith({ tags: ['b', 'c'] }),
      ['tags-changed | – | ["a"] | ["b","c"]'],
    ],
    [
      'its age',
      documentWith({}),
      documentWith({ deprecated: true, 'x-sunset': '2026-01-01' }),
      ['operation-deprecated | – | – | 2026-01-01'],
    ],
    [
      'its youth',
      documentWith({ deprecated: true, 'x-sunset': '2026-01-01' }),
      documentWith({}),
      ['operation-reactivated | – | – | –'],
    ],
    [
      'an end that came',
      documentWith({}),
      documentWith({ 'x-sunset': '2026-01-01' }),
      ['sunset-later | – | – | 2026-01-01'],
    ],
    [
      'an end that went',
      documentWith({ 'x-sunset': '2026-01-01' }),
      documentWith({}),
      ['sunset-earlier | – | 2026-01-01 | –'],
    ],
    [
      'words and keywords',
      documentWith({ summary: 'a', callbacks: {} }),
      documentWith({ summary: 'b' }),
      ['keyword-changed | (callbacks) | {} | –', 'text-changed | (summary) | a | b'],
    ],
    [
      'a parameter of a path, by its turn',
      documentWith(
        {
          parameters: [
            { name: 'x', in: 'path', schema: text },
            { name: 'y', in: 'path' },
          ],
        },
        {},
        '/a/{x}/{y}',
      ),
      documentWith(
        {
          parameters: [
            { name: 'u', in: 'path', schema: whole },
            { name: 'v', in: 'path' },
          ],
        },
        {},
        '/a/{u}/{v}',
      ),
      ['type-changed | path {} 1 | string | integer'],
    ],
    ['a parameter of a path, which is always required', at('path', { required: true }), at('path'), []],
    [
      'a parameter of a path that came',
      documentWith({}),
      at('path', { required: true }),
      ['parameter-added | path q | – | –'],
    ],
    [
      'a list in a query',
      query({ explode: false }),
      query(),
      ['parameter-style-changed | query q | form plain | form explode'],
    ],
    [
      'a list in a cookie',
      at('cookie', { style: 'simple' }),
      at('cookie'),
      ['parameter-style-changed | cookie q | simple plain | form explode'],
    ],
    [
      'a list in a header',
      at('header', { style: 'form' }),
      at('header'),
      ['parameter-style-changed | header q | form explode | simple plain'],
    ],
    [
      'what may stand in a query',
      query({ allowReserved: true }),
      query({ allowEmptyValue: true }),
      ['parameter-style-changed | query q | form explode allowReserved | form explode allowEmptyValue'],
    ],
    ['the age of a parameter', query({ deprecated: true }), query(), ['reactivated | query q | – | –']],
    ['the youth of a parameter', query(), query({ deprecated: true }), ['deprecated | query q | – | –']],
    [
      'an example of a parameter',
      query({ example: 'a' }),
      query({ example: 'b' }),
      ['text-changed | query q (example) | a | b'],
    ],
    [
      'a parameter of JSON',
      query(content(text)),
      query(content(whole)),
      ['type-changed | query q | string | integer'],
    ],
    [
      'a part of a parameter',
      query({ schema: { items: text } }),
      query({ schema: { items: whole } }),
      ['type-changed | query q $[] | string | integer'],
    ],
    [
      'a default of a part',
      query({ schema: { items: { default: 1 } } }),
      query({ schema: { items: {} } }),
      ['parameter-default-changed | query q $[] | 1 | –'],
    ],
    [
      'what a body may not hold any more, where it names nothing as required',
      sending({ properties: { a: text } }),
      sending({ properties: {} }),
      ['property-removed | body $.a | string | –'],
    ],
    ['a default in a body', sending({ default: 1 }), sending({}), ['default-changed | body $ | 1 | –']],
    [
      'a keyword of a body',
      documentWith({ requestBody: { description: 'a', content: {} } }),
      documentWith({ requestBody: { description: 'b', content: {} } }),
      ['text-changed | body (description) | a | b'],
    ],
    [
      'a keyword of a media type',
      documentWith({ requestBody: { content: { 'text/csv': { encoding: 1 } } } }),
      documentWith({ requestBody: { content: { 'text/csv': { encoding: 2 } } } }),
      ['keyword-changed | body text/csv (encoding) | 1 | 2'],
    ],
    [
      'media types',
      documentWith({ requestBody: { content: { 'text/csv': {} } } }),
      documentWith({ requestBody: { content: { 'text/xml': {} } } }),
      ['media-type-added | body | – | text/xml', 'media-type-removed | body | text/csv | –'],
    ],
    [
      'an answer of an extension',
      documentWith({ responses: { 'x-a': {} } }),
      documentWith({ responses: { 'x-b': {} } }),
      [],
    ],
    [
      'an answer by class',
      documentWith({ responses: { '2XX': {}, 422: {}, default: {} } }),
      documentWith({ responses: {} }),
      [
        'success-status-removed | 2XX | – | –',
        'status-removed | 422 | – | –',
        'status-removed | default | – | –',
      ],
    ],
    [
      'a header by another spelling',
      documentWith({ responses: { 200: { headers: { 'X-A': {} } } } }),
      documentWith({ responses: { 200: { headers: { 'x-a': {} } } } }),
      [],
    ],
    [
      'a header that need not be',
      documentWith({ responses: { 200: { headers: { 'X-A': {} } } } }),
      documentWith({ responses: { 200: {} } }),
      ['header-removed | 200 header x-a | – | –'],
    ],
    [
      'words of a header',
      documentWith({ responses: { 200: { headers: { A: { description: 'a' } } } } }),
      documentWith({ responses: { 200: { headers: { A: {} } } } }),
      ['text-changed | 200 header a (description) | a | –'],
    ],
    [
      'who is let in',
      documentWith({ security: [{ A: [] }] }),
      documentWith({ security: [{ B: [], A: [] }] }),
      [
        'security-alternative-added | security | – | A + B',
        'security-alternative-removed | security | A | –',
      ],
    ],
    [
      'everybody let in',
      documentWith({ security: [{ A: [] }, { B: [] }] }),
      documentWith({ security: [{ A: [] }, {}] }),
      ['security-dropped | security | A / B | –'],
    ],
    [
      'not everybody let in',
      documentWith({ security: [] }),
      documentWith({ security: [{ A: [] }, { B: [] }] }),
      ['security-introduced | security | – | A / B'],
    ],
    [
      'scopes',
      documentWith({ security: [{ A: ['r', 's'] }] }),
      documentWith({ security: [{ A: ['s', 't'] }] }),
      ['scope-added | security A | – | A:t', 'scope-removed | security A | A:r | –'],
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await changes(before, after)).toEqual(expected)
  })

  it('shows the beginning of long words', async () => {
    const [line = ''] = await changes(
      documentWith({ summary: 'a' }),
      documentWith({ summary: 'b'.repeat(121) }),
    )
    expect(line).toBe(`text-changed | (summary) | a | ${'b'.repeat(119)}…`)
    const short = await changes(documentWith({ summary: 'a' }), documentWith({ summary: 'b'.repeat(120) }))
    expect(short).toEqual([`text-changed | (summary) | a | ${'b'.repeat(120)}`])
  })
})

describe('a document that changed', () => {
  const root = (more: Part) => documentWith({}, more)
  const schemes = (securitySchemes: Part) => root({ components: { securitySchemes } })

  it.each<[string, Part, Part, string[]]>([
    [
      'a scheme that came',
      schemes({ A: {} }),
      schemes({ A: {}, B: {} }),
      ['security-scheme-added | security scheme B | – | –'],
    ],
    [
      'a scheme that went',
      schemes({ A: {} }),
      schemes({}),
      ['security-scheme-removed | security scheme A | – | –'],
    ],
    [
      'a scheme',
      schemes({ A: { type: 'a' } }),
      schemes({ A: { type: 'b' } }),
      ['security-scheme-changed | security scheme A | – | –'],
    ],
    [
      'the words of a scheme',
      schemes({ A: { type: 'a', description: 'a', 'x-a': 1 } }),
      schemes({ A: { type: 'a', description: 'b' } }),
      ['text-changed | security scheme A | – | –'],
    ],
    [
      'words',
      root({ info: 1, 'x-a': 1, jsonSchemaDialect: 'a' }),
      root({ info: 2, 'x-a': 2, jsonSchemaDialect: 'b' }),
      [
        'text-changed | (info) | 1 | 2',
        'text-changed | (jsonSchemaDialect) | a | b',
        'text-changed | (x-a) | 1 | 2',
      ],
    ],
    ['a keyword', root({ webhooks: {} }), root({}), ['keyword-changed | (webhooks) | {} | –']],
    [
      'servers',
      root({ servers: [{ url: 'a' }, { url: 'b' }] }),
      root({ servers: [{ url: 'b' }, {}] }),
      ['server-added | server  | – | –', 'server-removed | server a | – | –'],
    ],
    [
      'a shared security',
      root({ security: [{ A: [] }] }),
      root({ security: [{ A: [] }], openapi: '3.1.1' }),
      [],
    ],
  ])('%s', async (_, before, after, expected) => {
    expect(await changes(before, after)).toEqual(expected)
  })

  it('names its operations in order, the very same path before one of other names', async () => {
    const operations = (...names: string[]) => ({
      openapi: '3.1.0',
      paths: Object.fromEntries(names.map((name) => [name, { get: { responses: {}, summary: name } }])),
    })
    const compared = compareOpenApi(
      await documentOf(operations('/b/{x}', '/z', '/y', '/d', '/c')),
      await documentOf(operations('/b/{y}', '/b/{x}', '/n', '/m', '/d', '/c')),
    )
    expect(compared.operations).toMatchObject({
      added: ['GET /b/{y}', 'GET /m', 'GET /n'],
      removed: ['GET /y', 'GET /z'],
    })
    const worded = compareOpenApi(
      await documentOf(operations('/d/{a}', '/c/{a}', '/e')),
      await documentOf(operations('/d/{b}', '/c/{b}', '/e')),
    )
    expect(worded.operations).toEqual({
      ...{ added: [], removed: [], unchanged: 1 },
      changed: ['GET /c/{b}', 'GET /d/{b}'].map((operation) => ({ operation, severity: 'info', changes: 1 })),
    })
  })

  it('has a fingerprint a change, that holds no value but what came or went', async () => {
    const prints = async (before: unknown, after: unknown) =>
      compareOpenApi(await documentOf(answering(before)), await documentOf(answering(after))).changes.map(
        ({ fingerprint }) => fingerprint,
      )
    const [first] = await prints({ maximum: 1 }, { maximum: 2 })
    expect(first).toMatch(/^[0-9a-f]{16}$/)
    expect(await prints({ maximum: 5 }, { maximum: 9 })).toEqual([first])
    expect(await prints({ maxLength: 1 }, { maxLength: 2 })).not.toEqual([first])
    expect(await prints({ enum: [1, 2] }, { enum: [1] })).not.toEqual(
      await prints({ enum: [1, 2] }, { enum: [2] }),
    )
    expect(await prints({ format: 'a' }, { format: 'b' })).toEqual(
      await prints({ format: 'c' }, { format: 'd' }),
    )
  })
})

describe('a field that the document does not name', () => {
  const told = async (schema: unknown, body: unknown, components: Part = {}) => {
    const { resolver } = await documentOf({ openapi: '3.1.0', components: { schemas: components } })
    const found = undocumentedFields(createSchemaReader(resolver, '3.1'), [schema], body as never)
    return found.map(({ path, value }) => `${path} ${JSON.stringify(value)}`)
  }
  const known = { properties: { a: text } }

  it.each<[string, unknown, unknown, string[]]>([
    ['is told', known, { a: 'x', b: 1 }, ['$.b 1']],
    ['is told once of many', { items: known }, [{ b: 1 }, { b: 2 }], ['$[].b 1']],
    ['is told with all that it holds', known, { b: { c: 1 } }, ['$.b {"c":1}']],
    ['is none where nothing is described', { type: 'object' }, { b: 1 }, []],
    ['is none where further ones are open', { ...known, additionalProperties: true }, { b: 1 }, []],
    ['is told where further ones are closed', { ...known, additionalProperties: false }, { b: 1 }, ['$.b 1']],
    ['is none by its pattern', { ...known, patternProperties: { b: {} } }, { b: 1 }, []],
    ['is none where its values are described', { additionalProperties: known }, { x: { a: 'x' } }, []],
    [
      'is told below values that are described',
      { additionalProperties: known },
      { x: { b: 1 } },
      [`${keyed}.b 1`],
    ],
    [
      'is told of a named one alone',
      { ...known, additionalProperties: known },
      { a: { b: 1 }, x: { b: 1 } },
      [`${keyed}.b 1`],
    ],
    ['is none of an alternative', { oneOf: [known, { properties: { b: {} } }] }, { b: 1 }, []],
    ['is told of no alternative', { oneOf: [known, { properties: { c: {} } }] }, { b: 1 }, ['$.b 1']],
    [
      'is none where an alternative is open',
      { oneOf: [known, { additionalProperties: true }] },
      { b: 1 },
      [],
    ],
    ['is none in a text', known, 'x', []],
    [
      'is none in a list that is not described',
      { properties: { a: { type: 'array' } } },
      { a: [{ b: 1 }] },
      [],
    ],
    ['is told in a list', { properties: { a: { items: known } } }, { a: [{ b: 1 }, null] }, ['$.a[].b 1']],
  ])('%s', async (_, schema, body, expected) => {
    expect(await told(schema, body)).toEqual(expected)
  })

  it('is looked for as deep as alternatives lie in each other, and no deeper', async () => {
    const self = { oneOf: [{ $ref: '#/components/schemas/Self' }], properties: { a: text } }
    expect(await told(self, { b: 1 }, { Self: self })).toEqual(['$.b 1'])
    const nested = (depth: number): unknown =>
      depth === 0 ? { properties: { b: {} } } : { oneOf: [nested(depth - 1)] }
    const beside = (depth: number) => ({ oneOf: [{ properties: { a: {} } }, nested(depth)] })
    expect([await told(beside(8), { b: 1 }), await told(beside(9), { b: 1 })]).toEqual([[], ['$.b 1']])
  })
})
