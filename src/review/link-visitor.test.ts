import { describe, expect, it } from 'vitest'
import type { Sender } from '../client/sender.js'
import type { Header } from '../exchange/exchange.js'
import type { RawExchange } from '../exchange/raw.js'
import { type Cookie, createVisitor, textOf } from './link-visitor.js'

interface HttpResponse {
  readonly status?: number
  readonly type?: string
  readonly location?: string
  readonly refresh?: string
  readonly body?: string
}

/** Visits a site that is made of these responses, by path. */
function visited(site: Readonly<Record<string, HttpResponse>>, address = 'https://app.example/') {
  const sender: Sender = {
    async send({ url }) {
      const {
        status = 200,
        type = 'text/html',
        location,
        refresh,
        body = '',
      } = site[new URL(url).pathname] ?? {}
      const bytes = Buffer.from(body)
      const headers = [
        ['content-type', type],
        ...(location === undefined ? [] : [['location', location]]),
        ...(refresh === undefined ? [] : [['refresh', refresh]]),
      ]
      const response = { status, headers, body: { bytes, sizeBytes: bytes.length } }
      const exchange = { id: 'e1', response, failure: null } as unknown as RawExchange
      return { exchange, mayBeProcessed: true }
    },
  }
  return createVisitor({ sender, userAgent: 'homologa/test', language: 'pt-BR' }).visit(address)
}

const onward = '<meta http-equiv="refresh" content="0;url=/pronto">'

describe('a visit', () => {
  it.each([
    ['an answer', { status: 302, location: '/pronto' }],
    ['a page', { body: onward }],
    ['a header', { type: 'text/plain', refresh: '0;url=/pronto' }],
  ])('goes on where %s sends it', async (_name, first) => {
    const { finalUrl, hops } = await visited({ '/': first })
    expect([finalUrl, hops]).toEqual(['https://app.example/pronto', ['https://app.example/pronto']])
  })

  it.each([
    ['an error', { status: 404, body: onward }],
    ['no page', { type: 'text/plain', body: onward }],
    ['an error that would go on', { status: 500, refresh: '0; url=/pronto' }],
    ['a header that waits', { refresh: '3; url=/pronto' }],
    ['a page that waits', { body: onward.replace('0;', '5;') }],
  ])('ends with %s, whatever it holds', async (_name, first) => {
    expect((await visited({ '/': first })).finalUrl).toBe('https://app.example/')
  })

  it('asks for an address as a browser does, though blanks and accents stand in it', async () => {
    const visit = await visited({ '/p%C3%A1gina%20um': { status: 204 } }, 'https://app.example/página um')
    expect(visit).toMatchObject({ status: 204, finalUrl: 'https://app.example/p%C3%A1gina%20um' })
  })

  it('leaves a page that sends its reader to itself after five times', async () => {
    expect(await visited({ '/': { body: onward.replace('/pronto', '/') } })).toMatchObject({
      tooManyRedirects: true,
    })
  })
})

it('sends a form once, and goes on without it', async () => {
  const sent: string[][] = []
  const sender = {
    async send({ method, url, body, headers }: Parameters<Sender['send']>[0]) {
      const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
      sent.push([method, url, body === null ? '' : Buffer.from(body).toString(), type])
      const onward: Header[] = sent.length === 1 ? [['location', '/pronto']] : []
      const response = { status: sent.length === 1 ? 303 : 200, headers: onward, body: null }
      return { exchange: { id: 'e1', failure: null, response } }
    },
  } as unknown as Sender
  const visitor = createVisitor({ sender, userAgent: 'x', language: 'pt-BR' })
  await visitor.submit('https://app.example/conectar', new URLSearchParams({ csrf: 'a b' }))
  expect(sent).toEqual([
    ['POST', 'https://app.example/conectar', 'csrf=a+b', 'application/x-www-form-urlencoded'],
    ['GET', 'https://app.example/pronto', '', ''],
  ])
})

it('leaves a strict cookie behind where another site leads there, until a page leads on', async () => {
  const sent: [string, string | undefined][] = []
  const responses: Record<string, { status: number; headers: Header[]; html?: string }> = {
    '/': {
      status: 200,
      headers: [
        ['set-cookie', 's=1; SameSite=Strict'],
        ['set-cookie', 'l=2; SameSite=Lax'],
      ],
    },
    '/retorno': { status: 302, headers: [['location', '/depois']] },
    '/depois': {
      status: 200,
      headers: [['content-type', 'text/html']],
      html: '<meta http-equiv="refresh" content="0;url=/pronto">',
    },
    '/pronto': { status: 200, headers: [] },
  }
  const sender = {
    async send({ url, headers }: Parameters<Sender['send']>[0]) {
      const { pathname } = new URL(url)
      sent.push([pathname, headers.find(([name]) => name === 'cookie')?.[1]])
      const { html = '', ...response } = responses[pathname] ?? { status: 404, headers: [] }
      const bytes = Buffer.from(html)
      const body = { bytes, sizeBytes: bytes.length }
      return { exchange: { id: 'e1', failure: null, response: { ...response, body } } }
    },
  } as unknown as Sender
  const visitor = createVisitor({ sender, userAgent: 'x', language: 'pt-BR' })
  await visitor.visit('https://app.example/')
  const { withheld } = await visitor.visit('https://app.example/retorno', { isFromElsewhere: true })
  expect((await visitor.visit('https://app.example/pronto')).withheld).toEqual([])
  expect(withheld).toEqual(['s'])
  expect(sent).toEqual([
    ['/', undefined],
    ['/retorno', 'l=2'],
    ['/depois', 'l=2'],
    ['/pronto', 's=1; l=2'],
    ['/pronto', 's=1; l=2'],
  ])
})

it('keeps a cookie until it is taken back', async () => {
  const cookies: (string | undefined)[] = []
  const responses: Header[][] = [
    [['set-cookie', 'a=1; Path=/']],
    [['set-cookie', 'b=2; HttpOnly']],
    [['set-cookie', 'a=; Max-Age=0']],
    [['set-cookie', 'b=; Max-Age=-1']],
    [],
  ]
  const sender = {
    async send({ headers }: { readonly headers: readonly Header[] }) {
      cookies.push(headers.find(([name]) => name === 'cookie')?.[1])
      return {
        exchange: {
          id: 'e1',
          failure: null,
          response: { status: 200, headers: responses.shift(), body: null },
        },
      }
    },
  } as unknown as Sender
  const visitor = createVisitor({ sender, userAgent: 'x', language: 'pt-BR' })
  const held: Cookie[][] = []
  for (let i = 0; i < 5; i++) held.push([...(await visitor.visit('https://app.example/')).cookies])
  expect(cookies).toEqual([undefined, 'a=1', 'a=1; b=2', 'b=2', undefined])
  const [a, b] = [
    { name: 'a', value: '1', httpOnly: false, isStrict: false },
    { name: 'b', value: '2', httpOnly: true, isStrict: false },
  ]
  expect(held).toEqual([[a], [a, b], [b], [], []])
})

it.each([
  [5, false],
  [6, true],
])('follows %i redirections in a row, or gives up: %s', async (count, tooManyRedirects) => {
  const onward = Array.from({ length: count }, (_, i): [string, HttpResponse] => [
    i === 0 ? '/' : `/${i}`,
    { status: 302, location: `/${i + 1}` },
  ])
  expect(await visited(Object.fromEntries(onward))).toMatchObject({ tooManyRedirects })
})

it.each([
  ['http://app.example/pronto', true],
  ['mailto:ajuda@app.example', false],
])(
  'goes on to no address that cannot be called, and says which left https: %s',
  async (location, leftHttps) => {
    const { hops, ...visit } = await visited({ '/': { status: 302, location } })
    expect([hops, visit.finalUrl, visit.leftHttps]).toEqual([[location], 'https://app.example/', leftHttps])
  },
)

describe('the text of an answer', () => {
  const read = (type: string, head: string, encoding: BufferEncoding) =>
    textOf({ headers: [['content-type', type]], bytes: Buffer.from(`${head}<p>não`, encoding) }).slice(-3)

  it.each([
    ['text/html', '<meta charset="ISO-8859-1">', 'latin1'],
    ['text/html', '<META http-equiv=Content-Type content="text/html; charset=windows-1252">', 'latin1'],
    ['text/html; charset=iso-8859-1', '<meta charset="utf-8">', 'latin1'],
    ['text/html; charset=utf-8', '<meta charset="iso-8859-1">', 'utf8'],
    ['text/html', `<title>${' '.repeat(1024)}</title><meta charset="iso-8859-1">`, 'utf8'],
    ['text/html', '<meta name="viewport"><p>charset=iso-8859-1', 'utf8'],
    ['text/html', '<meta charset="klingon">', 'utf8'],
  ] as const)('is read as it says, or its page: %s %s', (type, head, encoding) => {
    expect(read(type, head, encoding)).toBe('não')
  })
})
