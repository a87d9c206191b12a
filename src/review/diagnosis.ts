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

type Values = Diagnosis['values']

function line(state: Diagnosis['state'], name: Diagnosis['name'], key: Key, values: Values = {}): Diagnosis {
  return { name, state, key, remedyKey: null, values }
}

export const ok = line.bind(null, 'ok')
export const skip = line.bind(null, 'skip')

/** A problem with its remedy. It need not stop a run. */
export function warn(name: Diagnosis['name'], key: Key, remedyKey: Key, values: Values = {}): Diagnosis {
  return { name, state: 'warn', key, remedyKey, values }
}

export function fail(name: Diagnosis['name'], key: Key, remedyKey: Key, values: Values = {}): Diagnosis {
  return { name, state: 'fail', key, remedyKey, values }
}
