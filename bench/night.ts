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
import { print } from './parts/figures.js'
import { numberOf } from './parts/number-of.js'

/**
 * `node bench/run.mjs night [exchanges]`: a long contract run (a million reads) in virtual time and without sockets. All routes are read in turn,
 * and the account's tokens rotate. The exchanges are masked, judged and reported.
 *
 * Goals: the peak memory of the whole night is that of its first tenth, within 20 %, and the memory in use does not grow. The reports of
 * two shards, merged, say the same as the report of one run.
 */

const count = numberOf('exchanges', process.argv[2], 1_000_000)
const baseUrl = 'https://api.example.invalid/Api/v3'
const START_MS = Date.UTC(2026, 0, 1)
/** Three requests a second, as the service allows. */
const PACE_MS = 334
/** The token is renewed after this many exchanges, about an hour. */
const EXCHANGES_PER_TOKEN = 10_000
/** The responses of one route in 17 have no content type, so that there are findings: of the routes 3, 20, 37 and so on. */
const BROKEN_ROUTE_EVERY = 17

interface Account {
  readonly service: Service
  /** For each list, the id of its first record. */
  readonly ids: Map<string, string>
  accessToken: string
  refreshToken: string
}

const shapes = await loadShapes()
const catalogue = await loadCatalogue('en')
const reads = allRoutes('specification').filter(({ method }) => method === 'GET')
/** The reads of each resource. With `--shard`, a machine gets whole resources. */
const families = [...new Set(reads.map(familyOf))].map((name) =>
  reads.filter((route) => familyOf(route) === name),
)
let peakMb = 0
const watchMemory = () => {
  peakMb = Math.max(peakMb, process.memoryUsage().rss / 1e6)
}

/** The memory in use after garbage collection, and the peak so far. */
function memoryText(): string {
  global.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return `${((heapUsed + external) / 1e6).toFixed(1)} MB in use, peak ${Math.round(peakMb)} MB`
}

const cpuBefore = process.cpuUsage()
const wholeNight = await runNight(reads, count, (done) => {
  if (done % Math.ceil(count / 10) === 0) print(`memory after ${done}`, memoryText())
})
print('peak memory, whole night', `${Math.round(peakMb)} MB`)
const { user, system } = process.cpuUsage(cpuBefore)
print('processor time an exchange', `${((user + system) / count).toFixed(0)} µs`)
print('exchanges, verdict, findings', `${count}, ${wholeNight.verdict}, ${wholeNight.findings.length}`)

const shortCount = Math.min(count, 100_000)
const oneRun = summarize(await runNight(reads, shortCount))
const shards: Report[] = []
for (const part of [1, 2]) {
  const share = shareOf(families, ({ length }) => length, { part, parts: 2 }).flat()
  shards.push(await runNight(share, Math.round((shortCount * share.length) / reads.length)))
}
const merged = summarize(mergeReports(shards))
const isSame = JSON.stringify(merged) === JSON.stringify(oneRun)
print(`two shards merged say the same as one run of ${shortCount}`, isSame ? 'yes' : 'NO')
if (!isSame) process.exitCode = 1
for (const line of merged) if (!oneRun.includes(line)) console.log(`  only merged: ${line}`)
for (const line of oneRun) if (!merged.includes(line)) console.log(`  only one run: ${line}`)

/** The content of a report as lines, without the ids of exchanges. */
function summarize(report: Report): string[] {
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

async function runNight(
  routes: readonly Route[],
  exchangeCount: number,
  onProgress?: (done: number) => void,
): Promise<Report> {
  const account = await openAccount('account')
  const masker = createMasker()
  const judge = createJudge(routes)
  for (let i = 0; i < exchangeCount; i++) {
    const nowMs = i * PACE_MS
    const isTokenOld = i % EXCHANGES_PER_TOKEN === EXCHANGES_PER_TOKEN - 1
    if (isTokenOld) judge.see(record(renew(account, i, nowMs), masker))
    judge.see(record(read(account, routes[i % routes.length] as Route, i, nowMs), masker))
    if (i % 1_000 === 0) {
      watchMemory()
      // A real night gives the event loop time, too.
      await new Promise((resolve) => setImmediate(resolve))
    }
    onProgress?.(i + 1)
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

function createJudge(routes: readonly Route[]): ContractJudge {
  return new ContractJudge({
    context: { profile: bling, baseUrl, tokenUrl: `${baseUrl}/oauth/token`, shapes },
    observers,
    steps: routes.map((route) => ({ id: stepOf(route), route: routeName(route) })),
    notPlanned: [],
  })
}

/** An account of a new service. Its lists are read once, so that the ids of records are known. */
async function openAccount(seed: string): Promise<Account> {
  const service = createService({ seed, invalidateAt: 'never', resources: await openResources({ seed }) })
  const { accessToken, refreshToken } = service.credentials
  const account = { service, ids: new Map<string, string>(), accessToken, refreshToken }
  for (const route of reads) if (!route.path.includes('{')) read(account, route, 0, 0)
  return account
}

function stepOf({ id }: Route): string {
  return `${id}/night`
}

/** One read. A single record is the first of its list. */
function read(account: Account, route: Route, number: number, nowMs: number): RawExchange {
  const collection = route.path.split('/{')[0] ?? ''
  const path = route.path.replace(/\{[^}]+\}/g, () => account.ids.get(collection) ?? '1')
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${account.accessToken}`],
    ['Accept', 'application/json'],
  ]
  const isBroken = reads.indexOf(route) % BROKEN_ROUTE_EVERY === 3
  const raw = send(account, { method: 'GET', path, headers, body: null }, number, nowMs, stepOf(route))
  const first = /"data":\[\{"id":(\d+)/.exec(raw.response?.body?.text ?? '')?.[1]
  if (first !== undefined && !route.path.includes('{')) account.ids.set(collection, first)
  if (!isBroken || !raw.response) return raw
  const headersLeft = raw.response.headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return { ...raw, response: { ...raw.response, headers: headersLeft } }
}

/** Renews the tokens of the account. */
function renew(account: Account, number: number, nowMs: number): RawExchange {
  const { clientId, clientSecret } = account.service.credentials
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: account.refreshToken })
  const headers: [string, string][] = [
    ['Authorization', `Basic ${basic}`],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ]
  const body = Buffer.from(form.toString())
  const raw = send(account, { method: 'POST', path: '', headers, body }, number, nowMs, null)
  const tokens = JSON.parse(raw.response?.body?.text ?? '{}')
  account.accessToken = tokens.access_token ?? account.accessToken
  account.refreshToken = tokens.refresh_token ?? account.refreshToken
  return raw
}

type Request = Parameters<Service['respond']>[0]

/** @param step null for a token request */
function send(
  account: Account,
  request: Request,
  number: number,
  nowMs: number,
  step: string | null,
): RawExchange {
  const { service } = account
  const isToken = step === null
  const path = isToken ? service.tokenPath : service.basePath + request.path
  const response = service.respond({ ...request, path }, START_MS + nowMs)
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
      method: request.method,
      url: new URL(path, baseUrl).href,
      headers: request.headers,
      body: request.body && { bytes: request.body, sizeBytes: request.body.length, flaw: null },
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

function familyOf({ path }: Route): string | undefined {
  return path.split('/')[1]
}
