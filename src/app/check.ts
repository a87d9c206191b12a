import { homologation } from '../../suites/homologation.js'
import { safeAddress } from '../client/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { ShownEvent } from '../report/terminal.js'
import type { RunEvent } from '../run/run-event.js'
import { runSteps } from '../run/run-steps.js'
import { stepOfDeath } from '../service/settings.js'
import { HarnessError, SettingsError } from '../words/errors.js'
import { faultList, refuseOnLive, tellEmbedded } from './embedded.js'
import { type Invocation, maskerFor, reachOf, refuseWithoutToken } from './invocation.js'
import { beginOwnRun, tellStopped } from './kept-run.js'
import type { Options } from './options.js'
import type { Outcome } from './outcome.js'
import { publishRun } from './publish.js'
import { embeddedSteps, type Target, targetOf } from './target.js'

type Check = Invocation<Options<'check'>>

/** Runs the five steps against a service. §Homologation procedure */
export async function run(invocation: Check): Promise<Outcome> {
  const { options, settings } = invocation
  const list = await faultList(options)
  if (list) return list
  const { fault, invalidateAt, seed } = options
  refuseOnLive(settings.baseUrl, { '--fault': fault, '--invalidate-at': invalidateAt, '--seed': seed })
  if (settings.baseUrl !== null) refuseUnusable(invocation, settings.baseUrl)
  const target = await targetOf(invocation, settings.baseUrl, (own) =>
    embeddedSteps({ ...own, invalidateAt }),
  )
  if (target.seed !== null) tellEmbedded(invocation, target.seed, invalidateAt ?? stepOfDeath(target.seed))
  try {
    return await checkOnce(invocation, target)
  } finally {
    await target.close()
  }
}

async function checkOnce(invocation: Check, target: Target): Promise<Outcome> {
  const { settings, signal, display, tell } = invocation
  const { baseUrl, embedded, credentials } = target
  const { profile } = settings
  const kept = await beginOwnRun(invocation, target)
  if (!embedded) tell('cli.target', { baseUrl, profile: profile.name, dir: kept.dir })
  const masker = maskerFor(invocation)
  const exchanges: Exchange[] = []
  const progress = display.steps(homologation.steps)
  const running = runSteps({
    masker,
    embedded,
    profile,
    baseUrl,
    credentials,
    signal,
    ...reachOf(invocation, embedded),
    onExchange(exchange) {
      kept.journal.append(exchange)
      exchanges.push(exchange)
    },
    onEvent: (event) => progress.see(shown(event, exchanges)),
    onCommand: (ended) => kept.log.info('token command', ended),
  })
  const { outcome, judge } = await running.finally(() => progress.end())
  const { stopped, repeats } = outcome
  tellStopped(invocation, kept, stopped, masker)
  target.noteIdle(kept.journal)
  kept.journal.note({ kind: 'ended', repeats })
  const judged = { judgement: await judge(), traffic: null }
  const isInterrupted = stopped?.code === 'interrupted'
  return publishRun(invocation, kept, { judged, repeats, exchanges: () => exchanges }, isInterrupted)
}

/** An event as it may be shown: with the exchange that was recorded, never the raw one. */
function shown(event: RunEvent, exchanges: readonly Exchange[]): ShownEvent {
  if (event.kind !== 'responded') return event
  const exchange = exchanges.findLast(({ id }) => id === event.exchange.id)
  if (!exchange) throw new HarnessError('cli.not-recorded', { exchange: event.exchange.id })
  return { ...event, exchange }
}

/**
 * Refuses, before the first step rather than during the run, an address that no token may go to, and credentials
 * without a way to a new token: the procedure kills one, so without it no run can pass.
 */
function refuseUnusable({ settings, tell }: Check, baseUrl: string): void {
  safeAddress(baseUrl)
  if (settings.credentials.tokenUrl !== null) safeAddress(settings.credentials.tokenUrl)
  refuseWithoutToken(settings.credentials)
  const { accessToken, refreshToken, tokenCommand, tokenUrl, clientId } = settings.credentials
  if (refreshToken === null || tokenCommand !== null) return
  const lack = tokenUrl === null ? 'settings.no-token-url' : clientId === null ? 'settings.no-client' : null
  if (lack === null) return
  if (accessToken === null) throw new SettingsError(lack)
  tell(lack)
}
