import type { Lang } from './lang.js'
import type { Catalogue } from './language.js'
import { languages } from './languages.js'
import { formatNumber } from './numerals.js'
import type { RequirementTexts } from './requirement-texts.js'

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

/**
 * Puts the evidence into a sentence: `{name}` becomes its value, formatted for the language; null becomes "—". `{name:kind}` is a
 * kind of JSON value with what may follow it (`text "12"`), of which the kind is translated.
 */
export function fill(
  sentence: string,
  values: Readonly<Record<string, string | number | boolean | null>>,
  lang: Lang = 'en',
): string {
  return sentence.replace(/\{(\w+)(:kind)?\}/g, (whole, name: string, kind?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (value === null) return '—'
    if (kind) return kindIn(String(value), lang)
    return typeof value === 'number' ? formatNumber(value, lang) : String(value)
  })
}

function kindIn(text: string, lang: Lang): string {
  const words: Readonly<Record<string, string>> = languages[lang].kinds
  return text
    .split(' / ')
    .map((one) => one.replace(/^[\w-]+/, (kind) => words[kind] ?? kind))
    .join(' / ')
}
