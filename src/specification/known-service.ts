import { allRoutes } from './find-route.js'
import { type Profile, profiles } from './profile.js'
import { v2Names } from './versions.js'

/**
 * What tells the service's requests from everybody else's in a recording of somebody else, who names no base address. Without any of
 * it the version prefix decides alone.
 */
export interface KnownService {
  /** The hosts that profiles document: they serve the API and nothing else. */
  readonly hosts: readonly string[]
  /** Further hosts of the same service, which serve pages as well: only paths of an API are meant for it there. */
  readonly otherHosts: readonly string[]
  /** First segments of its paths below the version prefix; null: any. */
  readonly names: readonly string[] | null
}

/** Of every path of either version, and of OAuth's addresses. */
const names = [
  ...new Set(['oauth', ...allRoutes('document').map(({ path }) => path.split('/')[1] ?? ''), ...v2Names]),
]

/** By the built-in profiles, and the profile in force: a recording is recognised whatever it is judged by. */
export function knownService(profile?: Profile): KnownService {
  const all: readonly (Profile | undefined)[] = [profile, ...Object.values(profiles)]
  const services = all.flatMap((one) => one?.service ?? [])
  return {
    hosts: [...new Set(services.map(({ host }) => host))],
    otherHosts: [...new Set(services.flatMap(({ otherHosts }) => otherHosts))],
    names,
  }
}
