import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import kinds from './kinds.json' with { type: 'json' }
import type { Lang } from './lang.js'
import { formatNumber } from './numerals.js'

export type Values = Readonly<Record<string, string | number | boolean | null>>

/** The argument `{expected_kind}` takes the value `expected`, the name of a JSON kind, and translates it: `number` becomes `número`. No value is `nothing`. */
const KIND = '_kind'
/** The kinds of a value about which a schema says nothing. They are shown as one word, `anything`. */
const ANYTHING = 'text / number / boolean / null / array / object'

interface Message {
  readonly format: IntlMessageFormat
  /** Arguments that are numbers, because they choose a plural form. All others are inserted as text. */
  readonly counts: ReadonlySet<string>
  /** All arguments. */
  readonly names: ReadonlySet<string>
}

const messages: Readonly<Record<Lang, Map<string, Message>>> = { en: new Map(), 'pt-BR': new Map() }

/**
 * Inserts values into an ICU message: `{ms} ms` with `{ ms: 15000 }` becomes `15,000 ms`. null becomes a dash. A text argument without a value
 * stays as it is.
 */
export function fill(sentence: string, values: Values, lang: Lang = 'en'): string {
  if (!/[{']/.test(sentence)) return sentence // in ICU only braces and apostrophes have a meaning
  const { format, counts, names } = messageOf(sentence, lang)
  const inserted = [...names].map((name) => [
    name,
    counts.has(name) ? Number(values[name]) : textOf(name, values, lang),
  ])
  return String(format.format(Object.fromEntries(inserted)))
}

/** Returns the names of the values that a message needs. */
export function namesIn(sentence: string): string[] {
  return [...messageOf(sentence, 'en').names].map((name) => name.replace(KIND, ''))
}

/** Parses a message. Each is parsed once for each language, because parsing takes far longer than inserting values. */
function messageOf(sentence: string, lang: Lang): Message {
  const known = messages[lang].get(sentence)
  if (known) return known
  // numbers look as everywhere else in our output; no message has a date, but the library wants all three
  const formatters = {
    getNumberFormat: () => ({ format: (value: number) => formatNumber(value, lang) }) as Intl.NumberFormat,
    getDateTimeFormat: () => new Intl.DateTimeFormat(lang),
    getPluralRules: () => new Intl.PluralRules(lang),
  }
  const format = new IntlMessageFormat(sentence, lang, undefined, { ignoreTag: true, formatters })
  const [names, counts] = [new Set<string>(), new Set<string>()]
  collectNames(format.getAst(), names, counts)
  const message = { format, names, counts }
  messages[lang].set(sentence, message)
  return message
}

/** Adds the names of the arguments, also of those within the forms of a plural or a choice. */
function collectNames(
  elements: readonly MessageFormatElement[],
  names: Set<string>,
  counts: Set<string>,
): void {
  for (const element of elements) {
    if (!('value' in element) || isLiteralElement(element)) continue // `#` and plain text name no value
    names.add(element.value)
    if (isPluralElement(element)) counts.add(element.value)
    if (isPluralElement(element) || isSelectElement(element))
      for (const { value } of Object.values(element.options)) collectNames(value, names, counts)
  }
}

function textOf(name: string, values: Values, lang: Lang): string {
  if (name.endsWith(KIND)) return kindText(String(values[name.slice(0, -KIND.length)] ?? 'nothing'), lang)
  const value = values[name]
  if (value === undefined) return `{${name}}`
  if (value === null) return '—'
  return typeof value === 'number' ? formatNumber(value, lang) : String(value)
}

/** Translates `number / null` to `número / nulo`. A kind may have something after it, as in `text "12"`. */
function kindText(text: string, lang: Lang): string {
  const words: Readonly<Record<string, string>> = kinds[lang]
  if (text === ANYTHING) return kinds[lang].anything
  return text
    .split(' / ')
    .map((part) => part.replace(/^[\w-]+/, (kind) => words[kind] ?? kind))
    .join(' / ')
}
