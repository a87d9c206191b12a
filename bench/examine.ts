import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Agent, type Dispatcher, request } from 'undici'
import { startExamination } from '../src/examine/examination.js'
import type { Exchange } from '../src/exchange/exchange.js'
import type { ClientSettings } from '../src/service/env-file.js'
import { bling } from '../src/specification/profile.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs examine [applications] [processes] [interval]`: so many applications at once (default 50), over a few processes, against one
 * examination; four of five have a fault of their own, a wait that is too short among them. Goal: 50 at once, every verdict right, every gap within
 * the tolerance of the client's own clock. The same clients call a bare server first, which only notes arrivals: that is the error of machine and clients.
 */

const [role, second, third] = process.argv.slice(2)
const INTERVAL_MS = numberOf('interval', role === 'clients' ? second : third, bling.spacing.intervalMs)
/** What a client waits for more: its own timers err, too. */
const MORE_MS = 15
/** Applications that are passed before those that count, so that clients are as fast as they get. */
const WARM = 200
const spacing = { ...bling.spacing, reading: 'at-least' as const, intervalMs: INTERVAL_MS }
const profile = { ...bling, spacing, total: { maxMs: null } }
const faults = ['none', 'no renewal', 'wrong body', 'no hash', 'too soon'] as const
type Fault = (typeof faults)[number]

/** A request as the service noted it. */
interface Noted {
  readonly atMs: number
}

interface Outcome {
  readonly session: string
  readonly cause: string | null
  readonly findings: readonly string[]
  readonly noted: readonly Noted[]
}

interface Served {
  readonly outcomes: readonly Outcome[]
  readonly mostMb: number
  /** Of the processor. */
  readonly tookMs: number
}

interface Passed {
  readonly session: string
  readonly fault: Fault
  readonly sentAtMs: readonly number[]
}

interface Task {
  readonly session: string
  readonly client: ClientSettings
  readonly number: number
}

const expected: Record<Fault, string | null> = {
  none: null,
  'no renewal': 'homologation/token-renewed',
  'wrong body': 'homologation/post-data',
  'no hash': 'homologation/hash-carried',
  'too soon': 'homologation/spacing',
}

if (role === 'service') await serve(Number(second))
else if (role === 'bare') serveBare()
else if (role === 'clients') await passAll()
else await measure(numberOf('applications', role, 50), numberOf('processes', second, 2))

async function serve(count: number): Promise<void> {
  const outcomes: Outcome[] = []
  let most = 0
  const watchMemory = () => {
    most = Math.max(most, process.memoryUsage().rss)
  }
  const examination = await startExamination({
    service: { profile, invalidateAt: 3 },
    runs: count,
    timeoutMs: 12_000,
    onRun({ session, judgement }, exchanges) {
      outcomes.push({
        session: session ?? '',
        cause: judgement.cause?.requirement ?? null,
        findings: judgement.findings.map(({ code }) => code),
        noted: exchanges.filter(({ channel }) => channel === 'service').map(notedOf),
      })
    },
  })
  const clients: [string, ClientSettings][] = []
  for (let i = 0; i < count; i++) {
    const application = examination.createSession(`application ${i}`)
    clients.push([application.id, examination.clientSettings(application)])
  }
  setInterval(watchMemory, 50).unref()
  process.send?.({ clients })
  await examination.done
  watchMemory()
  process.send?.({ outcomes, mostMb: most / 1e6, tookMs: cpuMs() } satisfies Served, () => process.exit())
}

/** The least that can note when a request came, and whose it is. */
function serveBare(): void {
  const noted = new Map<string, Noted[]>()
  const responses: Readonly<Record<string, readonly [status: number, body: string]>> = {
    GET: [200, '{"data":{"nome":"Copo"}}'],
    POST: [201, '{"data":{"id":1}}'],
  }
  const server = createServer((req, res) => {
    const one = { atMs: performance.now() }
    const session = (req.headers.authorization ?? '').slice('Bearer '.length)
    const all = noted.get(session)
    if (all) all.push(one)
    else noted.set(session, [one])
    const [status, body] = responses[req.method ?? ''] ?? [204, '']
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('message', () => {
    const outcomes = [...noted].map(([session, all]) => ({ session, cause: null, findings: [], noted: all }))
    const mostMb = process.memoryUsage().rss / 1e6
    process.send?.({ outcomes, mostMb, tookMs: cpuMs() } satisfies Served, () => process.exit())
  })
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e3
}

function notedOf({ sentAtMs }: Exchange): Noted {
  return { atMs: sentAtMs }
}

async function measure(count: number, processes: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number)
  const clients = Array.from({ length: processes }, () => start('clients', String(INTERVAL_MS)))
  const warming = start('bare')
  await passOver(clients, tasksAt(await portOf(warming), 'warm', numbers.slice(0, WARM)))
  warming.kill()
  const bare = start('bare')
  const passed = await passOver(clients, tasksAt(await portOf(bare), 'bare', numbers))
  const told = message(bare) as Promise<Served>
  bare.send('over')
  print('applications at once, over processes, ms between', `${count}, ${processes}, ${INTERVAL_MS}`)
  tellGaps('bare server', passed, await told)

  const service = start('service', String(count), String(INTERVAL_MS))
  const { clients: known } = (await message(service)) as { clients: [string, ClientSettings][] }
  const over = message(service) as Promise<Served>
  const own = await passOver(
    clients,
    known.map(([session, client], number) => ({ session, client, number })),
  )
  for (const one of clients) one.kill()
  const served = await over
  tellGaps('examination', own, served)
  tellVerdicts(own, served)
}

async function portOf(bare: ChildProcess): Promise<number> {
  return ((await message(bare)) as { port: number }).port
}

function tasksAt(port: number, name: string, numbers: readonly number[]): Task[] {
  const baseUrl = `http://127.0.0.1:${port}`
  return numbers.map((number) => {
    const session = `${name}${number}`
    const nobody = { clientId: '', clientSecret: '', refreshToken: '' }
    return { session, number, client: { ...nobody, baseUrl, tokenUrl: baseUrl, accessToken: session } }
  })
}

async function passOver(clients: readonly ChildProcess[], tasks: readonly Task[]): Promise<Passed[]> {
  const passed = clients.map(async (one, i) => {
    one.send(tasks.filter(({ number }) => number % clients.length === i))
    return (await message(one)) as Passed[]
  })
  return (await Promise.all(passed)).flat()
}

function tellGaps(who: string, passed: readonly Passed[], { outcomes, mostMb, tookMs }: Served): void {
  const byId = new Map(outcomes.map((outcome) => [outcome.session, outcome]))
  const errors = passed.flatMap(({ session, sentAtMs }) =>
    gapErrors(sentAtMs, byId.get(session)?.noted ?? []),
  )
  const sorted = errors.sort((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2)} ms`
  print(`${who}: gap against the client's, median, 99 %, most`, `${at(0.5)}, ${at(0.99)}, ${at(1)}`)
  print(
    `${who}: gaps beyond the tolerance of 5 ms`,
    `${errors.filter((ms) => ms > 5).length} of ${errors.length}`,
  )
  print(`${who}: most memory, processor time`, `${Math.round(mostMb)} MB, ${Math.round(tookMs)} ms`)
}

function tellVerdicts(passed: readonly Passed[], { outcomes, mostMb }: Served): void {
  const byId = new Map(outcomes.map((outcome) => [outcome.session, outcome]))
  const right = passed.filter(({ session, fault }) => byId.get(session)?.cause === expected[fault])
  for (const { session, fault } of passed.filter((one) => !right.includes(one)).slice(0, 3))
    console.log('wrong:', fault, JSON.stringify(byId.get(session)))
  print('right verdicts with the right cause', `${right.length} of ${passed.length}`)
  process.exitCode = right.length === passed.length && mostMb < 400 ? 0 : 1
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(import.meta.url), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

function message(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('message', resolve))
}

/** Milliseconds by which the gaps that the service measured differ from those between the client's own requests. */
function gapErrors(sentAtMs: readonly number[], noted: readonly Noted[]) {
  return noted.slice(1).flatMap((to, i) => {
    const from = noted[i] as Noted
    const own = (sentAtMs[i + 1] ?? Number.NaN) - (sentAtMs[i] ?? Number.NaN)
    if (Number.isNaN(own)) return []
    return [Math.abs(to.atMs - from.atMs - own)]
  })
}

async function passAll(): Promise<void> {
  const sentAtMs = new Map<string, number[]>()
  subscribe('undici:client:sendHeaders', (sent) => {
    const [, number = ''] = /application-(\d+)/.exec((sent as { headers: string }).headers) ?? []
    sentAtMs.get(number)?.push(performance.now())
  })
  process.on('message', async (tasks: Task[]) => {
    const dispatcher = new Agent({ pipelining: 1, connect: { timeout: 30_000 } })
    const passed = await Promise.all(
      tasks.map(async (task) => {
        const fault = faults[task.number % faults.length] as Fault
        const times: number[] = []
        sentAtMs.set(String(task.number), times)
        await passThrough(task, fault, dispatcher)
        return { session: task.session, fault, sentAtMs: times }
      }),
    )
    await dispatcher.close()
    process.send?.(passed)
  })
}

async function passThrough({ client, number }: Task, fault: Fault, dispatcher: Dispatcher): Promise<void> {
  const pauseMs = (fault === 'too soon' ? INTERVAL_MS * 0.6 : INTERVAL_MS) + MORE_MS
  let token = client.accessToken
  let hash: string | null = null
  let isFirst = true

  const send = async (method: Dispatcher.HttpMethod, path: string, body?: unknown): Promise<unknown> => {
    for (let repeat = 0; ; repeat++) {
      if (!isFirst) await pause(pauseMs)
      isFirst = false
      const response = await request(client.baseUrl + path, {
        dispatcher,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'user-agent': `application-${number}`,
          ...(hash === null || fault === 'no hash' ? {} : { 'x-bling-homologacao': hash }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.body.text()
      hash = (response.headers['x-bling-homologacao'] as string | undefined) ?? hash
      if (response.statusCode !== 401) return text === '' ? null : JSON.parse(text)
      if (fault === 'no renewal' || repeat > 0) throw new Error('refused')
      token = await renew(client, dispatcher)
    }
  }

  const run = async () => {
    const path = '/homologacao/produtos'
    const { data } = (await send('GET', path)) as { data: Record<string, unknown> }
    const created = (await send('POST', path, fault === 'wrong body' ? { data } : data)) as {
      data: { id: number }
    }
    const own = `${path}/${created.data.id}`
    await send('PUT', own, { ...data, nome: 'Copo' })
    await send('PATCH', `${own}/situacoes`, { situacao: 'I' })
    await send('DELETE', own)
  }
  await pause((number * 7) % (INTERVAL_MS * 0.9))
  await run().catch((error: Error) => {
    if (error.message !== 'refused') throw error
  })
}

async function renew(
  { tokenUrl, clientId, clientSecret, refreshToken }: ClientSettings,
  dispatcher: Dispatcher,
) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const { body } = await request(tokenUrl, {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
  })
  return ((await body.json()) as { access_token: string }).access_token
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function print(what: string, value: string | number): void {
  console.log(`${what.padEnd(58)} ${value}`)
}
