import { sameOrigin as areOfOneOrigin, readAddress } from '../../exchange/address.js'
import { authorizationOf } from '../../exchange/exchange.js'
import { traitsOfSource } from '../../exchange/sources.js'
import type { SeenContext } from '../context.js'
import { requestObserver } from '../observer.js'

/**
 * Credentials of the service go to no other origin and never into a URL. An application may also call other services (channel
 * `elsewhere`) with their credentials. So there a credential counts only if this traffic sent it to the service, or received it
 * from there, before.
 */
export const sameOrigin = requestObserver('auth/same-origin', () => {
  const serviceCredentials = new Set<string>()
  // an origin that issues credentials may receive them, even if it differs from the base address
  const issuingOrigins = new Set<string>()
  return ({ exchange, context }, note) => {
    const { url } = exchange.request
    // a recorder that crosses out credentials makes them all look alike
    const isRedacted = exchange.gaps.includes('authorization')
    const credentials = isRedacted ? null : (authorizationOf(exchange)[0] ?? null)
    const isElsewhere = exchange.channel === 'elsewhere'
    const learn = (text: string) => {
      for (const label of labelsIn(text)) serviceCredentials.add(label)
    }
    const hasServiceCredential = (text: string) =>
      labelsIn(text).some((label) => serviceCredentials.has(label))
    if (!isElsewhere && credentials !== null) learn(credentials)
    if (exchange.channel === 'token') {
      const { origin } = readAddress(url)
      // the token address is not documented, so another host than the service's may be right; if we are the service, we know it
      if (
        traitsOfSource(exchange).plays !== 'service' &&
        isForeign(url, context) &&
        !issuingOrigins.has(origin)
      )
        note.breach('token-elsewhere', { values: { origin }, severity: 'info' })
      learn(exchange.request.body?.text ?? '')
      learn(exchange.response?.body?.text ?? '')
      issuingOrigins.add(origin)
    }
    if (credentials !== null || !isElsewhere) note.tested()
    const isOtherService =
      isElsewhere && isForeign(url, context) && !issuingOrigins.has(readAddress(url).origin)
    const isOurs = (text: string) => !isOtherService || hasServiceCredential(text)
    const name = isOurs(url) ? credentialIn(url) : null
    if (name !== null) note.breach('in-url', { values: { name } })
    if (isOtherService && credentials !== null && isOurs(credentials))
      note.breach('foreign', { values: { origin: readAddress(url).origin } })
  }
})

/** The labels that masking left in place of credentials: `[access_token#1]`. */
function labelsIn(text: string): readonly string[] {
  const decoded = text.replace(/%5B/gi, '[').replace(/%23/g, '#').replace(/%5D/gi, ']')
  return decoded.match(/\[(?:access_token|refresh_token|client_secret|basic)#\d+\]/g) ?? []
}

/** Matches a parameter with a value, such as `?access_token=x`, and captures its name. */
const credentialParameter = /[?&#](access_token|refresh_token|client_secret|token)=[^&#]/i

export function isCredentialName(name: string): boolean {
  return credentialParameter.test(`?${name}=x`)
}

/** The kind of credential in a URL, by the name of its parameter or by the label that masking left; null if there is none. */
export function credentialIn(url: string): string | null {
  return credentialParameter.exec(url)?.[1] ?? labelIn(url)
}

/** The kind of credential whose label (`[access_token#1]`, percent-encoded or not) is in a URL; null if there is none. */
export function labelIn(url: string): string | null {
  return /(?:\[|%5B)(access_token|refresh_token|client_secret|basic)(?:#|%23)\d+/i.exec(url)?.[1] ?? null
}

function isForeign(url: string, { baseUrl, tokenUrl }: SeenContext): boolean {
  return !areOfOneOrigin(url, baseUrl) && (tokenUrl === null || !areOfOneOrigin(url, tokenUrl))
}
