/** Turns a user's suite into one that the runner can run. */
import { messageOf } from '../node/thrown.js'
import { checkSuite, suiteFlaw, type UserStep } from './check-suite.js'
import { routeAt, routeIdOf } from './contract/permissions.js'
import { ContractInputError } from './input-error.js'
import type { Suite, SuiteStep } from './suite.js'

/**
 * A user's suite with every default.
 * @throws ContractInputError naming the file that it came from, or the suite, and what is wrong
 */
export function userSuite(given: unknown, from?: string): Suite {
  checkSuite(given, from)
  const { id, steps: own, shapes, ...rest } = given
  const steps = own.map((step) => completed(step, id))
  const twice = steps.find((step, i) => steps.findIndex((one) => one.id === step.id) !== i)
  if (twice) throw suiteFlaw(from ?? id, 'suite.twice', { step: twice.id })
  return {
    title: id,
    carriesHash: false,
    onLimit: 'repeats-step',
    withoutSuccess: 'goes-on',
    ...rest,
    ...{ id, steps },
    ...(shapes && { shapes: byRoute(shapes) }),
  }
}

function byRoute(shapes: NonNullable<Suite['shapes']>): NonNullable<Suite['shapes']> {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [routeIdOf(name) ?? name, shape]))
}

function completed(step: UserStep, suite: string): SuiteStep {
  const route = routeAt(step.method, step.path, 'document')
  const title = step.title ?? (route ? `${route.method} ${route.path}` : `${step.method} ${step.path}`)
  const id = step.id.startsWith(`${suite}/`) ? step.id : `${suite}/${step.id}`
  const { body, captures } = step
  return {
    ...{ ...step, id, title, tags: step.tags ?? [route?.risk ?? 'read'] },
    ...(body && {
      body: (...given) => held(id, 'body', isBody, () => body(...given)),
    }),
    ...(captures && {
      captures: (...given) => held(id, 'captures', areCaptures, () => captures(...given)),
    }),
  }
}

/**
 * Calls a function of the user's suite and checks its result. @throws ContractInputError where it throws, or gives
 * what no step can use
 */
function held<T>(step: string, part: string, fits: (given: unknown) => boolean, act: () => T): T {
  let given: T
  try {
    given = act()
  } catch (error) {
    const why = messageOf(error)
    throw new ContractInputError('contract.error.suite-threw', { step, part, why })
  }
  if (!fits(given)) throw new ContractInputError('contract.error.suite-gave', { step, part })
  return given
}

function isBody(given: unknown): boolean {
  return given === undefined || typeof given === 'string'
}

function areCaptures(given: unknown): boolean {
  if (given === undefined) return true
  if (typeof given !== 'object' || given === null || 'then' in given) return false
  return Object.values(given).every((one) => typeof (one as { text?: unknown } | null)?.text === 'string')
}
