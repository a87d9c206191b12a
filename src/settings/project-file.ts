import { placeText, type ReadDocument, readYamlOrJson } from '../documents/read-document.js'
import { readTextFileIfAny } from '../node/text-file.js'
import { isPlainObject } from '../specification/plain-object.js'
import { SettingsError } from '../words/errors.js'
import { didYouMean } from './did-you-mean.js'
import { commonSettings, environmentOnly, projectOptions } from './setting.js'

export const PROJECT_FILE = 'homologa.yaml'

/** `homologa.yaml`: what a project says once instead of on every command line. */
export interface ProjectFile {
  /** Common settings, under the names of their environment variables. */
  readonly texts: Readonly<Record<string, string>>
  /** Options of single commands, by key. */
  readonly options: Readonly<Record<string, string | readonly string[]>>
  /** The command that `examine` and `review` run by default; empty if the file names none. */
  readonly command: readonly string[]
  /** Further names for the settings of that command. */
  readonly env: readonly (readonly [name: string, template: string])[]
  /** `profile (homologa.yaml:3)` of a variable that the file sets. */
  placeOf(variable: string): string
}

const nothing: ProjectFile = { texts: {}, options: {}, command: [], env: [], placeOf: (name) => name }

const keys = [...commonSettings.map(({ key }) => key), ...Object.keys(projectOptions), 'command', 'env']

/**
 * Reads `homologa.yaml` of a folder. Keys may be written as flags are, `base-url` for `baseUrl`.
 *
 * @throws SettingsError with the line, for a key that is not known, a value that does not fit, and a secret
 */
export async function readProject(cwd: string): Promise<ProjectFile> {
  const text = (await readTextFileIfAny(PROJECT_FILE, cwd)) ?? ''
  if (text.trim() === '') return nothing
  const document = { text, ...(await readYamlOrJson(text, PROJECT_FILE, { textsOnly: true })) }
  if (document.value === '' || document.value === null) return nothing
  if (!isPlainObject(document.value)) throw await flaw(document, [], 'shape', {})
  const texts: Record<string, string> = {}
  const options: Record<string, string | readonly string[]> = {}
  const places = new Map<string, string>()
  let command: readonly string[] = []
  let env: ProjectFile['env'] = []
  for (const [written, value] of Object.entries(document.value)) {
    const key = written.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    await refuseKey(document, written, key)
    const setting = commonSettings.find((one) => one.key === key)
    if (key === 'command') command = await commandOf(document, value)
    else if (key === 'env') env = await mappingOf(document, value)
    else if (setting) {
      const variable = `HOMOLOGA_${setting.env}`
      texts[variable] = await textOf(document, [written], value)
      places.set(variable, `${written} (${PROJECT_FILE}:${lineOf(text, written)})`)
    } else options[key] = Array.isArray(value) ? value.map(String) : await textOf(document, [written], value)
  }
  return { texts, options, command, env, placeOf: (variable) => places.get(variable) ?? variable }
}

async function refuseKey(document: Document, written: string, key: string): Promise<void> {
  if (keys.includes(key)) return
  const bare = written.replace(/^HOMOLOGA_/, '').replaceAll(/[-_]/g, '')
  const secret = environmentOnly.find(({ env }) => env.replaceAll('_', '') === bare.toUpperCase())
  if (secret)
    throw await flaw(document, [written], 'secret', { key: written, name: `HOMOLOGA_${secret.env}` })
  const near = didYouMean(key, keys)
  const values = { key: written, near, known: keys.join(', ') }
  throw await flaw(document, [written], near ? 'unknown-near' : 'unknown', values)
}

async function textOf(document: Document, path: readonly string[], value: unknown): Promise<string> {
  if (typeof value === 'string') return value
  throw await flaw(document, path, 'value', { key: path.join('.') })
}

/** A list is taken word by word. A text is split at its blanks, but for those in quotation marks. */
async function commandOf(document: Document, value: unknown): Promise<string[]> {
  if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value
  const text = await textOf(document, ['command'], value)
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}

const NAMES_SECRET = /TOKEN|SECRET|PASSWORD|SENHA|API_?KEY/i

async function mappingOf(document: Document, value: unknown): Promise<ProjectFile['env']> {
  if (!isPlainObject(value)) throw await flaw(document, ['env'], 'value', { key: 'env' })
  const pairs: [string, string][] = []
  for (const [name, template] of Object.entries(value)) {
    const text = await textOf(document, ['env', name], template)
    if (NAMES_SECRET.test(name) && !/[{/]/.test(text))
      throw await flaw(document, ['env', name], 'secret', { key: `env.${name}`, name })
    pairs.push([name, text])
  }
  return pairs
}

interface Document extends ReadDocument {
  readonly text: string
}

/** The line of a top-level key, from 1; 0 if it is unknown. The value may be on a line below it. */
function lineOf(text: string, key: string): number {
  const isKey = (line: string) => /^(["']?)(.*?)\1\s*:/.exec(line)?.[2] === key
  return text.split('\n').findIndex(isKey) + 1
}

async function flaw(
  document: Document,
  path: readonly string[],
  code: 'shape' | 'unknown' | 'unknown-near' | 'secret' | 'value',
  values: Readonly<Record<string, string | null>>,
): Promise<SettingsError> {
  const [key = '', ...inner] = path
  const at = inner.length === 0 ? lineOf(document.text, key) : 0
  const place = at > 0 ? `${PROJECT_FILE}:${at}` : placeText(PROJECT_FILE, await document.locate(path))
  return new SettingsError(`settings.project.${code}`, { place, ...values })
}
