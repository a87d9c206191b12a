/**
 * Finds the earlier breach that caused a later one. Example: step 3 goes out with a refused token (breach A), so step 3 is
 * refused again and the run ends (breach B). B has the cause A, and only A is reported as a root.
 *
 * Each rule names functions of the type {@link FindCause} for its breaches; their names begin with `from` or say at which
 * request they look. `src/judging/causes.ts` calls them for one breach after the other, in the order of the traffic.
 */
import { homologationStep, type StepNumber } from '../specification/homologation.js'
import type { RequirementId } from '../specification/requirements.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Blame, Severity, Values } from './finding.js'
import type { PlacedExchange } from './trace.js'

/** A requirement that a run of the five steps broke, as code and evidence. */
export interface Breach {
  readonly requirement: RequirementId
  readonly code: FindingCode
  /** The exchange that shows the breach; null if something is missing and no exchange shows that. */
  readonly at: PlacedExchange | null
  readonly step: StepNumber | null
  readonly values: Values
  readonly blame: Blame
  readonly severity: Severity
  readonly route: string | null
  /** The broken part of the exchange, if several parts can break in the same way. */
  readonly subject?: string | undefined
  /** True if the breach is about how the run ended. It is listed last, even if an early exchange shows it. */
  readonly isOutcome: boolean
  /** True if a repetition of this breach becomes a further place of the first finding, instead of a second finding. */
  readonly mergesRepeats: boolean
  /** Whether a later request may fail because of this breach, for example because no product was created. null: none may. */
  readonly mayFail: ((later: PlacedExchange) => boolean) | null
  /** Finds the cause of this breach; null: it is always a root. */
  readonly findCause: FindCause | null
  /** Asked if `findCause` finds no cause: finds an earlier breach that made the application confuse two responses or two runs. */
  readonly findFallbackCause: FindCause | null
}

/** Finds the earlier breach that caused this one; null if there is none. */
export type FindCause = (breach: Breach, earlier: EarlierBreaches) => Breach | null

/** A breach passes the filter if it has one of the blames and one of the requirements or codes. A missing list accepts all. */
interface BreachFilter {
  readonly blame?: readonly Blame[]
  readonly codes?: readonly (RequirementId | FindingCode)[]
}

/** The errors found so far, in the order of the traffic, with an index for each question that is asked about them. */
export class EarlierBreaches {
  readonly #byExchange = new Map<PlacedExchange, Breach[]>()
  readonly #byCode = new Map<RequirementId | FindingCode, Breach[]>()
  readonly #mayFailLater: Breach[] = []

  add(breach: Breach): void {
    if (breach.severity !== 'error') return
    append(this.#byCode, breach.requirement, breach)
    append(this.#byCode, breach.code, breach)
    if (breach.at !== null) append(this.#byExchange, breach.at, breach)
    if (breach.mayFail) this.#mayFailLater.push(breach)
  }

  /** The first breach that the exchange shows and that passes the filter. */
  findAt(exchange: PlacedExchange | null, { blame, codes }: BreachFilter = {}): Breach | null {
    const breaches = exchange === null ? undefined : this.#byExchange.get(exchange)
    const passes = (breach: Breach) =>
      (blame?.includes(breach.blame) ?? true) &&
      (codes === undefined || codes.includes(breach.requirement) || codes.includes(breach.code))
    return breaches?.find(passes) ?? null
  }

  /** The newest breach with this requirement or code that fits. */
  findLast(code: RequirementId | FindingCode, fits: (breach: Breach) => boolean = () => true): Breach | null {
    return this.#byCode.get(code)?.findLast(fits) ?? null
  }

  /** The newest breach that may be why a request failed. Without a request (null: it was never sent), the newest breach that may fail any. */
  findPossibleCause(request: PlacedExchange | null, blame?: Blame): Breach | null {
    const fits = (breach: Breach) =>
      (blame === undefined || breach.blame === blame) && mayHaveFailed(breach, request)
    return this.#mayFailLater.findLast(fits) ?? null
  }

  /** The newest breach that prevented the success of a step: one at this step, or one that left it out and names it in `values.left`. */
  findBlockerOf(step: StepNumber | null): Breach | null {
    return this.#mayFailLater.findLast((breach) => (breach.values.left ?? breach.step) === step) ?? null
  }
}

/** Whether a breach may be why a request failed. It is not if, since then, a request that it could have failed succeeded. */
function mayHaveFailed({ at, mayFail }: Breach, request: PlacedExchange | null): boolean {
  if (request === null) return true
  if (!mayFail?.(request)) return false
  const breachIndex = at?.index ?? -1
  return !Object.values(request.done).some((success) => success.index > breachIndex && mayFail(success))
}

function append<K>(breaches: Map<K, Breach[]>, key: K, breach: Breach): void {
  const known = breaches.get(key)
  if (known) known.push(breach)
  else breaches.set(key, [breach])
}

/** The newest breach of the pace: the requests came too fast, so the request limit was hit. */
export const fromPace: FindCause = (_breach, earlier) => {
  const found = paceRequirements.flatMap((id) => earlier.findLast(id) ?? [])
  const [newest = null] = found.toSorted((a, b) => (b.at?.index ?? -1) - (a.at?.index ?? -1))
  return newest
}

const paceRequirements = [
  'homologation/spacing',
  'homologation/sequential',
  'homologation/total-time',
] as const

/** Two runs side by side with one token disturb each other's intervals, hashes and records. */
export const fromMixedRuns = fromEarlier('homologation/order:interleaved')

/** A breach of the same request or response. */
export function atSameExchange(...codes: readonly (RequirementId | FindingCode)[]): FindCause {
  return ({ at }, earlier) => earlier.findAt(at, { codes })
}

/** A breach of the previous request of the procedure. */
export function atPreviousRequest(...codes: readonly (RequirementId | FindingCode)[]): FindCause {
  return ({ at }, earlier) => earlier.findAt(at?.before ?? null, { codes })
}

/** Codes of breaches by a request that should not have been sent, because nothing could come of it. */
export const surplusRequestCodes: readonly FindingCode[] = [
  'homologation/order:repeated',
  'homologation/order:restarted',
  'homologation/order:interleaved',
  'homologation/token-renewed:same-token',
]

/** Another run disturbs the pace of a run, and a surplus request disturbs the interval before it and the one after it. */
const fromDisturbance = firstOf(
  fromMixedRuns,
  atSameExchange(...surplusRequestCodes),
  atPreviousRequest(...surplusRequestCodes),
)

/**
 * A pace that nothing disturbed is one mistake with the same breach of the previous request. If that one came from a
 * disturbance, it does not explain this interval, and the pace is a mistake of its own.
 */
export const fromDisturbedPace: FindCause = (breach, earlier) => {
  const disturbance = fromDisturbance(breach, earlier)
  if (disturbance) return disturbance
  const previous = fromSameInPreviousRequest(breach, earlier)
  return previous && fromDisturbance(previous, earlier) ? null : previous
}

/** The same breach of the previous request of the procedure: both are one mistake. */
export const fromSameInPreviousRequest: FindCause = ({ at, code, subject }, earlier) =>
  earlier.findLast(code, (previous) => previous.at === at?.before && previous.subject === subject)

/** A request that is repeated after a refusal for a missing scope is refused again. */
export const fromMissingScope = atPreviousRequest('auth/scope')

/** Tries several functions in order and returns the first cause that one of them finds. */
export function firstOf(...all: readonly FindCause[]): FindCause {
  return (breach, earlier) => {
    for (const findCause of all) {
      const cause = findCause(breach, earlier)
      if (cause) return cause
    }
    return null
  }
}

/** Tries the codes in order and returns the newest earlier breach with the first that occurred, at whatever request. */
export function fromEarlier(...codes: readonly FindingCode[]): FindCause {
  return (_breach, earlier) =>
    codes.map((code) => earlier.findLast(code)).find((cause) => cause !== null) ?? null
}

/** The newest request to a wrong address that may have been meant as this step. */
export function findStrayForStep(
  step: StepNumber,
  earlier: EarlierBreaches,
  fits: (request: PlacedExchange) => boolean = () => true,
): Breach | null {
  return findLastStray(earlier, (request) => hasMethodOfStep(step, request) && fits(request))
}

/** The newest request to a wrong address, either of the service or of another host that was sent our token. */
export function findLastStray(
  earlier: EarlierBreaches,
  fits: (request: PlacedExchange) => boolean,
): Breach | null {
  const isFitting = ({ at }: Breach) => at !== null && fits(at)
  return (
    earlier.findLast('homologation/right-routes', isFitting) ??
    earlier.findLast('auth/same-origin:foreign', isFitting)
  )
}

export function hasMethodOfStep(step: StepNumber, { exchange }: PlacedExchange): boolean {
  return exchange.request.method.toUpperCase() === homologationStep(step).method
}

/** Finds why a request had no valid token: it carried none or a wrong one, or the renewal after the refusal failed. */
export function findTokenCause(refused: PlacedExchange, earlier: EarlierBreaches): Breach | null {
  const ownBreach = earlier.findAt(refused, {
    codes: ['auth/bearer', 'auth/renewal', 'homologation/token-renewed'],
  })
  if (ownBreach) return ownBreach
  for (const renewal of refused.renewals) {
    const failed = earlier.findAt(renewal, { codes: ['auth/renewal'] })
    if (failed) return failed
  }
  // the second use of an authorization code invalidates the tokens that were issued for it
  return earlier.findLast('auth/renewal:code-again', ({ at }) => (at?.index ?? 0) < refused.index)
}
