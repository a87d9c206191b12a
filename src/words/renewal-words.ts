import type { Catalogue } from './catalogue.js'
import { fill } from './fill.js'
import type { Lang } from './lang.js'

type Ui = Catalogue['ui']
type FlawOf<Key> = Key extends `run.renewal.${infer Flaw}` ? Flaw : never
type FailureOf<Key> = Key extends `run.failure.${infer Failure}` ? Failure : never

/** Why no token could be obtained, as the catalogue's keys name it: `refused` of `run.renewal.refused`. */
export type TokenlessFlaw = FlawOf<keyof Ui>

/** Values for the message. Each is left out or null if the flaw has none. */
export interface TokenlessEvidence {
  readonly status?: number | null
  readonly error?: string | null
  readonly failure?: FailureOf<keyof Ui> | null
  /** The exit status of the token command, its signal, or why it could not be started. */
  readonly exit?: string
  /** When the refresh token that may have been used was sent: ISO 8601. */
  readonly since?: string
  readonly stderr?: string
}

/** Renders why a renewal, or the first token request of a run, brought no token. */
export function renewalWords(flaw: TokenlessFlaw, evidence: TokenlessEvidence, ui: Ui, lang: Lang): string {
  const { status = null, error = null, failure = null, exit = null, since = null, stderr = '' } = evidence
  const words = fill(ui[`run.renewal.${flaw}`], { status, error, exit, since }, lang)
  // a broken connection is explained by its kind, a failed command by its own output
  const more = failure === null ? stderr.trim() : ui[`run.failure.${failure}`]
  return more === '' ? words : `${words}: ${more}`
}
