import { everyDeath } from '../judging/recovery.js'
import { type Profile, type ProfileName, profiles, TOLERANCE_MS } from '../specification/profile.js'
import { version } from '../version.js'
import { type Catalogue, type Lang, langs, loadCatalogue } from '../words/catalogue.js'
import type { CommonOptions } from './options.js'

export interface Common {
  readonly profile: Profile
  readonly toleranceMs: number
  readonly lang: Lang
  readonly catalogue: Catalogue
}

/** The options with every default filled in. @throws where one is unknown: JavaScript has no compiler to ask */
export async function settle({
  profile,
  toleranceMs = TOLERANCE_MS,
  lang = 'en',
}: CommonOptions): Promise<Common> {
  if (!langs.includes(lang)) throw new Error(`there is no language "${lang}"; there are ${langs.join(', ')}`)
  return { profile: await profileGiven(profile), toleranceMs, lang, catalogue: await loadCatalogue(lang) }
}

/** @throws where it is none: a run would be judged by another than was asked for */
export async function profileGiven(profile: ProfileName | Profile = 'spec'): Promise<Profile> {
  if (typeof profile === 'string') {
    if (Object.hasOwn(profiles, profile)) return profiles[profile]
    const known = Object.keys(profiles).join(', ')
    throw new Error(`there is no profile "${profile}"; there are ${known}, and objects of your own`)
  }
  const { profileSchema } = await import('../specification/profile-schema.js')
  const [issue] = profileSchema.safeParse(profile).error?.issues ?? []
  if (issue === undefined) return profile
  throw new Error(
    `"profile" does not fit at "${issue.path.join('.')}"; begin with { ...bling }, and change what differs`,
  )
}

/** @throws where the token can die at no such step: it would never die, and a run pass that was not tried */
export function refuseUnknownDeath(given: unknown, ...further: readonly string[]): void {
  const known: readonly unknown[] = [...everyDeath, ...further]
  if (given !== undefined && !known.includes(given))
    throw new Error(`"invalidateAt" is ${JSON.stringify(given)}, but must be one of ${known.join(', ')}`)
}

/** What the reports of the library say of their run. */
export function metaOf(command: string, startedAt: string, { profile }: Common) {
  const id = `${startedAt.slice(0, 19).replaceAll(':', '-')}-${command}`
  return { id, command, startedAt, version, profile, repeats: 0 }
}
