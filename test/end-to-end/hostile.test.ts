import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, it } from 'vitest'
import { type Ordinary, type Responder, startErp } from './services/erp.js'
import { filesBelow, RUN_FILES, removeFolders, reportOf, rootsOf, runTool } from './tool.js'

afterAll(removeFolders)

/**
 * The peak of the process in KiB, told by itself on its last breath. On Linux not `maxRSS`: that figure is handed
 * on from fork to exec, and would be the peak of the worker that started the process.
 */
const TELL_PEAK = `data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>process._rawDebug('peak '+(process.platform==='linux'&&parseInt(readFileSync('/proc/self/status','utf8').split('VmHWM:')[1])||process.resourceUsage().maxRSS)))`
/** Whatever a service sends, no more than this. The goal for an ordinary run is 110; see bench/. */
const MOST_MB = 220

function open(response: ServerResponse, { headers, status }: Ordinary, length?: number): void {
  const { 'content-length': _, ...rest } = headers
  response.writeHead(status, length === undefined ? rest : { ...rest, 'content-length': length })
}

/** Writes as fast as the client reads, until it leaves. */
function pour(block: Buffer, most = Number.POSITIVE_INFINITY, length?: number): Responder {
  return async (response, ordinary) => {
    open(response, ordinary, length)
    for (let sent = 0; sent < most && !response.destroyed; sent += block.length) {
      if (!response.write(block)) await takesMore(response)
    }
    response.end()
  }
}

/** Resolves when it takes more, or nothing ever again; no listener of ours stays behind. */
function takesMore(to: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      to.off('drain', go).off('close', go)
      resolve()
    }
    to.on('drain', go).on('close', go)
  })
}

function body(bytes: Buffer | string, headers: Record<string, string> = {}): Responder {
  return (response, ordinary) => {
    const length = Buffer.byteLength(bytes)
    response.writeHead(ordinary.status, { ...ordinary.headers, ...headers, 'content-length': length })
    response.end(bytes)
  }
}

function raw(parts: () => Iterable<string>): Responder {
  return async ({ socket }) => {
    for (const part of parts()) {
      if (socket === null || socket.destroyed) return
      if (!socket.write(part)) await takesMore(socket)
    }
    socket?.end()
  }
}

const MB = Buffer.alloc(1024 * 1024, 'x')
/** So many megabytes, in members that follow each other as gzip allows: made in an instant. */
const bomb = (mb: number) => Buffer.concat(Array<Buffer>(mb).fill(gzipSync(MB)))
const DEEP = `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
const DEEP_DATA = `{"data":{"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`

const hostile: Readonly<Record<string, { at?: 1 | 2 | 'token'; does: Responder; breaks: string }>> = {
  'a body without end': { does: pour(MB), breaks: 'service/answers' },
  'a body of 2 GB, announced': { does: pour(MB, 2 ** 31, 2 ** 31), breaks: 'service/answers' },
  'a body of 2 GB in chunks': { does: pour(MB, 2 ** 31), breaks: 'service/answers' },
  'a body without end, byte by byte': {
    does: (response, ordinary) => {
      open(response, ordinary)
      const timer = setInterval(() => response.write('x'), 1)
      response.once('close', () => clearInterval(timer))
    },
    breaks: 'service/answers',
  },
  'a header of 10 MB': {
    does: raw(function* () {
      yield 'HTTP/1.1 200 OK\r\nx-big: '
      for (let i = 0; i < 160; i++) yield 'h'.repeat(65_536)
      yield '\r\n\r\n'
    }),
    breaks: 'service/answers',
  },
  'a million headers': {
    does: raw(function* () {
      yield 'HTTP/1.1 200 OK\r\n'
      for (let i = 0; i < 1_000; i++) yield 'a: b\r\n'.repeat(1_000)
      yield '\r\n'
    }),
    breaks: 'service/answers',
  },
  'a bomb of gzip': {
    does: body(bomb(300), { 'content-encoding': 'gzip' }),
    breaks: 'service/answers',
  },
  'gzip in gzip in gzip': {
    does: body(gzipSync(gzipSync(bomb(200))), {
      'content-encoding': 'gzip, gzip, gzip',
    }),
    breaks: 'service/answers',
  },
  'invalid UTF-8': {
    does: body(Buffer.from('{"data":{"nome":"\xe9\xff\xfe"}}', 'latin1')),
    breaks: 'envelope/json',
  },
  'JSON 100,000 arrays deep': { does: body(DEEP), breaks: 'envelope/json' },
  'JSON 100,000 objects deep': { does: body(DEEP_DATA), breaks: 'envelope/json' },
  'a token answer without end': { at: 'token', does: pour(MB), breaks: 'auth/renewal' },
  'a token answer 100,000 deep': { at: 'token', does: body(DEEP_DATA), breaks: 'auth/renewal' },
  'a token answer in invalid UTF-8': {
    at: 'token',
    does: body(Buffer.from([0xff, 0xfe, 0x00])),
    breaks: 'auth/renewal',
  },
}

/** By day those of which another says the same are left out. */
const byNight = /2 GB in chunks|100,000 arrays|token answer (100,000|in invalid)/
const isDay = process.env.HOMOLOGA_VARIANTS === undefined
const tried = Object.entries(hostile).filter(([name]) => !isDay || !byNight.test(name))

describe.concurrent('check against a hostile service', () => {
  it.for(tried)('finds it, in bounded memory: %s', { timeout: 60_000 }, async ([, one], { expect }) => {
    const { at = 1 } = one
    const erp = await startErp({ instead: { [at]: one.does }, ...(at === 'token' ? { deathAt: 2 } : {}) })
    try {
      const args = ['check', '--spacing-ms', '5', '--timeout-ms', '2500']
      const { status, err, dir } = await runTool(args, { env: erp.env, node: ['--import', TELL_PEAK] })
      expect({ status, roots: rootsOf(reportOf({ dir })), err }).toEqual({
        status: 1,
        roots: [one.breaks],
        err,
      })
      expect(Number(/^peak (\d+)$/m.exec(err)?.[1]) / 1024).toBeLessThan(MOST_MB)
      expect(
        filesBelow(dir)
          .map((file) => file.slice(dir.length + 1))
          .sort(),
      ).toEqual(RUN_FILES)
      expect(erp.arrivals.length).toBeLessThanOrEqual(4)
    } finally {
      await erp.close()
    }
  })

  it('passes a product of 5 MB and ten thousand fields', { timeout: 60_000 }, async ({ expect }) => {
    const fields = Array.from({ length: 10_000 }, (_, i) => `"campo${i}":"${'v'.repeat(500)}"`).join()
    const erp = await startErp({ product: `{"nome":"x","preco":1.10,${fields}}` })
    try {
      const run = await runTool(['check', '--spacing-ms', '5'], {
        env: erp.env,
        node: ['--import', TELL_PEAK],
      })
      expect({ status: run.status, complaints: erp.complaints, err: run.err }).toEqual({
        status: 0,
        complaints: [],
        err: run.err,
      })
    } finally {
      await erp.close()
    }
  })
})
