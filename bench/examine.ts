import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Agent, type Dispatcher, request } from 'undici'
import { startExamination } from '../src/examine/examination.js'
import type { ClientSettings } from '../src/service/env-file.js'
import { bling } from '../src/specification/profile.js'

/**
 * `node bench/run.mjs examine [applications]`: so many applications at once in one process, every fourth of them with a fault of its
 * own. Goal: a thousand, every verdict right, every gap exact to the millisecond, under 400 MB.
 */

const [role = '1000'] = process.argv.slice(2)
const PAUSE_MS = 1_000
/** No limit of time is judged: on a busy machine the clients themselves would break it. What was measured is told apart. */
const profile = { ...bling, spacing: { ...bling.spacing, reading: 'free' as const }, total: { maxMs: null } }
const faults = ['none', 'no renewal', 'wrong body', 'no hash'] as const
type Fault = (typeof faults)[number]

interface Outcome {
  readonly session: string
  readonly verdict: string
  readonly cause: string | null
  readonly gaps: readonly (number | null)[]
}

if (role === 'service') await serve(Number(process.argv[3]))
else await measure(Number(role))

async function serve(count: number): Promise<void> {
  const outcomes: Outcome[] = []
  let most = 0
  const watchMemory = () => {
    most = Math.max(most, process.memoryUsage().rss)
  }
  const examination = await startExamination({
    service: { profile, invalidateAt: 3 },
    runs: count,
    timeoutMs: 15_000,
    onRun({ session, judgement }) {
      const gaps = judgement.steps.map(({ gapMs }) => gapMs)
      outcomes.push({
        session: session ?? '',
        verdict: judgement.verdict,
        cause: judgement.cause?.requirement ?? null,
        gaps,
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
  process.send?.({ outcomes, mostMb: most / 1e6 }, () => process.exit())
}

async function measure(count: number): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'service', String(count)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { clients } = (await message(child)) as { clients: [string, ClientSettings][] }
  const agent = new Agent({ connections: 400, pipelining: 1, connect: { timeout: 30_000 } })
  const began = performance.now()
  const over = message(child) as Promise<{ outcomes: Outcome[]; mostMb: number }>
  const sent = await Promise.all(
    clients.map(([session, client], i) =>
      passThrough(session, client, faults[i % faults.length] as Fault, i, agent),
    ),
  )
  const tookMs = performance.now() - began
  const { outcomes, mostMb } = await over
  const expected: Record<Fault, string | null> = {
    none: null,
    'no renewal': 'homologation/token-renewed',
    'wrong body': 'homologation/post-data',
    'no hash': 'homologation/hash-carried',
  }
  const byId = new Map(outcomes.map((outcome) => [outcome.session, outcome]))
  const right = sent.filter(({ session, fault }) => byId.get(session)?.cause === expected[fault])
  const errors = sent.flatMap(({ session, arrivals }) => gapErrors(arrivals, byId.get(session)?.gaps ?? []))
  errors.sort((a, b) => a - b)
  const at = (share: number) => `${(errors[Math.floor((errors.length - 1) * share)] ?? 0).toFixed(2)} ms`
  const wrong = sent.filter((one) => !right.includes(one)).slice(0, 3)
  for (const { session, fault } of wrong) console.log('wrong:', fault, JSON.stringify(byId.get(session)))
  print('applications at once', count)
  print('right verdicts with the right cause', `${right.length} of ${count}`)
  print('longest memory of the service', `${Math.round(mostMb)} MB`)
  print('gap: service against client, median, 99 %, most', `${at(0.5)}, ${at(0.99)}, ${at(1)}`)
  print('whole time', `${Math.round(tookMs)} ms`)
  await agent.close()
  process.exitCode = right.length === count && mostMb < 400 ? 0 : 1
}

function message(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('message', resolve))
}

/** How far the gaps that the service measured lie from those between the client's own requests. */
function gapErrors(sentAt: readonly number[], gaps: readonly (number | null)[]): number[] {
  return gaps.flatMap((gap, i) => {
    const own = (sentAt[i] ?? Number.NaN) - (sentAt[i - 1] ?? Number.NaN)
    return gap === null || i === 2 || i === 3 || Number.isNaN(own) ? [] : [Math.abs(gap - own)]
  })
}

async function passThrough(
  session: string,
  client: ClientSettings,
  fault: Fault,
  number: number,
  dispatcher: Dispatcher,
) {
  const arrivals: number[] = []
  let token = client.accessToken
  let hash: string | null = null

  const send = async (method: Dispatcher.HttpMethod, path: string, body?: unknown): Promise<unknown> => {
    if (arrivals.length > 0) await pause(PAUSE_MS)
    for (let repeat = 0; ; repeat++) {
      if (repeat > 0) await pause(PAUSE_MS)
      if (repeat === 0) arrivals.push(performance.now())
      const answer = await request(client.baseUrl + path, {
        dispatcher,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(hash === null || fault === 'no hash' ? {} : { 'x-bling-homologacao': hash }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.body.text()
      hash = (answer.headers['x-bling-homologacao'] as string | undefined) ?? hash
      if (answer.statusCode !== 401) return text === '' ? null : JSON.parse(text)
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
  await pause((number * 7) % 900)
  await run().catch((error: Error) => {
    if (error.message !== 'refused') throw error
  })
  return { session, fault, arrivals }
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
  console.log(`${what.padEnd(50)} ${value}`)
}
