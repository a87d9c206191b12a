import { emptyLog, type RunLog } from '../app/stage.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import type { Presenting } from './present.js'

/** pino is loaded only where something would be logged: all that a run logs is info or finer; the rest is said by the outcome. */
export async function openLog({ settings, io }: Presenting, masker: Masker): Promise<RunLog> {
  if (!['trace', 'debug', 'info'].includes(settings.logLevel)) return emptyLog
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
  }
}

function summary({ id, channel, step, request, answer, failure, sentAtMs, answeredAtMs }: Exchange): object {
  const tookMs = answeredAtMs === null ? null : answeredAtMs - sentAtMs
  const { method, url } = request
  return { id, channel, step, method, url, status: answer?.status ?? null, failure, sentAtMs, tookMs }
}
