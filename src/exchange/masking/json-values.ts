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
 * nested text is walked as far as it goes. Answers whether nothing else stood there.
 */
export function eachScalar(text: string, visit: VisitScalar): boolean {
  const names: string[] = []
  const isObject: boolean[] = []
  let name = ''
  let expectsName = false
  let isSound = true

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
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = numberEnd(text, i)
      visit(name, i, end, 'number')
      i = end - 1
    } else if (code > 0x20 && code !== 0x3a) {
      LITERAL.lastIndex = i
      if (LITERAL.test(text)) i = LITERAL.lastIndex - 1
      else isSound = false
    }
  }
  return isSound
}

const LITERAL = /true|false|null/y

/** The offsets of a JSON text's names and strings, in their order. */
export interface Strings {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** The strings of texts that stand in `text`; of one that is no JSON all is one. */
export function stringsIn(
  text: string,
  stretches: readonly { readonly from: number; readonly to: number }[],
): Strings {
  const starts: number[] = []
  const ends: number[] = []
  for (const { from, to } of stretches) {
    const before = starts.length
    const isSound = eachScalar(text.slice(from, to), (_name, start, end, is) => {
      if (is === 'number') return
      starts.push(from + start)
      ends.push(from + end)
    })
    if (isSound) continue
    starts.splice(before, starts.length, from)
    ends.splice(before, ends.length, to)
  }
  return { starts, ends }
}

/** Where the string ends that `at` lies in; -1 where it lies in none. */
export function stringEndAround({ starts, ends }: Strings, at: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return (starts[low] ?? Number.POSITIVE_INFINITY) <= at ? (ends[low] ?? -1) : -1
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
