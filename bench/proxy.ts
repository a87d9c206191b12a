import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { openJournal } from '../src/exchange/journal.js'
import { watchProxy } from '../src/proxy/watch-proxy.js'
import { bling } from '../src/specification/profile.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs proxy [seconds] [rounds] [records] [addresses]`: requests a second through the recording proxy and through a bare undici proxy that checks
 * nothing, by turns in one run, and what each adds at the median; client, proxy and service share the machine. Goal: ≤ 0.5 ms added; the goal
 * beside Prism and mitmproxy is measured by the bench `peers`. With more records a response is larger (200 bytes each; default: 1); with more
 * addresses no exchange is the same as the one before.
 */

const [role, ...rest] = process.argv.slice(2)
/** Requests that follow one another, for what is added. */
const ONE_BY_ONE = 3_000
const FIRST_ID = 16842795981
const CONNECTIONS = 32
if (role === 'service') serve(Number(rest[0]))
else if (role === 'proxy') await stand(rest[0] ?? '')
else if (role === 'bare') await standBare(rest[0] ?? '')
else
  await measure({
    seconds: numberOf('seconds', role, 5),
    rounds: numberOf('rounds', rest[0], 3),
    records: numberOf('records', rest[1], 1),
    addresses: numberOf('addresses', rest[2], 1),
  })

/** The least a service can be, so that what is measured is the proxy. */
function serve(records: number): void {
  const one = {
    id: FIRST_ID,
    data: '2026-03-02',
    historico: 'Pagamento de fornecedores',
    portador: { id: 7 },
    categoria: { id: 9 },
    pagamentos: [],
  }
  const body = JSON.stringify({ data: records === 1 ? one : Array.from({ length: records }, () => one) })
  const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const [before = '', ...after] = body.split(String(FIRST_ID))
  const rest = after.join(String(FIRST_ID))
  const server = createServer(({ url = '' }, res) =>
    res.writeHead(200, head).end(before + url.slice(url.lastIndexOf('/') + 1) + rest),
  )
  server.listen(0, '127.0.0.1', () => tell((server.address() as { port: number }).port))
}

async function stand(target: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'homologa-proxy-'))
  const journal = openJournal(join(dir, 'journal.ndjson'), {
    id: 'bench',
    command: 'proxy',
    startedAt: new Date().toISOString(),
    tool: { name: 'homologa', version: '0' },
    profile: bling,
    baseUrl: target,
    tokenUrl: null,
    embedded: false,
    toleranceMs: 5,
    seed: null,
    source: 'proxy',
  })
  const options = { target, profile: bling, toleranceMs: 5, runs: null, timeoutMs: null }
  let recorded = 0
  const watched = await watchProxy({
    ...options,
    onExchange(exchange) {
      journal.append(exchange)
      recorded++
    },
  })
  tell(watched.proxy.port)
  process.on('SIGTERM', async () => {
    await watched.stop()
    await journal.close()
    rmSync(dir, { recursive: true })
    process.exit()
  })
  tellOfMe(() => recorded)
}

function tellOfMe(recorded: () => number | null): void {
  setInterval(() => {
    process.send?.({ rssMb: process.memoryUsage().rss / 1e6, cpuUs: cpuUs(), recorded: recorded() })
  }, 250)
}

/** What a person would write with undici in ten lines: everything passes, nothing is kept. */
async function standBare(target: string): Promise<void> {
  const { Pool } = await import('undici')
  const pool = new Pool(new URL(target).origin, { connections: 256 })
  const server = createServer((req, res) => {
    const { method = 'GET', url: path = '/', headers } = req
    const body = headers['content-length'] || headers['transfer-encoding'] ? req : null
    pool
      .stream({ method: method as 'GET', path, headers, body }, ({ statusCode, headers: responded }) =>
        res.writeHead(statusCode, responded as Record<string, string>),
      )
      .catch(() => res.destroy())
  })
  server.listen(0, '127.0.0.1', () => tell((server.address() as { port: number }).port))
  tellOfMe(() => null)
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function tell(port: number): void {
  process.send?.({ port })
}

interface Peer {
  readonly name: string
  readonly child: ChildProcess
  readonly url: string
  readonly perSecond: number[]
  readonly addedMs: number[]
  /** Of the processor, for each request under load. */
  readonly costUs: number[]
  /** Seconds after the end of a load until all of it was recorded. */
  readonly behindS: number[]
  /** Requests that passed, beside those that were recorded. */
  passed: number
  mostMb: number
  cpuUs: number
  /** null: it records nothing. */
  recorded: number | null
}

interface Plan {
  readonly seconds: number
  readonly rounds: number
  readonly records: number
  readonly addresses: number
}

async function measure({ seconds, rounds, records, addresses }: Plan): Promise<void> {
  const service = await start('service', String(records))
  const target = `http://127.0.0.1:${service.port}/Api/v3`
  const direct = `${target}/borderos/${FIRST_ID}`
  const peers = [
    await peer('recording proxy', 'proxy', target),
    await peer('bare undici proxy', 'bare', target),
  ]
  for (const one of peers) {
    one.passed += (await load(one.url, 2, addresses)).requests.total
    await settled(one)
  }
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    for (const one of round % 2 === 0 ? peers : peers.toReversed()) {
      const alone = await median(direct)
      one.addedMs.push((await median(one.url)) - alone)
      const before = one.cpuUs
      const { requests, non2xx, errors } = await load(one.url, seconds, addresses)
      one.passed += requests.total + ONE_BY_ONE
      one.behindS.push(await settled(one))
      one.perSecond.push(requests.average)
      one.costUs.push((one.cpuUs - before) / requests.total)
      failed += non2xx + errors
    }
  }
  print('requests a second, no proxy', Math.round((await load(direct, 2, addresses)).requests.average))
  for (const { name, perSecond, addedMs, costUs, behindS, mostMb } of peers) {
    print(`${name}, processor time a request`, `${Math.round(middle(costUs))} µs`)
    print(`${name}, requests a second`, Math.round(middle(perSecond)))
    print(`${name}, added at the median`, `${middle(addedMs).toFixed(3)} ms`)
    print(`${name}, most memory`, `${Math.round(mostMb)} MB`)
    print(`${name}, all recorded after`, `${middle(behindS).toFixed(1)} s`)
  }
  const [own, bare] = peers
  if (own) print('passed, recorded (with those that the load cut off)', `${own.passed}, ${own.recorded}`)
  if (own && bare) print('of the bare one', (middle(own.perSecond) / middle(bare.perSecond)).toFixed(2))
  print('not 2xx, errors', failed)
  service.child.kill()
  for (const { child } of peers) child.kill('SIGTERM')
}

async function peer(name: string, role: string, target: string): Promise<Peer> {
  const { child, port } = await start(role, target)
  const url = `http://127.0.0.1:${port}/Api/v3/borderos/${FIRST_ID}`
  const measures = {
    perSecond: [],
    addedMs: [],
    costUs: [],
    behindS: [],
    passed: 0,
    mostMb: 0,
    cpuUs: 0,
    recorded: null,
  }
  const one: Peer = { name, child, url, ...measures }
  child.on('message', ({ rssMb, cpuUs, recorded }: Pick<Peer, 'cpuUs' | 'recorded'> & { rssMb: number }) => {
    one.mostMb = Math.max(one.mostMb, rssMb)
    one.cpuUs = cpuUs
    one.recorded = recorded
  })
  return one
}

/** What was put off is done, and told: no more was recorded for a second. Seconds that it took. */
async function settled(one: Peer): Promise<number> {
  const began = performance.now()
  for (let before: number | null | undefined; ; before = one.recorded) {
    if (before === one.recorded) return Math.max(0, (performance.now() - began) / 1_000 - 1)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

function load(url: string, duration: number, addresses: number) {
  const headers = { authorization: 'Bearer 0123456789abcdef0123456789abcdef', accept: 'application/json' }
  const { pathname } = new URL(url)
  const paths = Array.from({ length: addresses }, (_, i) => pathname.replace(/\d+$/, String(FIRST_ID + i)))
  let connected = 0
  // connections that begin alike stay alike
  const setupClient = (client: autocannon.Client) => {
    const from = Math.floor((addresses * connected++) / CONNECTIONS)
    client.setRequests([...paths.slice(from), ...paths.slice(0, from)].map((path) => ({ path, headers })))
  }
  return autocannon({ url, duration, connections: CONNECTIONS, headers, setupClient })
}

/** Milliseconds at the median of requests that follow one another over one connection. */
async function median(url: string): Promise<number> {
  const { Client } = await import('undici')
  const { origin, pathname } = new URL(url)
  const client = new Client(origin)
  const took: number[] = []
  for (let i = 0; i < ONE_BY_ONE; i++) {
    const began = performance.now()
    const { body } = await client.request({ method: 'GET', path: pathname })
    await body.text()
    if (i >= 1_000) took.push(performance.now() - began)
  }
  await client.close()
  return took.sort((a, b) => a - b)[took.length >> 1] ?? 0
}

function start(...args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(
    process.execPath,
    [
      ...(process.env.PROF && args[0] === 'proxy'
        ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROF}`]
        : []),
      fileURLToPath(import.meta.url),
      ...args,
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  return new Promise((resolve) => {
    child.once('message', ({ port }: { port: number }) => resolve({ child, port }))
  })
}

function print(what: string, value: string | number): void {
  console.log(`${what.padEnd(52)} ${value}`)
}
