import { z } from 'zod'
import { type LifeEvent, readLifeEvent, readLifeMoment } from '../../exchange/life-event.js'
import { clientEnvironment } from '../../service/env-file.js'
import type { Notice } from '../../service/resources/operation.js'
import type { Application, Credentials } from '../../service/service.js'
import type { Latency } from '../../service/settings.js'
import { readDelayRange, readOrigin } from '../../settings/kinds.js'
import { refuseUnknownScopes } from '../embedded.js'
import { inSentences, port, requireValue } from './options.js'

/** The embedded service of a test, with the credentials that its one application began with. */
export interface Served extends Credentials, AsyncDisposable {
  /** Address of the service with its version prefix. */
  readonly baseUrl: string
  /** Address for renewals. */
  readonly tokenUrl: string
  /** The same values as environment variables (`HOMOLOGA_BASE_URL`, …), for an application that runs in its own process. */
  readonly env: Readonly<Record<string, string>>
  /** Each parameter that the service did not know, or that had no effect, once. */
  readonly notices: readonly Notice[]
  /** Applies a lifecycle event to the application now. @throws if there is no such event */
  befall(event: LifeEvent): void
  /** Closes the service, with every connection. */
  close(): Promise<void>
}

/** The part of the result that `emulate` and `examine` share. */
export function toServed(
  client: Pick<Served, keyof Credentials | 'baseUrl' | 'tokenUrl'>,
  application: Application,
  notices: readonly Notice[],
  close: () => Promise<void>,
): Served {
  return {
    ...client,
    env: clientEnvironment(client),
    notices,
    close,
    [Symbol.asyncDispose]: close,
    befall(event) {
      application.applyEvent(requireValue(readLifeEvent(event), `there is no event "${event}"`))
    },
  }
}

/** How the embedded service behaves over time. */
export interface TimedOptions {
  /** Lifecycle events of the application, each after a number of its requests: `3:inactivate`, `5:scope-produtos`. */
  readonly at?: readonly `${number}:${LifeEvent}`[]
  /** Milliseconds for which each response waits, or the least and the most, drawn from the seed. Default: 0; of `examine` 50. */
  readonly latencyMs?: number | Latency
  /** Origin under which the application reaches the service, if it is another, such as the host of a container. */
  readonly publicUrl?: string
  /** Determines records, identifiers, tokens and delays. Default: a new one. */
  readonly seed?: string
  /** Default: 0, any free port. */
  readonly port?: number
}

/** The types of these options and of `enforce`, which callers in JavaScript may get wrong. `parseTimedOptions` checks the values. */
export const timedShape = {
  at: z.array(z.string()),
  latencyMs: z.union([z.number(), z.array(z.number())]),
  publicUrl: z.string(),
  seed: z.string(),
  enforce: z.boolean(),
  port,
}

/** Converts the options that service and listener take in another form. @throws if one of them is invalid */
export async function parseTimedOptions({ at = [], latencyMs, publicUrl }: TimedOptions) {
  const [least, most, ...others] =
    typeof latencyMs === 'object' ? latencyMs : [latencyMs ?? 0, latencyMs ?? 0]
  const range = requireValue(
    others.length === 0 ? readDelayRange(least, most) : null,
    `"latencyMs" is ${JSON.stringify(latencyMs)}, but must be 0 to 60000, the least first`,
  )
  const moments = at.map((text) =>
    requireValue(
      readLifeMoment(text),
      `"at" has "${text}", but must be a number of requests and an event, such as 3:inactivate`,
    ),
  )
  await inSentences(() => refuseUnknownScopes(moments))
  const wrongUrl = `"publicUrl" is "${publicUrl}", but must be scheme, name and port alone`
  const origin = publicUrl === undefined ? undefined : requireValue(readOrigin(publicUrl), wrongUrl)
  return {
    service: { scheduledEvents: moments, ...(latencyMs !== undefined && { latencyMs: range }) },
    listener: { publicUrl: origin },
  }
}
