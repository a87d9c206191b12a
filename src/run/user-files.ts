/** What a user brings to a contract run: suites of his own, and bodies that his account accepts. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { isObject, type Json } from '../exchange/json.js'
import { integration } from '../specification/route.js'
import type { ErrorValues, UiKey } from '../words/errors.js'
import { readYamlOrJson } from '../yaml-document.js'
import { ContractInputError } from './input-error.js'
import type { Captures, Suite, SuiteStep } from './suite.js'
import { routeIdOf, type UserSuite, userSuite } from './user-suite.js'

/**
 * Loads suites of a user's own: an ES module whose default export is a suite or a list of them.
 * @throws ContractInputError naming the file and what is wrong
 */
export async function loadUserSuites(path: string): Promise<Suite[]> {
  const module = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw unloaded(path, error)
  })
  const exported: unknown = (module as { default?: unknown }).default
  const listed = Array.isArray(exported) ? exported : [exported]
  return listed.map((one) => suiteOf(one, path))
}

/** What kept a module from being loaded; what its own code says stays as it says it. */
function unloaded(path: string, error: unknown): ContractInputError {
  if (!existsSync(path)) return suiteFlaw(path, 'suite.missing')
  if (!/\.[cm]?[jt]s$/.test(path)) return suiteFlaw(path, 'suite.extension')
  return suiteFlaw(path, 'suite.not-loaded', { why: error instanceof Error ? error.message : String(error) })
}

function suiteOf(value: unknown, path: string): Suite {
  const suite = value as Partial<UserSuite> | null | undefined
  if (typeof suite !== 'object' || suite === null) throw suiteFlaw(path, 'suite.no-export')
  if (typeof suite.id !== 'string' || !/^[\w-]+$/.test(suite.id)) throw suiteFlaw(path, 'suite.id')
  if (!Array.isArray(suite.steps) || suite.steps.length === 0)
    throw suiteFlaw(path, 'suite.steps', { suite: suite.id })
  for (const step of suite.steps as readonly Partial<SuiteStep>[]) checkStep(step, suite.id, path)
  if (!isNode(suite.shapes ?? {})) throw suiteFlaw(path, 'suite.part', { where: suite.id, part: 'shapes' })
  checkShapes(suite.shapes ?? {}, suite.id, path)
  const made = userSuite(suite as UserSuite)
  const twice = made.steps.find(({ id }, i) => made.steps.findIndex((one) => one.id === id) !== i)
  if (twice) throw suiteFlaw(path, 'suite.twice', { step: twice.id })
  return made
}

function checkShapes(shapes: Readonly<Record<string, unknown>>, suite: string, path: string): void {
  for (const [name, shape] of Object.entries(shapes)) {
    if (routeIdOf(name) === null) throw suiteFlaw(path, 'suite.shape-route', { suite, name })
    if (!isNode(shape)) throw suiteFlaw(path, 'suite.part', { where: suite, part: `shapes.${name}` })
    for (const [part, schema] of Object.entries(shape))
      if (!isSchema(part, schema)) throw suiteFlaw(path, 'suite.shape-schema', { suite, name, part })
  }
}

function isSchema(part: string, schema: unknown): boolean {
  return /^(data|body|query)$/.test(part) && typeof schema === 'object' && schema !== null && '_zod' in schema
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

function checkStep(step: Partial<SuiteStep> | null, suite: string, path: string): void {
  if (typeof step?.id !== 'string' || step.id === '') throw suiteFlaw(path, 'suite.step-id', { suite })
  if (!methods.has(String(step.method)))
    throw suiteFlaw(path, 'suite.step-method', { step: step.id, methods: [...methods].join(', ') })
  if (typeof step.path !== 'string' || !step.path.startsWith('/'))
    throw suiteFlaw(path, 'suite.step-path', { step: step.id })
  for (const [part, fits] of Object.entries(forms)) {
    const value = (step as Readonly<Record<string, unknown>>)[part]
    if (value !== undefined && !fits(value)) throw suiteFlaw(path, 'suite.part', { where: step.id, part })
  }
}

const isText = (value: unknown) => typeof value === 'string'
const isFunction = (value: unknown) => typeof value === 'function'
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isNode = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a step may hold beside its name, method and path. */
const forms: Readonly<Record<string, (value: unknown) => boolean>> = {
  body: isFunction,
  captures: isFunction,
  headers: (value) => Array.isArray(value) && value.every((pair) => areTexts(pair) && pair.length === 2),
  query: (value) =>
    isNode(value) &&
    Object.values(value).every((one) => isText(one) || typeof one === 'number' || areTexts(one)),
  needs: areTexts,
  tags: areTexts,
  serves: areTexts,
}

/**
 * Reads a user's sample bodies, JSON or YAML: `POST /contatos` or `contatos/create` → the body. They win over ours. Under `query`
 * stand values of the shared query parameters, which no list may show before it is given them.
 * @throws ContractInputError, InputError
 */
export async function readSamples(text: string, path: string): Promise<Captures> {
  const { value } = await readYamlOrJson(text, path)
  if (!isObject(value as Json)) throw sampleFlaw(path, 'samples.object')
  const captures: Record<string, Captures[string]> = {}
  const { query = {}, ...bodies } = value as Record<string, Json>
  for (const [name, given] of Object.entries(queryIn(query, path)))
    captures[`query ${name}`] = { text: JSON.stringify(given), value: given }
  for (const [name, body] of Object.entries(bodies)) {
    const id = routeIdOf(name)
    if (id === null) throw sampleFlaw(path, 'samples.route', { name })
    if (!isObject(body)) throw sampleFlaw(path, 'samples.body', { name })
    captures[`sample ${id}`] = { text: JSON.stringify(body), value: body }
  }
  return captures
}

function queryIn(query: Json, path: string): Record<string, string | number> {
  if (!isObject(query)) throw sampleFlaw(path, 'samples.query')
  const known = Object.keys(integration).join(', ')
  const given = Object.entries(query).map(([name, value]): [string, string | number] => {
    const tabled = tabledName(name)
    if (tabled === undefined) throw sampleFlaw(path, 'samples.parameter', { name, known })
    if (typeof value !== 'string' && typeof value !== 'number')
      throw sampleFlaw(path, 'samples.parameter-value', { name })
    return [tabled, value]
  })
  return Object.fromEntries(given)
}

/** The table's name of a shared parameter that a user may call as the document does. */
function tabledName(name: string): string | undefined {
  return Object.entries(integration).find(
    ([one, { documentedAs }]) => name === one || name === documentedAs,
  )?.[0]
}

type SuiteKey = Extract<UiKey, `suite.${string}`>

function suiteFlaw(path: string, key: SuiteKey, values: ErrorValues = {}): ContractInputError {
  return new ContractInputError('contract.error.suite-file', { path, problem: { key, values } })
}

type SamplesKey = Extract<UiKey, `samples.${string}`>

function sampleFlaw(path: string, key: SamplesKey, values: ErrorValues = {}): ContractInputError {
  return new ContractInputError('contract.error.samples-file', { path, problem: { key, values } })
}
