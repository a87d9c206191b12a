import { dirname, join } from 'node:path'
import { createSender } from '../client/sender.js'
import { createTransport } from '../client/transport.js'
import type { Exchange } from '../exchange/exchange.js'
import { type Journal, journalOf, type Note, openJournal, type RunHeader } from '../exchange/journal.js'
import { type Masker, record } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import {
  type ApplicationFacts,
  type ApplicationJudgement,
  judgeApplication,
  type OpenItem,
} from '../rules/application/index.js'
import { type Finding, isRootError, type Judgement, type RunVerdict } from '../rules/finding.js'
import { requirementIds } from '../specification/requirements.js'
import {
  type ApplicationHost,
  hostApplication,
  linkOf,
  untilAnswering,
  untilSettled,
  visitorOf,
} from './application-host.js'
import { gatherEvidence, gatherLinks, gatherLogo } from './gather-attributes.js'
import { gatherPages } from './gather-pages.js'
import type { Visitor } from './link-visitor.js'
import type { PageBrowser } from './page-browser.js'
import { gradeWork, type RecordedRun, readWork, watchTraffic } from './recorded-work.js'
import type { ReviewOptions } from './review-options.js'

export interface ReviewOutcome {
  readonly verdict: RunVerdict
  /** Registration and five steps together, as reports want them. */
  readonly judgement: Judgement
  readonly application: ApplicationJudgement
  /** Missing items, in the order in which they should be completed. */
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
  let count = 0
  const numbered = () => `e${++count}`
  let journal: Journal | null = null
  const keep = (raw: RawExchange) => {
    const exchange = record(raw, masker)
    exchanges.push(exchange)
    journal?.append(exchange)
    options.onExchange?.(exchange)
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
    journal = openJournal(journalOf(options.reportDir), header)
    for (const exchange of exchanges) journal.append(exchange)
    const sender = createSender({ transport, nextId: numbered, onExchange: keep })
    const newVisitor = () => visitorOf(sender, options, (origin) => origins.push(origin))
    if (host) await untilAnswering(host, linkOf(options), transport, options)
    const seen = await gather(options, host, newVisitor)
    // what was given up says nothing of the application
    options.signal?.throwIfAborted()
    options.onProgress?.('judging')
    return await judged(options, { header, exchanges }, host, seen)
  } finally {
    transport.close()
    await host?.close()
    journal?.note(ended)
    await journal?.close()
  }
}

/** The last note of a journal. */
const ended: Note = { kind: 'ended' }

function startHost(
  options: ReviewOptions,
  originMs: number,
  onExchange: (raw: RawExchange) => void,
): Promise<ApplicationHost> {
  options.onProgress?.('starting-application')
  const { masker, registration } = options
  return hostApplication({
    ...options,
    redirectLink: linkOf(options),
    name: registration.name,
    originMs,
    onExchange,
    onSecret: (kind, value) => masker.register(kind, value),
    onLine: (line) => options.onLine?.(masker.maskText(line)),
  })
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
  const links = await gatherLinks(registration, newVisitor)
  const logo = await gatherLogo(registration.logo, folder, newVisitor())
  options.onProgress?.('calling-redirect-link')
  const screenshots: string[] = []
  const pages = await gatherPages({
    registration,
    link: linkOf(options),
    service: host?.service ?? null,
    newVisitor,
    draw: drawInto(options, screenshots),
    ...(host && { settle: (hasTried) => untilSettled(host, options, hasTried) }),
  })
  const evidence = await gatherEvidence(registration, folder)
  const today = clock.wall().toISOString().slice(0, 10)
  return { facts: { registration, today, logo, links, pages, evidence }, screenshots }
}

function drawInto({ browser, reportDir }: ReviewOptions, screenshots: string[]) {
  if ('missing' in browser) return null
  return async (call: string, visit: Parameters<PageBrowser['draw']>[0]) => {
    const path = join(reportDir, 'screenshots', `redirect-${call}.png`)
    const drawn = await browser.draw(visit, path)
    if (drawn !== null) screenshots.push(path)
    return drawn
  }
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
  const traffic = watchTraffic()
  const { toleranceMs } = header
  const recorded = await readWork(options.recordings, { profile, toleranceMs, masker }, traffic.see)
  const examined = { ...header, profile, source: 'examine' as const }
  const own = host && (await gradeWork({ facts: examined, exchanges, notes: [ended] }, traffic.see))
  const run: RecordedRun | null = own
    ? { path: journalOf(options.reportDir), judgement: own, isOurOwn: false, madeUnder: profile.name }
    : recorded
  const application = masked(judgeApplication({ ...facts, traffic: traffic.facts }), masker)
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

/**
 * Masks the texts from the registration, because people may have written something there that must not be in a
 * report.
 */
function masked(judgement: ApplicationJudgement, masker: Masker): ApplicationJudgement {
  const safe = (values: Finding['values']) => {
    const entries = Object.entries(values)
    return Object.fromEntries(
      entries.map(([name, value]) => [name, typeof value === 'string' ? masker.maskText(value) : value]),
    )
  }
  return {
    ...judgement,
    findings: judgement.findings.map((finding) => ({ ...finding, values: safe(finding.values) })),
    open: judgement.open.map((item) => ({ ...item, values: safe(item.values) })),
  }
}

/** The missing parts of the five steps. A run that failed is not missing, because its findings say what is wrong. */
export function openOfRun(run: RecordedRun | null): OpenItem[] {
  const item = (code: 'no-run' | 'run-by-homologa' | 'run-incomplete'): OpenItem[] => [
    { requirement: 'homologation/complete', code, values: { run: run?.path ?? null } },
  ]
  if (run === null) return item('no-run')
  if (run.isOurOwn) return item('run-by-homologa')
  return run.judgement.verdict === 'incomplete' ? item('run-incomplete') : []
}

/** The five steps first: without them nothing else matters. */
export function together(
  application: ApplicationJudgement,
  run: RecordedRun | null,
  open: readonly OpenItem[],
): Judgement {
  const counted = run && !run.isOurOwn ? run.judgement : null
  const findings = [...(counted?.findings ?? []), ...application.findings]
  const hasFailed = counted?.verdict === 'fail' || application.findings.some(isRootError)
  const tested = new Set([...(counted?.coverage.requirements.tested ?? []), ...application.tested])
  const untested = requirementIds
    .filter((id) => !tested.has(id))
    .map((id) => ({
      id,
      reason: `review.untested.${id.startsWith('application/') ? 'open' : 'not-reviewed'}`,
    }))
  return {
    verdict: hasFailed ? 'fail' : open.length > 0 ? 'incomplete' : 'pass',
    cause: counted?.cause ?? findings.find(isRootError) ?? null,
    steps: counted?.steps ?? [],
    findings,
    readings: counted?.readings ?? [],
    coverage: {
      requirements: { tested: [...tested], untested },
      routes: counted?.coverage.routes ?? { exercised: [], notExercised: [] },
    },
  }
}
