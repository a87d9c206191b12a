/** Reads the files that a user gives to a contract run: suites (`--suite`) and sample bodies (`--samples`). */

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
  userBodyName,
} from '../specification/samples/index.js'
import { type ErrorValues, type MessageReference, SettingsError, type UiKey } from '../words/errors.js'
import { routeIdOf } from './contract/permissions.js'
import { identifiersIn } from './contract/references.js'
import type { JsonSlice } from './json-slice.js'
import type { Captures, Suite } from './suite.js'
import { suiteFlaw, userSuite } from './user-suite.js'

/**
 * Loads a user's suites from an ES module whose default export is a suite or a list of suites.
 * @throws SettingsError that names the file and says what is wrong
 */
export async function loadUserSuites(path: string): Promise<Suite[]> {
  const stats = await stat(path).catch(() => null)
  if (!stats?.isFile()) throw suiteFlaw(path, 'suite.missing')
  const module = await loadModule(path).catch(async (error: unknown) => {
    throw await loadError(path, error)
  })
  const exported: unknown = (module as { default?: unknown }).default
  // an empty list is refused as a suite, because it is none
  const listed = Array.isArray(exported) && exported.length > 0 ? exported : [exported]
  return listed.map((suite) => userSuite(suite, path))
}

/** Explains why a module could not be loaded; errors of the module's own code keep their message. */
async function loadError(path: string, error: unknown): Promise<SettingsError> {
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  if (!/\.[cm]?[jt]s$/.test(path) || code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return suiteFlaw(path, 'suite.extension')
  const why = messageOf(error)
  return suiteFlaw(`${path}${await lineOf(path, error)}`, 'suite.not-loaded', { why })
}

/** Returns the position of an error in the file, as `:3` or `:3:14`; an empty text if it has none. */
async function lineOf(path: string, error: unknown): Promise<string> {
  const syntax = error instanceof SyntaxError ? await syntaxFlaw(path) : ''
  const text = `${syntax}${(error as Error | null)?.stack}`
  // the first mention of the file is the innermost line of the module itself: `file:///suite.mjs:3:14`
  for (const name of [pathToFileURL(path).href, path]) {
    const position = /^(?::\d+){1,2}/.exec(text.split(name)[1] ?? '')?.[0]
    if (position !== undefined) return position
  }
  return ''
}

/** Returns the output of `node --check`. It has the line of a syntax error, which the error of an import lacks. */
function syntaxFlaw(path: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--check', path], (_error, _stdout, stderr) => resolve(stderr))
  })
}

/**
 * Reads a user's samples, JSON or YAML. They become captures, which steps use instead of our own samples:
 * - `POST /contatos` or `contatos/create`: the body that replaces ours
 * - `query`: values of query parameters that some lists require, such as `tipoIntegracao`
 * - `records`: identifiers of records that new records may refer to, by collection: `{ contatos: 7 }`
 * @throws SettingsError, InputError
 */
export async function readSamples(text: string, path: string): Promise<Captures> {
  const { file, locate, value } = await readYamlOrJson(text, path)
  try {
    return samplesIn(value)
  } catch (error) {
    if (!(error instanceof SamplesError)) throw error
    const position = placeText(file, await locate(error.keys))
    throw new SettingsError('contract.error.samples-file', { path: position, problem: error.problem })
  }
}

function samplesIn(value: unknown): Captures {
  if (!isObject(value as Json)) throw new SamplesError('samples.object')
  const captures: Record<string, Captures[string]> = {}
  const { query = {}, records = {}, ...bodies } = value as Record<string, Json>
  for (const [name, parameter] of Object.entries(queryIn(query))) {
    captures[`query ${name}`] = toSlice(parameter)
    // the store of the query is a sales channel (canal de venda), to which bodies refer as well
    if (name === 'idLojaQuery' && isUsableIdentifier(parameter))
      captures[referenceName('/canais-venda')] = toSlice(parameter)
  }
  for (const [collection, id] of recordsIn(records)) captures[referenceName(collection)] = toSlice(id)
  for (const [name, body] of Object.entries(bodies)) {
    const id = routeIdOf(name)
    if (id === null) throw new SamplesError('samples.route', { name }, [name])
    if (!isObject(body)) throw new SamplesError('samples.body', { name }, [name])
    checkReferences(body as SampleObject, name)
    captures[userBodyName(id)] = toSlice(body)
  }
  return captures
}

function toSlice(value: Json): JsonSlice {
  return { text: JSON.stringify(value), value }
}

/** Returns the records that the user names. The name of a collection may lack its slash: `contatos`. */
function recordsIn(records: Json): [collection: string, id: Json][] {
  if (!isObject(records)) throw new SamplesError('samples.records', {}, ['records'])
  return Object.entries(records).map(([name, id]) => {
    const collection = referredCollections.find((known) => known === name || known === `/${name}`)
    const known = referredCollections.join(', ')
    if (collection === undefined) throw new SamplesError('samples.record', { name, known }, ['records', name])
    if (!isUsableIdentifier(id))
      throw new SamplesError('samples.identifier', { text: String(id) }, ['records', name])
    return [collection, id]
  })
}

/** Whether the value can identify a record in the path of a request. */
function isUsableIdentifier(id: Json): boolean {
  if (typeof id === 'number') return id > 0 && Number.isSafeInteger(id)
  return typeof id === 'string' && segmentOf(id) !== null
}

/** Refuses identifiers that cannot be part of a path, and `$ref` or `$unique` with an unknown name. */
function checkReferences(body: SampleObject, name: string): void {
  const unusable = identifiersIn(body).find(({ id }) => segmentOf(id) === null)
  if (unusable) throw new SamplesError('samples.identifier', { text: unusable.id }, [name])
  const unknown = referencesIn(body).find(({ collection }) => !referredCollections.includes(collection))
  const known = referredCollections.join(', ')
  if (unknown) throw new SamplesError('samples.reference', { name: unknown.collection, known }, [name])
  // a `$unique` that is still there after filling is `{"$unique":"…"}` with an unknown form
  const form = /"\$unique":"?([^",}]*)/.exec(JSON.stringify(fillSample(body, { idOf: () => 1 })))?.[1]
  if (form !== undefined)
    throw new SamplesError('samples.unique', { text: form, known: uniqueForms.join(', ') }, [name])
}

function queryIn(query: Json): Record<string, string | number> {
  if (!isObject(query)) throw new SamplesError('samples.query', {}, ['query'])
  const parameters = Object.entries(integration)
  const names = Object.keys(integration).join(', ')
  const values = Object.entries(query).map(([name, value]): [string, string | number] => {
    // the public document has other names for some parameters
    const known = parameters.find(([own, { documentedAs }]) => name === own || name === documentedAs)
    if (known === undefined)
      throw new SamplesError('samples.parameter', { name, known: names }, ['query', name])
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new SamplesError('samples.parameter-value', { name }, ['query', name])
    return [known[0], value]
  })
  return Object.fromEntries(values)
}

/** An error in a file of samples, with the keys that lead to its position: `['records', 'contatos']`. */
class SamplesError extends Error {
  readonly problem: MessageReference

  constructor(
    key: Extract<UiKey, `samples.${string}`>,
    values: ErrorValues = {},
    readonly keys: readonly string[] = [],
  ) {
    super(key)
    this.problem = { key, values }
  }
}
