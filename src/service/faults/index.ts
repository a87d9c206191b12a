import { keysOf } from '../../specification/plain-object.js'
import type { Fault } from './fault.js'
import { lists } from './lists.js'
import { records } from './records.js'
import { routes } from './routes.js'
import { steps } from './steps.js'
import { secrets, tokens } from './tokens.js'
import { blocks, statuses, transport } from './transport.js'

export type { Fault } from './fault.js'

/** Faults of the five steps and of tokens. */
export const stepFaults = { ...steps, ...statuses, ...tokens, ...transport, ...secrets, ...blocks }
/** Faults of every other route. */
export const routeFaults = { ...lists, ...records, ...routes }

const all = { ...stepFaults, ...routeFaults }

export type FaultName = keyof typeof all

/** Every fault, by the name that `--fault` takes. */
export const faults: Readonly<Record<FaultName, Fault>> = all

export const faultNames = keysOf(faults).sort()

/** The two kinds, each by name. */
export const faultGroups: Readonly<Record<'steps' | 'routes', readonly FaultName[]>> = {
  steps: keysOf(stepFaults).sort(),
  routes: keysOf(routeFaults).sort(),
}

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name)
}
