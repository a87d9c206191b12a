import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { spec } from '../specification/profile.js'
import type { Body, Exchange } from './exchange.js'
import { toHar } from './har.fixture.js'
import { fileChunks, type Note, openJournal, type RunHeader } from './journal.js'
import { type ReadHarOptions, readHarFrom } from './read-har.js'
import { readRecording } from './recording.js'
import { writeHar } from './write-har.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-har-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const freshPath = () => join(folder, `${++files}.har`)

const run: RunHeader = {
  id: 'r1',
  command: 'check',
  startedAt: '2026-03-01T02:00:00.000Z',
  tool: { name: 'homologa', version: '0.1.0' },
  profile: spec,
  baseUrl: 'https://api.example/Api/v3',
  tokenUrl: 'https://api.example/token',
  embedded: false,
  toleranceMs: 5,
  seed: null,
  source: 'run',
}

function exchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    id: 'e1',
    source: 'run',
    channel: 'service',
    session: null,
    step: 'homologation/1',
    request: {
      method: 'GET',
      url: 'https://api.example/Api/v3/homologacao/produtos?a=b%20c&t=[access_token%231]',
      headers: [
        ['Authorization', 'Bearer [access_token#1]'],
        ['Cookie', 'a=[secret#1]; b=[secret#2]'],
      ],
      body: null,
    },
    response: {
      status: 200,
      headers: [
        ['Set-Cookie', 'x=[secret#3]; Path=/'],
        ['set-cookie', 'y=[secret#4]'],
        ['x-service-homologacao', 'abc'],
      ],
      body: { text: '{"data":{"nome":"é","cpf":"[cpf#1]"}}', sizeBytes: 41, flaw: null },
    },
    failure: null,
    startedAt: '2026-03-01T02:00:00.123Z',
    sentAtMs: 12.345678,
    respondedAtMs: 20.5,
    gaps: [],
    ...changes,
  }
}

const bodies: Record<string, Body | null> = {
  none: null,
  empty: { text: '', sizeBytes: 0, flaw: null },
  cut: { text: '{"data":[{"id":1,"nome":"', sizeBytes: 1_000_000, flaw: 'truncated' },
  'of a page, cut': { text: `${'<p>'.repeat(166)}<p…`, sizeBytes: 1_000_000, flaw: 'truncated' },
  'of a page': { text: `${'<p>'.repeat(166)}<p…`, sizeBytes: 1_000_000, flaw: 'excerpt' },
  'not UTF-8': { text: null, sizeBytes: 3, flaw: 'not-utf8' },
  undecodable: { text: null, sizeBytes: 9, flaw: 'undecodable' },
  'not recorded': { text: null, sizeBytes: 0, flaw: 'not-recorded' },
}

const ours: Record<string, Exchange> = {
  plain: exchange(),
  'without an answer': exchange({
    response: null,
    respondedAtMs: null,
    failure: { kind: 'timeout', message: 'no answer within 10000 ms' },
  }),
  'neither answered nor failed': exchange({ response: null, respondedAtMs: null }),
  'partial answer': exchange({ failure: { kind: 'reset', message: 'read ECONNRESET' } }),
  'wrong on purpose': exchange({ intent: 'unknown-record' }),
  'sent again': exchange({ sentAgain: true }),
  rechecked: exchange({ rechecked: true }),
  'refused by an event of our own': exchange({ staged: 'scope-pedidos/vendas' }),
  'strange method': exchange({ request: { ...exchange().request, method: 'get' } }),
  'with a session': exchange({ session: 's1', source: 'examine', channel: 'token', step: null }),
  'with gaps': exchange({ source: 'recording', gaps: ['authorization', 'whole-milliseconds'] }),
  ...Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [
      `body ${name}`,
      exchange({
        request: { ...exchange().request, body },
        response: { status: 200, headers: [], body },
      }),
    ]),
  ),
}

async function read(path: string, options: ReadHarOptions = {}) {
  const har = await readHarFrom(fileChunks(path), options)
  const exchanges: Exchange[] = []
  for await (const one of har.exchanges) exchanges.push(one)
  return { ...har, exchanges }
}

async function readText(text: string | Buffer, options: ReadHarOptions = {}) {
  const path = freshPath()
  writeFileSync(path, text)
  return read(path, options)
}

function foreign(entry: object = {}): object {
  return {
    startedDateTime: '2026-03-01T02:00:00.000Z',
    time: 10,
    request: { method: 'GET', url: 'https://api.example/Api/v3/homologacao/produtos', headers: [] },
    response: { status: 200, headers: [], content: { size: 2, text: '{}' } },
    ...entry,
  }
}

async function readEntries(entries: readonly object[], options: ReadHarOptions = {}) {
  const { exchanges } = await readText(JSON.stringify({ log: { version: '1.2', entries } }), options)
  return exchanges
}

async function readOne(entry: object, options: ReadHarOptions = {}): Promise<Exchange> {
  const [first] = await readEntries([entry], options)
  if (!first) throw new Error('no exchange was read')
  return first
}

describe('our own HAR', () => {
  it.each(Object.entries(ours))('gives the same exchange back: %s', async (_name, one) => {
    const path = freshPath()
    await writeHar(path, [one], run)
    expect((await read(path)).exchanges).toEqual([one])
  })

  it('names its run and keeps the order of its entries', async () => {
    const path = freshPath()
    const exchanges = [exchange({ id: 'e2' }), exchange({ id: 'e1', startedAt: '2026-03-01T01:00:00.000Z' })]
    await writeHar(path, exchanges, run)
    const har = await read(path)
    expect(har.header).toEqual(run)
    expect(har.exchanges).toEqual(exchanges)
    expect(har.baseUrl).toBe(run.baseUrl)
    const baseUrl = 'https://other.example/Api/v3'
    expect((await read(path, { baseUrl })).baseUrl).toBe(baseUrl)
  })

  it('gives back its notes, and nothing that somebody wrote among them', async () => {
    const notes = [{ kind: 'ended' }, 1, null, { text: 'x' }] as unknown as Note[]
    const { exchanges, ...har } = await readText(JSON.stringify(toHar([exchange()], run, notes)))
    expect([har.notes, exchanges.length]).toEqual([[{ kind: 'ended' }], 1])
  })

  it.each([
    ['no profile', { ...run, profile: null }],
    ['a profile without its groups', { ...run, profile: { name: 'spec' } }],
    ['a source that nobody knows', { ...run, source: 'nowhere' }],
    ['no base address', { ...run, baseUrl: 1 }],
    ['nothing', {}],
  ])('is refused where the header of its run has %s', async (_what, damaged) => {
    const har = { log: { _homologa: { run: damaged }, entries: [] } }
    await expect(readText(JSON.stringify(har))).rejects.toMatchObject({ code: 'bad-header' })
  })

  it('is one of others where it names no run', async () => {
    const { header } = await readText(JSON.stringify({ log: { _homologa: null, entries: [] } }))
    expect(header).toBeNull()
  })

  it('takes an entry whose event is no text for one of others', async () => {
    const har = JSON.parse(JSON.stringify(toHar([exchange({ staged: 'consent' })], run)))
    har.log.entries[0]._homologa.staged = { toString: 1 }
    const { exchanges } = await readText(JSON.stringify(har))
    expect(exchanges.map(({ source, staged }) => [source, staged])).toEqual([['recording', undefined]])
  })

  it('streamed is the object', async () => {
    const path = freshPath()
    async function* some() {
      yield* Object.values(ours)
    }
    await writeHar(path, some(), run)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(toHar(Object.values(ours), run))),
    )
  })

  it('without exchanges is a HAR', async () => {
    const path = freshPath()
    await writeHar(path, [], run)
    expect((await read(path)).exchanges).toEqual([])
  })

  it('has what the format demands', () => {
    for (const entry of toHar(Object.values(ours), run).log.entries) {
      expect(Date.parse(entry.startedDateTime)).not.toBeNaN()
      expect(entry.time).toBeGreaterThanOrEqual(0)
      const { send, wait, receive } = entry.timings
      expect(send + wait + receive).toBeCloseTo(entry.time)
      expect(entry.request).toMatchObject({
        httpVersion: 'HTTP/1.1',
        headersSize: -1,
        queryString: [
          { name: 'a', value: 'b c' },
          { name: 't', value: '[access_token#1]' },
        ],
        cookies: [
          { name: 'a', value: '[secret#1]' },
          { name: 'b', value: '[secret#2]' },
        ],
      })
      expect(entry.response.content.size).toBeTypeOf('number')
      expect(entry.cache).toEqual({})
    }
  })
})

describe('a foreign HAR', () => {
  it('is masked while it is read', async () => {
    const secret = 'zz99yy88xx77'
    const entry = foreign({
      request: {
        method: 'POST',
        url: `https://api.example/Api/v3/oauth/token?apikey=${secret}`,
        headers: [{ name: 'authorization', value: `Bearer ${secret}` }],
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          params: [{ name: 'refresh_token', value: secret }],
        },
      },
      response: {
        status: 200,
        headers: [],
        content: { text: JSON.stringify({ access_token: secret }), size: 1 },
      },
    })
    const exchanges = await readEntries([entry])
    expect(JSON.stringify(exchanges)).not.toContain(secret)
    expect(exchanges[0]).toMatchObject({ source: 'recording', channel: 'token', id: 'e1' })
  })

  it('in base64 is decoded', async () => {
    const text = Buffer.from('{"data":"é"}').toString('base64')
    const { response } = await readOne(
      foreign({ response: { status: 200, headers: [], content: { text, encoding: 'base64', size: 13 } } }),
    )
    expect(response?.body).toEqual({ text: '{"data":"é"}', sizeBytes: 13, flaw: null })
  })

  it('is read from the file beside it, and counted where there is none', async () => {
    const request = {
      method: 'POST',
      url: 'https://api.example/Api/v3/homologacao/produtos',
      headers: [],
      postData: { mimeType: 'application/json', _file: 'sent.json' },
    }
    const attached = (name: string) =>
      foreign({ request, response: { status: 200, headers: [], content: { size: 9, _file: name } } })
    writeFileSync(join(folder, 'sent.json'), '{"a":"é"}')
    writeFileSync(join(folder, 'came.json'), '{"data":1}')
    const names = ['came.json', 'none.json', '../came.json', '/etc/passwd']
    const entries = names.map((name) => attached(name))
    const har = await readText(JSON.stringify({ log: { version: '1.2', entries } }))
    expect(har.exchanges.map(({ request: { body } }) => body?.text)).toEqual(names.map(() => '{"a":"é"}'))
    const responses = har.exchanges.map(({ response }) => [response?.body?.text, response?.body?.flaw])
    expect(responses[0]).toEqual(['{"data":1}', null])
    expect(responses.slice(1)).toEqual(names.slice(1).map(() => [null, 'not-recorded']))
    expect(har.attached.missing).toBe(3)
  })

  it('that is packed as it came was not recorded', async () => {
    const text = gzipSync('{"data":1}').toString('base64')
    const packed = (coding: string) => ({
      status: 200,
      headers: [{ name: 'Content-Encoding', value: coding }],
      content: { text, encoding: 'base64' },
    })
    const read = await readEntries(
      ['gzip', 'identity'].map((coding) => foreign({ response: packed(coding) })),
    )
    expect(read.map(({ response }) => response?.body?.flaw)).toEqual(['not-recorded', 'not-utf8'])
  })

  it('without a time is timed by its parts, of which those that are none do not count', async () => {
    const timings = { blocked: 3, dns: -1, connect: 20, ssl: 15, send: 1, wait: 30, receive: 5 }
    const one = await readOne(foreign({ time: undefined, timings }))
    expect(one.respondedAtMs).toBe(59)
    expect(one.gaps).not.toContain('durations')
    const never = await readOne(foreign({ time: -1, timings: { blocked: 7, wait: -1 } }))
    expect(never.respondedAtMs).toBeNull()
  })

  it('of bytes that are no text says so', async () => {
    const content = { text: Buffer.from([0xff, 0xfe]).toString('base64'), encoding: 'base64' }
    const { response } = await readOne(foreign({ response: { status: 200, headers: [], content } }))
    expect(response?.body).toEqual({ text: null, sizeBytes: 2, flaw: 'not-utf8' })
  })

  it.each([
    [
      'an answer body left out',
      { response: { status: 200, headers: [], content: { size: 42 } } },
      'answer-bodies',
    ],
    ['an answer body of unknown size', { response: { status: 200, headers: [] } }, 'answer-bodies'],
    [
      'a request body left out',
      { request: { method: 'POST', url: 'https://api.example/x', headers: [], bodySize: 12 } },
      'request-bodies',
    ],
    ['no credentials anywhere', {}, 'authorization'],
    ...[
      'Bearer ****',
      'Bearer xxxx',
      'Bearer [REDACTED]',
      '[Filtered]',
      'Bearer ••••••',
      'Bearer ●●●●',
      'Bearer 3f9a…c2',
      '[Authorization redacted]',
      '__REDACTED__',
      '-removed-',
      '<REDACTED: 40 chars>',
      'Bearer (hidden by policy)',
      'basic <secret>',
      'Bearer REDACTED_BY_TOOL',
      'oculto',
      'SANITIZED VALUE',
      'Bearer SECRET',
      '***REMOVED***',
    ].map((value): [string, object, string] => [
      `credentials crossed out as ${value}`,
      {
        request: { method: 'GET', url: 'https://a.example/', headers: [{ name: 'Authorization', value }] },
      },
      'authorization',
    ]),
    ['times in milliseconds', {}, 'whole-milliseconds'],
    ['times in seconds', { startedDateTime: '2026-03-01T02:00:00Z' }, 'times'],
    ['no times', { startedDateTime: undefined, time: undefined }, 'times'],
    ['a beginning alone', { time: undefined, timings: undefined }, 'durations'],
    ['a duration that is none', { time: -1, timings: { send: -1, wait: -1, receive: -1 } }, 'durations'],
    ['a beginning in seconds alone', { startedDateTime: '2026-03-01T02:00:00Z', time: null }, 'times'],
  ])('names what it cannot show: %s', async (_name, changes, gap) => {
    expect((await readOne(foreign(changes))).gaps).toContain(gap)
  })

  it.each([
    ['credentials on another request', 'authorization'],
    ['microseconds', 'whole-milliseconds'],
  ])('names nothing that it does show: %s', async (_name, gap) => {
    const shown = foreign({
      startedDateTime: '2026-03-01T02:00:00.123456+00:00',
      request: {
        method: 'GET',
        url: 'https://a.example/',
        headers: [{ name: 'AUTHORIZATION', value: 'Bearer x' }],
      },
    })
    const hidden = foreign({ startedDateTime: '2026-03-01T02:00:01.654321+00:00' })
    for (const { gaps } of await readEntries([shown, hidden])) expect(gaps).not.toContain(gap)
  })

  it.each([
    'Bearer undefined',
    'Bearer null',
    `Bearer ${'$'}{TOKEN}`,
    'Bearer {{access_token}}',
    'Bearer ',
    'Bearer tokA',
    'Bearer abcdefgh',
    'Bearer aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'Bearer mask-9f3kd83jd02jd',
    '7dbf42c119eea8b65d2c1a1a9ad92b1577594aa1',
    'Bearer [access_token#1]',
    'Token 0c1d2e3f40516273',
  ])('names no credentials that a client sent itself as left out: %s', async (value) => {
    const request = { method: 'GET', url: 'https://a.example/', headers: [{ name: 'Authorization', value }] }
    expect((await readOne(foreign({ request }))).gaps).not.toContain('authorization')
  })

  it.each(['[hidden]', '__REDACTED__', 'removed by tool'])(
    'leaves the hash of the procedure open where its tool took it for a secret: %s',
    async (value) => {
      const headers = [{ name: 'x-service-homologacao', value }]
      expect((await readOne(foreign({ response: { status: 204, headers } }))).gaps).toContain('headers')
    },
  )

  it.each([
    [{ response: { status: 204, headers: [], content: { size: -1 } } }],
    [{ response: { status: 200, headers: [], content: { size: 0, text: '' } } }],
    [{ response: { status: 200, headers: [{ name: 'Content-Length', value: '0' }] } }],
  ])('knows an empty response in a recording that shows the text of another: %j', async (changes) => {
    const [one] = await readEntries([foreign(changes), foreign()])
    expect(one?.response?.body).toBeNull()
    expect(one?.gaps).not.toContain('answer-bodies')
  })

  it('takes an empty text for a body that was left out where no response shows any text', async () => {
    const one = await readOne(foreign({ response: { status: 200, content: { size: 0, text: '' } } }))
    expect(one.response?.body?.flaw).toBe('not-recorded')
    expect(one.gaps).toContain('answer-bodies')
  })

  it('keeps the size of a body that was left out where no response shows any text', async () => {
    const one = await readOne(foreign({ response: { status: 200, content: { size: 42 } } }))
    expect(one.response?.body).toEqual({ text: null, sizeBytes: 42, flaw: 'not-recorded' })
  })

  it.each([
    ['GET', {}, null],
    ['PUT', {}, 'not-recorded'],
    ['PUT', { postData: { text: '' } }, null],
    ['PUT', { bodySize: 0 }, null],
  ])('tells whether a request had a body: %s %j', async (method, more, flaw) => {
    const request = { method, url: 'https://api.example/x', headers: [], ...more }
    expect((await readOne(foreign({ request }))).request.body?.flaw ?? null).toBe(flaw)
  })

  it.each([
    ['https://api.example/x', null],
    ['https://cdn.example/x', 'not-recorded'],
  ])('keeps a long answer of the service alone: %s', async (url, flaw) => {
    const content = { text: JSON.stringify('x'.repeat(299_998)), size: 300_000 }
    const entry = {
      request: { method: 'GET', url, headers: [] },
      response: { status: 200, headers: [], content },
    }
    const one = await readOne(foreign(entry), { baseUrl: 'https://api.example/Api/v3' })
    expect(one.response?.body).toMatchObject({ sizeBytes: 300_000, flaw })
  })

  it.each([
    ['net::ERR_CONNECTION_REFUSED', 'refused'],
    ['net::ERR_NAME_NOT_RESOLVED', 'unresolved'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'tls'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'unconnected'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'unconnected'],
    ['net::ERR_TIMED_OUT', 'timeout'],
    ['net::ERR_ABORTED', 'aborted'],
    ['socket hang up', 'reset'],
  ])('with status 0 is a failure: %s', async (message, kind) => {
    const failed = foreign({ response: { status: 0, headers: [], _error: message } })
    const [, one] = await readEntries([foreign(), failed])
    expect(one).toMatchObject({ response: null, failure: { kind, message }, respondedAtMs: null })
    expect(await readEntries([failed])).toHaveLength(1)
  })

  it.each([
    { response: { status: 0, headers: [] }, comment: '1 Get the product' },
    { response: { status: 0, headers: [], comment: 'aborted? ask the certificate team' } },
    { response: { status: 0, headers: [], _error: '' } },
    { response: undefined, comment: 'Timeout do cliente' },
    { response: null },
  ])(
    'without a response, whatever its user noted beside it, is a request that nobody knows of: %j',
    async (changes) => {
      const entries = [foreign(), foreign(changes), foreign({ time: 11 })]
      const { exchanges, damaged } = await readText(JSON.stringify({ log: { entries } }))
      expect(exchanges.map(({ failure }) => failure)).toEqual([null, null])
      expect(damaged).toEqual([{ line: 2, reason: 'no-response' }])
    },
  )

  it('without a response is none of our affairs where it went to somebody else', async () => {
    const request = { method: 'GET', url: 'https://ads.example/pixel', headers: [] }
    const entries = [foreign(), foreign({ request, response: { status: 0, headers: [] } })]
    const { exchanges, damaged } = await readText(JSON.stringify({ log: { entries } }))
    expect([exchanges.length, damaged]).toEqual([1, []])
  })

  it.each([
    { response: { status: 0, statusText: 'net::ERR_CONNECTION_REFUSED' } },
    { response: { status: 0, comment: 'net::ERR_CONNECTION_REFUSED' } },
    { _error: 'net::ERR_CONNECTION_REFUSED', response: undefined },
    { comment: 'net::ERR_CONNECTION_REFUSED', response: undefined },
    { _errorText: 'net::ERR_CONNECTION_REFUSED', response: undefined },
  ])('says why no answer came wherever its tool does: %j', async (changes) => {
    expect((await readOne(foreign(changes))).failure?.kind).toBe('refused')
  })

  it('of requests alone tells of none that was sent', async () => {
    const asked = [{ response: undefined }, { response: null }, { response: { status: 0, headers: [] } }]
    expect(await readEntries(asked.map(foreign))).toEqual([])
    expect(await readEntries([...asked.map(foreign), foreign()])).toHaveLength(1)
  })

  it('without the text of any answer leaves open which had one', async () => {
    const silent = (status: number, headers: object[] = []) =>
      foreign({ response: { status, headers, content: { size: 0, mimeType: 'application/json' } } })
    const none = [{ name: 'Content-Length', value: '0' }]
    const entries = [silent(200), silent(204), silent(200, none)]
    const gapsOf = async (all: object[]) =>
      (await readEntries(all)).map(({ gaps }) => gaps.includes('answer-bodies'))
    expect(await gapsOf(entries)).toEqual([true, false, false])
    expect(await gapsOf([...entries, foreign()])).toEqual([false, false, false, false])
  })

  it('takes a body that is shorter than it says, and no JSON, for one that was cut', async () => {
    const content = (text: string, size: number) =>
      foreign({ response: { status: 200, headers: [], content: { text, size } } })
    const sent = foreign({
      request: {
        method: 'POST',
        url: 'https://a.example/',
        headers: [],
        bodySize: 90,
        postData: { text: '{"a":' },
      },
    })
    const read = await readEntries([content('{"a":', 90), content('{"a":', 5), content('{"a":1}', 90), sent])
    expect(read.map(({ response }) => response?.body?.flaw)).toEqual(['truncated', null, null, null])
    const others = await readEntries([
      content('\ufeff{"a":1}', 90),
      content('<p>no', 90),
      content('\ufeff[1', 90),
    ])
    expect(others.map(({ response }) => response?.body?.flaw)).toEqual([null, null, 'truncated'])
    expect(read[3]?.request.body).toMatchObject({ flaw: 'truncated', sizeBytes: 90 })
  })

  it('names headers that it does not show, and reads those of an object', async () => {
    const [bare, shown] = await readEntries([
      foreign(),
      foreign({
        request: { method: 'GET', url: 'https://a.example/', headers: { Accept: '*/*' } },
        response: { status: 204, headers: { 'X-A': 'b' } },
      }),
    ])
    expect([bare?.gaps.includes('headers'), shown?.gaps.includes('headers')]).toEqual([true, false])
    expect([shown?.request.headers, shown?.response?.headers]).toEqual([[['Accept', '*/*']], [['X-A', 'b']]])
  })

  it('gives each message its own headers, however like those before', async () => {
    const header = (name: string, value: string) => ({ name, value })
    const lists = [
      [header('A', '1'), header('B', '2')],
      [header('A', '1'), header('B', '2')],
      [header('A', '1'), header('B', '3')],
      [header('A', '1'), header('C', '3')],
      [header('A', '1')],
      [header(':path', '/'), header('A', '1')],
      [header('A', '1'), 7],
    ]
    const message = { method: 'GET', url: 'https://a.example/', status: 200 }
    const all = await readEntries(
      lists.map((headers, i) =>
        foreign({
          startedDateTime: new Date(1.77e12 + i).toISOString(),
          request: { ...message, headers },
          response: { ...message, headers: [...headers, header('D', '4')] },
        }),
      ),
    )
    const shown = all.map(({ request }) => request.headers.map((one) => one.join('')).join(' '))
    expect(shown).toEqual(['A1 B2', 'A1 B2', 'A1 B3', 'A1 C3', 'A1', 'A1', 'A1'])
    expect(all.map(({ response }) => response?.headers.map((one) => one.join('')).join(' '))).toEqual(
      shown.map((one) => `${one} D4`),
    )
  })

  it('is put in the order of time, and of the file among equals', async () => {
    const at = (ms: number, path: string) =>
      foreign({
        startedDateTime: new Date(1.77e12 + ms).toISOString(),
        request: { method: 'GET', url: `https://a.example/${path}`, headers: [] },
      })
    const exchanges = await readEntries([at(4000, 'd'), at(0, 'a'), at(2000, 'b'), at(2000, 'c')])
    expect(exchanges.map(({ id, request }) => `${id} ${request.url.slice(-1)}`)).toEqual([
      'e1 a',
      'e2 b',
      'e3 c',
      'e4 d',
    ])
    expect(exchanges.map(({ sentAtMs }) => sentAtMs)).toEqual([0, 2000, 2000, 4000])
  })

  it('of ours holds an entry but once that stands there twice', async () => {
    const one = exchange({ id: 'e4', sentAtMs: 7 })
    const again = exchange({ id: 'e4', sentAtMs: 8 })
    const text = JSON.stringify(toHar([one, one, again], run))
    expect((await readText(text)).exchanges.map(({ sentAtMs }) => sentAtMs)).toEqual([7, 8])
  })

  it('holds an entry but once that two exports share, and not what differs in a letter', async () => {
    const at = (ms: number, more: object = {}) =>
      foreign({ startedDateTime: new Date(1.77e12 + ms).toISOString(), ...more })
    const [one, other, third] = [at(0), at(2000), at(2000, { time: 7.25 })]
    const exchanges = await readEntries([one, other, third, one, other, third])
    expect(exchanges.map(({ sentAtMs }) => sentAtMs)).toEqual([0, 2000, 2000])
  })

  it('counts from when the request left the browser', async () => {
    const timings = { blocked: 3, dns: -1, connect: 100.5, ssl: 50, send: 0, wait: 20, receive: 1 }
    const one = await readOne(foreign({ time: 124.5, timings }))
    expect(one).toMatchObject({ sentAtMs: 103.5, respondedAtMs: 124.5 })
    const never = await readOne(foreign({ time: 10, timings: { blocked: 500, wait: -1 } }))
    expect(never).toMatchObject({ sentAtMs: 10, respondedAtMs: 10 })
  })

  it('drops the pseudo-headers of HTTP/2 and splits joined cookies', async () => {
    const one = await readOne(
      foreign({
        request: {
          method: 'GET',
          url: 'https://a.example/',
          headers: [
            { name: ':authority', value: 'a' },
            { name: 'accept', value: '*/*' },
          ],
        },
        response: {
          status: 204,
          headers: [
            { name: 'set-cookie', value: 'a=\nb=' },
            { name: 'x-note', value: 'a\nb' },
          ],
        },
      }),
    )
    expect(one.request.headers).toEqual([['accept', '*/*']])
    expect(one.response?.headers).toEqual([
      ['set-cookie', 'a='],
      ['set-cookie', 'b='],
      ['x-note', 'a\nb'],
    ])
  })

  it('leaves out what is no HTTP', async () => {
    const entry = foreign({ request: { method: 'GET', url: 'data:text/plain,x', headers: [] } })
    expect(await readEntries([entry, {}, foreign()])).toHaveLength(1)
  })

  it('leaves out what a browser took from its cache', async () => {
    const cached = ['memory', 'disk'].map((_fromCache) => ({ ...foreign(), _fromCache }))
    const sent = { ...foreign(), _fromCache: null }
    expect(await readEntries([...cached, sent])).toHaveLength(1)
  })

  describe('that a page sent through its service worker', () => {
    const at = (ms: number, more: object = {}) =>
      foreign({ startedDateTime: new Date(Date.UTC(2026, 2, 1) + ms).toISOString(), ...more })
    const asking = (method: string, path = '') => ({
      method,
      url: `https://api.example/Api/v3${path}`,
      headers: [],
    })
    const response = {
      status: 200,
      headers: [],
      content: { size: 2, text: '{}' },
      _fetchedViaServiceWorker: true,
    }
    const page = (ms: number, more: object = {}) => at(ms, { time: 20, response, ...more })
    const times = async (...entries: object[]) =>
      (await readEntries(entries)).map(({ id, startedAt }) => `${id} ${startedAt.slice(-5, -1)}`)

    it.each([
      ['is what the worker sent', [page(0), at(3), page(2_000), at(2_003)], ['e1 .003', 'e2 .003']],
      ['is what the worker sent, behind a preflight', [page(0), at(1, { request: asking('OPTIONS') }), at(3)], ['e1 .001', 'e2 .003']],
      ['is all there is where the worker answered it', [page(0), at(30), page(60)], ['e1 .000', 'e2 .030', 'e3 .060']],
      ['is another than what was sent elsewhere', [page(0), at(3, { request: asking('GET', '/x') })], ['e1 .000', 'e2 .003']],
      ['is another than what was sent otherwise', [page(0), at(3, { request: asking('POST') })], ['e1 .000', 'e2 .003']],
      ['is another than what went the same way', [page(0), page(3)], ['e1 .000', 'e2 .003']],
      ['is one of two', [page(0), page(1), at(3), at(4)], ['e1 .003', 'e2 .004']],
      ['is not looked for long', [page(0), ...[1, 2, 3].map((ms) => at(ms, { request: asking('GET', `/${ms}`) })), at(4)], ['e1 .000', 'e2 .001', 'e3 .002', 'e4 .003', 'e5 .004']],
    ])('%s', async (_, entries, expected) => expect(await times(...entries)).toEqual(expected)) // biome-ignore format: a table
    it('is told by that sign alone', async () => {
      expect(await times(at(0, { time: 20 }), at(3))).toHaveLength(2)
      expect(
        await times(at(0, { time: 20, response: { ...response, _fetchedViaServiceWorker: false } }), at(3)),
      ).toHaveLength(2)
    })
  })

  it('whose Base64 is none was not recorded', async () => {
    const content = { text: '{"data":[]}', encoding: 'base64', size: 11 }
    const { response } = await readOne(foreign({ response: { status: 200, headers: [], content } }))
    expect(response?.body).toEqual({ text: null, sizeBytes: 11, flaw: 'not-recorded' })
  })

  it.each([
    ['https://api.example/Api/v3/homologacao/produtos', {}, 'service'],
    ['https://api.example/homologacao/produtos', { baseUrl: 'https://api.example/Api/v3' }, 'service'],
    ['http://api.example/Api/v3/produtos', { baseUrl: 'https://api.example/Api/v3' }, 'service'],
    ['http://api.example:443/Api/v3/produtos', { baseUrl: 'https://api.example/Api/v3' }, 'elsewhere'],
    ['https://cdn.example/a.png', { baseUrl: 'https://api.example/Api/v3' }, 'elsewhere'],
    ['https://cdn.example/a.png', {}, 'elsewhere'],
    ['https://api.example/v3/produtos', {}, 'elsewhere'],
    ['https://api.example/api/v3/produtos', {}, 'elsewhere'],
    ['https://id.example/connect?grant_type=refresh_token', {}, 'elsewhere'],
    ['https://id.example/oauth/token', {}, 'elsewhere'],
    ['https://id.example/t?x=1', { tokenUrl: 'https://id.example/t' }, 'token'],
    ['https://id.example/Api/v3/oauth/token', {}, 'token'],
    ['https://id.example/connect?grant_type=x', { baseUrl: 'https://api.example/Api/v3' }, 'token'],
    ['https://api.example/Api/v3/oauth/authorize?response_type=code&client_id=x', {}, 'elsewhere'],
    ['https://api.example/Api/v3/oauth/revoke', { baseUrl: 'https://api.example/Api/v3' }, 'elsewhere'],
    ['https://api.example/Api/v3/oauth/authorizations', { baseUrl: 'https://api.example' }, 'service'],
    ['https://api.example/oauth/authorize', { tokenUrl: 'https://api.example/oauth/authorize' }, 'token'],
  ])('tells whom %s was for, given %j', async (url, options, channel) => {
    const one = await readOne(foreign({ request: { method: 'GET', url, headers: [] } }), options)
    expect(one.channel).toBe(channel)
  })

  it('knows a request for a token by the fields of its form', async () => {
    const postData = { params: [{ name: 'grant_type', value: 'refresh_token' }] }
    const request = { method: 'POST', url: 'https://id.example/connect', headers: [], postData }
    const baseUrl = 'https://api.example/Api/v3'
    expect((await readOne(foreign({ request }), { baseUrl })).channel).toBe('token')
  })

  it('tells the address of the service wherever the file is cut into pieces', async () => {
    const bytes = Buffer.from(JSON.stringify({ log: { entries: [foreign()] } }))
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 20) yield bytes.subarray(at, at + 20)
    }
    const { baseUrl } = await readHarFrom({ name: 'x.har', read: pieces })
    expect(baseUrl).toBe('https://api.example/Api/v3')
  })

  it('tells the address of the service by the routes of the homologation', async () => {
    const path = freshPath()
    const other = foreign({ request: { method: 'GET', url: 'https://cdn.example/x.js', headers: [] } })
    writeFileSync(
      path,
      JSON.stringify({ log: { entries: [other, foreign()] } }, null, 2).replaceAll('/', '\\/'),
    )
    const { baseUrl, exchanges } = await read(path)
    expect(baseUrl).toBe('https://api.example/Api/v3')
    expect(exchanges.map(({ channel }) => channel)).toEqual(['elsewhere', 'service'])
  })

  it.each([
    ['/homologacao/produtos', '/Api/v3/homologacao/produtos', 'https://api.example/Api/v3'],
    ['/homologacao/produtos', '/Api/v3/contatos', 'https://api.example/Api/v3'],
    ['/homologacao/produtos', '/homologacao/produtos', 'https://api.example'],
    ['/erp/homologacao/produtos', '/Api/v3/contatos', 'https://api.example/erp'],
    ['/Api/v3/Api/v3/homologacao/produtos', '/Api/v3/Api/v3/contatos', 'https://api.example/Api/v3'],
    ['/Api/v2/homologacao/produtos', '/x', 'https://api.example/Api/v2'],
    ['/v3/homologacao/produtos/7', '/v3/produtos', 'https://api.example/v3'],
  ])('takes for the base of %s and %s the one with the version', async (first, second, expected) => {
    const headers = [{ name: 'x-service-homologacao', value: 'h1' }]
    const entries = [first, second].map((one) =>
      foreign({ request: { method: 'GET', url: `https://api.example${one}`, headers } }),
    )
    const { baseUrl } = await readText(JSON.stringify({ log: { entries } }))
    expect(baseUrl).toBe(expected)
  })

  const bearer = [{ name: 'authorization', value: 'Bearer t' }]
  const hash = [{ name: 'X-Service-Homologacao', value: 'h' }]
  it.each([
    ['/homologacao/produtos', { sent: bearer, status: 404 }, 'https://api.example'],
    ['/homologacao/produtos', { given: hash }, 'https://api.example'],
    ['/homologacao/produtos/7/situacoes', {}, 'https://api.example'],
    ['/homologacao/produtos', { sent: bearer }, null],
    ['/homologacao/produtos', { status: 404 }, null],
    ['/homologacao/produtos/lista/novos', { sent: bearer, status: 404 }, null],
    ['/homologacao/pedidos', { sent: bearer, status: 404, given: hash }, null],
  ] as const)(
    'takes %s without the version prefix for the procedure, or for a test environment of others: %j',
    async (path, {
      sent = [],
      given = [],
      status = 200,
    }: { sent?: readonly object[]; given?: readonly object[]; status?: number }, expected) => {
      const request = { method: 'GET', url: `https://api.example${path}`, headers: sent }
      const entries = [foreign({ request, response: { status, headers: given, content: { size: 0 } } })]
      const { baseUrl } = await readText(JSON.stringify({ log: { entries } }))
      expect(baseUrl).toBe(expected)
    },
  )

  const known = { hosts: ['api.erp.example'], otherHosts: ['www.erp.example'], names: ['produtos', 'oauth'] }
  it.each([
    ['https://api.erp.example/v3/produtos', 'https://api.erp.example/Api/v3', 'service'],
    ['https://api.erp.example/graphql', 'https://api.erp.example/Api/v3', 'service'],
    ['https://www.erp.example/Api/v3/produtos', 'https://www.erp.example/Api/v3', 'service'],
    ['https://www.erp.example/v3/produtos', 'https://www.erp.example/Api/v3', 'service'],
    ['https://www.erp.example/login.php', null, 'elsewhere'],
    ['https://api.erp.example.evil.example/v3/produtos', null, 'elsewhere'],
    ['https://outro.example/Api/v3/produtos', 'https://outro.example/Api/v3', 'service'],
    ['https://outro.example/Api/v3/orders', null, 'elsewhere'],
    ['https://outro.example/Api/v3/oauth/token', 'https://outro.example/Api/v3', 'token'],
  ])(
    'knows the service by its hosts, and elsewhere by the version prefix before a path of its own: %s',
    async (url, expected, channel) => {
      const entries = [foreign({ request: { method: 'GET', url, headers: [] } })]
      const { baseUrl, exchanges } = await readText(JSON.stringify({ log: { entries } }), { known })
      expect([baseUrl, exchanges[0]?.channel]).toEqual([expected, channel])
    },
  )

  it('keeps what went to several hosts of the service together, and the pages of one apart', async () => {
    const urls = [
      'www.erp.example/Api/v3/produtos',
      'api.erp.example/Api/v3/produtos',
      'www.erp.example/b/login',
    ]
    const entries = urls.map((url) =>
      foreign({ request: { method: 'GET', url: `https://${url}`, headers: [] } }),
    )
    const { exchanges } = await readText(JSON.stringify({ log: { entries } }), { known })
    expect(exchanges.map(({ channel }) => channel)).toEqual(['service', 'service', 'elsewhere'])
  })

  it('tells no name and password that stand before the host', async () => {
    const path = freshPath()
    const url = 'https://ana:s3nha-forte@api.example/Api/v3/homologacao/produtos'
    writeFileSync(
      path,
      JSON.stringify({ log: { entries: [foreign({ request: { method: 'GET', url, headers: [] } })] } }),
    )
    const { baseUrl, exchanges } = await read(path)
    expect(baseUrl).toBe('https://api.example/Api/v3')
    expect(exchanges.map(({ channel }) => channel)).toEqual(['service'])
  })

  it('keeps the byte order mark of an answer', async () => {
    const content = { size: 5, mimeType: 'application/json', text: '\uFEFF{}' }
    const one = await readOne(foreign({ response: { status: 200, headers: [], content } }))
    expect(one.response?.body?.text).toBe('\uFEFF{}')
  })

  it('is read with a byte order mark, any spacing, any order of its fields', async () => {
    const log = {
      entries: [foreign({ comment: 'x"]}{[', pageref: 'p' })],
      pages: [{ entries: [1] }],
      comment: '\\"',
    }
    const text = `\uFEFF${JSON.stringify({ comment: 'entries', x: { log: { entries: [{}] } }, log }, null, '\t')}`
    expect((await readText(text)).exchanges).toHaveLength(1)
  })

  it('cut short gives what it has, and says so', async () => {
    const text = JSON.stringify({ log: { entries: [foreign(), foreign()] } })
    const { exchanges, damaged } = await readText(text.slice(0, -20))
    expect(exchanges).toHaveLength(1)
    expect(damaged).toEqual([{ line: 2, reason: 'not-json' }])
  })

  it('counts the entries with bytes that are no UTF-8', async () => {
    const entries = ['Feij\xe3o', 'plain', '\xe9'].map((text, i) =>
      foreign({
        startedDateTime: `2026-03-01T02:00:0${i}.000Z`,
        response: { status: 200, headers: [], content: { text } },
      }),
    )
    const text = JSON.stringify({ log: { entries } })
    const { exchanges, notUtf8 } = await readText(Buffer.from(text, 'latin1'))
    expect(exchanges.map(({ response }) => response?.body?.text)).toEqual(['Feij\uFFFDo', 'plain', '\uFFFD'])
    expect(notUtf8.count).toBe(2)
  })

  it('of more than 300 MB is refused with a sentence', async () => {
    async function* read() {
      yield new Uint8Array(300_000_001)
    }
    await expect(readHarFrom({ name: 'x.har', read })).rejects.toMatchObject({
      code: 'too-large',
      key: 'recording.too-large',
    })
  })

  it.each(['[', '{"a":'])('nested 100,000 deep is refused, and no crash: %s', async (opening) => {
    const closing = opening === '[' ? ']' : '}'
    const deep = opening.repeat(100_000) + (opening === '[' ? '' : '1') + closing.repeat(100_000)
    const entries = JSON.stringify([foreign(), foreign()]).replaceAll('"time":10', `"time":${deep}`)
    for (const text of [`{"log":{"entries":${entries}}}`, `{"log":{"x":${deep}`])
      await expect(readText(text)).rejects.toMatchObject({ name: 'RecordingError' })
  })
})

describe('a recording', () => {
  it('is told to be a journal or a HAR by its content', async () => {
    const journal = freshPath()
    await openJournal(journal, run).close()
    const har = freshPath()
    await writeHar(har, [exchange()], run)
    expect((await readRecording(journal)).kind).toBe('journal')
    expect((await readRecording(har)).kind).toBe('har')
  })

  it.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['hello', 'not-json'],
    ['[1]', 'not-json'],
    ['{"x":1}', 'no-entries'],
    ['{"log":{"entries":{}}}', 'no-entries'],
    ['{"x":', 'not-json'],
    ['{"log":', 'not-json'],
    ['{"log":{"version":"1.', 'cut'],
    ['{"log":{"pages":[],"x":{}', 'cut'],
    ['{"log":{"pages":[]},"x":{', 'cut'],
  ])('is not %j', async (text, code) => {
    const path = freshPath()
    writeFileSync(path, text)
    const reading = async () => {
      const recording = await readRecording(path)
      for await (const one of recording.exchanges) expect(one).toBeUndefined()
    }
    await expect(reading()).rejects.toMatchObject({ name: 'RecordingError', code })
  })

  it('that is not there is named', async () => {
    await expect(readRecording(join(folder, 'none'))).rejects.toMatchObject({ code: 'missing' })
  })
})
