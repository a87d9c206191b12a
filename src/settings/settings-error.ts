import { type Catalogue, fill, type Lang } from '../words/catalogue.js'
import type { SettingsKey } from '../words/en/cli.js'

/** The user's mistake, with what to do next. Exit status 2. */
export class SettingsError extends Error {
  constructor(
    readonly key: SettingsKey,
    readonly values: Readonly<Record<string, string | number | null>> = {},
  ) {
    super(`${key} ${JSON.stringify(values)}`)
    this.name = 'SettingsError'
  }

  /** The sentence in a language, which is not known yet where settings fail to load. */
  say(catalogue: Catalogue, lang: Lang): string {
    return fill(catalogue.ui[this.key], this.values, lang)
  }
}
