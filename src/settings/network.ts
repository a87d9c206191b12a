import type { Network } from '../client/network.js'
import { readTextFile } from '../node/text-file.js'
import { messageOf } from '../node/thrown.js'
import { SettingsError } from '../words/errors.js'

type Texts = Readonly<Record<string, string | undefined>>

/**
 * Reads the network settings: `--ca FILE`, `HTTPS_PROXY`, `NO_PROXY`. Authorities in `NODE_EXTRA_CA_CERTS` stay
 * trusted.
 *
 * @throws SettingsError if the file holds no certificate, or the proxy's address is invalid
 */
export async function loadNetwork(caFile: string | null, texts: Texts, cwd: string): Promise<Network> {
  const ca = caFile === null ? null : await readAuthorities(caFile, texts, cwd)
  return { ca, proxy: proxyOf(texts), noProxy: texts.no_proxy ?? texts.NO_PROXY ?? '' }
}

async function readAuthorities(file: string, texts: Texts, cwd: string): Promise<string> {
  const text = await readTextFile(file, cwd, 'settings.ca')
  const { X509Certificate } = await import('node:crypto')
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    if (blocks.length === 0) throw new Error('no "BEGIN CERTIFICATE"')
    for (const block of blocks) new X509Certificate(block)
  } catch (error) {
    throw new SettingsError('settings.ca', { file, why: messageOf(error) })
  }
  const { NODE_EXTRA_CA_CERTS: extra = '' } = texts
  return extra === '' ? text : `${text}\n${await readTextFile(extra, cwd, 'settings.ca')}`
}

/** The address may hold a password: no message shows it. */
function proxyOf(texts: Texts): string | null {
  const name = (texts.https_proxy ?? '') === '' ? 'HTTPS_PROXY' : 'https_proxy'
  const text = texts[name]?.trim() ?? ''
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

/** As undici decodes a name and a password. What it yields is asked for: the bundler drops a bare call that it knows to be without effect. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text).length <= text.length
  } catch {
    return false
  }
}
