/** Files that a user brings to a contract run: suites, and sample bodies that the account accepts. */

import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { placeText, readYamlOrJson } from '../documents/read-document.js'
import { isObject, type Json } from '../exchange/json.js'
import { loadModule } from '../node/executable.js'
import { messageOf } from '../node/thrown.js'
import { segmentOf } from '../rules/identifier.js'
import { integration } from '../specification/routes.js'
import {
  fillSample,
  referenceName,
  referencesIn,
  referredCollections,
  type SampleObject,
  uniqueForms,
} from '../specification/samples/index.js'
import { type ErrorValues, SettingsError, type UiKey, type Unsaid } from '../words/errors.js'
import { routeIdOf } from './contract/permissions.js'
import { identifiersIn } from './contract/references.js'
import type { JsonSlice } from './json-slice.js'
import type { Captures, Suite } from './suite.js'
import { suiteFlaw, userSuite } from './user-suite.js'

/**
 * Loads suites of a user's own: an ES module whose default export is a suite or a list of them.
 * @throws SettingsError naming the file and what is wrong
 */
export async function loadUserSuites(path: string): Promise<Suite[]> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw suiteFlaw(path, 'suite.missing')
  const module = await loadModule(path).catch(async (error: unknown) => {
    throw await unloaded(path, error)
  })
  const exported: unknown = (module as { default?: unknown }).default
  const listed = Array.isArray(exported) && exported.length > 0 ? exported : [exported]
  return listed.map((one) => userSuite(one, path))
}

/** Explains why a module could not be loaded; errors of the module's own code keep their message. */
async function unloaded(path: string, error: unknown): Promise<SettingsError> {
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  if (!/\.[cm]?[jt]s$/.test(path) || code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return suiteFlaw(path, 'suite.extension')
  const why = messageOf(error)
  return suiteFlaw(`${path}${await lineOf(path, error)}`, 'suite.not-loaded', { why })
}

/**
 * Returns `:3` or `:3:14` if the error has a position. The module's own lines come first in the stack, before the
 * code that it called.
 */
async function lineOf(path: string, error: unknown): Promise<string> {
  const syntax = error instanceof SyntaxError ? await syntaxFlaw(path) : ''
  const told = `${syntax}${(error as Error | null)?.stack}`
  const after = [pathToFileURL(path).href, path].map((name) => told.split(name)[1] ?? '')
  return after.flatMap((text) => /^(?::\d+){1,2}/.exec(text) ?? [])[0] ?? ''
}

/**
 * The error of an import lacks the line of a syntax error, but `node --check` prints it. This runs no code of the
 * file.
 */
function syntaxFlaw(path: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--check', path], (_error, _stdout, stderr) => resolve(stderr))
  })
}

/**
 * Reads a user's samples, JSON or YAML: `POST /contatos` or `contatos/create` → the body that replaces ours. `query` gives values of the
 * shared query parameters, which no list may show without them. `records` gives identifiers of records that new records may refer to, by
 * collection.
 * @throws SettingsError, InputError
 */
export async function readSamples(text: string, path: string): Promise<Captures> {
  const { file, locate, value } = await readYamlOrJson(text, path)
  try {
    return samplesIn(value)
  } catch (error) {
    if (!(error instanceof PlacedFlaw)) throw error
    const place = placeText(file, await locate(error.at))
    throw new SettingsError('contract.error.samples-file', { path: place, problem: error.problem })
  }
}

function samplesIn(value: unknown): Captures {
  if (!isObject(value as Json)) throw new PlacedFlaw('samples.object')
  const captures: Record<string, Captures[string]> = {}
  const { query = {}, records = {}, ...bodies } = value as Record<string, Json>
  for (const [name, given] of Object.entries(queryIn(query))) {
    captures[`query ${name}`] = slice(given)
    if (name === 'idLojaQuery' && isIdentifier(given)) captures[referenceName('/canais-venda')] = slice(given)
  }
  for (const [collection, id] of recordsIn(records)) captures[referenceName(collection)] = slice(id)
  for (const [name, body] of Object.entries(bodies)) {
    const id = routeIdOf(name)
    if (id === null) throw new PlacedFlaw('samples.route', { name }, [name])
    if (!isObject(body)) throw new PlacedFlaw('samples.body', { name }, [name])
    refuseOddReferences(body as SampleObject, name)
    captures[`sample ${id}`] = slice(body)
  }
  return captures
}

function slice(value: Json): JsonSlice {
  return { text: JSON.stringify(value), value }
}

/** Records that the user names, by collection; the slash at its beginning may be missing. */
function recordsIn(records: Json): [collection: string, id: Json][] {
  if (!isObject(records)) throw new PlacedFlaw('samples.records', {}, ['records'])
  return Object.entries(records).map(([name, id]) => {
    const collection = referredCollections.find((one) => one === name || one === `/${name}`)
    const known = referredCollections.join(', ')
    if (collection === undefined) throw new PlacedFlaw('samples.record', { name, known }, ['records', name])
    if (!isIdentifier(id)) throw new PlacedFlaw('samples.identifier', { text: String(id) }, ['records', name])
    return [collection, id]
  })
}

function isIdentifier(id: Json): boolean {
  if (typeof id === 'number') return id > 0 && Number.isSafeInteger(id)
  return typeof id === 'string' && segmentOf(id) !== null
}

/** Refuses identifiers that cannot be used, and `$ref` or `$unique` with a name that is not known. */
function refuseOddReferences(body: SampleObject, name: string): void {
  const odd = identifiersIn(body).find(({ id }) => segmentOf(id) === null)
  if (odd) throw new PlacedFlaw('samples.identifier', { text: odd.id }, [name])
  const strange = referencesIn(body).find(({ collection }) => !referredCollections.includes(collection))
  const known = referredCollections.join(', ')
  if (strange) throw new PlacedFlaw('samples.reference', { name: strange.collection, known }, [name])
  const form = /"\$unique":"?([^",}]*)/.exec(JSON.stringify(fillSample(body, { idOf: () => 1 })))?.[1]
  if (form !== undefined)
    throw new PlacedFlaw('samples.unique', { text: form, known: uniqueForms.join(', ') }, [name])
}

function queryIn(query: Json): Record<string, string | number> {
  if (!isObject(query)) throw new PlacedFlaw('samples.query', {}, ['query'])
  const parameters = Object.entries(integration)
  const known = Object.keys(integration).join(', ')
  const given = Object.entries(query).map(([name, value]): [string, string | number] => {
    // a user may call it as the document does
    const isCalled = ([one, { documentedAs }]: (typeof parameters)[number]) =>
      name === one || name === documentedAs
    const tabled = parameters.find(isCalled)?.[0]
    if (tabled === undefined) throw new PlacedFlaw('samples.parameter', { name, known }, ['query', name])
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new PlacedFlaw('samples.parameter-value', { name }, ['query', name])
    return [tabled, value]
  })
  return Object.fromEntries(given)
}

/** A flaw in a user's file, with the keys that lead to it. */
class PlacedFlaw extends Error {
  readonly problem: Unsaid

  constructor(
    key: Extract<UiKey, `samples.${string}`>,
    values: ErrorValues = {},
    readonly at: readonly string[] = [],
  ) {
    super(key)
    this.problem = { key, values }
  }
}
