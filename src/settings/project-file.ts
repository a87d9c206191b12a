import { placeText, type ReadDocument, readYamlOrJson } from '../documents/read-document.js'
import { readTextFileIfAny } from '../node/text-file.js'
import { isPlainObject } from '../specification/plain-object.js'
import { SettingsError } from '../words/errors.js'
import { didYouMean } from './did-you-mean.js'
import type { Kind } from './kinds.js'
import { commonSettings, environmentOnly, projectOptions } from './setting.js'

const PROJECT_FILE = 'homologa.yaml'

/** `homologa.yaml`: settings and options of a project, so that they need not be on every command line. */
export interface ProjectFile {
  /** Common settings by their environment variables: `{ HOMOLOGA_LANG: 'pt-BR' }`. */
  readonly texts: Readonly<Record<string, string>>
  /** Options that only some commands have, by key: `{ failOn: 'new' }`. */
  readonly options: Readonly<Record<string, string | readonly string[]>>
  /** The command that `examine` and `review` run by default; empty if the file names none. */
  readonly command: readonly string[]
  /** Additional environment variables of that command: `[['BLING_URL', '{baseUrl}']]`. */
  readonly env: readonly (readonly [name: string, template: string])[]
  /**
   * Names a setting, by its variable, or an option, by its key, for an error: `lang (homologa.yaml:3)`. Returns variable or key itself if
   * the file does not set it.
   */
  labelOf(variableOrKey: string): string
}

const emptyProject: ProjectFile = { texts: {}, options: {}, command: [], env: [], labelOf: (name) => name }

const optionsByKey: Readonly<Record<string, { readonly kind: Kind<unknown> }>> = projectOptions
const keys = [...commonSettings.map(({ key }) => key), ...Object.keys(projectOptions), 'command', 'env']

interface Document extends ReadDocument {
  readonly text: string
}

/** Reads `homologa.yaml`. A key may be written like its flag (`base-url`). @throws SettingsError with the line of a wrong key or value */
export async function readProject(cwd: string): Promise<ProjectFile> {
  const text = (await readTextFileIfAny(PROJECT_FILE, cwd)) ?? ''
  if (text.trim() === '') return emptyProject
  // All values stay texts, because settings are read from texts, as flags are.
  const document: Document = { text, ...(await readYamlOrJson(text, PROJECT_FILE, { textsOnly: true })) }
  if (document.value === '' || document.value === null) return emptyProject
  if (!isPlainObject(document.value)) throw await createError(document, [], 'shape', {})
  const texts: Record<string, string> = {}
  const options: Record<string, string | readonly string[]> = {}
  const labels = new Map<string, string>()
  let command: readonly string[] = []
  let env: ProjectFile['env'] = []
  for (const [writtenKey, value] of Object.entries(document.value)) {
    const key = writtenKey.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    await refuseUnknownKey(document, writtenKey, key)
    const setting = commonSettings.find((candidate) => candidate.key === key)
    const name = setting ? `HOMOLOGA_${setting.env}` : key
    labels.set(name, `${writtenKey} (${await placeOf(document, [writtenKey])})`)
    if (key === 'command') command = await readCommand(document, value)
    else if (key === 'env') env = await readEnv(document, value)
    else if (setting) texts[name] = await readText(document, [writtenKey], value)
    else if (optionsByKey[key]?.kind.isList && isTextList(value)) options[name] = value
    else options[name] = await readText(document, [writtenKey], value)
  }
  return { texts, options, command, env, labelOf: (name) => labels.get(name) ?? name }
}

async function refuseUnknownKey(document: Document, writtenKey: string, key: string): Promise<void> {
  if (keys.includes(key)) return
  // `client-secret`, `clientSecret` and `HOMOLOGA_CLIENT_SECRET` are all `CLIENTSECRET`.
  const bareKey = writtenKey
    .replace(/^HOMOLOGA_/, '')
    .replaceAll(/[-_]/g, '')
    .toUpperCase()
  const secret = environmentOnly.find(({ env }) => env.replaceAll('_', '') === bareKey)
  if (secret) {
    const name = `HOMOLOGA_${secret.env}`
    throw await createError(document, [writtenKey], 'secret', { key: writtenKey, name })
  }
  const near = didYouMean(key, keys)
  const values = { key: writtenKey, near, known: keys.join(', ') }
  throw await createError(document, [writtenKey], near ? 'unknown-near' : 'unknown', values)
}

async function readText(document: Document, path: readonly string[], value: unknown): Promise<string> {
  if (typeof value === 'string') return value
  throw await createError(document, path, 'value', { key: path.join('.') })
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** A list contains the words of the command. A text is split at its blanks, except inside quotation marks, which are left out. */
async function readCommand(document: Document, value: unknown): Promise<string[]> {
  if (isTextList(value)) return value
  const text = await readText(document, ['command'], value)
  const words = text.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []
  return words.map((word) => word.replace(/(["'])(.*?)\1/gs, '$2'))
}

const NAMES_SECRET = /TOKEN|SECRET|PASSWORD|SENHA|API_?KEY/i

/** Reads `env`. The value of a secret does not belong in this file, so it must look like a template (`{accessToken}`) or a path (`/`). */
async function readEnv(document: Document, value: unknown): Promise<ProjectFile['env']> {
  if (!isPlainObject(value)) throw await createError(document, ['env'], 'value', { key: 'env' })
  const pairs: [string, string][] = []
  for (const [name, template] of Object.entries(value)) {
    const text = await readText(document, ['env', name], template)
    if (NAMES_SECRET.test(name) && !/[{/]/.test(text))
      throw await createError(document, ['env', name], 'secret', { key: `env.${name}`, name })
    pairs.push([name, text])
  }
  return pairs
}

/** Returns the place to show in an error: `homologa.yaml:3` for a key that begins a line, else that of the value, with its column. */
async function placeOf(document: Document, path: readonly string[]): Promise<string> {
  const [key = '', ...innerKeys] = path
  // Keys inside of others are indented, so they do not match.
  const isLineOfKey = (line: string) => /^(["']?)(.*?)\1\s*:/.exec(line)?.[2] === key
  const line = innerKeys.length === 0 ? document.text.split('\n').findIndex(isLineOfKey) + 1 : 0
  return line > 0 ? `${PROJECT_FILE}:${line}` : placeText(PROJECT_FILE, await document.locate(path))
}

/** @param path the keys that lead to the wrong value: `['env', 'BLING_URL']` */
async function createError(
  document: Document,
  path: readonly string[],
  code: 'shape' | 'unknown' | 'unknown-near' | 'secret' | 'value',
  values: Readonly<Record<string, string | null>>,
): Promise<SettingsError> {
  return new SettingsError(`settings.project.${code}`, { place: await placeOf(document, path), ...values })
}
