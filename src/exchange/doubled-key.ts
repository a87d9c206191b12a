const QUOTE = 0x22
const BACKSLASH = 0x5c

export interface DoubledKey {
  readonly name: string
  /** The offset of its second occurrence. */
  readonly at: number
}

/** The first name that an object of a JSON text has twice, or null. Of the two, one reader takes the first and another the last. RFC 8259 §4 */
export function doubledKey(text: string): DoubledKey | null {
  /** Names of the objects that are open; null: a list. */
  const open: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x7b) open.push(new Set())
    else if (code === 0x5b) open.push(null)
    else if (code === 0x7d || code === 0x5d) open.pop()
    else if (code === QUOTE) {
      const end = endOfString(text, i)
      const names = open.at(-1)
      if (names && isName(text, end)) {
        const name = plain(text.slice(i + 1, end))
        if (names.has(name)) return { name, at: i }
        names.add(name)
      }
      i = end
    }
  }
  return null
}

/** The place of its closing quotation mark. */
function endOfString(text: string, start: number): number {
  let i = start + 1
  while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1
  return i
}

function isName(text: string, end: number): boolean {
  let i = end + 1
  while (text.charCodeAt(i) <= 0x20) i++
  return text[i] === ':'
}

function plain(written: string): string {
  return written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written
}
