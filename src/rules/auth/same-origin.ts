import { sameOrigin as areOfOneOrigin, readAddress } from '../../exchange/address.js'
import { headerValue } from '../../exchange/exchange.js'
import { observer } from '../observer.js'
import type { SeenContext } from '../seen.js'

/** Credentials go to no other origin and never into a URL. */
export const sameOrigin = observer('auth/same-origin', () => ({ exchange, context }, note) => {
  const { url, headers } = exchange.request
  const credentials = headerValue(headers, 'authorization')
  if (credentials !== null || exchange.channel !== 'elsewhere') note.tested()
  const name = credentialIn(url)
  if (name !== null) note.breach('in-url', { values: { name }, blame: 'application' })
  if (exchange.channel === 'elsewhere' && credentials !== null && isForeign(url, context)) {
    note.breach('foreign', { values: { origin: readAddress(url).origin }, blame: 'application' })
  }
})

const names = /[?&#](access_token|refresh_token|client_secret|token)=[^&#]/i
const labels = /(?:\[|%5B)(access_token|refresh_token|client_secret|basic)(?:#|%23)\d+/i

/** The credential that a URL holds, by its parameter's name or by the label that masking left. */
function credentialIn(url: string): string | null {
  return names.exec(url)?.[1] ?? labels.exec(url)?.[1] ?? null
}

function isForeign(url: string, { baseUrl, tokenUrl }: SeenContext): boolean {
  return !areOfOneOrigin(url, baseUrl) && (tokenUrl === null || !areOfOneOrigin(url, tokenUrl))
}
