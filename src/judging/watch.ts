import type { Exchange } from '../exchange/exchange.js'
import type { SeenContext } from '../rules/context.js'
import type { Finding, Severity } from '../rules/finding.js'
import { fingerprint } from '../rules/fingerprint.js'
import { Memory } from '../rules/memory.js'
import { breachOf, type ObservedBreach, type Observer } from '../rules/observer.js'
import { SeenExchange } from '../rules/seen.js'
import {
  type RequirementId,
  requirement as requirementOf,
  severityOf,
} from '../specification/requirements.js'

/** Runs observers over a stream of exchanges and returns what each exchange broke. The memory is bounded, however long the stream is. */
export class Watch {
  /** Requirements that had something to test so far. */
  readonly tested = new Set<RequirementId>()
  /** Ids of the routes that responded so far. */
  readonly exercised = new Set<string>()
  /** For each list, by the id of its route: whether any of its responses had a record so far. */
  readonly hasRecordsByList = new Map<string, boolean>()
  #memory = new Memory()
  #watchers: readonly { readonly id: RequirementId; readonly see: (seen: SeenExchange) => void }[] = []
  #seen: SeenExchange | null = null
  #breaches: ObservedBreach[] = []

  constructor(
    private readonly observers: readonly Observer[],
    private readonly context: SeenContext,
  ) {
    this.#begin()
  }

  #begin(): void {
    this.#memory = new Memory()
    this.#watchers = this.observers.map(({ id, begin }) => ({
      id,
      see: begin(this.#memory, (code, options) => {
        this.tested.add(id)
        // without a code the requirement was kept
        if (code && this.#seen) this.#breaches.push(breachOf(id, code, this.#seen, options))
      }),
    }))
  }

  see(exchange: Exchange): readonly ObservedBreach[] {
    // if the recording lost exchanges, what the earlier exchanges showed may not be true any more
    if (exchange.gaps.includes('exchanges')) this.#begin()
    const seen = new SeenExchange(exchange, this.context)
    // a request that was sent again is judged by the response to its second attempt
    if (exchange.sentAgain) return this.#judge(seen, ['service/answers'])
    const breaches = this.#judge(seen)
    this.#memory.learn(seen)
    const { route } = seen
    if (!route || seen.status === null) return breaches
    this.exercised.add(route.id)
    const count = countListed(seen)
    if (count !== null)
      this.hasRecordsByList.set(route.id, count > 0 || (this.hasRecordsByList.get(route.id) ?? false))
    return breaches
  }

  /** Judges only who sent an exchange, and with which token; the rules of its run judge the rest. */
  seeSender(exchange: Exchange): readonly ObservedBreach[] {
    return this.#judge(new SeenExchange(exchange, this.context), ['auth/same-origin', 'auth/bearer'])
  }

  /** Lets the observer of `auth/same-origin` remember the credentials of an exchange. The rules of its run judge the exchange, so breaches are dropped. */
  learn(exchange: Exchange): void {
    this.#judge(new SeenExchange(exchange, this.context), ['auth/same-origin'])
  }

  #judge(seen: SeenExchange, ids?: readonly RequirementId[]): readonly ObservedBreach[] {
    this.#seen = seen
    this.#breaches = []
    for (const { id, see } of this.#watchers) if (!ids || ids.includes(id)) see(seen)
    return this.#breaches
  }
}

/** The number of records in the response of a list; null for all other responses. */
function countListed({ route, isSuccess, data, listedRecords }: SeenExchange): number | null {
  if (!isSuccess || route?.method !== 'GET') return null
  return Array.isArray(data) ? data.length : (listedRecords?.length ?? null)
}

/** The finding of a breach. Its fingerprint is made of `parts`, which distinguish it from other findings. */
export function observedFinding(breach: ObservedBreach, parts: Parameters<typeof fingerprint>[0]): Finding {
  const { requirement, code, values, blame, step, route, exchange } = breach
  return {
    requirement,
    code,
    values,
    blame,
    step,
    route,
    exchange,
    consequenceOf: null,
    severity: severityIn(breach),
    fingerprint: fingerprint(parts),
  }
}

/** The breach's own severity, else that of its requirement. */
export function severityIn({ severity, requirement }: ObservedBreach): Severity {
  return severity ?? severityOf(requirementOf(requirement).level)
}
