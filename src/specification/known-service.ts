import { allRoutes } from './find-route.js'
import { type Profile, profiles } from './profile.js'
import { v2Names } from './versions.js'

/**
 * The addresses by which a foreign recording, which names no base address, shows requests to the service. If it has
 * none of them, the version prefix decides alone.
 */
export interface KnownService {
  /** The hosts that profiles document: they serve the API and nothing else. */
  readonly hosts: readonly string[]
  /** Further hosts of the same service, which serve pages as well: only paths of an API are meant for it there. */
  readonly otherHosts: readonly string[]
  /** First segments of its paths below the version prefix; null: any. */
  readonly names: readonly string[] | null
}

/** Segments that occur in every path of either version and in the OAuth addresses. */
const names = [
  ...new Set(['oauth', ...allRoutes('document').map(({ path }) => path.split('/')[1] ?? ''), ...v2Names]),
]

/**
 * Combines the built-in profiles with the profile in force, so that a recording is recognised whatever profile judges
 * it.
 */
export function knownService(profile?: Profile): KnownService {
  const all: readonly (Profile | undefined)[] = [profile, ...Object.values(profiles)]
  const services = all.flatMap((one) => one?.service ?? [])
  return {
    hosts: [...new Set(services.map(({ host }) => host))],
    otherHosts: [...new Set(services.flatMap(({ otherHosts }) => otherHosts))],
    names,
  }
}
