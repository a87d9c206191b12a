/** Makes texts of others safe to print: invisible characters could hide text or command the terminal, and some lines command a CI runner. */

/**
 * Control characters, halves of characters, and invisible characters such as marks of direction. U+E0000 to U+E007F can spell a whole
 * hidden sentence. Line feeds and tabs are not matched, nor U+FE0F after an emoji, which gives it its colours.
 */
const UNSEEN =
  /(?!(?<=\p{Emoji})\ufe0f)(?:[^\P{Cc}\n\t]|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}\u2028\u2029\ufffe\uffff])/gu

/** The beginning of a command for the runners of GitHub and Azure, anywhere in a line: `##[name]`, `##vso[name]`. */
const COMMAND = /##(?=\[|vso\[)/gi

/** Matches a text that may hold any of these. Most texts are plain ASCII and need no further look. */
const SUSPICIOUS = /[^ -~]|##/

/** Writes every invisible character as a visible one: `␛`, `⟨U+202E⟩`. A carriage return before a line feed is dropped. */
export function plainText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  return text.replace(/\r\n/g, '\n').replace(UNSEEN, (char) => {
    const code = char.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCharCode(PICTURES_OF_CONTROLS + code)
    if (code === DELETE) return '␡'
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

const DELETE = 0x7f
/** Unicode has a visible picture of each control character: U+241B `␛` for U+001B. */
const PICTURES_OF_CONTROLS = 0x2400

/** Changes lines that a CI runner would take for commands: `##[name]` anywhere, and GitHub's `::name::` at the beginning of a line. */
export function withoutRunnerCommands(text: string): string {
  return text.replace(COMMAND, '# #').replace(/^([^\S\n]*):(?=:)/gm, '$1: ')
}

/** Writes a value as one line of JSON that is safe to print. */
export function jsonLine(value: unknown): string {
  return plainJson(JSON.stringify(value))
}

/** Writes invisible characters and commands in a JSON text as escapes, so that its value stays the same. */
export function plainJson(json: string): string {
  return SUSPICIOUS.test(json) ? json.replace(UNSEEN, escaped).replace(COMMAND, '\\u0023#') : json
}

function escaped(char: string): string {
  const units = Array.from({ length: char.length }, (_, i) => char.charCodeAt(i))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
