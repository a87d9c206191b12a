/**
 * The shortest text of a pattern, by the first of its alternatives: `^\d{5}-\d{3}$` gives `00000-000`. null where the pattern
 * asks for more than texts, classes, groups and counts (what stands ahead or behind, what was matched before).
 */
export function textOfPattern(pattern: string): string | null {
  try {
    const reader = new PatternReader(pattern)
    return reader.text()
  } catch (error) {
    if (error instanceof BeyondUs) return null
    throw error
  }
}

class BeyondUs extends Error {}

const MOST_CHARS = 1_000
const classes: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  n: '\n',
  r: '\r',
  t: '\t',
}

class PatternReader {
  readonly #pattern: string
  #at = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  text(): string {
    const text = this.#alternatives()
    if (this.#at < this.#pattern.length) throw new BeyondUs()
    return text
  }

  /** Up to the end of the group, which is left to its reader. */
  #alternatives(): string {
    const first = this.#sequence()
    while (this.#takes('|')) this.#sequence()
    return first
  }

  #sequence(): string {
    let text = ''
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#next())) {
      text += this.#counted(this.#atom())
      if (text.length > MOST_CHARS) throw new BeyondUs()
    }
    return text
  }

  #atom(): string {
    const char = this.#take()
    if (char === '^' || char === '$') return ''
    if (char === '.') return 'a'
    if (char === '(') return this.#group()
    if (char === '[') return this.#class()
    return char === '\\' ? this.#escaped() : char
  }

  #group(): string {
    const kind = /^\?(?::|<[A-Za-z]\w*>)/.exec(this.#pattern.slice(this.#at, this.#at + 60))
    if (kind) this.#at += kind[0].length
    else if (this.#next() === '?') throw new BeyondUs()
    const text = this.#alternatives()
    if (!this.#takes(')')) throw new BeyondUs()
    return text
  }

  #class(): string {
    if (this.#next() === '^') throw new BeyondUs()
    const char = this.#take()
    const first = char === '\\' ? this.#escaped() : char
    for (let one = char; one !== ']'; one = this.#take()) if (one === '\\') this.#at++
    return first
  }

  #escaped(): string {
    const char = this.#take()
    if (/[1-9kbBpPuxc]/.test(char)) throw new BeyondUs()
    return classes[char] ?? char
  }

  #counted(atom: string): string {
    const count = /^(?:[?*]|\+|\{(\d+)(?:,\d*)?\})\??/.exec(this.#pattern.slice(this.#at, this.#at + 20))
    if (!count) return atom
    this.#at += count[0].length
    const least = count[1] === undefined ? (count[0].startsWith('+') ? 1 : 0) : Number(count[1])
    if (least * atom.length > MOST_CHARS) throw new BeyondUs()
    return atom.repeat(least)
  }

  #next(): string {
    return this.#pattern.charAt(this.#at)
  }

  #take(): string {
    if (this.#at >= this.#pattern.length) throw new BeyondUs()
    return this.#pattern.charAt(this.#at++)
  }

  #takes(char: string): boolean {
    if (this.#next() !== char) return false
    this.#at++
    return true
  }
}
