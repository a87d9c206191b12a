import type { en } from './en/index.js'
import { kinds as enKinds } from './en/kinds.js'
import type { Lang } from './lang.js'
import { kinds as ptKinds } from './pt-BR/kinds.js'
import type { RequirementTexts } from './requirement-texts.js'

type Same<T> = T extends string ? string : { readonly [K in keyof T]: Same<T[K]> }

/** What every language must say: the keys of the English catalogue. */
export type Catalogue = Same<typeof en>

export { type Lang, langs } from './lang.js'

/** The catalogue of a language, loaded when it is first needed. */
export async function loadCatalogue(lang: Lang): Promise<Catalogue> {
  return lang === 'pt-BR' ? (await import('./pt-BR/index.js')).ptBR : (await import('./en/index.js')).en
}

/** What every requirement means and how it is met, loaded when it is first asked for: no run needs these texts to start. */
export async function loadRequirementTexts(lang: Lang): Promise<RequirementTexts> {
  if (lang === 'pt-BR') return (await import('./pt-BR/requirements.js')).textosDosRequisitos
  const [{ requirements }, { requirementWords }] = await Promise.all([
    import('../specification/requirements.js'),
    import('./en/requirements.js'),
  ])
  const texts = requirements.map(({ id, text }) => [id, { text, ...requirementWords[id] }])
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
  const words: Readonly<Record<string, string>> = kinds[lang]
  return text
    .split(' / ')
    .map((one) => one.replace(/^[\w-]+/, (kind) => words[kind] ?? kind))
    .join(' / ')
}

const kinds = { en: enKinds, 'pt-BR': ptKinds }

/** One decimal, unless rounding would hide on which side of a whole number the value lies. */
function formatNumber(value: number, lang: Lang): string {
  const short = Math.round(value * 10) / 10
  const rounded = Number.isInteger(short) ? Math.round(value * 1000) / 1000 : short
  const [whole = '', decimals] = String(rounded).split('.')
  const isGrouped = Math.abs(rounded) >= 10_000 && Math.abs(rounded) <= 9_999_999
  const grouped = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, lang === 'pt-BR' ? '.' : ',') : whole
  return decimals === undefined ? grouped : `${grouped}${lang === 'pt-BR' ? ',' : '.'}${decimals}`
}
