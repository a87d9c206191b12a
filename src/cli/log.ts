import { emptyLog, type RunLog } from '../app/stage.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import { messageOf } from '../node/thrown.js'
import type { Settings } from '../settings/settings.js'
import type { Presenting } from './present.js'

/** Opens the log where the user asked for one: pino is loaded only then, because the outcome says what matters. */
export async function openLog({ settings, io }: Presenting, masker: Masker): Promise<RunLog> {
  if (!isLogged(settings)) return emptyLog
  const { createLogger } = await import('../report/logger.js')
  const logger = await createLogger({
    level: settings.logLevel,
    masker,
    pretty: io.errIsTty,
    colour: settings.colour && io.errIsTty,
    write: io.err,
  })
  return {
    begun: (facts) => logger.info(facts, 'run begun'),
    exchange: (exchange) => logger.debug(summary(exchange), 'exchange'),
    event: (event) => {
      if (event.kind === 'answered' || event.kind === 'sending') return
      logger.info(event, event.kind)
    },
    ended: (facts) => logger.info(facts, 'run ended'),
    fault: (error) => logger.error({ error: messageOf(error) }, 'fault'),
  }
}

/** Whether the user asked for a log, by flag, variable or `.env`. */
export function isLogged({ given, logLevel }: Pick<Settings, 'given' | 'logLevel'>): boolean {
  return given.has('logLevel') && logLevel !== 'silent'
}

function summary({ id, channel, step, request, answer, failure, sentAtMs, answeredAtMs }: Exchange): object {
  const tookMs = answeredAtMs === null ? null : answeredAtMs - sentAtMs
  const { method, url } = request
  return { id, channel, step, method, url, status: answer?.status ?? null, failure, sentAtMs, tookMs }
}
