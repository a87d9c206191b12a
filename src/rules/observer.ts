/**
 * The interface of the contract's rules. A rule of the homologation judges a finished run. These rules judge each exchange
 * as it passes, with a bounded memory of earlier exchanges, so that a night of proxy traffic needs no more memory than an
 * hour. `contract`, `proxy` and `judge` use the same observers.
 *
 *     export const noContent = observer('envelope/no-content', () => (seen, note) => {
 *       if (seen.status !== 204) return
 *       note.tested()
 *       if (hasBody(seen)) note.breach('body')
 *     })
 */
import type { RequirementId } from '../specification/requirements.js'
import { routeName } from '../specification/route.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Blame, Severity, Values } from './finding.js'
import type { Memory } from './memory.js'
import type { Suffix } from './rule.js'
import type { SeenExchange } from './seen.js'

/** A requirement broken by one exchange, as code and evidence. */
export interface ObservedBreach {
  readonly requirement: RequirementId
  readonly code: FindingCode
  readonly values: Values
  readonly blame: Blame
  /** Present if it differs from the requirement's level. */
  readonly severity?: Severity
  readonly step: string | null
  readonly route: string | null
  readonly exchange: string
  /** The broken part, if one exchange may break several: a path in a body, without any value. */
  readonly subject?: string | undefined
}

export interface ObservedOptions {
  readonly values?: Values
  /** Default: the service, of a {@link requestObserver} the application. */
  readonly blame?: Blame
  readonly severity?: Severity
  readonly subject?: string | undefined
  /** The exchange that is broken, where only this later one shows it. */
  readonly of?: Shown
  /** The breach does not depend on the route, because any request would have caused it. */
  readonly isOfNoRoute?: true
}

/** The parts of an exchange that a finding names. */
export interface Shown {
  readonly exchange: Pick<SeenExchange['exchange'], 'id' | 'step'>
  readonly route: SeenExchange['route']
}

/** How an observer speaks: that it had something to test, and what was broken. */
export interface ObserverNote<I extends RequirementId> {
  tested(): void
  breach(suffix: Suffix<I>, options?: ObservedOptions): void
}

/** Hears that a rule had something to test, which has no code, and of what the exchange breaks: a code, and the evidence. */
type Sink = (code: FindingCode | null, options: ObservedOptions) => void

export interface Observer {
  readonly id: RequirementId
  /** Starts a watch over one stream of exchanges. The sink hears each breach, and once that something was tested. */
  begin(memory: Memory, sink: Sink): (seen: SeenExchange) => void
}

type Watching<I extends RequirementId> = (seen: SeenExchange, note: ObserverNote<I>) => void

/** A requirement's rule over passing exchanges. What `begin` remembers is bounded. */
export function observer<const I extends RequirementId>(
  id: I,
  begin: (memory: Memory) => Watching<I>,
  blame: Blame = 'service',
): Observer {
  return {
    id,
    begin(memory, sink) {
      const watch = begin(memory)
      let isTested = false
      const note: ObserverNote<I> = {
        tested() {
          if (!isTested) sink(null, {})
          isTested = true
        },
        breach: (suffix, options) => sink(`${id}:${suffix}` as FindingCode, { blame, ...options }),
      }
      return (seen) => watch(seen, note)
    },
  }
}

/** A rule about what applications send: they are to blame. */
export function requestObserver<const I extends RequirementId>(
  id: I,
  begin: (memory: Memory) => Watching<I>,
): Observer {
  return observer(id, begin, 'application')
}

/** A breach as the exchange shows it. */
export function breachOf(
  requirement: RequirementId,
  code: FindingCode,
  seen: SeenExchange,
  { values = {}, blame = 'service', severity, subject, of, isOfNoRoute }: ObservedOptions,
): ObservedBreach {
  const { exchange, route } = of ?? seen
  return {
    requirement,
    code,
    values,
    blame,
    ...(severity ? { severity } : {}),
    step: exchange.step,
    route: route && !isOfNoRoute ? routeName(route) : null,
    exchange: exchange.id,
    subject,
  }
}
