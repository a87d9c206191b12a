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

/** The settings under the names of the environment. */
export function clientEnvironment(client: ClientSettings): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, key]) => [name, client[key]]))
}

const variables = {
  HOMOLOGA_BASE_URL: 'baseUrl',
  HOMOLOGA_TOKEN_URL: 'tokenUrl',
  HOMOLOGA_ACCESS_TOKEN: 'accessToken',
  HOMOLOGA_REFRESH_TOKEN: 'refreshToken',
  HOMOLOGA_CLIENT_ID: 'clientId',
  HOMOLOGA_CLIENT_SECRET: 'clientSecret',
} as const satisfies Record<string, keyof ClientSettings>

/** Names that a template may hold: `{baseUrl}`. */
export const templateNames: readonly string[] = Object.values(variables)

/** The settings under other names, by templates. */
export function mappedEnvironment(
  mapping: readonly (readonly [name: string, template: string])[],
  client: ClientSettings,
): Record<string, string> {
  const filled = (template: string) =>
    template.replace(/\{(\w+)\}/g, (_, key: keyof ClientSettings) => client[key])
  return Object.fromEntries(mapping.map(([name, template]) => [name, filled(template)]))
}

export function envLines(client: ClientSettings): string[] {
  return Object.entries(clientEnvironment(client)).map(([name, value]) => `${name}=${value}`)
}

const written = new RegExp(
  `^(${Object.keys(variables)
    .map((name) => `${name}=.*\\n`)
    .join('')})?$`,
)

/** Limit of a file of settings that we write. */
const MOST_BYTES = 65_536

/** Whether a file is there that holds anything but what `writeEnvFileNow` writes: somebody's own settings, which it would replace. */
export function isOfAnother(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return false
  return found.size > MOST_BYTES || !written.test(readFileSync(path, 'utf8'))
}

/**
 * Writes the settings as an env file, completely or not at all, readable only by its owner. It is synchronous,
 * because it must end before a first request can arrive. A failed write leaves no secret on the disk.
 */
export function writeEnvFileNow(file: string, client: ClientSettings, cwd: string): void {
  const path = resolve(cwd, file)
  const part = `${path}.${randomBytes(4).toString('hex')}.part`
  makeFolder(dirname(path))
  refuseSpecial(path)
  try {
    writeFileSync(part, `${envLines(client).join('\n')}\n`, { mode: 0o600 })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
