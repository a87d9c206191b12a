import { type Profile, profiles } from '../specification/profile.js'
import { version } from '../version.js'
import { type Catalogue, type Lang, loadCatalogue } from '../words/catalogue.js'
import type { CommonOptions } from './options.js'

export interface Common {
  readonly profile: Profile
  readonly toleranceMs: number
  readonly lang: Lang
  readonly catalogue: Catalogue
}

/** The options with every default filled in. */
export async function settle({
  profile = 'spec',
  toleranceMs = 5,
  lang = 'en',
}: CommonOptions): Promise<Common> {
  return {
    profile: typeof profile === 'string' ? profiles[profile] : profile,
    toleranceMs,
    lang,
    catalogue: await loadCatalogue(lang),
  }
}

/** What the reports of the library say of their run. */
export function metaOf(command: string, startedAt: string, { profile }: Common) {
  const id = `${startedAt.slice(0, 19).replaceAll(':', '-')}-${command}`
  return { id, command, startedAt, version, profile, repeats: 0 }
}
