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
  chooseRedirectLink,
  createReviewVisitor,
  hostApplication,
  waitUntilDone,
  waitUntilListening,
} from './application-host.js'
import { gatherEvidence, gatherLinks, gatherLogo } from './gather-attributes.js'
import { gatherPages } from './gather-pages.js'
import type { Visitor } from './link-visitor.js'
import type { PageBrowser } from './page-browser.js'
import { judgeLastRun, type RecordedRun, readLastRun, watchTraffic } from './recorded-run.js'
import type { ReviewOptions } from './review-options.js'

export interface ReviewOutcome {
  readonly verdict: RunVerdict
  /** Registration and five steps together. The reports are made from it. */
  readonly judgement: Judgement
  readonly application: ApplicationJudgement
  /** What is missing, in the order in which it should be done. */
  readonly open: readonly OpenItem[]
  /** The run of the five steps, if there is one. */
  readonly run: RecordedRun | null
  readonly header: RunHeader
  readonly exchanges: readonly Exchange[]
  /** Absolute paths. */
  readonly screenshots: readonly string[]
  /** The exit status or signal, if the application ended by itself; else null. */
  readonly applicationEnded: string | null
}

/** Tells the judge that the recording is complete, so that a run that stopped midway fails. */
const ended: Note = { kind: 'ended' }

/**
 * Checks everything that the reviewers of the service look at: registration, links, redirect pages, and a run of the five
 * steps. It sends nothing to the service itself. With a command it starts the application against an embedded service.
 */
export async function review(options: ReviewOptions): Promise<ReviewOutcome> {
  const { clock, masker, network, onProgress, signal, timeoutMs } = options
  const exchanges: Exchange[] = []
  let count = 0
  const nextId = () => `e${++count}`
  /** null until the service has started, whose address is in the header. */
  let journal: Journal | null = null
  const keep = (raw: RawExchange) => {
    const exchange = record(raw, masker)
    exchanges.push(exchange)
    journal?.append(exchange)
    options.onExchange?.(exchange)
  }
  /** The transport sends cookies to these origins only. Each is added when it sets a cookie. */
  const credentialOrigins: string[] = []
  const originMs = clock.now()
  const transport = createTransport({ clock, originMs, credentialOrigins, timeoutMs, network })
  let host: ApplicationHost | null = null
  if (options.command.length > 0) {
    onProgress?.('starting-application')
    host = await hostApplication(options, originMs, (raw) => keep({ ...raw, id: nextId() }))
  }
  const header = createHeader(options, host)
  try {
    journal = openJournal(journalOf(options.reportDir), header)
    // the application may have sent requests before the journal was open
    for (const exchange of exchanges) journal.append(exchange)
    const sender = createSender({ transport, nextId, onExchange: keep })
    const newVisitor = () => createReviewVisitor(sender, options, (origin) => credentialOrigins.push(origin))
    if (host) await waitUntilListening(host, chooseRedirectLink(options), transport, options)
    const gathered = await gatherFacts(options, host, newVisitor)
    // an interrupted review proves nothing about the application
    signal?.throwIfAborted()
    onProgress?.('judging')
    return await judgeReview(options, { header, exchanges }, host, gathered)
  } finally {
    transport.close()
    await host?.close()
    journal?.note(ended)
    await journal?.close()
  }
}

interface Gathered {
  readonly facts: Omit<ApplicationFacts, 'traffic'>
  readonly screenshots: readonly string[]
}

async function gatherFacts(
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
    link: chooseRedirectLink(options),
    service: host?.service ?? null,
    newVisitor,
    draw: createDraw(options, screenshots),
    ...(host && { waitUntilDone: (hasTriedCode) => waitUntilDone(host, options, hasTriedCode) }),
  })
  const evidence = await gatherEvidence(registration, folder)
  const today = clock.wall().toISOString().slice(0, 10)
  return { facts: { registration, today, logo, links, pages, evidence }, screenshots }
}

/** Returns a function that takes a screenshot of a page and adds its path to `screenshots`; null if there is no browser. */
function createDraw({ browser, reportDir }: ReviewOptions, screenshots: string[]) {
  if ('missing' in browser) return null
  return async (call: string, visit: Parameters<PageBrowser['draw']>[0]) => {
    const path = join(reportDir, 'screenshots', `redirect-${call}.png`)
    const drawn = await browser.draw(visit, path)
    if (drawn !== null) screenshots.push(path)
    return drawn
  }
}

function createHeader({ baseUrl, header, tokenUrl }: ReviewOptions, host: ApplicationHost | null): RunHeader {
  return {
    ...header,
    baseUrl: host?.baseUrl ?? baseUrl ?? 'http://127.0.0.1/Api/v3', // no service is known, and none is called
    tokenUrl: host?.tokenUrl ?? tokenUrl,
    embedded: host !== null,
    seed: host?.seed ?? null,
    // without a host, all exchanges are our own requests; with one, its client connects to our service
    source: host === null ? 'run' : 'examine',
  }
}

async function judgeReview(
  options: ReviewOptions,
  { header, exchanges }: Pick<ReviewOutcome, 'header' | 'exchanges'>,
  host: ApplicationHost | null,
  { facts, screenshots }: Gathered,
): Promise<ReviewOutcome> {
  const { masker, profile } = options
  const traffic = watchTraffic()
  const { toleranceMs } = header
  const recorded = await readLastRun(options.recordings, { profile, toleranceMs, masker }, traffic.see)
  const hostedRun = host && (await judgeLastRun({ facts: header, exchanges, notes: [ended] }, traffic.see))
  // a run in this review counts more than one that was recorded before
  const run: RecordedRun | null = hostedRun
    ? { path: journalOf(options.reportDir), judgement: hostedRun, isOurOwn: false, profileName: profile.name }
    : recorded
  const application = maskValues(judgeApplication({ ...facts, traffic: traffic.facts }), masker)
  const open = [...findMissingRun(run), ...application.open]
  const judgement = combine(application, run, open)
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

/** Masks texts of the registration, because people may have written a secret there. */
function maskValues(judgement: ApplicationJudgement, masker: Masker): ApplicationJudgement {
  const mask = <T extends Finding | OpenItem>(item: T): T => {
    const entries = Object.entries(item.values).map(([name, value]) => [
      name,
      typeof value === 'string' ? masker.maskText(value) : value,
    ])
    return { ...item, values: Object.fromEntries(entries) }
  }
  return { ...judgement, findings: judgement.findings.map(mask), open: judgement.open.map(mask) }
}

/** An item if a run of the five steps is missing. A run that failed is not missing, because its findings say what is wrong. */
export function findMissingRun(run: RecordedRun | null): OpenItem[] {
  const item = (code: 'no-run' | 'run-by-homologa' | 'run-incomplete'): OpenItem[] => [
    { requirement: 'homologation/complete', code, values: { run: run?.path ?? null } },
  ]
  if (run === null) return item('no-run')
  if (run.isOurOwn) return item('run-by-homologa')
  return run.judgement.verdict === 'incomplete' ? item('run-incomplete') : []
}

/** Combines both judgements. The five steps come first, because without them nothing else matters. `open`: what is missing for a pass. */
export function combine(
  application: ApplicationJudgement,
  run: RecordedRun | null,
  open: readonly OpenItem[],
): Judgement {
  const fiveSteps = run && !run.isOurOwn ? run.judgement : null
  const findings = [...(fiveSteps?.findings ?? []), ...application.findings]
  const hasFailed = fiveSteps?.verdict === 'fail' || application.findings.some(isRootError)
  const passOrIncomplete = open.length > 0 ? 'incomplete' : 'pass'
  const tested = new Set([...(fiveSteps?.coverage.requirements.tested ?? []), ...application.tested])
  const untested = requirementIds
    .filter((id) => !tested.has(id))
    .map((id) => ({
      id,
      reason: `review.untested.${id.startsWith('application/') ? 'open' : 'not-reviewed'}`,
    }))
  return {
    verdict: hasFailed ? 'fail' : passOrIncomplete,
    cause: fiveSteps?.cause ?? findings.find(isRootError) ?? null,
    steps: fiveSteps?.steps ?? [],
    findings,
    readings: fiveSteps?.readings ?? [],
    coverage: {
      requirements: { tested: [...tested], untested },
      routes: fiveSteps?.coverage.routes ?? { exercised: [], notExercised: [] },
    },
  }
}
