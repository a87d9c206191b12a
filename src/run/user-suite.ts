import { messageOf } from '../node/thrown.js'
import { didYouMean } from '../settings/did-you-mean.js'
import { routeById } from '../specification/find-route.js'
import { isOwnHeader } from '../specification/own-header.js'
import { isPlainObject } from '../specification/plain-object.js'
import { isSchema } from '../specification/schemas/form.js'
import { type ErrorValues, SettingsError, type UiKey } from '../words/errors.js'
import { routeAt, routeIdOf } from './contract/permissions.js'
import type { Suite, SuiteStep } from './suite.js'

/**
 * A user's suite with every default.
 * @throws SettingsError naming the file that it came from, or the suite, and what is wrong
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
    id,
    steps,
    ...(shapes && {
      shapes: Object.fromEntries(Object.entries(shapes).map(([name, one]) => [routeIdOf(name) ?? name, one])),
    }),
  }
}

function completed(step: UserStep, suite: string): SuiteStep {
  const route = routeAt(step.method, step.path, 'document')
  const title = step.title ?? (route ? `${route.method} ${route.path}` : `${step.method} ${step.path}`)
  const id = step.id.startsWith(`${suite}/`) ? step.id : `${suite}/${step.id}`
  const { body, captures } = step
  return {
    ...step,
    id,
    title,
    tags: step.tags ?? [route?.risk ?? 'read'],
    ...(body && {
      body: (...given) => held(id, 'body', isBody, () => body(...given)),
    }),
    ...(captures && {
      captures: (...given) => held(id, 'captures', areCaptures, () => captures(...given)),
    }),
  }
}

/**
 * Calls a function of the user's suite and checks its result. @throws SettingsError where it throws, or gives
 * what no step can use
 */
function held<T>(step: string, part: string, fits: (given: unknown) => boolean, act: () => T): T {
  let given: T
  try {
    given = act()
  } catch (error) {
    const why = messageOf(error)
    throw new SettingsError('contract.error.suite-threw', { step, part, why })
  }
  if (!fits(given)) throw new SettingsError('contract.error.suite-gave', { step, part })
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

/** A step as a user writes it: left out, its title is its route. */
export type UserStep = Omit<SuiteStep, 'title' | 'rechecks' | 'sample' | 'provides'> &
  Partial<Pick<SuiteStep, 'title'>>

/** A suite as a user writes it: what he leaves out is as in ours. */
export type UserSuite = Pick<Suite, 'id'> & { readonly steps: readonly UserStep[] } & Partial<
    Omit<Suite, 'id' | 'steps' | 'runsFirst'>
  >

type Fits = (value: unknown) => boolean

const isText = (value: unknown): value is string => typeof value === 'string'
const isFunction = (value: unknown) => typeof value === 'function'
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const oneOf = (...known: readonly string[]) => ({
  known,
  fits: (value: unknown) => isText(value) && known.includes(value),
})
const isQuery = (value: unknown) =>
  isPlainObject(value) &&
  Object.values(value).every((one) => isText(one) || typeof one === 'number' || areTexts(one))

/**
 * Refuses `..`, which would leave the base address with any capture, and braces without a capture name and characters
 * that no URL holds, because they cannot be sent.
 */
const isPath = (value: unknown) =>
  isText(value) && /^\/(?:[!-[\]-z|~]|\{\w+\})*$/.test(value) && !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(value)

const methods = oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')

/** The parts that a suite may have. */
const suiteForms = {
  id: (value) => isText(value) && /^[\w-]+$/.test(value),
  title: isText,
  steps: (value) => Array.isArray(value) && value.length > 0,
  carriesHash: (value) => typeof value === 'boolean',
  onLimit: oneOf('repeats-suite', 'repeats-step').fits,
  withoutSuccess: oneOf('ends', 'goes-on').fits,
  shapes: isPlainObject,
} satisfies Record<keyof UserSuite, Fits>

/** The parts that a step may have. */
const stepForms = {
  id: (value) => isText(value) && value !== '',
  title: isText,
  method: methods.fits,
  path: isPath,
  needs: areTexts,
  query: isQuery,
  offers: (value) => isPlainObject(value) && Object.values(value).every(areTexts),
  documentedQuery: isQuery,
  headers: (value) => Array.isArray(value) && value.every((pair) => areTexts(pair) && pair.length === 2),
  intent: oneOf('invalid', 'unknown-record', 'without-token').fits,
  body: isFunction,
  captures: isFunction,
  tags: areTexts,
  serves: areTexts,
} satisfies Record<keyof UserStep, Fits>

/** @throws SettingsError naming the file that it came from, or the suite, and what is wrong */
function checkSuite(given: unknown, file?: string): asserts given is UserSuite {
  if (!isPlainObject(given)) throw suiteFlaw(file ?? 'suite', 'suite.no-export')
  const { id, steps, shapes = {} } = given as Partial<UserSuite>
  const refuse: Refuse = (key, values) => {
    throw suiteFlaw(file ?? String(id), key, { suite: String(id), ...values })
  }
  if (!suiteForms.id(id)) refuse('suite.id')
  if (!suiteForms.steps(steps)) refuse('suite.steps')
  for (const step of steps ?? []) checkStep(step, refuse)
  checkParts(given, String(id), suiteForms, refuse)
  checkShapes(shapes, String(id), refuse)
}

type Refuse = (key: SuiteKey, values?: ErrorValues) => never

function checkStep(given: unknown, refuse: Refuse): void {
  const step = isPlainObject(given) ? (given as Partial<SuiteStep>) : {}
  const { id = '', method, path } = step
  if (!stepForms.id(id)) refuse('suite.step-id')
  if (!methods.fits(method)) refuse('suite.step-method', { step: id, methods: methods.known.join(', ') })
  if (!stepForms.path(path)) refuse('suite.step-path', { step: id })
  checkParts(step, id, stepForms, refuse)
  const { headers = [], serves = [] } = step
  for (const [name, value] of headers)
    if (!isOwnHeader(name, value)) refuse('suite.header', { where: id, name })
  for (const name of serves) if (routeById(name) === null) refuse('suite.serves', { where: id, name })
}

/** Refuses unknown parts, because they would be ignored silently. */
function checkParts(
  whole: object,
  where: string,
  forms: Readonly<Record<string, Fits>>,
  refuse: Refuse,
): void {
  for (const [part, value] of Object.entries(whole)) {
    const fits = Object.hasOwn(forms, part) ? forms[part] : undefined
    if (fits === undefined) refuse(...unknownPart(part, where, Object.keys(forms)))
    else if (value !== undefined && !fits(value)) refuse('suite.part', { where, part })
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

export type SuiteKey = Extract<UiKey, `suite.${string}`>

export function suiteFlaw(path: string, key: SuiteKey, values: ErrorValues = {}): SettingsError {
  return new SettingsError('contract.error.suite-file', { path, problem: { key, values } })
}
