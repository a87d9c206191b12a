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
import { median, print } from './parts/figures.js'
import { numberOf } from './parts/number-of.js'
import { runHeaderOf } from './parts/run-header.js'

/**
 * `node bench/run.mjs proxy [seconds] [rounds] [records] [addresses]`: measures the recording proxy and, by turns, a bare undici proxy that
 * checks and records nothing: requests a second under load, and the time that each adds to a request at the median. Goal: at most 0.5 ms.
 *
 * `records` (default 1) makes responses larger, by 200 bytes each. With several `addresses`, consecutive exchanges differ. Client, proxy and
 * service share the machine. The bench `peers` compares with other tools.
 *
 * This file is also the other processes: `service`, `proxy` and `bare`. They talk over IPC.
 */

const [role, ...rest] = process.argv.slice(2)
/** Requests one after another, from which the added time is measured. */
const SEQUENTIAL_REQUESTS = 3_000
/** The first of them are not counted. */
const WARM_UP_REQUESTS = 1_000
const FIRST_ID = 16842795981
const CONNECTIONS = 32
if (role === 'service') serve(Number(rest[0]))
else if (role === 'proxy') await runRecordingProxy(rest[0] ?? '')
else if (role === 'bare') await runBareProxy(rest[0] ?? '')
else
  await measure({
    seconds: numberOf('seconds', role, 5),
    rounds: numberOf('rounds', rest[0], 3),
    records: numberOf('records', rest[1], 1),
    addresses: numberOf('addresses', rest[2], 1),
  })

/** The simplest service, so that it takes little of the measured time. It responds with the id from the address. */
function serve(records: number): void {
  const record = {
    id: FIRST_ID,
    data: '2026-03-02',
    historico: 'Pagamento de fornecedores',
    portador: { id: 7 },
    categoria: { id: 9 },
    pagamentos: [],
  }
  const body = JSON.stringify({
    data: records === 1 ? record : Array.from({ length: records }, () => record),
  })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const [before = '', ...after] = body.split(String(FIRST_ID))
  const rest = after.join(String(FIRST_ID))
  const server = createServer(({ url = '' }, res) =>
    res.writeHead(200, headers).end(before + url.slice(url.lastIndexOf('/') + 1) + rest),
  )
  server.listen(0, '127.0.0.1', () => sendPort((server.address() as { port: number }).port))
}

async function runRecordingProxy(target: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'homologa-proxy-'))
  const journal = openJournal(join(dir, 'journal.ndjson'), runHeaderOf(target))
  const options = { target, profile: bling, toleranceMs: 5, runs: null, timeoutMs: null }
  let recorded = 0
  const watched = await watchProxy({
    ...options,
    onExchange(exchange) {
      journal.append(exchange)
      recorded++
    },
  })
  sendPort(watched.proxy.port)
  process.on('SIGTERM', async () => {
    await watched.stop()
    await journal.close()
    rmSync(dir, { recursive: true })
    process.exit()
  })
  sendUsage(() => recorded)
}

/** Sends memory, processor time and the number of recorded exchanges four times a second. */
function sendUsage(recorded: () => number | null): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    const usage: Usage = {
      memoryMb: process.memoryUsage().rss / 1e6,
      cpuUs: user + system,
      recorded: recorded(),
    }
    process.send?.(usage)
  }, 250)
}

interface Usage {
  readonly memoryMb: number
  readonly cpuUs: number
  /** null: the proxy records nothing. */
  readonly recorded: number | null
}

/** The shortest proxy that a person would write with undici. It forwards everything and records nothing. */
async function runBareProxy(target: string): Promise<void> {
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
  server.listen(0, '127.0.0.1', () => sendPort((server.address() as { port: number }).port))
  sendUsage(() => null)
}

function sendPort(port: number): void {
  process.send?.({ port })
}

/** A proxy and its figures, one for each round. */
interface MeasuredProxy {
  readonly name: string
  readonly child: ChildProcess
  readonly url: string
  readonly perSecond: number[]
  readonly addedMs: number[]
  /** Processor time for each request under load. */
  readonly costUs: number[]
  /** Seconds from the end of a load until all of it was recorded. */
  readonly behindS: number[]
  /** Requests that were sent through it. */
  sent: number
  peakMb: number
  /** Its last message. */
  usage: Usage
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
  const recording = await startProxy('recording proxy', 'proxy', target)
  const bare = await startProxy('bare undici proxy', 'bare', target)
  const proxies = [recording, bare]
  for (const proxy of proxies) {
    proxy.sent += (await load(proxy.url, 2, addresses)).requests.total
    await waitUntilRecorded(proxy)
  }
  let failed = 0
  for (let round = 0; round < rounds; round++) {
    for (const proxy of round % 2 === 0 ? proxies : proxies.toReversed()) {
      const directMs = await medianRequestMs(direct)
      proxy.addedMs.push((await medianRequestMs(proxy.url)) - directMs)
      const cpuUsBefore = proxy.usage.cpuUs
      const { requests, non2xx, errors } = await load(proxy.url, seconds, addresses)
      proxy.sent += requests.total + SEQUENTIAL_REQUESTS
      proxy.behindS.push(await waitUntilRecorded(proxy))
      proxy.perSecond.push(requests.average)
      proxy.costUs.push((proxy.usage.cpuUs - cpuUsBefore) / requests.total)
      failed += non2xx + errors
    }
  }
  print('requests a second, no proxy', Math.round((await load(direct, 2, addresses)).requests.average))
  for (const { name, perSecond, addedMs, costUs, behindS, peakMb } of proxies) {
    print(`${name}, processor time a request`, `${Math.round(median(costUs))} µs`)
    print(`${name}, requests a second`, Math.round(median(perSecond)))
    print(`${name}, added at the median`, `${median(addedMs).toFixed(3)} ms`)
    print(`${name}, peak memory`, `${Math.round(peakMb)} MB`)
    print(`${name}, all recorded after`, `${median(behindS).toFixed(1)} s`)
  }
  // The load ends while requests are pending. These are recorded but not counted as sent.
  print('sent, recorded', `${recording.sent}, ${recording.usage.recorded}`)
  const share = median(recording.perSecond) / median(bare.perSecond)
  print('requests a second, as a share of the bare proxy', share.toFixed(2))
  print('not 2xx, errors', failed)
  service.child.kill()
  for (const { child } of proxies) child.kill('SIGTERM')
}

async function startProxy(name: string, role: string, target: string): Promise<MeasuredProxy> {
  const { child, port } = await start(role, target)
  const proxy: MeasuredProxy = {
    name,
    child,
    url: `http://127.0.0.1:${port}/Api/v3/borderos/${FIRST_ID}`,
    perSecond: [],
    addedMs: [],
    costUs: [],
    behindS: [],
    sent: 0,
    peakMb: 0,
    usage: { memoryMb: 0, cpuUs: 0, recorded: null },
  }
  child.on('message', (usage: Usage) => {
    proxy.peakMb = Math.max(proxy.peakMb, usage.memoryMb)
    proxy.usage = usage
  })
  return proxy
}

/** Waits until nothing more was recorded for a second. Returns the seconds that recording took. */
async function waitUntilRecorded(proxy: MeasuredProxy): Promise<number> {
  const beganMs = performance.now()
  let recordedBefore: number | null
  do {
    recordedBefore = proxy.usage.recorded
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  } while (recordedBefore !== proxy.usage.recorded)
  return (performance.now() - beganMs) / 1_000 - 1
}

/** Sends requests over 32 connections for `duration` seconds. */
function load(url: string, duration: number, addresses: number) {
  const headers = { authorization: 'Bearer 0123456789abcdef0123456789abcdef', accept: 'application/json' }
  const { pathname } = new URL(url)
  const paths = Array.from({ length: addresses }, (_, i) => pathname.replace(/\d+$/, String(FIRST_ID + i)))
  let connected = 0
  // Every connection begins at another address, so that they do not all send the same one.
  const setupClient = (client: autocannon.Client) => {
    const from = Math.floor((addresses * connected++) / CONNECTIONS)
    client.setRequests([...paths.slice(from), ...paths.slice(0, from)].map((path) => ({ path, headers })))
  }
  return autocannon({ url, duration, connections: CONNECTIONS, headers, setupClient })
}

/** The median time of requests that are sent one after another over one connection. */
async function medianRequestMs(url: string): Promise<number> {
  const { Client } = await import('undici')
  const { origin, pathname } = new URL(url)
  const client = new Client(origin)
  const timesMs: number[] = []
  for (let i = 0; i < SEQUENTIAL_REQUESTS; i++) {
    const sentAtMs = performance.now()
    const { body } = await client.request({ method: 'GET', path: pathname })
    await body.text()
    if (i >= WARM_UP_REQUESTS) timesMs.push(performance.now() - sentAtMs)
  }
  await client.close()
  return median(timesMs)
}

/** Starts this file in a role, and waits for its port. With `PROF=FOLDER`, the proxy writes a profile of its processor time there. */
function start(...args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const profileFolder = args[0] === 'proxy' ? process.env.PROF : undefined
  const nodeFlags = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []
  const child = spawn(process.execPath, [...nodeFlags, fileURLToPath(import.meta.url), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve) => {
    child.once('message', ({ port }: { port: number }) => resolve({ child, port }))
  })
}
