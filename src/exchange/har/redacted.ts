import type { Header } from '../exchange.js'

/** Recognises values that the recording tool, or a sanitizer afterwards, replaced because they are secret. They are no mistakes of the client. */

/** Whether the tool hid the homologation's hash, which some tools take for a secret. */
export function isHiddenHash([name, value]: Header): boolean {
  return /-homologacao$/i.test(name) && isRedactionMark(value.trim())
}

/** Whether the tool hid a credential (`Bearer ***`), so that nobody knows it. `undefined` and `${TOKEN}` are the client's mistakes: the judge sees them. */
export function isRedacted(value: string): boolean {
  const [, scheme = '', written = ''] = /^\s*(bearer\s|basic\s)?(.*)$/is.exec(value) ?? []
  const rest = written.trim()
  if (CLIENT_MISTAKE.test(rest)) return false
  return isRedactionMark(rest) || (scheme === '' ? isShortPhrase(rest) : PLACEHOLDER_WORD.test(rest))
}

/** Whether a value is what tools write in place of something secret: `***`, `<hidden>`, `[REDACTED]`, `masked by proxy`. */
function isRedactionMark(value: string): boolean {
  if (value === '' || LABEL.test(value)) return false
  return [PICTOGRAPH, BRACKETED, REPEATED_CHARACTER, REDACTION_WORD].some((mark) => mark.test(value))
}

/** A label of our masking, in a recording that another tool saved again. */
const LABEL = /^\[\w+#\d+\]$/
/** Values that clients send by mistake instead of a token. */
const CLIENT_MISTAKE = /^(?:undefined|null|nil|none|nan|true|false|\[object \w+\])?$/i
/** Dots and ellipses, which no client sends in a header. */
const PICTOGRAPH = /[•●∙▪█…]/
/** Anything in brackets, or a few words between dashes or stars: `<token>`, `***removed***`. */
const BRACKETED = /^(?:\[.*\]|<.*>|\(.*\)|«.*»|(?=.{0,80}$)([_*#~=-]+)[\p{L} :._-]+\1)$/u
/** The same character repeated: `xxxx`. */
const REPEATED_CHARACTER = /^([*x.#_-])\1{2,}$/i
/** A word for what the tool did, in English or Portuguese, in a short text without anything that looks generated. */
const REDACTION_WORD =
  /^(?=.{0,80}$)(?!.*\b(?=\w{10})\w*\d).*(?<![\p{L}\d])(?:redact|mask|hidden|remov|filter|saniti[sz]|omit|scrub|strip|censor|obfusc|anonymi[sz]|ocult|mascar|suprimid|apagad|sigilos)/iu
/** Other words that tools write after `Bearer` in place of a token. */
const PLACEHOLDER_WORD =
  /^(?:(?:access_?)?token|secret|private|protected|sensitive|confidential|credentials?|value|password|senha|segredo)$/i

/** Whether the value is a short phrase in one case, such as `HIDDEN` or `not shown`, which a token is not. */
function isShortPhrase(text: string): boolean {
  return text.length <= 20 && /^(?:\p{Ll}+(?:[ _-]\p{Ll}+)*|\p{Lu}+(?:[ _-]\p{Lu}+)*)$/u.test(text)
}
