import { messageOf } from '../node/thrown.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { routeById } from '../specification/find-route.js'
import { isOwnHeader } from '../specification/own-header.js'
import { isPlainObject } from '../specification/plain-object.js'
import { routeName } from '../specification/route.js'
import { isSchema } from '../specification/schemas/form.js'
import { type ErrorValues, SettingsError, type UiKey } from '../words/errors.js'
import { routeAt, routeIdOf } from './contract/permissions.js'
import { contractDefaults, type Suite, type SuiteStep } from './suite.js'

/**
 * Checks a suite that a user wrote, and fills in every default.
 * @param file the file that it came from, for the error message
 * @throws SettingsError that names the file or the suite, and says what is wrong
 */
export function userSuite(value: unknown, file?: string): Suite {
  checkSuite(value, file)
  const { id, title = id, steps: userSteps, shapes, ...rest } = value
  const steps = userSteps.map((step) => completeStep(step, id))
  const duplicate = steps.find((step, i) => steps.findIndex((other) => other.id === step.id) !== i)
  if (duplicate) throw suiteFlaw(file ?? id, 'suite.twice', { step: duplicate.id })
  // a user may write `POST /contatos`; the judge looks for the id `contatos/create`
  const byRoute = Object.entries(shapes ?? {}).map(
    ([name, shape]) => [routeIdOf(name) ?? name, shape] as const,
  )
  const ownShapes = shapes && { shapes: Object.fromEntries(byRoute) }
  return { ...contractDefaults, ...rest, id, title, steps, ...ownShapes }
}

function completeStep(step: UserStep, suite: string): SuiteStep {
  const route = routeAt(step.method, step.path, 'document')
  const title = step.title ?? routeName(route ?? step)
  const id = step.id.startsWith(`${suite}/`) ? step.id : `${suite}/${step.id}`
  const { body, captures } = step
  return {
    ...step,
    id,
    title,
    // tags only choose steps; the gate decides about writes by method and path
    tags: step.tags ?? [route?.risk ?? 'read'],
    ...(body && { body: (...args) => callChecked(id, 'body', isBody, () => body(...args)) }),
    ...(captures && {
      captures: (...args) => callChecked(id, 'captures', areCaptures, () => captures(...args)),
    }),
  }
}

/** Calls a function of the user's suite. @throws SettingsError if it throws, or returns something that no step can use */
function callChecked<T>(step: string, part: string, isUsable: Check, call: () => T): T {
  let result: T
  try {
    result = call()
  } catch (error) {
    const why = messageOf(error)
    throw new SettingsError('contract.error.suite-threw', { step, part, why })
  }
  if (!isUsable(result)) throw new SettingsError('contract.error.suite-gave', { step, part })
  return result
}

function isBody(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

/** Captures are an object of slices. A promise is refused, because steps do not wait for it. */
function areCaptures(value: unknown): boolean {
  if (value === undefined) return true
  if (typeof value !== 'object' || value === null || 'then' in value) return false
  return Object.values(value).every((slice) => typeof (slice as { text?: unknown } | null)?.text === 'string')
}

/** A step as a user writes it, without the fields that only our own suites use. Default of the title: the route. */
export type UserStep = Omit<SuiteStep, 'title' | 'rechecks' | 'sample' | 'provides'> &
  Partial<Pick<SuiteStep, 'title'>>

/** A suite as a user writes it. Missing parts have the same defaults as in our own suites. */
export type UserSuite = Pick<Suite, 'id'> & { readonly steps: readonly UserStep[] } & Partial<
    Omit<Suite, 'id' | 'steps' | 'runsFirst'>
  >

type Check = (value: unknown) => boolean

const isText = (value: unknown): value is string => typeof value === 'string'
const isFunction = (value: unknown) => typeof value === 'function'
const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isOneOf =
  (...known: readonly string[]) =>
  (value: unknown) =>
    isText(value) && known.includes(value)
const isQuery = (value: unknown) =>
  isPlainObject(value) &&
  Object.values(value).every((item) => isText(item) || typeof item === 'number' || isListOfTexts(item))

/**
 * Whether a path can be sent: `/contatos/{idContato}`. It must not contain `..`, which would lead out of the base address,
 * nor braces without a capture's name, nor characters that no URL may have.
 */
const isPath = (value: unknown) => isText(value) && PATH.test(value) && !DOT_SEGMENT.test(value)
/** Printable characters without blank, backslash and braces; or a name in braces. */
const PATH = /^\/(?:[!-[\]-z|~]|\{\w+\})*$/
/** `/..`, `/./`, `/%2E%2e/` */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const isMethod = isOneOf(...methods)

/** The parts that a suite may have, each with its check. */
const suiteParts = {
  id: (value) => isText(value) && /^[\w-]+$/.test(value),
  title: isText,
  steps: (value) => Array.isArray(value) && value.length > 0,
  carriesHash: (value) => typeof value === 'boolean',
  onLimit: isOneOf('repeats-suite', 'repeats-step'),
  withoutSuccess: isOneOf('ends', 'goes-on'),
  shapes: isPlainObject,
} satisfies Record<keyof UserSuite, Check>

/** The parts that a step may have, each with its check. */
const stepParts = {
  id: (value) => isText(value) && value !== '',
  title: isText,
  method: isMethod,
  path: isPath,
  needs: isListOfTexts,
  query: isQuery,
  offers: (value) => isPlainObject(value) && Object.values(value).every(isListOfTexts),
  documentedQuery: isQuery,
  headers: (value) => Array.isArray(value) && value.every((pair) => isListOfTexts(pair) && pair.length === 2),
  intent: isOneOf('invalid', 'unknown-record', 'without-token'),
  body: isFunction,
  captures: isFunction,
  tags: isListOfTexts,
  serves: isListOfTexts,
} satisfies Record<keyof UserStep, Check>

function checkSuite(value: unknown, file?: string): asserts value is UserSuite {
  if (!isPlainObject(value)) throw suiteFlaw(file ?? 'suite', 'suite.no-export')
  const { id, steps, shapes = {} } = value as Partial<UserSuite>
  const refuse: Refuse = (key, values) => {
    throw suiteFlaw(file ?? String(id), key, { suite: String(id), ...values })
  }
  if (!suiteParts.id(id)) refuse('suite.id')
  if (!suiteParts.steps(steps)) refuse('suite.steps')
  for (const step of steps ?? []) checkStep(step, refuse)
  checkParts(value, String(id), suiteParts, refuse)
  checkShapes(shapes, String(id), refuse)
}

type Refuse = (key: SuiteKey, values?: ErrorValues) => never

function checkStep(value: unknown, refuse: Refuse): void {
  const step = isPlainObject(value) ? (value as Partial<SuiteStep>) : {}
  const { id = '', method, path } = step
  if (!stepParts.id(id)) refuse('suite.step-id')
  if (!isMethod(method)) refuse('suite.step-method', { step: id, methods: methods.join(', ') })
  if (!stepParts.path(path)) refuse('suite.step-path', { step: id })
  checkParts(step, id, stepParts, refuse)
  const { headers = [], serves = [] } = step
  for (const [name, value] of headers)
    if (!isOwnHeader(name, value)) refuse('suite.header', { where: id, name })
  for (const name of serves) if (routeById(name) === null) refuse('suite.serves', { where: id, name })
}

/** Refuses unknown parts, because they would be ignored silently. */
function checkParts(
  object: object,
  where: string,
  checks: Readonly<Record<string, Check>>,
  refuse: Refuse,
): void {
  for (const [part, value] of Object.entries(object)) {
    const isValid = Object.hasOwn(checks, part) ? checks[part] : undefined
    if (isValid === undefined) refuse(...unknownPart(part, where, Object.keys(checks)))
    else if (value !== undefined && !isValid(value)) refuse('suite.part', { where, part })
  }
}

function unknownPart(part: string, where: string, known: readonly string[]): [SuiteKey, ErrorValues] {
  const near = didYouMean(part, known)
  if (near !== null) return ['suite.unknown-near', { part, where, near }]
  return ['suite.unknown', { part, where, known: known.join(', ') }]
}

function checkShapes(shapes: Readonly<Record<string, unknown>>, where: string, refuse: Refuse): void {
  for (const [name, shape] of Object.entries(shapes)) {
    if (routeIdOf(name) === null) refuse('suite.shape-route', { name })
    if (!isPlainObject(shape)) refuse('suite.part', { where, part: `shapes.${name}` })
    for (const [part, schema] of Object.entries(shape))
      if (!/^(data|body|query)$/.test(part) || !isSchema(schema)) refuse('suite.shape-schema', { name, part })
  }
}

type SuiteKey = Extract<UiKey, `suite.${string}`>

/** The error about a suite; `key` is its sentence in the catalogues. */
export function suiteFlaw(path: string, key: SuiteKey, values: ErrorValues = {}): SettingsError {
  return new SettingsError('contract.error.suite-file', { path, problem: { key, values } })
}
