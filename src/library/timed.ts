import { type LifeEvent, type LifeMoment, readLifeEvent, readLifeMoment } from '../exchange/life-event.js'
import type { Application } from '../service/service.js'
import type { Latency } from '../service/settings.js'
import { readOrigin, readWait } from '../settings/kinds.js'

/** How the embedded service behaves over time. */
export interface TimedOptions {
  /** What befalls the application after so many of its requests: `3:inactivate`, `5:scope-produtos`. */
  readonly at?: readonly `${number}:${LifeEvent}`[]
  /** Milliseconds for which each answer waits, or the least and the most, drawn from the seed. Default: 0. */
  readonly latencyMs?: number | Latency
  /** Origin under which the application reaches the service, where that is another: of a container's host. */
  readonly publicUrl?: string
}

/** The same, as service and listener take it. @throws where something does not fit */
export function timedBy({ at = [], latencyMs = 0, publicUrl }: TimedOptions) {
  const [least, most] = typeof latencyMs === 'number' ? [latencyMs, latencyMs] : latencyMs
  const range = readWait(least, most)
  if (range === null)
    throw new Error(`"latencyMs" is ${JSON.stringify(latencyMs)}, but must be 0 to 60000, the least first`)
  return {
    service: { at: at.map(momentOf), latencyMs: most > 0 ? range : null },
    listener: publicUrl === undefined ? {} : { publicUrl: originOf(publicUrl) },
  }
}

/** Lets the event befall the application now. @throws where it is none */
export function befall(application: Application, event: LifeEvent): void {
  if (readLifeEvent(event) === null) throw new Error(`there is no event "${event}"`)
  application.befall(event)
}

function momentOf(text: string): LifeMoment {
  const moment = readLifeMoment(text)
  if (moment) return moment
  throw new Error(`"at" has "${text}", but must be a number of requests and an event, such as 3:inactivate`)
}

function originOf(text: string): string {
  const origin = readOrigin(text)
  if (origin !== null) return origin
  throw new Error(`"publicUrl" is "${text}", but must be scheme, name and port alone`)
}
