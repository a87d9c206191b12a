import {
  type Death,
  everyDeath,
  type GradedRun,
  type Recovery,
  watchRecovery,
} from '../judging/graded-traffic.js'

/** Under `each`: the deaths that every application's runs meet in turn, and how it stood them. */
export class DeathPlan {
  readonly #ended = new Map<string, number>()
  readonly #newest = new Map<string, Death>()
  readonly #watch = watchRecovery()

  /** The step at which the token of the session's next run is revoked. */
  next(session: string): Death {
    const death = everyDeath[(this.#ended.get(session) ?? 0) % everyDeath.length] as Death
    this.#newest.set(session, death)
    return death
  }

  /** The death that a session's newest run meets; undefined before its first. */
  of(session: string): Death | undefined {
    return this.#newest.get(session)
  }

  /** A run is over: the death that it met. */
  met(session: string, run: GradedRun): Death {
    const death = this.of(session) ?? 'never'
    this.#watch.see(death, run)
    this.#ended.set(session, (this.#ended.get(session) ?? 0) + 1)
    return death
  }

  /** null where no run is over. */
  get recovery(): Recovery | null {
    return this.#watch.recovery
  }
}
