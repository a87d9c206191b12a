import type { Catalogue } from '../words/catalogue.js'

type Key = Extract<keyof Catalogue['ui'], `doctor.${string}`>
/** A key such as `doctor.disk`, for which the catalogue also has `doctor.disk.remedy`. */
type ProblemKey =
  Extract<Key, `${string}.remedy`> extends `${infer Problem}.remedy` ? Extract<Key, Problem> : never

/** One line of `homologa doctor`. `warn`: a problem that need not stop a run; `skip`: it could not be checked. */
export interface Diagnosis {
  /** The check: the second part of the key, such as `tls` of `doctor.tls.fail`. */
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail' | 'skip'
  /** Key of the sentence. */
  readonly key: Key
  /** Key of the sentence that says how to fix the problem. */
  readonly remedyKey: Key | null
  readonly values: Values
}

type Values = Readonly<Record<string, string | number | null>>

function diagnosis(state: Diagnosis['state'], key: Key, remedyKey: Key | null, values: Values): Diagnosis {
  return { name: key.split('.')[1] ?? key, state, key, remedyKey, values }
}

export const ok = (key: Key, values: Values = {}) => diagnosis('ok', key, null, values)
export const skip = (key: Key) => diagnosis('skip', key, null, {})
export const warn = (key: ProblemKey, values: Values = {}) => diagnosis('warn', key, `${key}.remedy`, values)
export const fail = (key: ProblemKey, values: Values = {}) => diagnosis('fail', key, `${key}.remedy`, values)
/** For a sentence that fits both states: `24 GB free`. */
export const okIf = (isOk: boolean, key: ProblemKey, values: Values) =>
  isOk ? ok(key, values) : fail(key, values)
