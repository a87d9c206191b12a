import { dirname, join } from 'node:path'
import type { Network } from '../client/network.js'
import { createSender, type Sender } from '../client/sender.js'
import { createTransport, type Transport } from '../client/transport.js'
import type { Clock } from '../clock.js'
import type { Exchange } from '../exchange/exchange.js'
import { type Journal, openJournal, type RunHeader } from '../exchange/journal.js'
import { type Masker, record } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import {
  type ApplicationFacts,
  type ApplicationJudgement,
  judgeApplication,
  type OpenItem,
  type Registration,
} from '../rules/application/index.js'
import type { Judgement, RunVerdict } from '../rules/finding.js'
import type { Profile } from '../specification/profile.js'
import { type ApplicationHost, hostApplication } from './application-host.js'
import type { Drawer, NoDrawer } from './drawer.js'
import { gatherEvidence } from './gather-evidence.js'
import { gatherLinks, whySkipped } from './gather-links.js'
import { gatherLogo } from './gather-logo.js'
import { gatherPages, isAuthorize } from './gather-pages.js'
import { watchTraffic } from './gather-traffic.js'
import { createVisitor, type Visitor } from './link-visitor.js'
import { gradeWork, type RecordedRun, readWork } from './recorded-work.js'
import { masked, openOfRun, together } from './review-judgement.js'

export interface ReviewOptions {
  readonly registration: Registration
  /** Absolute path of `application.yaml`. */
  readonly applicationPath: string
  readonly profile: Profile
  /** Journals or HARs of the application's work, oldest first. */
  readonly recordings: readonly string[]
  /** Command that starts the application; empty: it runs already, or not at all. */
  readonly command: readonly string[]
  /** Where the command is started. */
  readonly cwd: string
  readonly reportDir: string
  /** Of this run: `{id, startedAt, …}`; its addresses are filled in here. */
  readonly header: Omit<RunHeader, 'baseUrl' | 'tokenUrl' | 'embedded' | 'source' | 'seed'>
  readonly baseUrl: string | null
  readonly tokenUrl: string | null
  readonly userAgent: string
  readonly timeoutMs: number
  readonly network: Network
  readonly masker: Masker
  readonly clock: Clock
  readonly drawer: Drawer | NoDrawer
  readonly port?: number
  readonly seed?: string
  /** How long the five steps are awaited; default: {@link patience}. */
  readonly patience?: Patience
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ReviewProgress) => void
  /** What the application prints, masked. */
  readonly onOutput?: (text: string) => void
}

export type ReviewProgress =
  | 'starting-application'
  | 'calling-links'
  | 'calling-redirect-link'
  | 'waiting-for-five-steps'
  | 'judging'

export interface ReviewOutcome {
  readonly verdict: RunVerdict
  /** Registration and five steps together, as reports want them. */
  readonly judgement: Judgement
  readonly application: ApplicationJudgement
  /** What is missing, in the order in which it should be done. */
  readonly open: readonly OpenItem[]
  readonly run: RecordedRun | null
  readonly header: RunHeader
  readonly exchanges: readonly Exchange[]
  /** Absolute paths of pictures. */
  readonly screenshots: readonly string[]
  /** How the application ended by itself, or null. */
  readonly applicationEnded: string | null
}

/** Looks at everything that the reviewers of the service will look at, and judges it. Sends nothing to the service itself. */
export async function review(options: ReviewOptions): Promise<ReviewOutcome> {
  const { masker } = options
  const exchanges: Exchange[] = []
  const numbered = numberer()
  let journal: Journal | null = null
  const keep = (raw: RawExchange) => {
    const exchange = record(raw, masker)
    exchanges.push(exchange)
    journal?.append(exchange)
  }
  const origins: string[] = []
  const originMs = options.clock.now()
  const transport = createTransport({
    clock: options.clock,
    originMs,
    credentialOrigins: origins,
    timeoutMs: options.timeoutMs,
    network: options.network,
  })
  const host =
    options.command.length === 0
      ? null
      : await startHost(options, originMs, (raw) => keep({ ...raw, id: numbered() }))
  const header = headerOf(options, host)
  try {
    journal = openJournal(journalPath(options), header)
    for (const exchange of exchanges) journal.append(exchange)
    const sender = createSender({ transport, nextId: numbered, onExchange: keep })
    const newVisitor = () => visitorOf(sender, options, (origin) => origins.push(origin))
    if (host) await untilAnswering(host, linkOf(options), transport, options)
    const seen = await gather(options, host, newVisitor)
    options.onProgress?.('judging')
    return await judged(options, { header, exchanges }, host, seen)
  } finally {
    transport.close()
    await host?.close()
    await journal?.close()
  }
}

/** Where an application that was started shows the pages of its redirect link. */
function linkOf({ command, registration }: ReviewOptions): string {
  const { redirectLink, rehearsalLink } = registration
  return command.length > 0 && rehearsalLink !== null ? rehearsalLink : redirectLink
}

function numberer(): () => string {
  let count = 0
  return () => `e${++count}`
}

function startHost(
  options: ReviewOptions,
  originMs: number,
  onExchange: (raw: RawExchange) => void,
): Promise<ApplicationHost> {
  options.onProgress?.('starting-application')
  const { masker, registration, command, profile, port, seed } = options
  return hostApplication({
    command,
    profile,
    redirectLink: linkOf(options),
    name: registration.name,
    cwd: options.cwd,
    clock: options.clock,
    originMs,
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    onExchange,
    onSecret: (kind, value) => masker.register(kind, value),
    onOutput: (text) => options.onOutput?.(masker.maskText(text)),
  })
}

function visitorOf(sender: Sender, options: ReviewOptions, onCookies: (origin: string) => void): Visitor {
  const { registration, userAgent } = options
  return createVisitor({
    sender,
    userAgent,
    language: registration.language,
    stopsAt: isAuthorize,
    onCookies,
  })
}

const START_MS = 20_000
const POLL_MS = 100

/** Waits until the application listens, for as long as it runs. These knocks are no part of the record. */
async function untilAnswering(
  host: ApplicationHost,
  link: string,
  transport: Transport,
  options: ReviewOptions,
): Promise<void> {
  if (whySkipped(link) !== null) return
  const { clock, signal } = options
  const visitor = visitorOf(createSender({ transport, onExchange: () => {} }), options, () => {})
  const giveUpAtMs = clock.now() + START_MS
  while (clock.now() < giveUpAtMs && host.ended === null) {
    const { failure } = await visitor.visit(new URL(link).origin, signal)
    if (failure !== 'refused') return
    await clock.sleep(POLL_MS, signal)
  }
}

interface Gathered {
  readonly facts: Omit<ApplicationFacts, 'traffic'>
  readonly screenshots: readonly string[]
}

async function gather(
  options: ReviewOptions,
  host: ApplicationHost | null,
  newVisitor: () => Visitor,
): Promise<Gathered> {
  const { registration, clock } = options
  const folder = dirname(options.applicationPath)
  options.onProgress?.('calling-links')
  const links = await gatherLinks(registration, newVisitor, options.signal)
  const logo = await gatherLogo(registration.logo, folder, newVisitor())
  options.onProgress?.('calling-redirect-link')
  const screenshots: string[] = []
  const pages = await gatherPages({
    registration,
    link: linkOf(options),
    service: host?.service ?? null,
    newVisitor,
    draw: drawInto(options, screenshots),
    ...(host && { settle: () => untilSettled(host, options) }),
  })
  const evidence = await gatherEvidence(registration, folder)
  const today = clock.wall().toISOString().slice(0, 10)
  return { facts: { registration, today, logo, links, pages, evidence }, screenshots }
}

function drawInto({ drawer, reportDir }: ReviewOptions, screenshots: string[]) {
  if ('missing' in drawer) return null
  return async (call: string, visit: Parameters<Drawer['draw']>[0]) => {
    const path = join(reportDir, 'screenshots', `redirect-${call}.png`)
    const drawn = await drawer.draw(visit, path)
    if (drawn !== null) screenshots.push(path)
    return drawn
  }
}

export interface Patience {
  /** Milliseconds after the authorization within which an application that runs the five steps by itself begins. */
  readonly beginMs: number
  /** Milliseconds of silence after which its work is done. */
  readonly quietMs: number
}

const MOST_RUN_MS = 120_000
const MARGIN_MS = 1_000

/** How long an application is awaited that nobody else can bring to run the five steps. */
const ALONE_MS = 30_000

/** No page of a redirect link connects it, as right after `init`, and no run that passed is kept: its command is all there is. */
function isOnItsOwn(options: ReviewOptions): boolean {
  return whySkipped(linkOf(options)) !== null && options.recordings.length === 0
}

/** An application that runs the five steps once it is connected is given the time to end them. */
async function untilSettled(host: ApplicationHost, options: ReviewOptions): Promise<void> {
  const { clock, profile, signal } = options
  const { beginMs, quietMs } = options.patience ?? {
    beginMs: isOnItsOwn(options) ? ALONE_MS : 3_000,
    quietMs: profile.spacing.intervalMs + MARGIN_MS,
  }
  const fromMs = clock.now()
  while (!host.hasBegun) {
    if (clock.now() - fromMs > beginMs || host.ended !== null) return
    await clock.sleep(POLL_MS, signal)
  }
  options.onProgress?.('waiting-for-five-steps')
  while (host.idleMs() < quietMs && clock.now() - fromMs < MOST_RUN_MS) await clock.sleep(POLL_MS, signal)
}

function journalPath({ reportDir }: ReviewOptions): string {
  return join(reportDir, 'journal.ndjson')
}

function headerOf({ baseUrl, header, tokenUrl }: ReviewOptions, host: ApplicationHost | null): RunHeader {
  return {
    ...header,
    baseUrl: host?.baseUrl ?? baseUrl ?? 'http://127.0.0.1/Api/v3',
    tokenUrl: host?.tokenUrl ?? tokenUrl,
    embedded: host !== null,
    seed: host?.seed ?? null,
    source: host === null ? 'run' : 'examine',
  }
}

async function judged(
  options: ReviewOptions,
  { header, exchanges }: Pick<ReviewOutcome, 'header' | 'exchanges'>,
  host: ApplicationHost | null,
  { facts, screenshots }: Gathered,
): Promise<ReviewOutcome> {
  const { masker, profile } = options
  const recorded = await readWork(options.recordings, profile, header.toleranceMs, masker)
  const traffic = watchTraffic()
  const examined = { ...header, profile, source: 'examine' as const }
  const own = host && (await gradeWork({ facts: examined, exchanges, notes: [] }, traffic.see))
  const run: RecordedRun | null = own
    ? { path: journalPath(options), judgement: own, isOurOwn: false }
    : recorded.run
  const used = [...(recorded.traffic?.used ?? []), ...traffic.facts.used]
  const total = (recorded.traffic?.exchanges ?? 0) + traffic.facts.exchanges
  const application = masked(judgeApplication({ ...facts, traffic: { exchanges: total, used } }), masker)
  const open = [...openOfRun(run), ...application.open]
  const judgement = together(application, run, open)
  return {
    verdict: judgement.verdict,
    judgement,
    application,
    open,
    run,
    header,
    exchanges,
    screenshots,
    applicationEnded: host?.ended ?? null,
  }
}
