import type { Exchange } from '../src/exchange/exchange.js'
import { createMasker, record } from '../src/exchange/masking.js'
import type { RawExchange } from '../src/exchange/raw.js'
import { ContractJudge } from '../src/judging/contract-judge.js'
import { buildReport } from '../src/report/build-report.js'
import { mergeReports } from '../src/report/merge-reports.js'
import type { Report } from '../src/report/report.js'
import { observers } from '../src/rules/observers.js'
import { shareOf } from '../src/run/contract/shard.js'
import { openResources } from '../src/service/resources/open.js'
import { createService, type Service } from '../src/service/service.js'
import { allRoutes } from '../src/specification/find-route.js'
import { bling } from '../src/specification/profile.js'
import { type Route, routeName } from '../src/specification/route.js'
import { loadShapes } from '../src/specification/shapes.js'
import { loadCatalogue } from '../src/words/catalogue.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs night [exchanges]`: a night of reads, every route in turn, of an account whose tokens rotate, in virtual
 * time and without sockets: masked, judged, reported. Goals: the most memory of the whole night is that of its first tenth, within 20 %, and
 * what is held does not grow;
 * the reports of two shards, merged, say what the report of one run says.
 */

const count = numberOf('exchanges', process.argv[2], 1_000_000)
const baseUrl = 'https://api.example.invalid/Api/v3'
const START_MS = Date.UTC(2026, 0, 1)
/** Three requests a second, as the service allows. */
const PACE_MS = 334
/** Exchanges after which an account's token is renewed: an hour's. */
const LIFE = 10_000

interface Account {
  readonly service: Service
  readonly ids: Map<string, string>
  accessToken: string
  refreshToken: string
}

const shapes = await loadShapes()
const catalogue = await loadCatalogue('en')
const lists = allRoutes('specification').filter(({ method }) => method === 'GET')
/** Whole resources go to one machine, as `--shard` gives them out. */
const families = [...new Set(lists.map(familyOf))].map((name) =>
  lists.filter((one) => familyOf(one) === name),
)
let mostMb = 0
/** What is held after everything dead was collected, and the most that the process took so far. */
function memory(): string {
  global.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return `${((heapUsed + external) / 1e6).toFixed(1)} MB held, most ${Math.round(mostMb)} MB`
}
const note = () => {
  mostMb = Math.max(mostMb, process.memoryUsage().rss / 1e6)
}

const began = process.cpuUsage()
const whole = await night(lists, count, (done) => {
  if (done % Math.ceil(count / 10) === 0) tell(`memory after ${done}`, memory())
})
tell('most memory, whole night', `${Math.round(mostMb)} MB`)
const { user, system } = process.cpuUsage(began)
tell('processor time an exchange', `${((user + system) / count).toFixed(0)} µs`)
tell('exchanges, verdict, findings', `${count}, ${whole.verdict}, ${whole.findings.length}`)

const few = Math.min(count, 100_000)
const one = await night(lists, few)
const parts: Report[] = []
for (const part of [1, 2]) {
  const share = shareOf(families, ({ length }) => length, { part, parts: 2 }).flat()
  parts.push(await night(share, Math.round((few * share.length) / lists.length)))
}
const [merged, alone] = [mergeReports(parts), one].map(said)
const isSame = JSON.stringify(merged) === JSON.stringify(alone)
tell(`two shards merged say what one run of ${few} says`, isSame ? 'yes' : 'NO')
if (!isSame) process.exitCode = 1
for (const [which, a = [], b = []] of [
  ['merged alone', merged, alone],
  ['one run alone', alone, merged],
] as const)
  for (const line of a.filter((each) => !b.includes(each))) console.log(`  only ${which}: ${line}`)

/** What a report says, whatever its exchanges are called. */
function said(report: Report): string[] {
  const { verdict, steps, findings, coverage } = report
  const { tested } = coverage.requirements
  return [
    `verdict ${verdict}`,
    ...steps.map((step) => `step ${step.id} ${step.verdict}`),
    ...findings.map(({ code, fingerprint, severity }) => `${severity} ${code} ${fingerprint}`),
    ...tested.map((id) => `tested ${id}`),
    ...coverage.routes.exercised.map((route) => `exercised ${route}`),
  ].sort()
}

async function night(routes: readonly Route[], many: number, hear?: (done: number) => void): Promise<Report> {
  const account = await open('account')
  const masker = createMasker()
  const judge = judgeOf(routes)
  for (let i = 0; i < many; i++) {
    const nowMs = i * PACE_MS
    if (i % LIFE === LIFE - 1) see(renewal(account, i, nowMs), judge, masker)
    see(read(account, routes[i % routes.length] as Route, i, nowMs), judge, masker)
    if (i % 1_000 === 0) {
      note()
      // signals and timers of a real night have their turn
      await new Promise((resolve) => setImmediate(resolve))
    }
    hear?.(i + 1)
  }
  const judgement = judge.judgement({ ended: true, further: [], furtherTested: [] })
  const meta = {
    id: 'night',
    command: 'contract',
    startedAt: new Date(START_MS).toISOString(),
    durationMs: 1,
  }
  const facts = { version: '0', profile: bling, baseUrl, embedded: true, repeats: 0, seed: 'night' }
  return buildReport({ ...meta, ...facts }, judgement, { catalogue, lang: 'en' })
}

function judgeOf(routes: readonly Route[]): ContractJudge {
  return new ContractJudge({
    context: { profile: bling, baseUrl, tokenUrl: `${baseUrl}/oauth/token`, shapes },
    observers,
    steps: routes.map((route) => ({ id: stepOf(route), route: routeName(route) })),
    notPlanned: [],
  })
}

function see(raw: RawExchange, judge: ContractJudge, masker: ReturnType<typeof createMasker>): Exchange {
  const exchange = record(raw, masker)
  judge.see(exchange)
  return exchange
}

async function open(seed: string): Promise<Account> {
  const service = createService({ seed, invalidateAt: 'never', resources: await openResources({ seed }) })
  const { accessToken, refreshToken } = service.credentials
  const account = { service, ids: new Map<string, string>(), accessToken, refreshToken }
  for (const route of lists) if (!route.path.includes('{')) read(account, route, 0, 0)
  return account
}

function stepOf({ id }: Route): string {
  return `${id}/night`
}

/** One read. What a list shows first is what single reads ask for; a route of every seventeenth lacks its content type. */
function read(account: Account, route: Route, number: number, nowMs: number): RawExchange {
  const collection = route.path.split('/{')[0] ?? ''
  const path = route.path.replace(/\{[^}]+\}/g, () => account.ids.get(collection) ?? '1')
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${account.accessToken}`],
    ['Accept', 'application/json'],
  ]
  const isSpoilt = lists.indexOf(route) % 17 === 3
  const raw = asked(account, { method: 'GET', path, headers, body: null }, number, nowMs, stepOf(route))
  const first = /"data":\[\{"id":(\d+)/.exec(raw.response?.body?.text ?? '')?.[1]
  if (first !== undefined && !route.path.includes('{')) account.ids.set(collection, first)
  if (!isSpoilt || !raw.response) return raw
  const kept = raw.response.headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return { ...raw, response: { ...raw.response, headers: kept } }
}

function renewal(account: Account, number: number, nowMs: number): RawExchange {
  const { clientId, clientSecret } = account.service.credentials
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: account.refreshToken })
  const headers: [string, string][] = [
    ['Authorization', `Basic ${basic}`],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ]
  const body = Buffer.from(form.toString())
  const raw = asked(account, { method: 'POST', path: '', headers, body }, number, nowMs, null)
  const renewed = JSON.parse(raw.response?.body?.text ?? '{}')
  account.accessToken = renewed.access_token ?? account.accessToken
  account.refreshToken = renewed.refresh_token ?? account.refreshToken
  return raw
}

type Request = Parameters<Service['respond']>[0]

function asked(
  account: Account,
  sent: Request,
  number: number,
  nowMs: number,
  step: string | null,
): RawExchange {
  const { service } = account
  const isToken = step === null
  const path = isToken ? service.tokenPath : service.basePath + sent.path
  const response = service.respond({ ...sent, path }, START_MS + nowMs)
  const text = response.body === null ? null : Buffer.from(response.body as string).toString()
  return {
    id: `e${number + 1}${isToken ? 't' : ''}`,
    source: 'run',
    channel: isToken ? 'token' : 'service',
    session: null,
    step,
    failure: null,
    gaps: [],
    request: {
      method: sent.method,
      url: new URL(path, baseUrl).href,
      headers: sent.headers,
      body: sent.body && { bytes: sent.body, sizeBytes: sent.body.length, flaw: null },
    },
    response: {
      status: response.status,
      headers: response.headers,
      body: text === null ? null : { bytes: Buffer.from(text), text, sizeBytes: text.length, flaw: null },
    },
    startedAt: new Date(START_MS + nowMs).toISOString(),
    sentAtMs: nowMs,
    respondedAtMs: nowMs + 5,
  }
}

function tell(what: string, value: string | number): void {
  console.log(`${what.padEnd(56)} ${value}`)
}

function familyOf({ path }: Route): string | undefined {
  return path.split('/')[1]
}
