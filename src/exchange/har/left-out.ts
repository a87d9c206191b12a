/**
 * Whether a tool put this value in place of a credential before it wrote a recording: it says nothing of what was sent. A client that sends
 * a name of nothing (`undefined`) or the place of a variable (`${TOKEN}`) made a mistake of its own, which must be seen.
 */
export function isLeftOut(value: string): boolean {
  const [, scheme = '', rest = ''] = /^\s*(bearer\s|basic\s)?\s*(.*?)\s*$/is.exec(value) ?? []
  if (OF_CLIENTS.test(rest)) return false
  return isCrossedOut(rest) || (scheme === '' ? isWord(rest) : ALONE.test(rest))
}

/** The same of a value that may be a word by itself. */
export function isCrossedOut(value: string): boolean {
  if (value === '' || LABEL.test(value)) return false
  return OF_PICTURES.test(value) || FRAMED.test(value) || REPEATED.test(value) || NAMED.test(value)
}

/** A label from our own masking, in a recording that another tool saved again. */
const LABEL = /^\[\w+#\d+\]$/
const OF_CLIENTS = /^(?:undefined|null|nil|none|nan|true|false|\[object \w+\])?$/i
/** Dots and ellipses, which no client sends in a header. */
const OF_PICTURES = /[•●∙▪█…]/
/** Anything in brackets; words between strokes or stars. */
const FRAMED = /^(?:\[.*\]|<.*>|\(.*\)|«.*»|([_*#~=-]+)[\p{L} :._-]+\1)$/u
/** The same character repeated. */
const REPEATED = /^([*x.#_-])\1{2,}$/i
/** Tools describe what they did. No generated value is such a sentence. */
const NAMED =
  /^(?=.{0,80}$)(?!.*\b(?=\w{10})\w*\d).*(?<![\p{L}\d])(?:redact|mask|hidden|remov|filter|saniti[sz]|omit|scrub|strip|censor|obfusc|anonymi[sz]|ocult|mascar|suprimid|apagad|sigilos)/iu
/** Other words that tools put after `Bearer` in place of every token. */
const ALONE =
  /^(?:(?:access_?)?token|secret|private|protected|sensitive|confidential|credentials?|value|password|senha|segredo)$/i

/**
 * True if a single word replaces everything: only letters, all of them small or all capital. A token without its
 * scheme is not such a word.
 */
function isWord(text: string): boolean {
  return text.length <= 20 && /^(?:\p{Ll}+(?:[ _-]\p{Ll}+)*|\p{Lu}+(?:[ _-]\p{Lu}+)*)$/u.test(text)
}
