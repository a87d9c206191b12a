import type { KnownService } from '../../specification/known-service.js'
import { oauthChannel, pathOf, readAddress } from '../address.js'
import type { Channel } from '../exchange.js'
import { asObject, asText, type LooseObject, readPairs } from './loose.js'

/** Facts about the whole recording that help to read each of its entries. */
export interface EntryContext {
  /** Host of the service's base address; null if no request goes to the service. */
  readonly host: string | null
  readonly known: KnownService
  /** Without query and fragment; null if it is not known. */
  readonly tokenAddress: string | null
  /** Whether any entry has an `Authorization`, and any response a text. If not, the tool leaves them out of every entry. */
  readonly shows: { readonly authorization: boolean; readonly texts: boolean }
  /** Reads a file next to the recording; null if there is none. */
  readonly beside: (name: string) => Uint8Array | null
  /** How many bodies in files next to the recording were not found. It is counted while entries are read. */
  readonly attached: { missing: number }
}

/** Decides whether a request went to the API, to the token address or elsewhere. */
export function channelOf(request: LooseObject, context: EntryContext): Channel {
  const address = withoutQuery(asText(request.url))
  if (address === context.tokenAddress) return 'token'
  if (context.host === null) return 'elsewhere' // no request goes to the service, so no token is for it
  const channel = oauthChannel(address)
  if (channel !== null) return channel
  if (asksForToken(asObject(request.postData)) || /[?&]grant_type=/.test(asText(request.url))) return 'token'
  const { host, known } = context
  // on a host that also serves pages, only documented addresses are those of the service
  const isHostOfBase = hostOf(address) === host && !known.otherHosts.includes(host)
  // the base address and this one may be two of the service's documented hosts; `/v3/` stands for any path of an API
  const areBothDocumented = isDocumented(address, known) && isDocumented(`https://${host}/v3/`, known)
  return isHostOfBase || areBothDocumented ? 'service' : 'elsewhere'
}

/** Whether an address belongs to a service that a profile documents. On hosts that also serve pages, only the paths of an API do. */
export function isDocumented(address: string, { hosts, otherHosts }: KnownService): boolean {
  const host = hostOf(address)
  return hosts.includes(host) || (otherHosts.includes(host) && API_PATH.test(pathOf(address)))
}

/** `/Api/v3/`, `/b/Api/v3/`, `/v3/` */
const API_PATH = /^\/(?:b\/)?(?:api|v\d+)\//i

function asksForToken(data: LooseObject): boolean {
  if (/(?:^|[&{,"\s])"?grant_type"?\s*[=:]/.test(asText(data.text).slice(0, 2000))) return true
  return readPairs(data.params).some(([name]) => name === 'grant_type')
}

/** An address without query and fragment. */
export function withoutQuery(address: string): string {
  const end = address.search(/[?#]/)
  return end < 0 ? address : address.slice(0, end)
}

/** The host without the scheme, because a request over plain http went to the service as well. */
export function hostOf(address: string): string {
  return readAddress(address).origin.replace(/^https?:\/\//, '')
}
