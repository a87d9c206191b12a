import type { Network } from '../client/network.js'
import { readTextFile } from '../node/text-file.js'
import { messageOf } from '../node/thrown.js'
import { SettingsError } from '../words/errors.js'

/** Values of environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads the network settings: the certificates of `--ca FILE`, and the variables `HTTPS_PROXY` and `NO_PROXY`. The
 * certificates in `NODE_EXTRA_CA_CERTS` stay trusted. No variable is empty: `loadSettings` removes those.
 *
 * @throws SettingsError if the file contains no certificate, or the proxy's address is invalid
 */
export async function loadNetwork(
  caFile: string | null,
  variables: Variables,
  cwd: string,
): Promise<Network> {
  const ca = caFile === null ? null : await readCertificates(caFile, variables, cwd)
  return { ca, proxy: readProxy(variables), noProxy: variables.no_proxy ?? variables.NO_PROXY ?? '' }
}

async function readCertificates(file: string, variables: Variables, cwd: string): Promise<string> {
  const text = await readTextFile(file, cwd, 'settings.ca')
  const { X509Certificate } = await import('node:crypto')
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (blocks.length === 0) throw new Error('no "BEGIN CERTIFICATE"')
    for (const block of blocks) new X509Certificate(block)
  } catch (error) {
    throw new SettingsError('settings.ca', { file, why: messageOf(error) })
  }
  const { NODE_EXTRA_CA_CERTS: extraFile } = variables
  return extraFile === undefined ? text : `${text}\n${await readTextFile(extraFile, cwd, 'settings.ca')}`
}

/** The address of the proxy, or null. No error shows it, because it may contain a password. */
function readProxy(variables: Variables): string | null {
  const name = variables.https_proxy === undefined ? 'HTTPS_PROXY' : 'https_proxy'
  const text = variables[name]?.trim() ?? ''
  if (text === '') return null
  const address = text.includes('://') ? text : `http://${text}`
  if (!isProxyAddress(address)) throw new SettingsError('settings.proxy', { name })
  return address
}

function isProxyAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && isDecodable(username) && isDecodable(password)
}

/** True if undici can decode a user name or password. `%` alone, for example, would make it throw. */
function isDecodable(text: string): boolean {
  try {
    // The result is used, because the bundler removes a call whose result is not.
    return decodeURIComponent(text).length <= text.length
  } catch {
    return false
  }
}
