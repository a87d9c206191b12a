import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeFolder } from '../exchange/make-folder.js'
import { refuseSpecial } from '../exchange/write-whole.js'

/** The settings that a client needs to use the embedded service. */
export interface ClientSettings {
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly clientId: string
  readonly clientSecret: string
}

const variables = {
  HOMOLOGA_BASE_URL: 'baseUrl',
  HOMOLOGA_TOKEN_URL: 'tokenUrl',
  HOMOLOGA_ACCESS_TOKEN: 'accessToken',
  HOMOLOGA_REFRESH_TOKEN: 'refreshToken',
  HOMOLOGA_CLIENT_ID: 'clientId',
  HOMOLOGA_CLIENT_SECRET: 'clientSecret',
} as const satisfies Record<string, keyof ClientSettings>

/** Returns the settings as environment variables: `HOMOLOGA_BASE_URL`, … */
export function clientEnvironment(client: ClientSettings): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, key]) => [name, client[key]]))
}

/** The names that a template may contain in braces. */
export const templateNames: readonly string[] = Object.values(variables)

/** Returns the settings under a user's own variable names: `['BLING_URL', '{baseUrl}']` gives `BLING_URL`. */
export function mappedEnvironment(
  mapping: readonly (readonly [name: string, template: string])[],
  client: ClientSettings,
): Record<string, string> {
  const fill = (template: string) =>
    template.replace(/\{(\w+)\}/g, (_, key: keyof ClientSettings) => client[key])
  return Object.fromEntries(mapping.map(([name, template]) => [name, fill(template)]))
}

/** Returns the lines of an env file: `HOMOLOGA_BASE_URL=http://…`, … */
export function envLines(client: ClientSettings): string[] {
  return Object.entries(clientEnvironment(client)).map(([name, value]) => `${name}=${value}`)
}

const ownLines = Object.keys(variables).map((name) => `${name}=.*\\n`)
/** Matches an empty file, and one that has exactly the lines that `writeEnvFileNow` writes. */
const ownContents = new RegExp(`^(${ownLines.join('')})?$`)

/** Files that we write are much smaller. */
const MOST_BYTES = 65_536

/** Whether the file exists and holds other settings than `writeEnvFileNow` writes, so that writing it would destroy them. */
export function holdsOtherSettings(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  if (!file?.isFile()) return false
  return file.size > MOST_BYTES || !ownContents.test(readFileSync(path, 'utf8'))
}

/**
 * Writes the settings as an env file, completely or not at all, readable only by its owner. It is synchronous,
 * because it must end before a first request can arrive. A failed write leaves no secret on the disk.
 */
export function writeEnvFileNow(file: string, client: ClientSettings, cwd: string): void {
  const path = resolve(cwd, file)
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`
  makeFolder(dirname(path))
  refuseSpecial(path) // renaming would replace a device or a pipe by a file
  try {
    writeFileSync(temporary, `${envLines(client).join('\n')}\n`, { mode: 0o600 })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
