import type { helpWords } from './en/help.js'
import type { en } from './en/index.js'
import type { RequirementWords } from './requirement-texts.js'

export type Same<T> = T extends string ? string : { readonly [K in keyof T]: Same<T[K]> }

/** What every language must say: the keys of the English catalogue. */
export type Catalogue = Same<typeof en>

/** What a language's folder holds; each part is loaded when it is first needed. */
export interface Language {
  readonly catalogue: () => Promise<Catalogue>
  readonly help: () => Promise<Same<typeof helpWords>>
  readonly requirements: () => Promise<RequirementWords>
}
