import { homologation } from '../../suites/homologation.js'
import { safeAddress } from '../client/address.js'
import { createTokenStore } from '../client/token-store.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import type { ShownEvent } from '../report/terminal.js'
import { type JudgedSteps, runSteps } from '../run/homologation/judged-steps.js'
import type { RunEvent, StopReason } from '../run/run-event.js'
import { stopNote, stopSentence } from '../run/stop-sentence.js'
import { stepOfDeath } from '../service/settings.js'
import { HarnessError, SettingsError } from '../words/errors.js'
import { faultList, type MortalOptions, refuseOnLive, tellEmbedded, watchedFaults } from './embedded.js'
import { accountLock, type Invocation, maskerFor, refuseWithoutToken } from './invocation.js'
import { beginRun, type KeptRun } from './kept-run.js'
import type { Outcome } from './outcome.js'
import { publishJudged, unlessInterrupted } from './publish.js'
import { embeddedSteps, liveTarget, type Target } from './target.js'

type Check = Invocation<MortalOptions>

/** Runs the five steps against a service. §Homologation procedure */
export async function run(invocation: Check): Promise<Outcome> {
  const { options, settings } = invocation
  const list = await faultList(options)
  if (list) return list
  const { fault, invalidateAt, seed } = options
  refuseOnLive(settings.baseUrl, { '--fault': fault, '--invalidate-at': invalidateAt, '--seed': seed })
  if (settings.baseUrl !== null) refuseUnsafe(invocation, settings.baseUrl)
  if (settings.baseUrl !== null) refuseUnrenewable(invocation)
  const target = await targetOf(invocation)
  try {
    return await checkOnce(invocation, target)
  } finally {
    await target.close()
  }
}

async function targetOf(invocation: Check): Promise<Target> {
  const { settings, options } = invocation
  if (settings.baseUrl !== null) return liveTarget(settings.baseUrl, settings.credentials)
  const { invalidateAt, seed } = options
  const { faults, tellIdle } = await watchedFaults(options)
  const target = await embeddedSteps({ profile: settings.profile, faults, invalidateAt, seed })
  tellEmbedded(invocation, target.seed, invalidateAt ?? stepOfDeath(target.seed))
  return {
    ...target,
    async close() {
      tellIdle(invocation.tell)
      await target.close()
    },
  }
}

async function checkOnce(invocation: Check, target: Target): Promise<Outcome> {
  const { settings, clock, tell } = invocation
  const { baseUrl, embedded, credentials, seed } = target
  const { tokenUrl } = credentials
  const kept = await beginRun(invocation, {
    baseUrl,
    tokenUrl,
    embedded,
    toleranceMs: 0,
    seed,
    source: 'run',
  })
  const { header, journal, dir } = kept
  const profile = settings.profile.name
  if (!embedded) tell('cli.target', { baseUrl, profile, dir })
  const masker = maskerFor(invocation)
  const exchanges: Exchange[] = []
  const { outcome: ended, judge } = await watchSteps(invocation, target, { kept, masker, exchanges })
  const { stopped, repeats } = ended
  tellEnd(invocation, stopped, kept, masker)
  journal.note({ kind: 'ended', repeats })
  await journal.close()
  const outcome = await publishJudged(invocation, {
    ...{ dir, header, notes: journal.notes, journalPath: journal.path, isNew: true, repeats },
    judged: { judgement: await judge(), traffic: null },
    exchanges: () => exchanges,
    durationMs: clock.now() - kept.originMs,
  })
  return unlessInterrupted(outcome, stopped?.code === 'interrupted')
}

interface Watching {
  readonly kept: KeptRun
  readonly masker: Masker
  readonly exchanges: Exchange[]
}

async function watchSteps(
  invocation: Check,
  { baseUrl, embedded, credentials }: Target,
  { kept, masker, exchanges }: Watching,
): Promise<JudgedSteps> {
  const { settings, signal, stage } = invocation
  const progress = stage.steps(homologation.steps)
  try {
    return await runSteps({
      masker,
      embedded,
      profile: settings.profile,
      baseUrl,
      credentials,
      store: embedded ? null : createTokenStore(settings.stateDir, { retriesSpent: settings.tokenRetry }),
      lock: embedded ? null : accountLock(invocation),
      onExchange: (exchange) => {
        kept.journal.append(exchange)
        exchanges.push(exchange)
      },
      onEvent: (event) => progress.see(shown(event, exchanges)),
      timeoutMs: settings.timeoutMs,
      network: settings.network,
      signal,
    })
  } finally {
    progress.end()
  }
}

/** An event as it may be shown: with the exchange that was recorded, never the raw one. */
function shown(event: RunEvent, exchanges: readonly Exchange[]): ShownEvent {
  if (event.kind !== 'answered') return event
  const exchange = exchanges.findLast(({ id }) => id === event.exchange.id)
  if (!exchange) throw new HarnessError('cli.not-recorded', { exchange: event.exchange.id })
  return { ...event, exchange }
}

function tellEnd(
  { tell, catalogue, lang }: Check,
  stopped: StopReason | null,
  kept: KeptRun,
  masker: Masker,
): void {
  if (stopped === null) return
  kept.journal.note(stopNote(stopped, masker.maskText))
  if (stopped.code === 'interrupted') return tell('cli.interrupted', { dir: kept.dir })
  tell('cli.stopped', { why: masker.maskText(stopSentence(stopped, catalogue, lang)) })
}

/** Refuses an address that no token may go to before the first step, rather than during the run. */
function refuseUnsafe({ settings }: Check, baseUrl: string): void {
  const { tokenUrl } = settings.credentials
  safeAddress(baseUrl)
  if (tokenUrl !== null) safeAddress(tokenUrl)
}

/** The procedure kills a token: without a way to a new one it cannot pass. */
function refuseUnrenewable({ settings, tell }: Check): void {
  refuseWithoutToken(settings.credentials)
  const { accessToken, refreshToken, tokenCommand, tokenUrl, clientId } = settings.credentials
  if (refreshToken === null || tokenCommand !== null) return
  const lack = tokenUrl === null ? 'settings.no-token-url' : clientId === null ? 'settings.no-client' : null
  if (lack === null) return
  if (accessToken === null) throw new SettingsError(lack)
  tell(lack)
}
