import type { ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, it } from 'vitest'
import { type ErpOptions, type Responder, send, startErp } from './services/erp.js'
import { removeFolders, reportOf, rootsOf, runInside, runnerOf } from './tool.js'

afterAll(removeFolders)

interface Broken {
  readonly erp: ErpOptions
  /** Requirement that must stand at the root of it all. */
  readonly breaks: string
  readonly status?: 0 | 1 | 4
  /** Most requests that the service may see, renewals included. Default: 7. */
  readonly most?: number
  readonly timeoutMs?: number
  readonly env?: Readonly<Record<string, string>>
}

/** Responses as usual, but with another status, other headers, or another body. */
function but(changed: {
  status?: number
  headers?: Readonly<Record<string, string>>
  without?: readonly string[]
  body?: string | null
}): Responder {
  return (response, ordinary) => {
    const headers = Object.fromEntries(
      Object.entries(ordinary.headers).filter(([name]) => !changed.without?.includes(name.toLowerCase())),
    )
    send({}, response, { ...ordinary, ...changed, headers: { ...headers, ...changed.headers } })
  }
}

/** Bytes of the service's own making, with `{hash}` where a hash is due. */
function raw(text: string, then: 'close' | 'hang' | 'reset' = 'close'): Responder {
  return (response) => {
    const { socket } = response
    const closing = then === 'close' ? text.replace('\r\n', '\r\nconnection: close\r\n') : text
    socket?.write(Buffer.from(closing, 'latin1'))
    if (then === 'close') socket?.end()
    if (then === 'reset') setTimeout(() => socket?.resetAndDestroy(), 20)
  }
}

const created = (id: string) => but({ body: `{"data":{"id":${id},"nome":"x"}}` })
const HASH = 'x-service-homologacao: h1\r\n'
const JSON_TYPE = 'content-type: application/json\r\n'

/** None of these is a fault of the embedded service. */
const broken: Readonly<Record<string, Broken>> = {
  'a hash of blanks': {
    erp: { instead: { 1: but({ headers: { 'x-service-homologacao': '   ' } }) } },
    breaks: 'homologation/hash-issued',
  },
  'a hash in a trailer': {
    erp: {
      instead: {
        1: raw(
          `HTTP/1.1 200 OK\r\n${JSON_TYPE}transfer-encoding: chunked\r\ntrailer: x-service-homologacao\r\n\r\n19\r\n{"data":{"nome":"Caneca"}}\r\n0\r\n${HASH}\r\n`.replace(
            '\r\n19\r\n',
            '\r\n1a\r\n',
          ),
        ),
      },
    },
    breaks: 'homologation/hash-issued',
  },
  'a hash in a cookie': {
    erp: {
      instead: {
        1: but({ without: ['x-service-homologacao'], headers: { 'set-cookie': 'x-service-homologacao=h1' } }),
      },
    },
    breaks: 'homologation/hash-issued',
  },
  'a hash under another name': {
    erp: { hashHeader: 'x-homologacao' },
    breaks: 'homologation/hash-issued',
  },
  'data as a number': {
    erp: { instead: { 1: but({ body: '{"data":42}' }) } },
    breaks: 'homologation/product-data',
  },
  'data as false': {
    erp: { instead: { 1: but({ body: '{"data":false}' }) } },
    breaks: 'homologation/product-data',
  },
  'data in capitals': {
    erp: { instead: { 1: but({ body: '{"Data":{"nome":"x"}}' }) } },
    breaks: 'homologation/product-data',
  },
  'a bare number': { erp: { instead: { 1: but({ body: '42' }) } }, breaks: 'homologation/product-data' },
  'a bare null': { erp: { instead: { 1: but({ body: 'null' }) } }, breaks: 'homologation/product-data' },
  'JSON with a comment': {
    erp: { instead: { 1: but({ body: '{"data":{"nome":"x"}} // ok' }) } },
    breaks: 'envelope/json',
  },
  'JSON with NaN': {
    erp: { instead: { 1: but({ body: '{"data":{"preco":NaN}}' }) } },
    breaks: 'envelope/json',
  },
  'JSON as plain text': {
    erp: { instead: { 1: but({ headers: { 'content-type': 'text/plain' } }) } },
    breaks: 'envelope/json',
  },
  XML: {
    erp: { instead: { 1: but({ headers: { 'content-type': 'application/xml' }, body: '<data/>' }) } },
    breaks: 'envelope/json',
  },
  'an identifier in exponents of a fraction': {
    erp: { instead: { 2: created('1.5e-3') } },
    breaks: 'homologation/product-id',
  },
  'an identifier as an array': {
    erp: { instead: { 2: created('[12]') } },
    breaks: 'homologation/product-id',
  },
  'an identifier as digits in text': {
    erp: { instead: { 2: created('"12345678901"') } },
    breaks: 'homologation/product-id',
  },
  'an identifier of -1': { erp: { instead: { 2: created('-1') } }, breaks: 'homologation/product-id' },
  'created, and a list of them': {
    erp: { instead: { 2: but({ body: '{"data":[{"id":7}]}' }) } },
    breaks: 'homologation/product-id',
  },
  'created by a redirect': {
    erp: { instead: { 2: but({ status: 303, headers: { location: '/Api/v3/produtos/1' }, body: '' }) } },
    breaks: 'homologation/answer-status',
  },
  'moved for good, with credentials to follow': {
    erp: {
      instead: { 1: but({ status: 308, headers: { location: 'https://elsewhere.example/x' }, body: '' }) },
    },
    breaks: 'homologation/answer-status',
    most: 1,
  },
  'not modified': {
    erp: { instead: { 1: but({ status: 304, body: null }) } },
    breaks: 'homologation/answer-status',
  },
  'a situation that conflicts': {
    erp: {
      instead: {
        4: but({ status: 409, headers: { 'content-type': 'application/json' }, body: '{"error":{}}' }),
      },
    },
    breaks: 'homologation/answer-status',
  },
  'no deletes': { erp: { instead: { 5: but({ status: 405 }) } }, breaks: 'homologation/answer-status' },
  'accepted for later': {
    erp: { instead: { 3: but({ status: 202 }) } },
    breaks: 'homologation/answer-status',
    status: 0,
  },
  'a teapot': { erp: { instead: { 3: but({ status: 418 }) } }, breaks: 'homologation/answer-status' },
  'a status of 999': {
    erp: { instead: { 3: raw(`HTTP/1.1 999 What\r\n${HASH}content-length: 0\r\n\r\n`) } },
    breaks: 'homologation/answer-status',
  },
  'provisional answers without end': {
    erp: {
      instead: {
        1: ({ socket }) => {
          const timer = setInterval(() => socket?.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
          socket?.once('close', () => clearInterval(timer))
        },
      },
    },
    breaks: 'service/answers',
    timeoutMs: 700,
  },
  'another protocol': { erp: { instead: { 1: raw('SSH-2.0-OpenSSH_9.6\r\n') } }, breaks: 'service/answers' },
  'an alert of TLS': {
    erp: { instead: { 1: raw('\x15\x03\x01\x00\x02\x02\x28') } },
    breaks: 'service/answers',
  },
  'two lengths': {
    erp: {
      instead: {
        1: raw(
          `HTTP/1.1 200 OK\r\n${HASH}${JSON_TYPE}content-length: 2\r\ncontent-length: 26\r\n\r\n{"data":{"nome":"Caneca"}}`,
        ),
      },
    },
    breaks: 'service/answers',
  },
  'a length that is no number': {
    erp: {
      instead: {
        1: raw(`HTTP/1.1 200 OK\r\n${HASH}${JSON_TYPE}content-length: many\r\n\r\n{"data":{"a":1}}`),
      },
    },
    breaks: 'service/answers',
  },
  'half of a gzip': {
    erp: {
      instead: {
        1: (response: ServerResponse) => {
          const half = gzipSync('{"data":{"nome":"Caneca","preco":1.5,"codigo":"C"}}').subarray(0, 30)
          response.writeHead(200, {
            'content-type': 'application/json',
            'content-encoding': 'gzip',
            'x-service-homologacao': 'h1',
          })
          response.end(half)
        },
      },
    },
    breaks: 'service/answers',
  },
  'an unknown encoding': {
    erp: { instead: { 1: but({ headers: { 'content-encoding': 'zebra' } }) } },
    breaks: 'service/answers',
  },
  'a body that breaks off by reset': {
    erp: {
      instead: {
        1: raw(
          `HTTP/1.1 200 OK\r\n${HASH}${JSON_TYPE}transfer-encoding: chunked\r\n\r\n5\r\n{"dat\r\n`,
          'reset',
        ),
      },
    },
    breaks: 'service/answers',
  },
  'a body that stays away': {
    erp: {
      instead: {
        2: raw(`HTTP/1.1 201 Created\r\n${HASH}${JSON_TYPE}content-length: 30\r\n\r\n{"da`, 'hang'),
      },
    },
    breaks: 'service/answers',
    timeoutMs: 700,
  },
  'a token answer of another kind': {
    erp: {
      deathAt: 2,
      instead: { token: but({ body: '{"access_token":"a b\\nc","token_type":"bearer"}' }) },
    },
    breaks: 'auth/renewal',
  },
  'an error with status 200': {
    erp: { deathAt: 2, instead: { token: but({ body: '{"error":"invalid_grant"}' }) } },
    breaks: 'auth/renewal',
  },
  'a token answer of 204': {
    erp: { deathAt: 2, instead: { token: but({ status: 204, body: null }) } },
    breaks: 'auth/renewal',
  },
  'an access token that is a number': {
    erp: { deathAt: 4, instead: { token: but({ body: '{"access_token":12345,"token_type":"bearer"}' }) } },
    breaks: 'auth/renewal',
  },
  'a token address that moved': {
    erp: {
      deathAt: 3,
      instead: { token: but({ status: 301, headers: { location: 'http://127.0.0.1:9/token' } }) },
    },
    breaks: 'auth/renewal',
  },
  'a new token that is refused at once': {
    erp: {
      deathAt: 2,
      instead: {
        token: but({ body: '{"access_token":"never-heard-of","token_type":"bearer","refresh_token":"r2"}' }),
      },
    },
    breaks: 'auth/renewal',
    most: 4,
  },
  'limits without end, and an hour to wait': {
    erp: { instead: { 2: but({ status: 429, headers: { 'retry-after': '3600' }, body: '{"error":{}}' }) } },
    breaks: 'homologation/limit-hit',
    most: 6,
  },
  'limits without end': {
    erp: {
      instead: {
        3: but({ status: 429, body: '{"error":{}}', headers: { 'content-type': 'application/json' } }),
      },
    },
    breaks: 'homologation/limit-hit',
    most: 9,
  },
  'no way to renew': {
    erp: { deathAt: 3 },
    env: { HOMOLOGA_REFRESH_TOKEN: '', HOMOLOGA_CLIENT_ID: '', HOMOLOGA_CLIENT_SECRET: '' },
    breaks: 'homologation/token-renewed',
    most: 3,
  },
}

describe.concurrent('check against a service that breaks one thing', () => {
  it.for(Object.entries(broken).map(([name, one], i) => [name, one, runnerOf(i)] as const))(
    'names the requirement: %s',
    { timeout: 40_000 },
    async ([, one, run], { expect }) => {
      const erp = await startErp(one.erp)
      const { status: expected = 1, most = 7, timeoutMs = 5_000, env = {} } = one
      try {
        const args = ['check', '--spacing-ms', '5', '--timeout-ms', String(timeoutMs)]
        const { status, err, dir } = await run(args, { env: { ...erp.env, ...env } })
        const report = reportOf({ dir })
        expect({ roots: rootsOf(report), status, err }).toEqual({
          roots: [one.breaks],
          status: expected,
          err,
        })
        expect(report.cause === null).toBe(expected === 0)
        expect(erp.arrivals.length).toBeLessThanOrEqual(most)
        expect(err).not.toMatch(/^\s+at /m)
      } finally {
        await erp.close()
      }
    },
  )
})

describe.concurrent('check where nothing can be reached', () => {
  const nowhere: Readonly<Record<string, string>> = {
    'no one listens': 'http://127.0.0.1:9/Api/v3',
    'a name that does not exist': 'https://no-such-host.invalid/Api/v3',
    'https where http is spoken': 'https-to-http',
  }
  it.for(Object.entries(nowhere).map(([name, url], i) => [name, url, runnerOf(i)] as const))(
    'is incomplete, with status 4: %s',
    { timeout: 40_000 },
    async ([, url, run], { expect }) => {
      const erp = await startErp()
      const baseUrl = url === 'https-to-http' ? erp.baseUrl.replace('http:', 'https:') : url
      try {
        const env = { HOMOLOGA_BASE_URL: baseUrl, HOMOLOGA_ACCESS_TOKEN: 'token-of-the-test' }
        const { status, err, dir } = await run(['check', '--timeout-ms', '3000'], { env })
        const report = reportOf({ dir })
        expect({ status, verdict: report.verdict, roots: rootsOf(report), err }).toEqual({
          status: 4,
          verdict: 'incomplete',
          roots: ['service/answers'],
          err,
        })
      } finally {
        await erp.close()
      }
    },
  )

  it('is incomplete where a connection is taken and nothing is said', { timeout: 40_000 }, async ({
    expect,
  }) => {
    const silent = createTcpServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const probe = connect(port, '127.0.0.1')
    try {
      const env = {
        HOMOLOGA_BASE_URL: `http://127.0.0.1:${port}/Api/v3`,
        HOMOLOGA_ACCESS_TOKEN: 't0ken-of-the-test',
      }
      const { status, dir } = await runInside(['check', '--timeout-ms', '500'], { env })
      expect({ status: [1, 4].includes(status ?? -1), roots: rootsOf(reportOf({ dir })) }).toEqual({
        status: true,
        roots: ['service/answers'],
      })
    } finally {
      probe.destroy()
      silent.close()
    }
  })
})
