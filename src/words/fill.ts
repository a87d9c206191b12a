import { kinds as englishKinds } from './en/kinds.js'
import type { Lang } from './lang.js'
import type { Same } from './language.js'
import { formatNumber } from './numerals.js'
import { kinds as portugueseKinds } from './pt-BR/kinds.js'

// not in `languages`: who fills sentences need not carry every catalogue
const kinds: Readonly<Record<Lang, Same<typeof englishKinds>>> = {
  en: englishKinds,
  'pt-BR': portugueseKinds,
}

/**
 * Puts the evidence into a sentence: `{name}` becomes its value, formatted for the language; null becomes "—". `{name:kind}` is a
 * kind of JSON value with what may follow it (`text "12"`), of which the kind is translated; `{places:many}` is told where it is
 * more than one; of `{count|route|routes}` the first word stands for one, the other for every other number.
 */
export function fill(
  sentence: string,
  values: Readonly<Record<string, string | number | boolean | null>>,
  lang: Lang = 'en',
): string {
  return sentence.replace(/\{(\w+)(:kind|:many|\|[^{}]*)?\}/g, (whole, name: string, form?: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (value === null && !form) return '—'
    if (form?.startsWith('|')) return form.split('|')[value === 1 ? 1 : 2] ?? ''
    if (form === ':kind') return kindIn(String(value ?? 'nothing'), lang)
    if (form === ':many')
      return Number(value) > 1 ? `; ${kinds[lang].places}: ${formatNumber(Number(value), lang)}` : ''
    return typeof value === 'number' ? formatNumber(value, lang) : String(value)
  })
}

function kindIn(text: string, lang: Lang): string {
  const words: Readonly<Record<string, string>> = kinds[lang]
  if (text === ANYTHING) return kinds[lang].anything
  return text
    .split(' / ')
    .map((one) => one.replace(/^[\w-]+/, (kind) => words[kind] ?? kind))
    .join(' / ')
}

/** What a schema that says nothing of a value takes. */
const ANYTHING = 'text / number / boolean / null / array / object'
