import { type ChildProcess, spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Agent, type Dispatcher, request } from 'undici'
import { startExamination } from '../src/examine/examination.js'
import type { ClientSettings } from '../src/service/env-file.js'
import { bling } from '../src/specification/profile.js'
import { print, quantile } from './parts/figures.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs examine [applications] [processes] [interval]`: many applications (default 50) run the five steps at the same time against one
 * examination. Four of five have a fault, such as a wait that is too short. Goal: 50 at once, every verdict right, and every gap that the
 * service measures within 5 ms of the client's own measurement.
 *
 * The same clients first call a bare server that only notes arrivals. Its gaps show the error of the machine and the clients themselves.
 *
 * This file is also the other processes: `service`, `bare` and `clients`. They talk over IPC.
 */

const [role, second, third] = process.argv.slice(2)
const INTERVAL_MS = numberOf('interval', role === 'clients' ? second : third, bling.spacing.intervalMs)
/** A client waits longer by this, because its own timers are inexact. */
const CLIENT_MARGIN_MS = 15
/** Applications that run before the measurement, until the clients are compiled. */
const WARM_UP = 200
const TOLERANCE_MS = 5
/** The examination must not take more memory. */
const MAX_MB = 400
const spacing = { ...bling.spacing, reading: 'at-least' as const, intervalMs: INTERVAL_MS }
const profile = { ...bling, spacing, total: { maxMs: null } }
const faults = ['none', 'no renewal', 'wrong body', 'no hash', 'too soon'] as const
type Fault = (typeof faults)[number]

/** What the service knows about an application. */
interface Outcome {
  readonly session: string
  readonly cause: string | null
  readonly findings: readonly string[]
  /** When its requests arrived. */
  readonly arrivedAtMs: readonly number[]
}

/** The message of the service or the bare server when it is done. */
interface ServerResult {
  readonly outcomes: readonly Outcome[]
  readonly peakMb: number
  readonly cpuMs: number
}

/** What the clients know about an application. */
interface ClientResult {
  readonly session: string
  readonly fault: Fault
  readonly sentAtMs: readonly number[]
}

/** An application to run. */
interface Task {
  readonly session: string
  readonly client: ClientSettings
  readonly number: number
}

/** The requirement that each fault breaks. */
const expectedCauses: Record<Fault, string | null> = {
  none: null,
  'no renewal': 'homologation/token-renewed',
  'wrong body': 'homologation/post-data',
  'no hash': 'homologation/hash-carried',
  'too soon': 'homologation/spacing',
}

if (role === 'service') await serve(Number(second))
else if (role === 'bare') serveBare()
else if (role === 'clients') runClients()
else await measure(numberOf('applications', role, 50), numberOf('processes', second, 2))

async function serve(count: number): Promise<void> {
  const outcomes: Outcome[] = []
  let peakBytes = 0
  const watchMemory = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
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
        arrivedAtMs: exchanges.filter(({ channel }) => channel === 'service').map(({ sentAtMs }) => sentAtMs),
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
  sendResult(outcomes, peakBytes)
}

function sendResult(outcomes: readonly Outcome[], peakBytes: number): void {
  const { user, system } = process.cpuUsage()
  const result: ServerResult = { outcomes, peakMb: peakBytes / 1e6, cpuMs: (user + system) / 1e3 }
  process.send?.(result, () => process.exit())
}

/** The simplest server that notes when a request arrives, and from which application. */
function serveBare(): void {
  const arrivals = new Map<string, number[]>()
  const responses: Readonly<Record<string, readonly [status: number, body: string]>> = {
    GET: [200, '{"data":{"nome":"Copo"}}'],
    POST: [201, '{"data":{"id":1}}'],
  }
  const server = createServer((req, res) => {
    const nowMs = performance.now()
    const session = (req.headers.authorization ?? '').slice('Bearer '.length)
    const known = arrivals.get(session)
    if (known) known.push(nowMs)
    else arrivals.set(session, [nowMs])
    const [status, body] = responses[req.method ?? ''] ?? [204, '']
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('message', () => {
    const outcomes = [...arrivals].map(([session, arrivedAtMs]) => ({
      session,
      cause: null,
      findings: [],
      arrivedAtMs,
    }))
    sendResult(outcomes, process.memoryUsage().rss)
  })
}

async function measure(count: number, processes: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number)
  const clients = Array.from({ length: processes }, () => start('clients', String(INTERVAL_MS)))
  const warmUp = start('bare')
  await runTasks(clients, bareTasks(await portOf(warmUp), 'warm', numbers.slice(0, WARM_UP)))
  warmUp.kill()
  const bare = start('bare')
  const atBare = await runTasks(clients, bareTasks(await portOf(bare), 'bare', numbers))
  const bareResult = nextMessage(bare) as Promise<ServerResult>
  bare.send('end')
  print('applications at once, over processes, ms between', `${count}, ${processes}, ${INTERVAL_MS}`)
  printGaps('bare server', atBare, await bareResult)

  const service = start('service', String(count), String(INTERVAL_MS))
  const { clients: known } = (await nextMessage(service)) as { clients: [string, ClientSettings][] }
  const serviceResult = nextMessage(service) as Promise<ServerResult>
  const tasks = known.map(([session, client], number) => ({ session, client, number }))
  const atService = await runTasks(clients, tasks)
  for (const client of clients) client.kill()
  printGaps('examination', atService, await serviceResult)
  printVerdicts(atService, await serviceResult)
}

async function portOf(bare: ChildProcess): Promise<number> {
  return ((await nextMessage(bare)) as { port: number }).port
}

/** Tasks for the bare server, which takes the access token as the session. */
function bareTasks(port: number, name: string, numbers: readonly number[]): Task[] {
  const baseUrl = `http://127.0.0.1:${port}`
  return numbers.map((number) => {
    const session = `${name}${number}`
    const unused = { clientId: '', clientSecret: '', refreshToken: '' }
    return { session, number, client: { ...unused, baseUrl, tokenUrl: baseUrl, accessToken: session } }
  })
}

/** Gives the tasks to the client processes and waits for their results. */
async function runTasks(clients: readonly ChildProcess[], tasks: readonly Task[]): Promise<ClientResult[]> {
  const results = clients.map(async (client, i) => {
    client.send(tasks.filter(({ number }) => number % clients.length === i))
    return (await nextMessage(client)) as ClientResult[]
  })
  return (await Promise.all(results)).flat()
}

function printGaps(
  server: string,
  results: readonly ClientResult[],
  { outcomes, peakMb, cpuMs }: ServerResult,
) {
  const bySession = new Map(outcomes.map((outcome) => [outcome.session, outcome]))
  const errors = results.flatMap(({ session, sentAtMs }) =>
    gapErrors(sentAtMs, bySession.get(session)?.arrivedAtMs ?? []),
  )
  const at = (share: number) => `${quantile(errors, share).toFixed(2)} ms`
  const beyond = errors.filter((errorMs) => errorMs > TOLERANCE_MS).length
  print(`${server}: error of a gap, median, 99 %, largest`, `${at(0.5)}, ${at(0.99)}, ${at(1)}`)
  print(`${server}: errors beyond the tolerance of 5 ms`, `${beyond} of ${errors.length}`)
  print(`${server}: peak memory, processor time`, `${Math.round(peakMb)} MB, ${Math.round(cpuMs)} ms`)
}

function printVerdicts(results: readonly ClientResult[], { outcomes, peakMb }: ServerResult): void {
  const bySession = new Map(outcomes.map((outcome) => [outcome.session, outcome]))
  const wrong = results.filter(
    ({ session, fault }) => bySession.get(session)?.cause !== expectedCauses[fault],
  )
  for (const { session, fault } of wrong.slice(0, 3))
    console.log('wrong:', fault, JSON.stringify(bySession.get(session)))
  print('right verdicts with the right cause', `${results.length - wrong.length} of ${results.length}`)
  process.exitCode = wrong.length === 0 && peakMb < MAX_MB ? 0 : 1
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(import.meta.url), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('message', resolve))
}

/** The differences, in milliseconds, between the gaps that the service measured and those that the client measured. */
function gapErrors(sentAtMs: readonly number[], arrivedAtMs: readonly number[]): number[] {
  const gapAfter = (times: readonly number[], i: number) =>
    (times[i + 1] ?? Number.NaN) - (times[i] ?? Number.NaN)
  return arrivedAtMs
    .map((_, i) => Math.abs(gapAfter(arrivedAtMs, i) - gapAfter(sentAtMs, i)))
    .filter((errorMs) => !Number.isNaN(errorMs))
}

/** A process of clients: runs the tasks of each message at the same time, and sends back when its requests left. */
function runClients(): void {
  const sentAtMs = new Map<string, number[]>()
  subscribe('undici:client:sendHeaders', (sent) => {
    const [, number = ''] = /application-(\d+)/.exec((sent as { headers: string }).headers) ?? []
    sentAtMs.get(number)?.push(performance.now())
  })
  process.on('message', async (tasks: Task[]) => {
    const dispatcher = new Agent({ pipelining: 1, connect: { timeout: 30_000 } })
    const results = await Promise.all(
      tasks.map(async (task) => {
        const fault = faults[task.number % faults.length] as Fault
        const times: number[] = []
        sentAtMs.set(String(task.number), times)
        await runSteps(task, fault, dispatcher)
        return { session: task.session, fault, sentAtMs: times }
      }),
    )
    await dispatcher.close()
    process.send?.(results)
  })
}

/** Runs the five steps like an application with this fault. */
async function runSteps({ client, number }: Task, fault: Fault, dispatcher: Dispatcher): Promise<void> {
  const pauseMs = (fault === 'too soon' ? INTERVAL_MS * 0.6 : INTERVAL_MS) + CLIENT_MARGIN_MS
  let token = client.accessToken
  let hash: string | null = null
  let isFirst = true

  const send = async (method: Dispatcher.HttpMethod, path: string, body?: unknown): Promise<unknown> => {
    for (let attempt = 1; ; attempt++) {
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
      if (fault === 'no renewal' || attempt > 1) throw new Error('refused')
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
  // The applications do not all begin at the same moment.
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
