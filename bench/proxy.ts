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

/**
 * `node bench/run.mjs proxy [seconds]`: requests a second through the recording proxy, and what it adds at the median, with client, proxy and
 * service sharing the machine. Goal: 5,000 a second on two cores, 0.4 ms.
 */

const [role = 'client', ...rest] = process.argv.slice(2)
if (role === 'service') serve()
else if (role === 'proxy') await stand(rest[0] ?? '')
else await measure(Number(role) || 5)

/** The least a service can be, so that what is measured is the proxy. */
function serve(): void {
  const body = JSON.stringify({
    data: { id: 16842795981, nome: 'Caneca esmaltada 350 ml', preco: 32.56, codigo: '000123' },
  })
  const head = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const server = createServer((_req, res) => res.writeHead(200, head).end(body))
  server.listen(0, '127.0.0.1', () => tell((server.address() as { port: number }).port))
}

async function stand(target: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'homologa-proxy-'))
  const journal = openJournal(join(dir, 'journal.ndjson'), {
    ...{
      id: 'bench',
      command: 'proxy',
      startedAt: new Date().toISOString(),
      tool: { name: 'homologa', version: '0' },
    },
    ...{
      profile: bling,
      baseUrl: target,
      tokenUrl: null,
      embedded: false,
      toleranceMs: 5,
      seed: null,
      source: 'proxy',
    },
  })
  const options = { target, profile: bling, toleranceMs: 5, runs: null, timeoutMs: null }
  const watched = await watchProxy({ ...options, onExchange: (exchange) => journal.append(exchange) })
  tell(watched.proxy.port)
  process.on('SIGTERM', async () => {
    await watched.stop()
    await journal.close()
    rmSync(dir, { recursive: true })
    process.exit()
  })
  setInterval(
    () =>
      process.send?.({ rssMb: process.memoryUsage().rss / 1e6, seen: watched.grader.seen, cpuUs: cpuUs() }),
    250,
  )
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function tell(port: number): void {
  process.send?.({ port })
}

async function measure(seconds: number): Promise<void> {
  const service = await start('service')
  const proxy = await start('proxy', `http://127.0.0.1:${service.port}/Api/v3`)
  const memory: number[] = []
  const work: { seen: number; cpuUs: number }[] = []
  proxy.child.on('message', (news: { rssMb: number; seen: number; cpuUs: number }) => {
    memory.push(news.rssMb)
    work.push(news)
  })
  const direct = `http://127.0.0.1:${service.port}/Api/v3/borderos/16842795981`
  const through = `http://127.0.0.1:${proxy.port}/Api/v3/borderos/16842795981`

  const latency = { direct: await median(direct), through: await median(through) }
  await load(through, 1)
  const alone = await load(direct, Math.min(2, seconds))
  memory.length = 0
  work.length = 0
  const result = await load(through, seconds)
  const half = Math.floor(memory.length / 2)
  const most = (list: number[]) => Math.round(Math.max(0, ...list))
  print('requests a second, no proxy', Math.round(alone.requests.average))
  print('requests a second, through the proxy', Math.round(result.requests.average))
  print('median added, one request at a time', `${(latency.through - latency.direct).toFixed(3)} ms`)
  const [first, last] = [work[0], work.at(-1)]
  if (first && last) {
    const perRequest = (last.cpuUs - first.cpuUs) / (last.seen - first.seen)
    print('processor time of the proxy, a request', `${Math.round(perRequest)} µs`)
  }
  print('not 2xx, errors', `${result.non2xx}, ${result.errors}`)
  print(
    'memory, first half, second half',
    `${most(memory.slice(0, half))} MB, ${most(memory.slice(half))} MB`,
  )
  service.child.kill()
  proxy.child.kill('SIGTERM')
}

function load(url: string, duration: number) {
  const headers = { authorization: 'Bearer 0123456789abcdef0123456789abcdef', accept: 'application/json' }
  return autocannon({ url, duration, connections: 32, headers })
}

/** Milliseconds at the median of requests that follow one another over one connection. */
async function median(url: string): Promise<number> {
  const { Client } = await import('undici')
  const { origin, pathname } = new URL(url)
  const client = new Client(origin)
  const took: number[] = []
  for (let i = 0; i < 3_000; i++) {
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
      ...(process.env.PROF && args[0] === 'proxy' ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : []),
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
  console.log(`${what.padEnd(44)} ${value}`)
}
