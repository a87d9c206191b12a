import {
  collectRecovery,
  everyRevocation,
  type GradedRun,
  type Recovery,
  type Revocation,
} from '../judging/graded-traffic.js'

/**
 * The plan of `examine --invalidate-at each`: in each run of a session the access token is revoked at another step, and never in the last
 * run. It also counts from which revocations the application recovered.
 */
export class RevocationPlan {
  readonly #endedRuns = new Map<string, number>()
  readonly #current = new Map<string, Revocation>()
  readonly #recoveries = collectRecovery()

  /** Starts the next run of a session. Returns the step at which its token is to be revoked, or `never`. */
  startRun(session: string): Revocation {
    const ended = this.#endedRuns.get(session) ?? 0
    // after the last of them, the plan begins again
    const revokedAt = everyRevocation[ended % everyRevocation.length] as Revocation
    this.#current.set(session, revokedAt)
    return revokedAt
  }

  /** Returns the step at which the token of a session's newest run is revoked; undefined before its first run. */
  revocationOf(session: string): Revocation | undefined {
    return this.#current.get(session)
  }

  /** Records that a run has ended. Returns the step at which its token was revoked. */
  endRun(session: string, run: GradedRun): Revocation {
    const revokedAt = this.revocationOf(session) ?? 'never'
    this.#recoveries.see(revokedAt, run)
    this.#endedRuns.set(session, (this.#endedRuns.get(session) ?? 0) + 1)
    return revokedAt
  }

  /** The result so far; null before a run has ended. */
  get recovery(): Recovery | null {
    return this.#recoveries.recovery
  }
}
