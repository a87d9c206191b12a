/** A string or a number of a JSON text, by its offsets; a string's offsets lie inside its quotes. */
export interface JsonScalar {
  /** The name it stands under, also through arrays; empty at the top. */
  readonly key: string
  readonly start: number
  readonly end: number
  readonly is: 'string' | 'number'
}

const NUMBER_END = /[^0-9+\-.eE]/g

/** Whether the text begins as JSON does. */
export function looksLikeJson(text: string): boolean {
  return /^[\s\uFEFF]*(?:\{\s*["}]|\[\s*(?:["{[\]\d-]|true|false|null)|"|\{$)/.test(text.slice(0, 200))
}

/**
 * Walks the strings and numbers of a JSON text without parsing it, so that offsets are kept and a broken, cut or endlessly
 * nested text is walked as far as it goes.
 */
export function eachScalar(text: string, visit: (scalar: JsonScalar) => void): void {
  const keys: string[] = []
  const kinds: boolean[] = []
  let key = ''
  let expectsKey = false

  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) {
      const end = stringEnd(text, i + 1)
      if (expectsKey) {
        key = unescapeJson(text.slice(i + 1, end))
        expectsKey = false
      } else visit({ key, start: i + 1, end, is: 'string' })
      i = end
    } else if (code === 0x7b || code === 0x5b) {
      keys.push(key)
      kinds.push(code === 0x7b)
      expectsKey = code === 0x7b
    } else if (code === 0x7d || code === 0x5d) {
      key = keys.pop() ?? ''
      kinds.pop()
      expectsKey = false
    } else if (code === 0x2c) {
      expectsKey = kinds[kinds.length - 1] === true
      if (!expectsKey) key = keys[keys.length - 1] ?? ''
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      NUMBER_END.lastIndex = i
      const end = NUMBER_END.exec(text)?.index ?? text.length
      visit({ key, start: i, end, is: 'number' })
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

function stringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}
