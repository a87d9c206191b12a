import { emptyLog, type RunLog } from '../app/display.js'
import { targetOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import { messageOf } from '../node/thrown.js'
import type { Settings } from '../settings/settings.js'
import type { Profile } from '../specification/profile.js'
import { hitsLimit, refusesToken } from '../specification/recognise.js'
import { isColoured, type OutputContext } from './present.js'

/**
 * Opens the log of a command on standard error. If the user chose no level, nothing is written and pino is not loaded. With `kind`
 * 'access', each request then still gets a line, unless `--quiet` is given; with a level, this line comes in addition.
 */
export async function openLog(
  { settings, io }: OutputContext,
  masker: Masker,
  kind?: 'access',
): Promise<RunLog> {
  const isAccessOnly = kind === 'access' && !settings.quiet && !settings.given.has('logLevel')
  if (!isAccessOnly && !isLogged(settings)) return emptyLog
  const { createLogger } = await import('../report/logger.js')
  const logger = await createLogger({
    level: isAccessOnly ? 'info' : settings.logLevel,
    masker,
    pretty: io.errIsTty,
    colour: settings.colour && isColoured(io.env, io.errIsTty),
    write: io.err,
  })
  return {
    logsRequests: logger.isLevelEnabled('info'),
    info: (message, facts) => logger.info(facts, message),
    exchange(exchange) {
      const facts = summarize(exchange)
      const tookMs = facts.tookMs === null ? null : Math.round(facts.tookMs)
      if (kind === 'access') logger.info({ tookMs }, accessLine(exchange))
      if (isAccessOnly) return
      logger.debug(facts, 'exchange')
      for (const event of listEvents(exchange, settings.profile)) logger.info(facts, event)
    },
    fault: (error) => logger.error({ error: messageOf(error) }, 'fault'),
  }
}

/** True if the user chose a log level by flag, variable or file. */
export function isLogged({ given, logLevel }: Pick<Settings, 'given' | 'logLevel'>): boolean {
  return given.has('logLevel') && logLevel !== 'silent'
}

/** Events that are worth a line at info: a token request, a refused token, a rate limit. */
function listEvents({ channel, response, request }: Exchange, profile: Profile): string[] {
  const events = channel === 'token' && request.method === 'POST' ? ['token request'] : []
  if (response === null || channel === 'elsewhere') return events
  const { status, headers, body } = response
  const seen = { status, headers, text: body?.text ?? null }
  if (channel === 'service' && refusesToken(seen, profile)) events.push('token refused')
  if (status === 429 || hitsLimit(seen, profile)) events.push('limit hit')
  return events
}

/** `GET /Api/v3/homologacao/produtos 200` */
function accessLine({ request, response, failure }: Exchange): string {
  return `${request.method} ${targetOf(request.url)} ${response?.status ?? failure?.kind ?? '–'}`
}

function summarize({ id, channel, step, failure, request, response, sentAtMs, respondedAtMs }: Exchange) {
  const { method, url } = request
  const status = response?.status ?? null
  const tookMs = respondedAtMs === null ? null : respondedAtMs - sentAtMs
  return { id, channel, step, method, url, status, failure, sentAtMs, tookMs }
}
