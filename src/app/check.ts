import { homologation } from '../../suites/homologation.js'
import { safeAddress } from '../client/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { ShownEvent } from '../report/terminal.js'
import type { RunEvent } from '../run/run-event.js'
import { runSteps } from '../run/run-steps.js'
import { defaultInvalidationStep } from '../service/settings.js'
import { HarnessError, SettingsError } from '../words/errors.js'
import { listFaultsIfAsked, refuseOnLive, tellEmbedded } from './embedded.js'
import { connectionOptions, createMaskerFor, type InvocationOf, refuseWithoutToken } from './invocation.js'
import { beginRun, ownRunFacts, tellStopped } from './kept-run.js'
import type { Outcome } from './outcome.js'
import { publishRun } from './publish.js'
import { openTarget, startStepsTarget, type Target } from './target.js'

type Check = InvocationOf<'check'>

/** `check`: runs the five steps against a service. §Homologation procedure */
export async function run(invocation: Check): Promise<Outcome> {
  const { options, settings } = invocation
  const faultTable = await listFaultsIfAsked(options)
  if (faultTable) return faultTable
  const { fault, invalidateAt, seed } = options
  refuseOnLive(settings.baseUrl, { '--fault': fault, '--invalidate-at': invalidateAt, '--seed': seed })
  if (settings.baseUrl !== null) refuseUnusable(invocation, settings.baseUrl)
  const target = await openTarget(invocation, settings.baseUrl, (service) =>
    startStepsTarget({ ...service, invalidateAt }),
  )
  if (target.seed !== null)
    tellEmbedded(invocation, target.seed, invalidateAt ?? defaultInvalidationStep(target.seed))
  try {
    return await checkOnce(invocation, target)
  } finally {
    await target.close()
  }
}

async function checkOnce(invocation: Check, target: Target): Promise<Outcome> {
  const { settings, signal, display, printMessage } = invocation
  const { baseUrl, embedded, credentials } = target
  const { profile } = settings
  const kept = await beginRun(invocation, ownRunFacts(target))
  if (!embedded) printMessage('cli.target', { baseUrl, profile: profile.name, dir: kept.dir })
  const masker = createMaskerFor(invocation)
  const exchanges: Exchange[] = []
  const progress = display.steps(homologation.steps)
  const running = runSteps({
    masker,
    embedded,
    profile,
    baseUrl,
    credentials,
    signal,
    ...connectionOptions(invocation, target),
    onExchange(exchange) {
      kept.journal.append(exchange)
      exchanges.push(exchange)
    },
    onEvent: (event) => progress.see(withMaskedExchange(event, exchanges)),
    onCommand: (ended) => kept.log.info('token command', ended),
  })
  const { outcome, judge } = await running.finally(() => progress.end())
  const { stopped, repeats } = outcome
  tellStopped(invocation, kept, stopped, masker)
  target.noteIdleFaults?.(kept.journal)
  kept.journal.note({ kind: 'ended', repeats })
  const judged = { judgement: await judge(), traffic: null }
  const isInterrupted = stopped?.code === 'interrupted'
  return publishRun(invocation, kept, { judged, repeats, exchanges: () => exchanges }, isInterrupted)
}

/** Replaces the raw exchange of an event, which may hold secrets, by the recorded one. */
function withMaskedExchange(event: RunEvent, exchanges: readonly Exchange[]): ShownEvent {
  if (event.kind !== 'responded') return event
  const exchange = exchanges.findLast(({ id }) => id === event.exchange.id)
  if (!exchange) throw new HarnessError('cli.not-recorded', { exchange: event.exchange.id })
  return { ...event, exchange }
}

/**
 * Refuses, before the first step, an address that no token may be sent to, credentials without any token, and a refresh token that
 * cannot be used: the procedure revokes a token, so no run passes without a renewal. If there is an access token, it only warns.
 */
function refuseUnusable({ settings, printMessage }: Check, baseUrl: string): void {
  const { accessToken, refreshToken, tokenCommand, tokenUrl, clientId } = settings.credentials
  safeAddress(baseUrl)
  if (tokenUrl !== null) safeAddress(tokenUrl)
  refuseWithoutToken(settings.credentials)
  if (refreshToken === null || tokenCommand !== null || (tokenUrl !== null && clientId !== null)) return
  const missing = tokenUrl === null ? 'settings.no-token-url' : 'settings.no-client'
  if (accessToken === null) throw new SettingsError(missing)
  printMessage(missing)
}
