import { sameOrigin as areOfOneOrigin, readAddress } from '../../exchange/address.js'
import { authorizationOf } from '../../exchange/exchange.js'
import { sightOf } from '../../exchange/sources.js'
import type { SeenContext } from '../context.js'
import { requestObserver } from '../observer.js'

/**
 * Credentials go to no other origin and never into a URL. What an application sends elsewhere may be the other service's own
 * credential: it is ours where this traffic showed it to the service, or got it from there.
 */
export const sameOrigin = requestObserver('auth/same-origin', () => {
  const ours = new Set<string>()
  // an origin that issues credentials may receive them, even if it differs from the base address of the judgement
  const homes = new Set<string>()
  return ({ exchange, context }, note) => {
    const { url } = exchange.request
    // values that a recorder redacted all look alike
    const isRedacted = exchange.gaps.includes('authorization')
    const credentials = isRedacted ? null : (authorizationOf(exchange)[0] ?? null)
    const isElsewhere = exchange.channel === 'elsewhere'
    if (!isElsewhere && credentials !== null) learn(credentials, ours)
    if (exchange.channel === 'token') {
      const { origin } = readAddress(url)
      // no source shows the right token address, so a host other than the service may be right
      if (sightOf(exchange).plays !== 'service' && isForeign(url, context) && !homes.has(origin))
        note.breach('token-elsewhere', { values: { origin }, severity: 'info' })
      // labels that masking left in what the service is sent as credentials, and in what it gives as such
      for (const side of [exchange.request, exchange.response]) learn(side?.body?.text ?? '', ours)
      homes.add(origin)
    }
    if (credentials !== null || !isElsewhere) note.tested()
    const isAway = isElsewhere && isForeign(url, context) && !homes.has(readAddress(url).origin)
    const name = isAway && !holdsOurs(url, ours) ? null : credentialIn(url)
    if (name !== null) note.breach('in-url', { values: { name } })
    if (isAway && credentials !== null && holdsOurs(credentials, ours)) {
      note.breach('foreign', { values: { origin: readAddress(url).origin } })
    }
  }
})

const label = /\[(?:access_token|refresh_token|client_secret|basic)#\d+\]/g

function learn(text: string, ours: Set<string>): void {
  for (const one of labelsIn(text)) ours.add(one)
}

function labelsIn(text: string): readonly string[] {
  return text.replace(/%5B/gi, '[').replace(/%23/g, '#').replace(/%5D/gi, ']').match(label) ?? []
}

function holdsOurs(text: string, ours: ReadonlySet<string>): boolean {
  return labelsIn(text).some((one) => ours.has(one))
}

const names = /[?&#](access_token|refresh_token|client_secret|token)=[^&#]/i

export function isCredentialName(name: string): boolean {
  return names.test(`?${name}=x`)
}

const labels = /(?:\[|%5B)(access_token|refresh_token|client_secret|basic)(?:#|%23)\d+/i

/** The credential that a URL holds, by its parameter's name or by the label that masking left. */
export function credentialIn(url: string): string | null {
  return names.exec(url)?.[1] ?? labelIn(url)
}

/** The kind of credential of which a URL holds a label. */
export function labelIn(url: string): string | null {
  return labels.exec(url)?.[1] ?? null
}

function isForeign(url: string, { baseUrl, tokenUrl }: SeenContext): boolean {
  return !areOfOneOrigin(url, baseUrl) && (tokenUrl === null || !areOfOneOrigin(url, tokenUrl))
}
