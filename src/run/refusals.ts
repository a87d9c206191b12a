import type { StopReason } from './run-event.js'
import type { SuiteStep } from './suite.js'

export type Refusals = ReturnType<typeof createRefusals>

interface Refusal {
  /** When it arrived, by the clock. */
  readonly atMs: number
  /** The reason that ends the run unless the token works on another route. */
  readonly reason: StopReason
}

/** A refusal of which we do not know yet whether the route or the token is at fault. */
interface OpenRefusal extends Refusal {
  readonly route: string
  readonly token: string | null
}

/** The run ends if more routes refuse a fresh token. Each may cost a renewal, and a service may block those who ask for many. */
const MOST_REFUSING_ROUTES = 3
/** So many working reads are remembered. To try a token, one that belongs to another route is enough. */
const MOST_READS = 4

/**
 * Tracks the routes of one account that refuse a token. If one route refuses a token that others accept, only that route
 * is at fault: the run continues without it, and the rules report it. To find out, the token is tried with a read that
 * worked before. Without such a read, a refusal by a second route means that the token is invalid. A refusal that is
 * undecided at the end makes the run incomplete.
 */
export function createRefusals() {
  const refusingRoutes = new Set<string>()
  const workingReads = new Map<string, SuiteStep>()
  let openRefusals: readonly OpenRefusal[] = []
  let refusingFreshToken = 0

  /** Returns a read of another route that worked before; null if none has. */
  function findOtherRead({ title }: SuiteStep): SuiteStep | null {
    return [...workingReads.values()].find((read) => read.title !== title) ?? null
  }

  return {
    findOtherRead,
    /** The reason to end the run if it is undecided whether the token is invalid; null if nothing is undecided. */
    get stopReason(): StopReason | null {
      return openRefusals[0]?.reason ?? null
    },
    /** Whether the step is left out, because its route has refused the token. */
    isSkipped: ({ title, intent }: SuiteStep) => intent !== 'without-token' && refusingRoutes.has(title),
    /** The reason for which a renewal did not cure another route's refusal of the same token; null if there is no such refusal. */
    findOpenReason: ({ title }: SuiteStep, token: string | null): StopReason | null =>
      openRefusals.find(({ token: other, route }) => other === token && route !== title)?.reason ?? null,
    /** Records a refusal that a renewal did not cure. Returns the reason to end the run, or null if it may go on. */
    recordRefusal(step: SuiteStep, token: string | null, refusal: Refusal): StopReason | null {
      const other = openRefusals.find(({ route }) => route !== step.title)
      if (other && !findOtherRead(step)) return other.reason
      if (refusal.reason.code === 'refused-twice' && ++refusingFreshToken > MOST_REFUSING_ROUTES)
        return refusal.reason
      refusingRoutes.add(step.title)
      openRefusals = [...openRefusals, { ...refusal, route: step.title, token }]
      return null
    },
    /** Records a success. If it was sent after a refusal of the same token by another route, that route is at fault. */
    recordSuccess(step: SuiteStep, token: string | null, sentAtMs: number): void {
      if (workingReads.size < MOST_READS && isPlainRead(step)) workingReads.set(step.title, step)
      openRefusals = openRefusals.filter(
        (refusal) => refusal.token !== token || refusal.route === step.title || sentAtMs < refusal.atMs,
      )
    },
  }
}

function isPlainRead({ method, path, query, intent }: SuiteStep): boolean {
  return method === 'GET' && !path.includes('{') && !query && !intent
}
