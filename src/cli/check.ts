import { homologation } from '../../suites/homologation.js'
import { safeAddress } from '../client/address.js'
import type { Credentials } from '../client/tokens.js'
import type { Exchange } from '../exchange/exchange.js'
import { createMasker, type Masker, record } from '../exchange/masking.js'
import { judgeOwnRun } from '../judging/judge-recording.js'
import type { ShownEvent } from '../report/terminal.js'
import { runLive } from '../run/homologation/live-run.js'
import type { RunEvent, RunOutcome } from '../run/run-event.js'
import { stopSentence } from '../run/stop-sentence.js'
import { type InvalidateAt, stepOfDeath } from '../service/settings.js'
import { loadShapes } from '../specification/shapes.js'
import { userAgent } from '../version.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { ExitStatus, Invocation } from './command.js'
import {
  embeddedLine,
  faultsOf,
  integerOf,
  invalidateAtOf,
  listFaults,
  refuseOnLive,
  startEmbedded,
  wantsFaultList,
} from './embedded.js'
import { beginRun, type KeptRun } from './kept-run.js'
import { openLog, type RunLog } from './log.js'
import { showProgress } from './progress.js'
import { rehearseFirst } from './rehearsal.js'
import { publishJudged } from './watched-run.js'

/** Runs the five steps against a service. §Homologation procedure */
export async function run(invocation: Invocation): Promise<ExitStatus> {
  if (wantsFaultList(invocation)) {
    await listFaults(invocation)
    return 0
  }
  const { options, settings } = invocation
  refuseOnLive(invocation, {
    '--fault': options.fault,
    '--invalidate-at': options.invalidateAt,
    '--seed': options.seed,
  })
  const rehearsals = integerOf(options.rehearse, '--rehearse', 1, 100_000)
  const invalidateAt = invalidateAtOf(options.invalidateAt)
  if (settings.baseUrl !== null) refuseUnsafe(invocation, settings.baseUrl)
  if (settings.baseUrl !== null) refuseWithoutToken(invocation)
  const rehearsed = rehearsals === undefined || (await rehearseFirst(invocation, rehearsals, invalidateAt))
  const target = await targetOf(invocation, invalidateAt)
  try {
    const status = await checkOnce(invocation, target)
    return status === 0 && !rehearsed ? 1 : status
  } finally {
    await target.close()
  }
}

interface Target {
  readonly baseUrl: string
  readonly embedded: boolean
  readonly credentials: Credentials
  readonly seed: string | null
  readonly close: () => Promise<void>
}

async function targetOf(invocation: Invocation, invalidateAt: InvalidateAt | undefined): Promise<Target> {
  const { settings, options, io } = invocation
  if (settings.baseUrl !== null) {
    const { baseUrl, credentials } = settings
    return { baseUrl, embedded: false, credentials, seed: null, close: async () => {} }
  }
  const serviceOptions = {
    profile: settings.profile,
    enforce: true,
    ...(typeof options.seed === 'string' ? { seed: options.seed } : {}),
    ...(invalidateAt === undefined ? {} : { invalidateAt }),
    ...(await faultsOf(options.fault)),
  }
  // the five steps call no resource
  const { service, listener } = await startEmbedded(serviceOptions, { resources: false })
  io.err(embeddedLine(invocation, service.seed, String(invalidateAt ?? stepOfDeath(service.seed))))
  return {
    baseUrl: listener.baseUrl,
    embedded: true,
    credentials: { ...service.credentials, tokenCommand: null, tokenUrl: listener.tokenUrl },
    seed: service.seed,
    close: () => listener.close(),
  }
}

async function checkOnce(invocation: Invocation, target: Target): Promise<ExitStatus> {
  const { settings, io, catalogue, lang } = invocation
  const { baseUrl, embedded, credentials, seed } = target
  const facts = {
    baseUrl,
    tokenUrl: credentials.tokenUrl,
    embedded,
    toleranceMs: 0,
    seed,
    source: 'run' as const,
  }
  const kept = await beginRun(invocation, facts)
  if (!embedded) {
    const values = { baseUrl, profile: settings.profile.name, dir: kept.dir }
    io.err(`${fill(catalogue.ui['cli.target'], values, lang)}\n`)
  }
  const masker = createMasker()
  const exchanges: Exchange[] = []
  const log = await openLog(invocation, masker)
  log.begun({ id: kept.header.id, baseUrl, profile: settings.profile.name, embedded })
  const outcome = await runSteps(invocation, target, kept, { masker, exchanges, log })
  log.ended({
    stopped: outcome.stopped?.code ?? null,
    repeats: outcome.repeats,
    succeeded: outcome.succeeded,
  })
  tellEnd(invocation, outcome, kept, masker)
  const { header, journal, dir } = kept
  journal.note({ kind: 'ended', repeats: outcome.repeats })
  await journal.close()
  const status = await publishJudged(invocation, {
    ...{ dir, header, notes: journal.notes, journalPath: journal.path, isNew: true },
    judged: {
      judgement: judgeOwnRun(
        exchanges,
        header,
        outcome.stopped?.code ?? null,
        await loadShapes(['homologacao']),
      ),
      traffic: null,
    },
    exchanges: () => exchanges,
    repeats: outcome.repeats,
    durationMs: io.clock.now() - kept.originMs,
  })
  return outcome.stopped?.code === 'interrupted' ? 130 : status
}

interface Watching {
  readonly masker: Masker
  readonly exchanges: Exchange[]
  readonly log: RunLog
}

async function runSteps(
  invocation: Invocation,
  { baseUrl, embedded, credentials }: Target,
  kept: KeptRun,
  { masker, exchanges, log }: Watching,
): Promise<RunOutcome> {
  const { settings, io } = invocation
  const progress = showProgress(invocation, homologation.steps)
  const { createTokenStore } = await import('../client/token-store.js')
  try {
    return await runLive({
      suite: homologation,
      profile: settings.profile,
      baseUrl,
      credentials,
      userAgent,
      store: embedded ? null : createTokenStore(settings.stateDir, { retriesSpent: settings.tokenRetry }),
      lock: embedded ? null : accountLock(invocation),
      onSecret: (kind, value) => masker.register(kind, value),
      onExchange: (raw) => {
        const exchange = record(raw, masker)
        kept.journal.append(exchange)
        // in the wait before the second step, so that the end need not wait
        void loadShapes(['homologacao'])
        exchanges.push(exchange)
        log.exchange(exchange)
      },
      onEvent: (event) => {
        log.event(event)
        progress.see(shown(event, exchanges))
      },
      timeoutMs: settings.timeoutMs,
      network: settings.network,
      signal: io.signal,
    })
  } finally {
    progress.end()
  }
}

/** An event as it may be shown: with the exchange that was recorded, never the raw one. */
function shown(event: RunEvent, exchanges: readonly Exchange[]): ShownEvent {
  if (event.kind !== 'answered') return event
  const exchange = exchanges.findLast(({ id }) => id === event.exchange.id)
  if (!exchange) throw new Error(`exchange ${event.exchange.id} was answered but not recorded`)
  return { ...event, exchange }
}

function accountLock({ io, catalogue, lang }: Invocation) {
  return {
    command: 'homologa check',
    onWaiting: (holder: { command: string; pid: number; since: string }) =>
      io.err(`${fill(catalogue.ui['cli.account-busy'], { ...holder }, lang)}\n`),
    onLocked: (lock: { release(): void }) => {
      process.once('exit', () => lock.release())
    },
  }
}

function tellEnd(
  { io, catalogue, lang }: Invocation,
  outcome: RunOutcome,
  kept: KeptRun,
  masker: Masker,
): void {
  if (outcome.stopped === null) return
  kept.journal.note({ kind: 'stopped', code: outcome.stopped.code })
  if (outcome.stopped.code === 'interrupted') {
    io.err(`${fill(catalogue.ui['cli.interrupted'], { dir: kept.dir }, lang)}\n`)
    return
  }
  const why = masker.maskText(stopSentence(outcome.stopped, catalogue, lang))
  io.err(`${fill(catalogue.ui['cli.stopped'], { why }, lang)}\n`)
}

/** Before the first step, not amid the run: an address that no token may go to. */
function refuseUnsafe({ settings }: Invocation, baseUrl: string): void {
  const { tokenUrl } = settings.credentials
  safeAddress(baseUrl)
  if (tokenUrl !== null) safeAddress(tokenUrl)
}

/** A live service without any way to a token cannot be checked: that is the user's to mend, not the service's. */
function refuseWithoutToken({ settings, io, catalogue }: Invocation): void {
  const { accessToken, refreshToken, tokenCommand, tokenUrl, clientId } = settings.credentials
  if (accessToken === null && refreshToken === null && tokenCommand === null) {
    throw new SettingsError('settings.no-token')
  }
  if (refreshToken === null || tokenCommand !== null) return
  const lack = tokenUrl === null ? 'settings.no-token-url' : clientId === null ? 'settings.no-client' : null
  if (lack === null) return
  if (accessToken === null) throw new SettingsError(lack)
  io.err(`${catalogue.ui[lack]}\n`)
}
