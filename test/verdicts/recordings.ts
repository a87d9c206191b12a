import type { Exchange } from '../../src/exchange/exchange.js'
import type { Note, RunHeader, WatchPlan } from '../../src/exchange/journal.js'
import { createMasker, record } from '../../src/exchange/masking.js'
import { ContractJudge, type JudgedStep } from '../../src/judging/contract-judge.js'
import { type Judged, judgedTraffic, judgeOwnRun } from '../../src/judging/judged.js'
import { type ContractNote, contractEndNote } from '../../src/judging/notes.js'
import { finding } from '../../src/rules/finding.fixture.js'
import type { Finding } from '../../src/rules/finding.js'
import { observers } from '../../src/rules/observers.js'
import { type Fault, routeFaults, stepFaults } from '../../src/service/faults/index.js'
import { createService } from '../../src/service/service.js'
import { matchRoute, routeName } from '../../src/specification/find-route.js'
import { bling, spec } from '../../src/specification/profile.js'
import { loadShapes } from '../../src/specification/shapes.js'
import { homologation } from '../../suites/homologation.js'
import type { BrokenClient } from '../broken/broken-client.js'
import { type Course, type Recorded, recordCourse, withHeader } from '../broken/client.js'
import { brokenClients } from '../broken/clients/index.js'
import { harmlessCourses } from '../broken/harmless.js'
import { baseUrl as contractBase, passContract, tellingFamilies } from '../contract/course.js'
import { rehearse } from '../rehearsal/rehearse.js'
import { watchVirtually } from './virtual-watch.js'

/** A recording with the judgement that it had while it was made. */
export interface LiveRecording {
  readonly header: RunHeader
  readonly exchanges: readonly Exchange[]
  readonly notes: readonly Note[]
  readonly live: Judged
}

export type Making = readonly [name: string, make: () => Promise<LiveRecording>]

/** By day one in so many of those that differ in their exchanges alone, and contracts of some families; by night all. */
const isDay = process.env.HOMOLOGA_VARIANTS === undefined
const someFamilies = isDay ? { families: tellingFamilies } : {}
const oneIn = <T>(nth: number, all: readonly T[]) => (isDay ? all.filter((_, i) => i % nth === 0) : all)

function headerOf(facts: Partial<RunHeader>): RunHeader {
  return {
    id: '2026-01-01T00-00-00-test',
    command: 'examine',
    startedAt: '2026-01-01T00:00:00.000Z',
    tool: { name: 'homologa', version: '0.1.0' },
    profile: spec,
    baseUrl: 'http://127.0.0.1:9/Api/v3',
    tokenUrl: null,
    embedded: true,
    toleranceMs: 5,
    seed: null,
    source: 'examine',
    ...facts,
  }
}

// --- we were the client ---

async function ownRun(fault: Fault | null, stoppedAfter: number | null = null): Promise<LiveRecording> {
  const masker = createMasker()
  const runs = rehearse({
    suite: homologation,
    profile: spec,
    runs: 1,
    seed: 'verdicts',
    userAgent: 'homologa/test',
    timeoutMs: 5_000,
    service: (seed) =>
      createService({ profile: spec, enforce: true, invalidateAt: 3, seed, faults: fault ? [fault] : [] }),
    onSecret: (kind, value) => masker.register(kind, value),
  })
  for await (const run of runs) {
    const all = run.exchanges.map((raw) => record(raw, masker))
    const exchanges = stoppedAfter === null ? all : all.slice(0, stoppedAfter)
    const stopped = stoppedAfter === null ? (run.outcome.stopped?.code ?? null) : 'interrupted'
    const header = headerOf({
      command: 'check',
      source: 'run',
      toleranceMs: 0,
      baseUrl: 'http://localhost/Api/v3',
    })
    const notes: Note[] = [
      ...(stopped === null ? [] : [{ kind: 'stopped', code: stopped }]),
      { kind: 'ended', repeats: run.outcome.repeats },
    ]
    const live = { judgement: judgeOwnRun(exchanges, header, stopped, await loadShapes()), traffic: null }
    return { header, exchanges, notes, live }
  }
  throw new Error('no run')
}

const ownRuns: readonly Making[] = [
  ['our own run that passes', () => ownRun(null)],
  ...[1, 3, 6].map((count): Making => [`our own run, interrupted after ${count}`, () => ownRun(null, count)]),
  ...oneIn(2, Object.values<Fault>(stepFaults)).map(
    (fault): Making => [`our own run at the fault ${fault.name}`, () => ownRun(fault)],
  ),
]

// --- we were the service, or stood between ---

interface Watching {
  readonly plan?: Partial<WatchPlan>
  readonly isEach?: boolean
  readonly source?: 'examine' | 'proxy'
}

export async function watched(
  { profile, baseUrl, tokenUrl }: Pick<RunHeader, 'profile' | 'baseUrl' | 'tokenUrl'>,
  passing: readonly (Exchange | null)[],
  { plan, isEach = false, source = 'examine' }: Watching = {},
): Promise<LiveRecording> {
  const watch = { runs: 1, idleMs: 30_000, newRunAfterMs: null, ...plan }
  const header = headerOf({ profile, baseUrl, tokenUrl, source, command: source, watch })
  const { traffic, ...kept } = await watchVirtually({ facts: header, plan: watch, passing, isEach })
  return { header, ...kept, live: judgedTraffic(traffic) }
}

const examined =
  (exchangesOf: Course, watching: Watching = {}) =>
  () => {
    const recorded = recordCourse(exchangesOf)
    return watched(recorded, recorded.exchanges, watching)
  }

/** What a proxy sees of the same traffic: no sessions. */
const proxied = (exchangesOf: Course) => () => {
  const recorded = recordCourse(exchangesOf)
  const exchanges = recorded.exchanges.map((one): Exchange => ({ ...one, source: 'proxy', session: null }))
  return watched(recorded, exchanges, { source: 'proxy', plan: { runs: null } })
}

/** Courses one after the other, by one client or by several at once. */
function inARow(
  courses: readonly { readonly exchangesOf: Course; readonly atMs: number; readonly session?: string }[],
): Recorded {
  const all = courses.map(({ exchangesOf, atMs, session }) => {
    const recorded = recordCourse(exchangesOf)
    const shifted = recorded.exchanges.map(
      (one): Exchange => ({
        ...one,
        session: one.session === null ? null : (session ?? one.session),
        sentAtMs: one.sentAtMs + atMs,
        respondedAtMs: one.respondedAtMs === null ? null : one.respondedAtMs + atMs,
      }),
    )
    return { ...recorded, exchanges: shifted }
  })
  const [first] = all
  if (!first) throw new Error('no course')
  const exchanges = all
    .flatMap((one) => one.exchanges)
    .sort((a, b) => (a.respondedAtMs ?? 0) - (b.respondedAtMs ?? 0))
    .map((one, i): Exchange => ({ ...one, id: `e${i + 1}` }))
  return { ...first, exchanges }
}

const good: Course = {}
const bad = brokenClients['hash-never-sent'].broken
const halfway: Course = { habits: { steps: [1, 2, 3] } }
const spoilt = (text: string): Course => ({
  habits: {
    alter: (out, step, tools, repeat) =>
      step === 3 && repeat === 0
        ? withHeader(out, 'Authorization', `Bearer ${text.replaceAll('TOKEN', tools.memory.accessToken)}`)
        : out,
  },
  service: { invalidateAt: 'never' },
})

/** A byte order mark before every response, the token's included. */
const withMark = (one: Exchange): Exchange => {
  const body = one.response?.body
  if (!one.response || body?.text == null) return one
  return { ...one, response: { ...one.response, body: { ...body, text: `\uFEFF${body.text}` } } }
}

const bentCourse = (bend: (one: Exchange) => Exchange, watching: Watching) => () => {
  const recorded = recordCourse(good)
  const exchanges = recorded.exchanges.map((one): Exchange => {
    const { source = 'examine' } = watching
    return bend({ ...one, source, session: source === 'proxy' ? null : one.session })
  })
  return watched(recorded, exchanges, watching)
}

const several = (courses: Parameters<typeof inARow>[0], watching: Watching) => () => {
  const recorded = inARow(courses)
  return watched(recorded, recorded.exchanges, watching)
}

const two = { plan: { runs: 2, newRunAfterMs: 0 } }

/** As `--invalidate-at each` with a client that is started again for each run. */
const everyDeathTried = (courses: readonly Course[], isEnded: boolean) => async () => {
  const deaths = [1, 2, 3, 4, 5, 'never'] as const
  const rows = courses.map((exchangesOf, i) => ({
    exchangesOf: { ...exchangesOf, service: { ...exchangesOf.service, invalidateAt: deaths[i] ?? 'never' } },
    atMs: i * 60_000,
  }))
  const recorded = inARow(rows)
  const passing = rows.flatMap(({ atMs }) => [
    ...recorded.exchanges.filter(({ sentAtMs }) => sentAtMs >= atMs && sentAtMs < atMs + 60_000),
    ...(isEnded ? [null] : []),
  ])
  return watched(recorded, passing, { plan: { runs: 6, newRunAfterMs: 0, idleMs: null }, isEach: true })
}

const severalRuns: readonly Making[] = [
  ['two runs in a row', several([{ exchangesOf: good, atMs: 0 }, { exchangesOf: good, atMs: 20_000 }], two)],
  ['a run that fails before one that passes', several([{ exchangesOf: bad, atMs: 0 }, { exchangesOf: good, atMs: 20_000 }], two)],
  ['a run that passes before one that fails', several([{ exchangesOf: good, atMs: 0 }, { exchangesOf: bad, atMs: 20_000 }], two)],
  ['one run where two were wanted', several([{ exchangesOf: good, atMs: 0 }], two)],
  ['a run given up, and another', several([{ exchangesOf: halfway, atMs: 0 }, { exchangesOf: good, atMs: 15_000 }], two)],
  ['a run given up, and another, where one was wanted', several([{ exchangesOf: halfway, atMs: 0 }, { exchangesOf: good, atMs: 9_500 }], {})],
  ['a second run begun at once where one was wanted', several([{ exchangesOf: good, atMs: 0 }, { exchangesOf: halfway, atMs: 10_500 }], {})],
  ['two clients at once', several([{ exchangesOf: good, atMs: 0 }, { exchangesOf: bad, atMs: 700, session: 'app2' }], two)],
  ['two clients at once, the slower one first', several([{ exchangesOf: { habits: { pauseMs: 4_000 } }, atMs: 0 }, { exchangesOf: bad, atMs: 700, session: 'app2' }], two)],
  ['four clients at once', several([0, 1, 2, 3].map((i) => ({ exchangesOf: i === 2 ? bad : good, atMs: i * 333, session: `app${i}` })), { plan: { runs: 4, newRunAfterMs: 0 } })],
  ['more clients than were wanted', several([0, 1, 2, 3].map((i) => ({ exchangesOf: i === 3 ? bad : good, atMs: i * 1_500, session: `app${i}` })), two)],
  ['every death survived', everyDeathTried([good, good, good, good, good, good], false)],
  ['every death tried, two not survived', everyDeathTried([good, brokenClients['old-token-again'].broken, good, brokenClients['no-renewal'].broken, good, good], false)],
  ['every death tried by a process that gives up and ends', everyDeathTried([halfway, halfway, halfway, good, good, good], true)],
  ['every death tried, but three', everyDeathTried([good, good, good], true)],
] // biome-ignore format: a table, one recording a line

const endedByClient = (exchangesOf: Course) => () => {
  const recorded = recordCourse(exchangesOf)
  return watched(recorded, [...recorded.exchanges, null], { plan: { runs: 1, idleMs: null } })
}

const clients = Object.entries(brokenClients) as [string, BrokenClient][]

const ofClients: readonly Making[] = [
  ...oneIn(2, clients).map(([name, { broken }]): Making => [`the client ${name}`, examined(broken)]),
  ...harmlessCourses
    .slice(0, 20)
    .map(([name, exchangesOf]): Making => [`a client: ${name}`, examined(exchangesOf)]),
  ...['undefined', 'null', '"TOKEN"', 'Bearer TOKEN', 'TOKENTOKEN', 'TOKEN,'].map(
    (text): Making => [`a client whose bearer is spoilt: ${text}`, examined(spoilt(text))],
  ),
  ['a service that sends a byte order mark', bentCourse(withMark, {})],
  ['a client that stops midway, and its process ends', endedByClient(halfway)],
  ['a client that stops midway, and stays', examined(halfway)],
  ['no client at all', () => watched(recordCourse(good), [])],
]

const ofProxy: readonly Making[] = [
  ...clients
    .filter((_, i) => i % (isDay ? 4 : 2) === 1)
    .map(([name, { broken }]): Making => [`the client ${name} behind a proxy`, proxied(broken)]),
  ['a client behind a proxy', proxied(good)],
  ['byte order marks behind a proxy', bentCourse(withMark, { source: 'proxy', plan: { runs: null } })],
  ['ordinary traffic behind a proxy', () => ordinary(passContract([], someFamilies))],
  [
    'ordinary traffic of a faulty service',
    () => ordinary(passContract([routeFaults['create-answers-200']], someFamilies)),
  ],
  ['a single list that was not found', () => ordinary(passContract().slice(0, 1).map(notFound))],
  [
    'a single list that was not found, where one run was wanted',
    () => ordinary(passContract().slice(0, 1).map(notFound), 1),
  ],
  ['a single list that was read', () => ordinary(passContract().slice(0, 1))],
  ['nothing that passed', () => ordinary([])],
]

const someFault = Object.values<Fault>(routeFaults)[0] as Fault

function notFound(one: Exchange): Exchange {
  return {
    ...one,
    request: { ...one.request, url: `${contractBase}/produtos` },
    response: { status: 404, headers: [], body: null },
  }
}

/** The real catalogue's traffic as a proxy sees it: nobody says what was meant. */
function ordinary(exchanges: readonly Exchange[], runs: number | null = null): Promise<LiveRecording> {
  const seen = exchanges.map(({ intent: _, ...one }): Exchange => ({ ...one, source: 'proxy', step: null }))
  const facts = { profile: bling, baseUrl: contractBase, tokenUrl: null }
  return watched(facts, seen, { source: 'proxy', plan: { runs } })
}

// --- the nightly contract ---

interface ContractEnding {
  readonly ended?: boolean
  readonly further?: readonly Finding[]
  readonly settle?: (findings: readonly Finding[]) => readonly Finding[]
}

async function contractRun(
  fault: Fault | null,
  { ended = true, further = [], settle = (all) => all }: ContractEnding = {},
  count = Number.POSITIVE_INFINITY,
): Promise<LiveRecording> {
  const exchanges = passContract(fault ? [fault] : [], fault || further.length > 0 ? someFamilies : {})
    .slice(0, count)
    .map((one): Exchange => ({ ...one, step: stepOf(one) }))
  const steps = new Map<string, JudgedStep>()
  for (const one of exchanges) {
    const step = stepOf(one)
    steps.set(step, { id: step, route: routeAt(one) })
  }
  const never = { id: 'borderos/never', route: 'GET /borderos/{idBordero}' }
  const reason = 'contract.reason.no-identifier'
  const plan = {
    steps: [...steps.values(), never],
    notPlanned: [{ route: 'GET /empresas', reason: 'contract.reason.other-shard' }],
  }
  const header = headerOf({ command: 'contract', source: 'run', toleranceMs: 0, baseUrl: contractBase })
  const judge = new ContractJudge({
    context: { ...header, shapes: await loadShapes() },
    observers,
    ...plan,
  })
  for (const exchange of exchanges) judge.see(exchange)
  judge.markNotReached(never.id, reason)
  const end = { ended, further, furtherTested: further.map(({ requirement }) => requirement), settle }
  const notes: ContractNote[] = [
    { kind: 'contract-plan', ...plan },
    { kind: 'contract-step', step: never.id, reason },
    contractEndNote(end, [...judge.findings, ...further]),
  ]
  return { header, exchanges, notes, live: { judgement: judge.judgement(end), traffic: null } }
}

function routeAt({ request }: Exchange): string {
  const [path = ''] = request.url.slice(contractBase.length).split('?')
  const matched = matchRoute(request.method, path)
  return matched ? routeName(matched.route) : `${request.method} ${path}`
}

function stepOf(one: Exchange): string {
  return `contract/${routeAt(one).replaceAll(/\W+/g, '-')}${one.intent ? `-${one.intent}` : ''}`
}

const drifted = finding({
  requirement: 'drift/added',
  code: 'drift/added:field' as Finding['code'],
  values: { path: '$.data.novo' },
  fingerprint: 'abcdef123456',
})

/** A contract's faults differ in their exchanges alone; those that break a response off leave an exchange without one. */
const kindsByDay = ['envelope/', 'errors/', 'records/', 'service/']

const contractRuns: readonly Making[] = [
  ['a contract run', () => contractRun(null)],
  ['a contract run that was stopped', () => contractRun(null, { ended: false }, 20)],
  ['a contract run of nothing', () => contractRun(null, {}, 0)],
  ['a contract run with a finding of its baseline', () => contractRun(null, { further: [drifted] })],
  [
    'a contract run whose findings were accepted',
    () => contractRun(someFault, { further: [drifted], settle: () => [] }),
  ],
  [
    'a contract run whose findings are warnings to its user',
    () =>
      contractRun(someFault, {
        settle: (all) => all.map((one): Finding => ({ ...one, severity: 'warning' })),
      }),
  ],
  ...Object.values<Fault>(routeFaults)
    .filter(({ breaks }, i, all) => {
      const kind = kindsByDay.find((one) => breaks.startsWith(one))
      return !isDay || (kind && all.findIndex((one) => one.breaks.startsWith(kind)) === i)
    })
    .map((fault): Making => [`a contract run at the fault ${fault.name}`, () => contractRun(fault)]),
]

export const recordings: readonly Making[] = [
  ...ownRuns,
  ...ofClients,
  ...severalRuns,
  ...ofProxy,
  ...contractRuns,
]
