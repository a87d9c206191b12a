import type { Catalogue } from '../words/catalogue.js'

/** A line of the doctor: the diagnosis, and how to fix it if it is a problem. */
export interface Diagnosis {
  readonly name:
    | 'node'
    | 'settings'
    | 'address'
    | 'tls'
    | 'clock'
    | 'proxy'
    | 'token'
    | 'renewal'
    | 'lock'
    | 'rate'
    | 'disk'
    | 'write'
    | 'interpreter'
    | 'command'
    | 'names'
  readonly state: 'ok' | 'warn' | 'fail' | 'skip'
  readonly key: Key
  readonly remedyKey: Key | null
  readonly values: Readonly<Record<string, string | number | null>>
}

export type Key = Extract<keyof Catalogue['ui'], `doctor.${string}`>

export function line(
  name: Diagnosis['name'],
  state: Diagnosis['state'],
  key: Key,
  values: Diagnosis['values'] = {},
): Diagnosis {
  return { name, state, key, remedyKey: null, values }
}

/** The same, with what mends it. */
export function withRemedy(one: Diagnosis, remedyKey: Key | null): Diagnosis {
  return { ...one, remedyKey }
}
