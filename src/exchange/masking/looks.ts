/** Values that a program sent in place of a secret, such as `undefined` or `${TOKEN}`. They are mistakes that the reader must see. */
const PLACEHOLDER =
  /^(?:undefined|null|nil|none|nan|true|false|\[object Object\]|\$\{?\w+\}?|\{\{?[\w .-]+\}?\}|<[\w .-]+>|%\w+%)?$/i

export function isPlaceholder(value: string): boolean {
  return value.length < 60 && PLACEHOLDER.test(value)
}

/** Words of error messages about tokens and logins, in English and Portuguese. */
const VOCABULARY = new Set(
  (
    'invalid expired missing required access refresh token tokens bearer basic unauthorized unauthenticated authorization code client ' +
    'credentials credential grant request scope secret password senha api key error denied revoked not found string text value example ' +
    'sample test is was the a an your of for no sem de do da o os com invalido invalida expirado expirada autorizado acesso nao auth user ' +
    'usuario login jwt oauth unsupported response type server insufficient malformed empty unknown inactive blocked'
  ).split(' '),
)

/** Whether the value consists of everyday words or of signs only, so that it must not be masked everywhere. */
export function isOrdinary(value: string): boolean {
  if (DIGIT.test(value)) return false
  const words = value.match(/\p{L}+/gu) ?? []
  // a capital after the first character, as in `aBcdef`, is no ordinary spelling
  if (words.length === 1) return value.length < 12 && !/.[A-Z]/s.test(value)
  return words.every((word) => VOCABULARY.has(word.toLowerCase()))
}

const DIGIT = /\d/

/** Whether a value found by its field's name may be masked everywhere: it is long, and is not words, a number, a date or an address. */
export function isDistinctive(value: string): boolean {
  if (value.length < 8 || value.length > 8192) return false
  // a JSON value that was learned as a secret would be found again in the structure of other bodies
  if (/^["[{]/.test(value) || value.includes('@') || isPlaceholder(value) || isOrdinary(value)) return false
  return !/^[\d.,:\s/T-]+$/.test(value) && !/^https?:\/\//i.test(value)
}

/** Whether a value looks generated: 20 characters or more, with a letter, a digit, and 16 of both in a row. For names that say little, such as `code`. */
export function looksGenerated(value: string): boolean {
  return value.length <= 512 && GENERATED.test(value) && isDistinctive(value)
}

const GENERATED = /^(?=[\w.~+/=-]*?[A-Za-z0-9]{16})(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])[\w.~+/=-]{20,}$/

/** Whether a word in running text looks like a secret rather than like a word: it is long, or mixes letters with digits or capitals. */
export function looksRandom(value: string): boolean {
  if (value.length < 8) return false
  const isMixed =
    value.length >= 24 ||
    (DIGIT.test(value) && /\p{L}/u.test(value)) ||
    (/\p{Ll}/u.test(value) && /(?!^)\p{Lu}/u.test(value))
  return isMixed && isDistinctive(value)
}
