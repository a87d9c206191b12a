import type { KnownService } from '../../specification/known-service.js'
import { oauthChannel, pathOf, readAddress } from '../address.js'
import type { Channel } from '../exchange.js'
import type { Attached } from './attached.js'
import { paramsOf } from './entry-bodies.js'
import { asLoose, type Loose, text } from './loose.js'

/** Facts about the whole recording that help to read each of its entries. */
export interface EntryContext {
  /** Host of the service's base address; null where no request goes to the service. */
  readonly host: string | null
  readonly known: KnownService
  /** Without query and fragment. */
  readonly tokenAddress: string | null
  readonly shows: Shown
  readonly attached: Attached
}

/** Kinds of information that appear somewhere in a recording. A kind that appears nowhere was left out by the tool. */
export interface Shown {
  /** Credentials of a request; browsers leave them out of what they export. */
  readonly authorization: boolean
  /** Text of an answer's body. */
  readonly texts: boolean
}

export function entryContext(
  { baseUrl, tokenUrl }: { readonly baseUrl: string | null; readonly tokenUrl: string | null },
  rest: Pick<EntryContext, 'known' | 'shows' | 'attached'>,
): EntryContext {
  const tokenAddress = tokenUrl === null ? null : bareOf(tokenUrl)
  return { ...rest, host: baseUrl === null ? null : hostOf(baseUrl), tokenAddress }
}

/** Which address a request was meant for. Where nothing shows an address of the service, none of them is the service's. */
export function channelOf(request: Loose, context: EntryContext): Channel {
  const address = bareOf(text(request.url))
  if (address === context.tokenAddress) return 'token'
  if (context.host === null) return 'elsewhere'
  const channel = oauthChannel(address)
  if (channel !== null) return channel
  if (asksForToken(asLoose(request.postData)) || /[?&]grant_type=/.test(text(request.url))) return 'token'
  return isOfService(address, context.host, context.known) ? 'service' : 'elsewhere'
}

/**
 * A service may have several hosts. On hosts that serve pages as well, only the paths of an API belong to the
 * service.
 */
function isOfService(address: string, own: string, { hosts, otherHosts }: KnownService): boolean {
  const host = hostOf(address)
  if (otherHosts.includes(host)) return isOfKnown(own) && API_PATH.test(pathOf(address))
  return host === own || (hosts.includes(host) && isOfKnown(own))

  function isOfKnown(one: string): boolean {
    return hosts.includes(one) || otherHosts.includes(one)
  }
}

const API_PATH = /^\/(?:b\/)?(?:api|v\d+)\//i

function asksForToken(data: Loose): boolean {
  if (/(?:^|[&{,"\s])"?grant_type"?\s*[=:]/.test(text(data.text).slice(0, 2000))) return true
  return paramsOf(data).some(([name]) => name === 'grant_type')
}

/** An address without query and fragment. */
function bareOf(address: string): string {
  const end = address.search(/[?#]/)
  return end < 0 ? address : address.slice(0, end)
}

/** The host without the scheme, because a request over plain http went to the service as well. */
function hostOf(address: string): string {
  const beginning = address.slice(0, address.indexOf('/', 'https://'.length) + 1) || address
  return readAddress(beginning).origin.replace(/^https?:\/\//, '')
}
