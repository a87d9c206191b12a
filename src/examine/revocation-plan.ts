import {
  type Death,
  everyDeath,
  type GradedRun,
  type Recovery,
  watchRecovery,
} from '../judging/graded-traffic.js'

/**
 * The plan of `--invalidate-at each`: at which step the token of each run is revoked, and how well the application recovered. A death
 * is that step, or `never`.
 */
export class RevocationPlan {
  readonly #ended = new Map<string, number>()
  readonly #newest = new Map<string, Death>()
  readonly #watch = watchRecovery()

  /** The step at which the token of the session's next run is revoked. */
  next(session: string): Death {
    const death = everyDeath[(this.#ended.get(session) ?? 0) % everyDeath.length] as Death
    this.#newest.set(session, death)
    return death
  }

  /** The step at which the token of a session's newest run is revoked; undefined before its first. */
  of(session: string): Death | undefined {
    return this.#newest.get(session)
  }

  /** Records that a run has ended, and returns the step at which its token was revoked. */
  runEnded(session: string, run: GradedRun): Death {
    const death = this.of(session) ?? 'never'
    this.#watch.see(death, run)
    this.#ended.set(session, (this.#ended.get(session) ?? 0) + 1)
    return death
  }

  /** null before a run has ended. */
  get recovery(): Recovery | null {
    return this.#watch.recovery
  }
}
