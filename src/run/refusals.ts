import type { StopReason } from './run-event.js'
import type { SuiteStep } from './suite.js'

export type Refusals = ReturnType<typeof createRefusals>

interface Refusal {
  readonly atMs: number
  /** The reason that ends the run unless the token works on another route. */
  readonly reason: StopReason
}

interface Doubt extends Refusal {
  readonly route: string
  readonly token: string | null
}

/** Routes that refused a token fresh from its renewal: each costs one, and a service may block who asks for too many. */
const MOST_RENEWED = 3

/**
 * Tracks the routes of one account that refuse a token. If one route refuses a token that others accept, only that route is at fault: the run continues without it, and the
 * rules report it. A read that worked before decides at once. Without such a read, a refusal by a second route means
 * that the token is dead. A refusal that is undecided at the end makes the run incomplete.
 */
export function createRefusals() {
  const refusing = new Set<string>()
  const known = new Map<string, SuiteStep>()
  let open: readonly Doubt[] = []
  let renewed = 0
  const knownBeside = ({ title }: SuiteStep) => [...known.values()].find((it) => it.title !== title) ?? null
  return {
    /** The reason to end the run while it is undecided whether the token is dead; null if nothing is undecided. */
    get stop(): StopReason | null {
      return open[0]?.reason ?? null
    },
    /** Whether a step's route refused what others take, or may have: it is not asked again. */
    spares: ({ title, intent }: SuiteStep) => intent !== 'without-token' && refusing.has(title),
    /** Whether another route refused the same token just before: then no renewal is owed to it. */
    isDoubted: ({ title }: SuiteStep, token: string | null) =>
      open.some((it) => it.token === token && it.route !== title),
    /** Hears of a refusal that no renewal cures; returns what ends the run, or null where it may go on. */
    refused(step: SuiteStep, token: string | null, refusal: Refusal): StopReason | null {
      const first = open.find(({ route }) => route !== step.title)
      if (first && !knownBeside(step)) return first.reason
      if (refusal.reason.code === 'refused-twice' && ++renewed > MOST_RENEWED) return refusal.reason
      refusing.add(step.title)
      open = [...open, { ...refusal, route: step.title, token }]
      return null
    },
    /** Returns a read that worked before, to try a refused token with; null if no read has worked. */
    knownBeside,
    /** Hears of a success: what was sent after a refusal, and elsewhere, tells whose affair it was. */
    took(step: SuiteStep, token: string | null, sentAtMs: number): void {
      if (known.size < FEW && isPlainRead(step)) known.set(step.title, step)
      open = open.filter((it) => it.token !== token || it.route === step.title || sentAtMs < it.atMs)
    },
  }
}

const FEW = 4

function isPlainRead({ method, path, query, intent }: SuiteStep): boolean {
  return method === 'GET' && !path.includes('{') && !query && !intent
}
