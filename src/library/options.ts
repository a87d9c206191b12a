import { type Profile, type ProfileName, profiles } from '../spec/profile.js'
import { type Catalogue, type Lang, loadCatalogue } from '../words/catalogue.js'

/** What every call of the library takes. */
export interface CommonOptions {
  /** Readings and open values: `spec`, `bling`, or a profile of your own. Default: `spec`. */
  readonly profile?: ProfileName | Profile
  /** Milliseconds by which the clocks of foreign clients may err. Default: 5. */
  readonly toleranceMs?: number
  /** Language of the report. Default: `en`. */
  readonly lang?: Lang
}

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
