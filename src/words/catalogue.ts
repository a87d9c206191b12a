import type { Lang } from './lang.js'
import type { Catalogue } from './language.js'
import { languages } from './languages.js'
import type { RequirementTexts } from './requirement-texts.js'

export { fill } from './fill.js'
export { type Lang, langs } from './lang.js'
export type { Catalogue } from './language.js'

/** The catalogue of a language, loaded when it is first needed. */
export function loadCatalogue(lang: Lang): Promise<Catalogue> {
  return languages[lang].catalogue()
}

/** What every requirement means and how it is met, loaded when it is first asked for: no run needs these texts to start. */
export async function loadRequirementTexts(lang: Lang): Promise<RequirementTexts> {
  const [{ requirements }, words] = await Promise.all([
    import('../specification/requirements.js'),
    languages[lang].requirements(),
  ])
  // where a language has no text of its own, the specification's stands
  const texts = requirements.map(({ id, text }) => [id, { text, ...words[id] }])
  return Object.fromEntries(texts) as RequirementTexts
}
