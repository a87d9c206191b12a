import { describe, expect, it } from 'vitest'
import type { Header } from '../../../exchange/exchange.js'
import { createOwnDocument } from '../../../service/document/own-document.js'
import { refuse } from '../../../service/error-body.js'
import type { Notice } from '../../../service/resources/operation.js'
import { spec } from '../../../specification/profile.js'
import type { SampleObject } from '../../../specification/samples/index.js'
import { loadOpenApi } from '../document.js'
import { createServedDocument } from './serve.js'

/** A document of a foreign kind: a library's, bare answers and wrapped ones, texts as identifiers, lists within lists. */
const library = {
  openapi: '3.1.0',
  info: { title: 'Biblioteca', version: '1' },
  paths: {
    '/books': {
      get: {
        parameters: [
          { name: 'language', in: 'query', schema: { enum: ['pt', 'en'] } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'sort', in: 'query', schema: { type: 'string' } },
        ],
        responses: { 200: json({ type: 'array', items: ref('Book') }) },
      },
      post: {
        requestBody: { required: true, ...json(ref('Book')) },
        responses: { 201: json(ref('Book')) },
      },
    },
    '/books/latest': { get: { responses: { 200: json(ref('Book')) } } },
    '/books/{isbn}': {
      get: { responses: { 200: json(ref('Book')) } },
      put: { requestBody: json(ref('Book')), responses: { 200: json(ref('Book')) } },
      patch: { requestBody: json({ type: 'object' }), responses: { 204: { description: '' } } },
      delete: { responses: { 204: { description: '' } } },
    },
    '/books/{isbn}/copies': {
      get: {
        responses: {
          200: json({
            type: 'object',
            properties: { total: { type: 'integer' }, copies: { type: 'array', items: ref('Copy') } },
          }),
        },
      },
      post: {
        requestBody: json(ref('Copy')),
        responses: { 201: json({ properties: { data: ref('Copy') } }) },
      },
    },
    '/books/{isbn}/copies/{number}': {
      get: { responses: { 200: json({ properties: { data: ref('Copy') } }) } },
    },
    '/books/{isbn}/lend': {
      post: {
        requestBody: json({
          required: ['reader'],
          properties: { reader: { type: 'string' }, terms: { unevaluatedProperties: false } },
          additionalProperties: false,
        }),
        responses: { 202: {} },
      },
    },
    '/halls/{floor}': {
      parameters: [{ name: 'floor', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } }],
      get: { responses: { 204: {} } },
      post: {
        parameters: [{ name: 'X-Library', in: 'header', required: true, schema: { pattern: '^[A-Z]+$' } }],
        responses: { 204: {} },
      },
    },
    '/maps/{from}-{to}/{day}.pdf': {
      parameters: [
        { name: 'day', in: 'path', required: true, schema: { type: 'string', format: 'date' } },
        { name: 'from', in: 'path', required: true, schema: { enum: ['a'] } },
      ],
      get: { responses: { 204: {} } },
    },
    '/cards/{card}': {
      parameters: [{ name: 'card', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: { responses: { 204: {} } },
    },
    '/health': {
      get: { responses: { 200: { content: { 'application/json': { example: { status: 'fine' } } } } } },
    },
    '/search': {
      get: {
        parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { default: json({ type: 'array', items: { type: 'string', example: 'Vidas secas' } }) },
      },
    },
  },
  components: {
    schemas: {
      Book: {
        type: 'object',
        required: ['isbn', 'title'],
        properties: {
          isbn: { type: 'string', readOnly: true, example: '978-0' },
          title: { type: 'string', minLength: 2, example: 'Vidas secas' },
          language: { enum: ['pt', 'en'] },
          pages: { type: 'integer', minimum: 4 },
          secret: { type: 'string', writeOnly: true },
        },
      },
      Copy: {
        type: 'object',
        required: ['shelf'],
        properties: {
          number: { type: 'integer', readOnly: true },
          shelf: { type: 'string', pattern: '^[A-Z]\\d+$', example: 'A1' },
        },
      },
    },
  },
}

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

function json(schema: unknown) {
  return { content: { 'application/json': { schema } } }
}

async function open(count = 3, root: object = library) {
  const notices: Notice[] = []
  const served: string[] = []
  const document = await createServedDocument(await loadOpenApi(JSON.stringify(root), 'library.json'))
  const resources = createOwnDocument({
    ...{ document, seed: 's', count },
    onNotice: (notice) => notices.push(notice),
    onServed: (name) => served.push(name),
  })
  const session =
    (name: string) =>
    (place: string, body?: unknown, headers: readonly Header[] = []) => {
      const [method = '', target = ''] = place.split(' ')
      const [path = '', search = ''] = target.split('?')
      const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
      const answer = resources(
        { method, path: target, headers, body: text === null ? null : new TextEncoder().encode(text) },
        {
          ...{ path, search, nowMs: 0, session: name, seed: 's', profile: spec },
          refuse: (status, problem) => refuse('bling', status, problem),
        },
      )
      const value = answer?.body ? JSON.parse(String(answer.body)) : undefined
      return { status: answer?.status ?? 0, body: value }
    }
  return { send: session('one'), other: session('two'), notices, served }
}

type Send = Awaited<ReturnType<typeof open>>['send']

function isbns(send: Send): unknown[] {
  return (send('GET /books').body as SampleObject[]).map(({ isbn }) => isbn)
}

describe("a user's own document, served", () => {
  it('answers lists and records in the fields that their schemas show, what only requests carry left out', async () => {
    const { send } = await open()
    const { status, body } = send('GET /books')
    expect(status).toBe(200)
    expect(body).toHaveLength(3)
    const book = { isbn: '978-0', title: 'Vidas secas', language: 'pt', pages: 4 }
    expect(body[0]).toEqual(book)
    expect(send('GET /books/978-0').body).toEqual(book)
    expect(new Set(isbns(send)).size).toBe(3)
  })

  it('keeps what was created, and finds, replaces, changes and deletes it', async () => {
    const { send, other } = await open()
    const made = send('POST /books', { title: 'Quincas Borba', secret: 'x' })
    expect(made).toEqual({
      status: 201,
      body: { isbn: expect.any(String), title: 'Quincas Borba', language: 'pt', pages: 4 },
    })
    const at = `/books/${made.body.isbn}`
    expect(send(`GET ${at}`).body.title).toBe('Quincas Borba')
    expect(isbns(send)).toContain(made.body.isbn)
    expect(send(`PUT ${at}`, { title: 'Dom Casmurro', language: 'en' }).body).toMatchObject({
      title: 'Dom Casmurro',
      isbn: made.body.isbn,
    })
    expect(send(`PATCH ${at}`, { pages: 99 }).status).toBe(204)
    expect(send(`GET ${at}`).body).toEqual({
      isbn: made.body.isbn,
      title: 'Dom Casmurro',
      language: 'en',
      pages: 99,
    })
    expect(other(`GET ${at}`).status).toBe(404)
    expect(send(`DELETE ${at}`)).toEqual({ status: 204, body: undefined })
    expect(send(`GET ${at}`).status).toBe(404)
    expect(isbns(send)).not.toContain(made.body.isbn)
  })

  it('answers 404 in the shape of all others to a record that there is none of, also below it', async () => {
    const { send } = await open()
    for (const place of [
      'GET /books/0',
      'PUT /books/0',
      'DELETE /books/0',
      'POST /books/0/lend',
      'GET /books/0/copies',
    ])
      expect(send(place, { title: 'xx', reader: 'Ana' })).toMatchObject({
        status: 404,
        body: { error: { type: 'RESOURCE_NOT_FOUND' } },
      })
    expect(send('POST /books/978-0/lend', { reader: 'Ana' })).toEqual({ status: 202, body: undefined })
  })

  it.each([
    ['a field left out', 'POST /books', { language: 'pt' }, 'title'],
    ['a field of another type', 'POST /books', { title: 'xx', pages: 'many' }, 'pages'],
    ['a field below its bound', 'POST /books', { title: 'x' }, 'title'],
    ['no body where one must be', 'POST /books', undefined, 'corpo'],
    ['no JSON', 'POST /books', 'title=x', 'corpo'],
    ['a field of an action', 'POST /books/978-0/lend', {}, 'reader'],
    ['a text against its pattern', 'POST /books/978-0/copies', { shelf: 'cellar' }, 'shelf'],
    ['a parameter out of its values', 'GET /books?language=la', undefined, 'language'],
    ['a parameter that is no number', 'GET /books?limit=many', undefined, 'limit'],
    ['a parameter left out', 'GET /search', undefined, 'q'],
    ['a field that is not known', 'POST /books/978-0/lend', { reader: 'Ana', days: 3 }, 'days'],
    ['one within another', 'POST /books/978-0/lend', { reader: 'Ana', terms: { days: 3 } }, 'terms.days'],
    ['a path of another type', 'GET /halls/first', undefined, 'floor'],
    ['a path below its bound', 'GET /halls/-1', undefined, 'floor'],
    ['a header left out', 'POST /halls/1', undefined, 'X-Library'],
    ['a path that is no UUID', 'GET /cards/12', undefined, 'card'],
    ['a path of another format', 'GET /maps/a-y/monday.pdf', undefined, 'day'],
    ['a day of no calendar', 'GET /maps/a-y/2026-02-30.pdf', undefined, 'day'],
    ['one of two in a segment', 'GET /maps/x-y/2026-05-04.pdf', undefined, 'from'],
  ])('refuses %s, and names it', async (_, place, body, element) => {
    const { send } = await open()
    expect(send(place, body)).toMatchObject({ status: 400, body: { error: { fields: [{ element }] } } })
  })

  it('takes paths and headers that keep their schemas, and a header of any case', async () => {
    const { send } = await open()
    const at = (value: string) => send('POST /halls/1', undefined, [['x-library', value]])
    expect([at('MAIN').status, send('GET /halls/1').status]).toEqual([204, 204])
    expect(at('main')).toMatchObject({ status: 400, body: { error: { fields: [{ element: 'X-Library' }] } } })
    expect(send('GET /maps/a-y/2026-05-04.pdf').status).toBe(204)
    expect(send('GET /maps/x-y-z/2026-05-04.pdf').status).toBe(204)
    expect(send('GET /cards/123e4567-e89b-12d3-a456-426614174000').status).toBe(204)
    expect(send('GET /maps/x-/2026-05-04.pdf').status).toBe(0)
    expect(send('GET /maps/x-y/.pdf').status).toBe(0)
    expect(send('GET /maps/-y/2026-05-04.pdf').status).toBe(0)
  })

  describe('of parameters in all their styles', () => {
    const range = { type: 'object', properties: { de: { type: 'integer' }, ate: { type: 'integer' } } }
    const list = { type: 'array', items: { type: 'integer' } }
    const find = {
      parameters: [
        { name: 'range', in: 'query', required: true, schema: range },
        { name: 'piped', in: 'query', style: 'pipeDelimited', explode: false, schema: list },
        { name: 'spaced', in: 'query', style: 'spaceDelimited', explode: false, schema: list },
        { name: 'seat', in: 'cookie', schema: { type: 'integer' } },
      ],
      responses: { 204: {} },
    }
    const opened = () => open(3, { ...library, paths: { '/find': { get: find } } })

    it.each([
      ['range[de]=1', ''],
      ['de=1&ate=2', ''],
      ['range=de,1', ''],
      ['de=1&piped=1|2', ''],
      ['de=1&piped=1%7C2', ''],
      ['de=1&spaced=1%202', ''],
      ['de=1', 'a=b; seat=7'],
    ])('takes %s %s', async (query, cookie) => {
      const { send, notices } = await opened()
      expect(send(`GET /find?${query}`, undefined, [['Cookie', cookie]]).status).toBe(204)
      expect(notices.filter(({ kind }) => kind === 'unknown-parameter')).toEqual([])
    })

    it.each([
      ['', '', 'range'],
      ['de=1&piped=1|b', '', 'piped'],
      ['de=1&spaced=1,2', '', 'spaced'],
      ['de=1', 'seat=none', 'seat'],
    ])('refuses %s %s', async (query, cookie, element) => {
      const { send } = await opened()
      const answer = send(`GET /find?${query}`, undefined, [['cookie', cookie]])
      expect(answer).toMatchObject({ status: 400, body: { error: { fields: [{ element }] } } })
    })
  })

  describe('of paths in all their styles', () => {
    const list = { type: 'array', items: { type: 'integer' } }
    const styled = (style: string, schema: object, explode = false) => ({
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, style, explode, schema }],
        responses: { 204: {} },
      },
    })
    const paths = {
      '/label/{id}/x': styled('label', { type: 'number' }),
      '/matrix/{id}/x': styled('matrix', { type: 'integer' }),
      '/labels/{id}/x': styled('label', list),
      '/labels-exploded/{id}/x': styled('label', list, true),
      '/matrices/{id}/x': styled('matrix', list),
      '/matrices-exploded/{id}/x': styled('matrix', list, true),
      '/simple/{id}/x': styled('simple', list),
      '/simple-exploded/{id}/x': styled('simple', list, true),
    }

    it.each([
      ['label/.5', 204],
      ['label/.1.5', 204],
      ['label/5', 400],
      ['label/.abc', 400],
      ['matrix/;id=5', 204],
      ['matrix/5', 400],
      ['matrix/;di=5', 400],
      ['matrix/;id=a', 400],
      ['labels/.3.4', 204],
      ['labels/.3,4', 204],
      ['labels/3,4', 400],
      ['labels/.3,b', 400],
      ['labels-exploded/.3.4', 204],
      ['labels-exploded/.3,4', 400],
      ['matrices/;id=3,4', 204],
      ['matrices/;id=3;id=4', 400],
      ['matrices-exploded/;id=3;id=4', 204],
      ['matrices-exploded/;id=3;id=b', 400],
      ['simple/3,4', 204],
      ['simple/3.4', 400],
      ['simple-exploded/3,4', 204],
    ])('%s is answered with %i', async (path, status) => {
      const { send } = await open(3, { ...library, paths })
      expect(send(`GET /${path}/x`).status).toBe(status)
    })
  })

  it('answers as the type that the document writes, and keeps no value of another kind than it shows', async () => {
    const crate = {
      type: 'object',
      required: ['id', 'size'],
      properties: { id: { type: 'integer' }, size: { type: 'integer' } },
    }
    const answered = { content: { 'application/vnd.crates+json': { schema: crate } } }
    const paths = {
      '/crates': {
        post: {
          requestBody: json({ properties: { size: { type: 'string' } } }),
          responses: { 201: answered },
        },
      },
      '/crates/{id}': { get: { responses: { 200: answered } } },
    }
    const document = await createServedDocument(
      await loadOpenApi(JSON.stringify({ ...library, paths }), 'crates.json'),
    )
    expect(document.find('POST', '/crates')?.contentType).toBe('application/vnd.crates+json')
    const { send } = await open(3, { ...library, paths })
    expect(send('POST /crates', { size: 'XL' })).toMatchObject({ status: 201, body: { size: 1 } })
  })

  it('asks of a record of a collection only whether it is there', async () => {
    const books = {
      ...library.paths['/books/{isbn}'],
      parameters: [{ name: 'isbn', in: 'path', schema: { pattern: '^9' } }],
    }
    const { send } = await open(3, { ...library, paths: { ...library.paths, '/books/{isbn}': books } })
    const [, second] = isbns(send)
    expect([send(`GET /books/${second}`).status, send('GET /books/0').status]).toEqual([200, 404])
  })

  it('takes what the schemas show, also what only the service makes left out', async () => {
    const { send } = await open()
    expect(send('POST /books', { title: 'xx', pages: 4, language: 'en' }).status).toBe(201)
    expect(send('GET /books?language=en&limit=2&page=1').status).toBe(200)
    expect(send('GET /search?q=secas').body).toEqual(['Vidas secas'])
  })

  it('filters by a field, pages by any usual name, and tells once of what changes nothing', async () => {
    const { send, notices } = await open(5)
    send('POST /books', { title: 'Emma', language: 'en' })
    expect(send('GET /books?language=en').body).toHaveLength(1)
    expect(send('GET /books?limit=4').body).toHaveLength(4)
    expect(send('GET /books?limit=4&page=2').body).toHaveLength(2)
    for (let i = 0; i < 2; i++) send('GET /books?sort=title&unheard=1')
    expect(notices).toEqual([
      { kind: 'parameter-without-effect', name: 'sort', route: 'GET /books' },
      { kind: 'unknown-parameter', name: 'unheard', route: 'GET /books' },
    ])
  })

  it('takes a literal segment for itself, and what belongs to a record for a collection of its own', async () => {
    const { send } = await open()
    expect(send('GET /books/latest')).toMatchObject({ status: 200, body: { title: 'Vidas secas' } })
    const [first, second] = isbns(send)
    const made = send(`POST /books/${first}/copies`, { shelf: 'B7' })
    expect(made).toMatchObject({ status: 201, body: { data: { shelf: 'B7' } } })
    const { number } = made.body.data
    expect(send(`GET /books/${first}/copies/${number}`).body.data).toEqual({ number, shelf: 'B7' })
    expect(send(`GET /books/${first}/copies`).body.copies).toHaveLength(4)
    expect(send(`GET /books/${second}/copies`).body.copies).toHaveLength(3)
  })

  it('knows its records by what reading shows of them, whatever the document says before', async () => {
    const [note, changed] = ['code', 'changed'].map((name) =>
      json({ properties: { [name]: { type: 'integer' } } }),
    )
    const paths = {
      '/notes': { post: { responses: { 201: changed } }, get: { responses: { 200: note } } },
      '/notes/{note}': { put: { responses: { 200: changed } }, get: { responses: { 200: note } } },
    }
    const { send } = await open(2, { ...library, paths })
    const { code } = send('GET /notes').body
    expect(send(`GET /notes/${code}`)).toEqual({ status: 200, body: { code } })
  })

  it('shows first what the example of a list shows', async () => {
    const schema = {
      type: 'array',
      items: { properties: { id: { type: 'integer' }, text: { type: 'string' } } },
    }
    const example = [{ text: 'um' }, { text: 'dois' }, 'nenhum']
    const list = { content: { 'application/json': { schema, example } } }
    const { send } = await open(3, { ...library, paths: { '/notes': { get: { responses: { 200: list } } } } })
    expect(send('GET /notes').body.map(({ text }: { text: string }) => text)).toEqual([
      'um',
      'dois',
      undefined,
    ])
  })

  it("answers an example as it stands, and says once which operation was the document's", async () => {
    const { send, served } = await open()
    for (let i = 0; i < 2; i++) expect(send('GET /health').body).toEqual({ status: 'fine' })
    expect(send('GET /unheard').status).toBe(0)
    expect(served).toEqual(['GET /health'])
  })
})

describe('where an answer holds its records', () => {
  const formOf = async (schema: unknown) => {
    const root = { ...library, paths: { '/x': { get: { responses: { 200: json(schema) } } } } }
    const served = await createServedDocument(await loadOpenApi(JSON.stringify(root), 'x.json'))
    const { place, isList } = served.find('GET', '/x') ?? {}
    return [place?.join('.'), isList]
  }
  const beside = (name: string, more: object = {}) => ({
    properties: { [name]: { type: 'string' }, data: ref('Book'), ...more },
  })

  it.each([
    'id',
    'uuid',
    'codigo',
    'code',
    'key',
    'slug',
    'name',
    'nome',
    'idLoja',
    'id_Loja',
    'lojaId',
    'loja_id',
    'lojaID',
  ])('beside %s everywhere: it is a record itself', async (name) => {
    expect(await formOf(beside(name))).toEqual(['', false])
    expect(await formOf(beside(name, { list: { items: ref('Copy') } }))).toEqual(['', false])
  })

  it.each(['total', 'ids', 'idade', 'nomes', 'sobrenome', 'video', 'lojaIds', 'lojaIdentidade', 'videoLoja'])(
    'beside %s in the one property that holds it',
    async (name) => {
      expect(await formOf(beside(name))).toEqual(['data', false])
      expect(await formOf(beside(name, { list: { items: ref('Copy') } }))).toEqual(['list', true])
    },
  )

  it.each<[string, unknown, [string, boolean]]>([
    ['a list', { type: 'array', items: ref('Book') }, ['', true]],
    ['two records', { properties: { a: ref('Book'), b: ref('Copy') } }, ['', false]],
    ['texts', { properties: { a: { items: { type: 'string' } }, b: { type: 'string' } } }, ['', false]],
    ['a record among alternatives', { properties: { a: { oneOf: [ref('Book'), {}] } } }, ['a', false]],
    ['identifiers that are a list', { properties: { id: { items: ref('Book') } } }, ['id', true]],
    ['nothing', {}, ['', false]],
  ])('%s', async (_, schema, expected) => {
    expect(await formOf(schema)).toEqual(expected)
  })
})

describe('a document of a stranger, served', () => {
  it('holds nobody up: schemas within themselves, a pattern that goes astray, breadth without end', async () => {
    const deep = Object.fromEntries(
      Array.from({ length: 14 }, (_, i) => [
        `D${i}`,
        {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: 10 }, (_, k) => [`p${k}`, ref(`D${i + 1}`)])),
        },
      ]),
    )
    const paths = {
      '/self': { get: { responses: { 200: json(ref('Self')) } } },
      '/wide': { get: { responses: { 200: json(ref('D0')) } } },
      '/astray': {
        post: {
          requestBody: json({ properties: { text: { type: 'string', pattern: '^(a+)+$' } } }),
          responses: { 204: { description: '' } },
        },
      },
    }
    const schemas = {
      ...deep,
      D14: { type: 'string' },
      Self: { type: 'object', required: ['child'], properties: { child: ref('Self') } },
    }
    const { send } = await open(3, { ...library, paths, components: { schemas } })
    expect(send('GET /self').status).toBe(200)
    expect(send('GET /wide').status).toBe(200)
    expect(JSON.stringify(send('GET /wide').body).length).toBeLessThan(500_000)
    expect(send('POST /astray', { text: `${'a'.repeat(40)}!` }).status).toBe(204)
  }, 60_000)
})
