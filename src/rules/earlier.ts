import { homologationStep, type StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Blame, Severity, Values } from './finding.js'
import type { Placed } from './trace.js'

/** A requirement broken in a run, as code and evidence. */
export interface Breach {
  readonly requirement: RequirementId
  readonly code: FindingCode
  /** The exchange that shows it; null where something is missing. */
  readonly at: Placed | null
  readonly step: StepNumber | null
  readonly values: Values
  readonly blame: Blame
  readonly severity: Severity
  readonly route: string | null
  /** The broken part of the exchange, if the exchange may be broken in several places. */
  readonly subject?: string | undefined
  /** Whether it reports the outcome of the run and is listed last, even if an early exchange shows it. */
  readonly isOutcome: boolean
  /** Whether the same elsewhere is a further place of this one, and no other finding. */
  readonly isOnce: boolean
  /** Which later requests may fail because of it: the service is elsewhere in the procedure, or never gave what they need. null: none. */
  readonly mayFail: ((later: Placed) => boolean) | null
  readonly follows: Follows | null
  /** Finds the wrong response that may have caused this request, if nothing else explains the breach. */
  readonly confusedBy: Follows | null
}

/** Finds the earlier breach that caused this one; null if the breach has no earlier cause. */
export type Follows = (breach: Breach, earlier: Earlier) => Breach | null

export interface Wanted {
  readonly blame?: readonly Blame[]
  readonly of?: readonly (RequirementId | FindingCode)[]
}

/** The errors found so far, in the order of the traffic. An index answers each question, so that none searches all. */
export class Earlier {
  readonly #at = new Map<Placed, Breach[]>()
  readonly #of = new Map<RequirementId | FindingCode, Breach[]>()
  readonly #lasting: Breach[] = []
  readonly #unmet = new Map<unknown, Breach>()

  add(breach: Breach): void {
    if (breach.severity !== 'error') return
    for (const what of [breach.requirement, breach.code]) push(this.#of, what, breach)
    if (breach.mayFail) {
      this.#lasting.push(breach)
      this.#unmet.set(breach.values.left ?? breach.step, breach)
    }
    if (breach.at !== null) push(this.#at, breach.at, breach)
  }

  at(exchange: Placed | null, { blame, of }: Wanted = {}): Breach | null {
    const here = exchange === null ? undefined : this.#at.get(exchange)
    const fits = (breach: Breach) =>
      (blame?.includes(breach.blame) ?? true) &&
      (of === undefined || of.includes(breach.requirement) || of.includes(breach.code))
    return here?.find(fits) ?? null
  }

  /** The newest of a requirement, or of one of its codes, that fits. */
  last(what: RequirementId | FindingCode, fits: (breach: Breach) => boolean = () => true): Breach | null {
    return this.#of.get(what)?.findLast(fits) ?? null
  }

  /** The newest that may have failed a request: no other that it may fail has succeeded since. null: a request that never came. */
  lasting(request: Placed | null, blame?: Blame): Breach | null {
    const fits = (one: Breach) => (blame === undefined || one.blame === blame) && mayHaveFailed(one, request)
    return this.#lasting.findLast(fits) ?? null
  }

  /** The newest of those that kept a step from being met. */
  unmet(step: StepNumber | null): Breach | null {
    return this.#unmet.get(step) ?? null
  }
}

function mayHaveFailed({ at, mayFail }: Breach, request: Placed | null): boolean {
  if (request === null) return true
  const isOvercome = Object.values(request.done).some(
    (one) => one.index > (at?.index ?? -1) && mayFail?.(one),
  )
  return (mayFail?.(request) ?? false) && !isOvercome
}

function push<K>(breaches: Map<K, Breach[]>, key: K, breach: Breach): void {
  const known = breaches.get(key)
  if (known) known.push(breach)
  else breaches.set(key, [breach])
}

/** A limit is hit by those who keep no interval; bodies and hashes have no part in it. */
export const earlierPace: Follows = (_breach, earlier) => {
  const found = pace.flatMap((id) => earlier.last(id) ?? [])
  const [newest = null] = found.toSorted((a, b) => (b.at?.index ?? -1) - (a.at?.index ?? -1))
  return newest
}

const pace = ['homologation/spacing', 'homologation/sequential', 'homologation/total-time'] as const

/** Two runs side by side with one token: each disturbs the intervals, the hashes and the records of the other. */
export const fromMixedRuns: Follows = (_breach, earlier) => earlier.last('homologation/order:interleaved')

export function here(...of: readonly (RequirementId | FindingCode)[]): Follows {
  return ({ at }, earlier) => earlier.at(at, { of })
}

/** A breach of the previous request of the procedure. */
export function justBefore(...of: readonly (RequirementId | FindingCode)[]): Follows {
  return ({ at }, earlier) => earlier.at(at?.before ?? null, { of })
}

export const tooMany: readonly FindingCode[] = [
  'homologation/order:repeated',
  'homologation/order:restarted',
  'homologation/order:interleaved',
  'homologation/token-renewed:same-token',
]

/** A surplus request disturbs the interval before it and the interval after it. */
const fromExtraRequest = either(here(...tooMany), justBefore(...tooMany))

/** Another run, a surplus request, or a habit that the previous request already showed disturbs the pace of a run. */
export const fromPaceBefore: Follows = (breach, earlier) => {
  const before = asBefore(breach, earlier)
  const isHabit = before !== null && fromExtraRequest(before, earlier) === null
  return fromMixedRuns(breach, earlier) ?? fromExtraRequest(breach, earlier) ?? (isHabit ? before : null)
}

/** The same error in the previous request of the procedure is the same mistake, so this breach follows from that one. */
export const asBefore: Follows = ({ at, code, subject }, earlier) =>
  earlier.last(code, (former) => former.at === at?.before && former.subject === subject)

/** Trying again after a refusal for a missing scope only brings another refusal. */
export const fromMissingScope = justBefore('auth/scope')

/** Tries several possible causes in order and returns the first one that is present. */
export function either(...all: readonly Follows[]): Follows {
  return (breach, earlier) => {
    for (const follows of all) {
      const root = follows(breach, earlier)
      if (root) return root
    }
    return null
  }
}

/** A client that sends every body in the same wrong form has made one mistake. */
export function alike(...codes: readonly FindingCode[]): Follows {
  return (_breach, earlier) => codes.map((code) => earlier.last(code)).find((one) => one !== null) ?? null
}

/** The newest misdirected request whose step could not be determined and which may have been this step. */
export function lostStep(
  step: StepNumber,
  earlier: Earlier,
  isThere: (at: Placed) => boolean = () => true,
): Breach | null {
  return lastStray(earlier, (at) => hasMethodOf(step, at) && isThere(at))
}

/** The newest request that lost its way, within the service or to another host with our token. */
export function lastStray(earlier: Earlier, isThere: (at: Placed) => boolean): Breach | null {
  const fits = ({ at }: Breach) => at !== null && isThere(at)
  return earlier.last('homologation/right-routes', fits) ?? earlier.last('auth/same-origin:foreign', fits)
}

export function hasMethodOf(step: StepNumber, { exchange }: Placed): boolean {
  return exchange.request.method.toUpperCase() === homologationStep(step).method
}

/** The token that was refused was none, or the wrong one; or the renewal after the refusal brought none. */
export function lostToken(refused: Placed, earlier: Earlier): Breach | null {
  const spoilt = earlier.at(refused, { of: ['auth/bearer', 'auth/renewal', 'homologation/token-renewed'] })
  if (spoilt) return spoilt
  for (const renewal of refused.renewals) {
    const failed = earlier.at(renewal, { of: ['auth/renewal'] })
    if (failed) return failed
  }
  // a code that came a second time withdraws what was given for it
  return earlier.last('auth/renewal:code-again', ({ at }) => (at?.index ?? 0) < refused.index)
}
