/**
 * A name, a string or a number of a JSON text, by its offsets; those of names and strings lie inside their quotes. `name` is what
 * it stands under, also through arrays, and empty at the top; a name's is that of the object that holds it.
 */
export type VisitScalar = (name: string, start: number, end: number, is: 'key' | 'string' | 'number') => void

/** Whether the text begins as JSON does. */
export function looksLikeJson(text: string): boolean {
  return /^[\s\uFEFF]*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true|false|null)|"|\{$)/.test(text.slice(0, 200))
}

/**
 * Walks the names, strings and numbers of a JSON text without parsing it, so that offsets are kept and a broken, cut or endlessly
 * nested text is walked as far as it goes.
 */
export function eachScalar(text: string, visit: VisitScalar): void {
  const names: string[] = []
  const isObject: boolean[] = []
  let name = ''
  let expectsName = false

  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = stringEnd(text, i + 1)
      if (expectsName) {
        visit(names[names.length - 1] ?? '', i + 1, end, 'key')
        name = unescapeJson(text.slice(i + 1, end))
        expectsName = false
      } else visit(name, i + 1, end, 'string')
      i = end
    } else if (code === 0x7b || code === 0x5b) {
      names.push(name)
      isObject.push(code === 0x7b)
      expectsName = code === 0x7b
    } else if (code === 0x7d || code === 0x5d) {
      name = names.pop() ?? ''
      isObject.pop()
      expectsName = false
    } else if (code === 0x2c) {
      expectsName = isObject[isObject.length - 1] === true
      if (!expectsName) name = names[names.length - 1] ?? ''
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = numberEnd(text, i)
      visit(name, i, end, 'number')
      i = end - 1
    }
  }
}

/** The text that a JSON string stands for; the string as written, where it is no JSON. */
export function unescapeJson(raw: string): string {
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** A quote that an odd number of backslashes stands before ends nothing; each of them is looked at once. */
function stringEnd(text: string, from: number): number {
  let counted = from
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slash = end
    while (slash > counted && text.charCodeAt(slash - 1) === BACKSLASH) slash--
    if ((end - slash) % 2 === 0) return end
    counted = end
  }
  return text.length
}

function numberEnd(text: string, from: number): number {
  let end = from + 1
  while (end < text.length && isNumberSign(text.charCodeAt(end))) end++
  return end
}

function isNumberSign(code: number): boolean {
  const isDigit = code >= 0x30 && code <= 0x39
  return isDigit || code === 0x2e || code === 0x2d || code === 0x2b || (code | 0x20) === 0x65
}
