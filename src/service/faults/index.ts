import { keysOf } from '../../specification/keys-of.js'
import * as procedure from './all.js'
import * as contract from './contract/all.js'
import type { Fault } from './fault.js'

export type { Fault } from './fault.js'

const all = { ...procedure, ...contract }

export type FaultName = (typeof all)[keyof typeof all]['name']

/** Every fault, by the name that `--fault` takes. */
export const faults = Object.fromEntries(Object.values(all).map((fault) => [fault.name, fault])) as Readonly<
  Record<FaultName, Fault>
>

export const faultNames = keysOf(faults).sort()

/** Those of the five steps and of tokens, and those of every other route, each by name. */
export const faultGroups: Readonly<Record<'steps' | 'routes', readonly Fault[]>> = {
  steps: byName(procedure),
  routes: byName(contract),
}

function byName(some: Readonly<Record<string, Fault>>): Fault[] {
  return Object.values(some).sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name)
}
