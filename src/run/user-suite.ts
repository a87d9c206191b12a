/** A suite as a user writes it, and what it becomes. */
import { routeById } from '../specification/families/index.js'
import { readAllowance, routeAt } from './contract/permissions.js'
import { ContractInputError } from './input-error.js'
import type { Suite, SuiteStep } from './suite.js'

/** A step as a user writes it: left out, its title is its route. */
export type UserStep = Omit<SuiteStep, 'title'> & Partial<Pick<SuiteStep, 'title'>>

/** A suite as a user writes it: what he leaves out is as in ours. */
export type UserSuite = Pick<Suite, 'id'> & { readonly steps: readonly UserStep[] } & Partial<
    Omit<Suite, 'id' | 'steps'>
  >

/** A user's suite with every default. */
export function userSuite({ id, steps, shapes, ...rest }: UserSuite): Suite {
  return {
    title: id,
    carriesHash: false,
    onLimit: 'repeats-step',
    withoutSuccess: 'goes-on',
    ...rest,
    id,
    steps: steps.map((step) => completed(step, id)),
    ...(shapes && { shapes: byRoute(shapes) }),
  }
}

function byRoute(shapes: NonNullable<Suite['shapes']>): NonNullable<Suite['shapes']> {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [routeIdOf(name) ?? name, shape]))
}

/** The id of a route that is named by it, or as `POST /contatos`; null where there is none. */
export function routeIdOf(name: string): string | null {
  return routeById(name)?.id ?? [...readAllowance([name]).allow.routes][0] ?? null
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

/** What a function of the user's gives. @throws ContractInputError where it throws, or gives what no step can use */
function held<T>(step: string, part: string, fits: (given: unknown) => boolean, act: () => T): T {
  let given: T
  try {
    given = act()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
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
