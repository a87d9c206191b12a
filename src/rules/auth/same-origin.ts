import { sameOrigin as areOfOneOrigin, readAddress } from '../../exchange/address.js'
import { authorizationOf } from '../../exchange/exchange.js'
import { traitsOfSource } from '../../exchange/sources.js'
import type { SeenContext } from '../context.js'
import { RecentMap } from '../memory.js'
import { requestObserver } from '../observer.js'

/**
 * Credentials of the service go to no other origin and never into a URL. An application may also call other services with
 * their own credentials. So in a request to another service, a credential counts only if earlier traffic sent it to the
 * service or received it from there.
 */
export const sameOrigin = requestObserver('auth/same-origin', () => {
  /** Labels of the credentials that earlier traffic sent to the service or received from it. */
  const serviceCredentials = new RecentMap<true>(1000)
  /** Origins that issue credentials. They may receive them, even if they differ from the base address. */
  const issuingOrigins = new RecentMap<true>(1000)
  const learn = (text: string) => {
    for (const label of labelsIn(text)) serviceCredentials.set(label, true)
  }
  const hasServiceCredential = (text: string) => labelsIn(text).some((label) => serviceCredentials.has(label))
  return ({ exchange, context }, note) => {
    const { channel, gaps, request, response } = exchange
    const { url } = request
    const { origin } = readAddress(url)
    const isOwnOrigin = channel === 'service' || !isForeign(url, context) || issuingOrigins.has(origin)
    // if the recorder removed the credentials, they cannot be told apart
    const credentials = gaps.includes('authorization') ? null : (authorizationOf(exchange)[0] ?? null)
    if (channel !== 'elsewhere' || credentials !== null) note.tested()
    if (channel !== 'elsewhere' && credentials !== null) learn(credentials)
    if (channel === 'token') {
      // the token address is not documented, so a host other than the service's may be right; if we are the service, it is ours
      if (!isOwnOrigin && traitsOfSource(exchange).plays !== 'service')
        note.breach('token-elsewhere', { values: { origin }, severity: 'info' })
      learn(request.body?.text ?? '')
      learn(response?.body?.text ?? '')
      issuingOrigins.set(origin, true)
    }
    const isOtherService = channel === 'elsewhere' && !isOwnOrigin
    const name = isOtherService && !hasServiceCredential(url) ? null : credentialIn(url)
    if (name !== null) note.breach('in-url', { values: { name } })
    if (isOtherService && hasServiceCredential(credentials ?? ''))
      note.breach('foreign', { values: { origin } })
  }
})

/** `access_token#1` for the label `[access_token#1]` that masking left in place of a credential, percent-encoded or not. */
function labelsIn(text: string): readonly string[] {
  const labels = text.matchAll(/(?:\[|%5B)(access_token|refresh_token|client_secret|basic)(?:#|%23)(\d+)/gi)
  return Array.from(labels, ([, kind, number]) => `${kind}#${number}`)
}

/** Matches a parameter with a value, such as `?access_token=x`, and captures its name. */
const credentialParameter = /[?&#](access_token|refresh_token|client_secret|token)=[^&#]/i

/** Whether a query parameter with this name has a credential as its value. */
export function isCredentialName(name: string): boolean {
  return credentialParameter.test(`?${name}=x`)
}

/** The kind of credential in a URL, by the name of its parameter or by the label that masking left; null if there is none. */
export function credentialIn(url: string): string | null {
  return credentialParameter.exec(url)?.[1] ?? labelIn(url)
}

/** The kind of credential whose label (`[access_token#1]`) is in a URL; null if there is none. */
export function labelIn(url: string): string | null {
  return labelsIn(url)[0]?.split('#')[0] ?? null
}

/** Whether a request goes neither to the origin of the base address nor to that of the token address. */
function isForeign(url: string, { baseUrl, tokenUrl }: SeenContext): boolean {
  return !areOfOneOrigin(url, baseUrl) && (tokenUrl === null || !areOfOneOrigin(url, tokenUrl))
}
