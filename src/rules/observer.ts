/**
 * The interface of the rules about single exchanges, for the contract of all routes. An observer sees each exchange as it
 * passes and remembers a bounded number of earlier ones, so ten hours of proxy traffic need no more memory than one.
 * `contract`, `proxy` and `judge` use the same observers. Rules about a whole run of the five steps have the interface of
 * `rule.ts`.
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

/** A requirement that one exchange broke, as code and evidence. */
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
  /** Default: the service; in a {@link requestObserver}, the application. */
  readonly blame?: Blame
  readonly severity?: Severity
  readonly subject?: string | undefined
  /** The broken exchange, if it is an earlier one that only the current exchange proves wrong. */
  readonly exchange?: ExchangeReference
  /** True if any request would have broken the requirement, whatever its route. */
  readonly isWithoutRoute?: true
}

/** What a finding needs to know about the exchange that it blames. */
export interface ExchangeReference {
  readonly exchange: Pick<SeenExchange['exchange'], 'id' | 'step'>
  readonly route: SeenExchange['route']
}

/** An observer calls `tested` if it had something to test, and `breach` if the exchange breaks its requirement. */
export interface ObserverNote<I extends RequirementId> {
  tested(): void
  breach(suffix: Suffix<I>, options?: ObservedOptions): void
}

/** Receives the code of a breach with its evidence; or null as the code, which only says that the observer had something to test. */
type Sink = (code: FindingCode | null, options: ObservedOptions) => void

export interface Observer {
  readonly id: RequirementId
  /** Starts to observe one stream of exchanges. Returns the function to call with each of them. */
  begin(memory: Memory, sink: Sink): (seen: SeenExchange) => void
}

type ExamineExchange<I extends RequirementId> = (seen: SeenExchange, note: ObserverNote<I>) => void

/** Creates the observer of one requirement. `begin` is called once for a stream, so its variables last for the stream. */
export function observer<const I extends RequirementId>(
  id: I,
  begin: (memory: Memory) => ExamineExchange<I>,
  blame: Blame = 'service',
): Observer {
  return {
    id,
    begin(memory, sink) {
      const examine = begin(memory)
      let isTested = false
      const note: ObserverNote<I> = {
        tested() {
          if (!isTested) sink(null, {})
          isTested = true
        },
        breach: (suffix, options) => sink(`${id}:${suffix}` as FindingCode, { blame, ...options }),
      }
      return (seen) => examine(seen, note)
    },
  }
}

/** Creates an observer of what applications send: they are to blame. */
export function requestObserver<const I extends RequirementId>(
  id: I,
  begin: (memory: Memory) => ExamineExchange<I>,
): Observer {
  return observer(id, begin, 'application')
}

/** Completes the code and options of a breach with the step, the route and the exchange that it is about. */
export function breachOf(
  requirement: RequirementId,
  code: FindingCode,
  seen: SeenExchange,
  options: ObservedOptions,
): ObservedBreach {
  const { values = {}, blame = 'service', severity, subject } = options
  const { exchange, route } = options.exchange ?? seen
  return {
    requirement,
    code,
    values,
    blame,
    ...(severity ? { severity } : {}),
    step: exchange.step,
    route: route && !options.isWithoutRoute ? routeName(route) : null,
    exchange: exchange.id,
    subject,
  }
}
