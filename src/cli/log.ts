import { emptyLog, type RunLog } from '../app/display.js'
import { targetOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import { messageOf } from '../node/thrown.js'
import type { Settings } from '../settings/settings.js'
import type { Profile } from '../specification/profile.js'
import { hitsLimit, refusesToken } from '../specification/recognise.js'
import { isColoured, type Presenting } from './present.js'

/**
 * Opens the log where the user asked for one: pino is loaded only then, because the outcome says what matters. An
 * access log is asked for by the command itself.
 */
export async function openLog(
  { settings, io }: Presenting,
  masker: Masker,
  kind?: 'access',
): Promise<RunLog> {
  const isAccess = kind === 'access' && !settings.quiet && !settings.given.has('logLevel')
  if (!isAccess && !isLogged(settings)) return emptyLog
  const { createLogger } = await import('../report/logger.js')
  const logger = await createLogger({
    level: isAccess ? 'info' : settings.logLevel,
    masker,
    pretty: io.errIsTty,
    colour: settings.colour && isColoured(io.env, io.errIsTty),
    write: io.err,
  })
  return {
    info: (message, facts) => logger.info(facts, message),
    exchange(exchange) {
      if (kind === 'access') logger.info(...accessOf(exchange))
      if (isAccess) return
      const facts = summary(exchange)
      logger.debug(facts, 'exchange')
      for (const sign of signsOf(exchange, settings.profile)) logger.info(facts, sign)
    },
    fault: (error) => logger.error({ error: messageOf(error) }, 'fault'),
  }
}

/** Whether the user asked for a log, by flag, variable or `.env`. */
export function isLogged({ given, logLevel }: Pick<Settings, 'given' | 'logLevel'>): boolean {
  return given.has('logLevel') && logLevel !== 'silent'
}

/** Renewals and limits, read from the exchange itself so that every command logs them alike. */
function signsOf({ channel, response, request }: Exchange, profile: Profile): string[] {
  const signs = channel === 'token' && request.method === 'POST' ? ['token request'] : []
  if (response === null || channel === 'elsewhere') return signs
  const { status, headers, body } = response
  const seen = { status, headers, text: body?.text ?? null }
  if (channel === 'service' && refusesToken(seen, profile)) signs.push('token refused')
  if (status === 429 || hitsLimit(seen, profile)) signs.push('limit hit')
  return signs
}

function accessOf(exchange: Exchange): [object, string] {
  const { request, response, failure } = exchange
  const tookMs = tookMsOf(exchange)
  const line = `${request.method} ${targetOf(request.url)} ${response?.status ?? failure?.kind ?? '–'}`
  return [{ tookMs: tookMs && Math.round(tookMs) }, line]
}

function summary(exchange: Exchange): object {
  const { id, channel, step, failure, request, response, sentAtMs } = exchange
  const { method, url } = request
  const status = response?.status ?? null
  return { id, channel, step, method, url, status, failure, sentAtMs, tookMs: tookMsOf(exchange) }
}

function tookMsOf({ sentAtMs, respondedAtMs }: Exchange): number | null {
  return respondedAtMs === null ? null : respondedAtMs - sentAtMs
}
