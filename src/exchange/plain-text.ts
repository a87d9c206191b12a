/**
 * Control characters, halves of characters, and what is not seen: marks of direction, of joining and of language (U+E0000 to U+E007F can
 * spell a whole hidden sentence). Line feeds and tabs stay, and so does the mark that gives the sign before it its colours.
 */
const UNSEEN =
  /(?!(?<=\p{Emoji})\ufe0f)(?:[^\P{Cc}\n\t]|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}\u2028\u2029\ufffe\uffff])/gu

/** The marks of a command for GitHub's and Azure's runners, anywhere in a line: `##[name]`, `##vso[name]`. */
const MARK = /##(?=\[|vso\[)/gi

/** Anything but visible ASCII without a mark: most texts have nothing of it. */
const NOTABLE = /[^ -~]|##/

/** The text with every unseen character shown: `␛`, `⟨U+202E⟩`. A carriage return before a line feed is dropped. */
export function plainText(text: string): string {
  if (!NOTABLE.test(text)) return text
  return text.replace(/\r\n/g, '\n').replace(UNSEEN, (char) => {
    const code = char.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    if (code === 0x7f) return '\u2421'
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

/** Whole lines that no runner of CI takes for commands of its own; GitHub's other form is `::name::` where a line begins. */
export function withoutCommands(text: string): string {
  return text.replace(MARK, '# #').replace(/^([^\S\n]*):(?=:)/gm, '$1: ')
}

/** A value as one line of JSON that may be shown anywhere. */
export function jsonLine(value: unknown): string {
  return plainJson(JSON.stringify(value))
}

/** JSON that says the same and may be shown anywhere: what is not seen, and marks of commands, are written as escapes. */
export function plainJson(json: string): string {
  return NOTABLE.test(json) ? json.replace(UNSEEN, escaped).replace(MARK, '\\u0023#') : json
}

function escaped(char: string): string {
  const units = Array.from({ length: char.length }, (_, i) => char.charCodeAt(i))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
