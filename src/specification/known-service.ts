import { allRoutes } from './find-route.js'
import { type Profile, profiles } from './profile.js'
import { v2Segments } from './versions.js'

/**
 * The addresses by which requests to the service are found in a HAR, which does not say what the base address was. If no
 * request has one of these hosts, the version prefix of the path (`/Api/v3`) decides alone.
 */
export interface KnownService {
  /** Hosts that serve the API and nothing else: `api.bling.com.br`. */
  readonly hosts: readonly string[]
  /** Hosts that serve web pages as well: `www.bling.com.br`. Only their paths with a version prefix count. */
  readonly otherHosts: readonly string[]
  /** The first segments that paths may have below the version prefix: `contatos`, `oauth`. null: any, for a service that we do not know. */
  readonly names: readonly string[] | null
}

/** The first segments of the paths of version 2 and 3, and of the OAuth addresses. */
const names = [
  ...new Set(['oauth', ...allRoutes('document').map(({ path }) => path.split('/')[1] ?? ''), ...v2Segments]),
]

/** Combines all built-in profiles with the chosen one, so that a recording is recognised under any profile. */
export function knownService(profile?: Profile): KnownService {
  const services = [profile, ...Object.values(profiles)].flatMap((each) => each?.service ?? [])
  return {
    hosts: [...new Set(services.map(({ host }) => host))],
    otherHosts: [...new Set(services.flatMap(({ otherHosts }) => otherHosts))],
    names,
  }
}
