/**
 * Text of strangers, made fit for the eye: control characters and marks that turn the reading direction become visible, so that nothing in
 * an exchange can hide or pose as something else. Line breaks and tabs stay. A text beyond {@link MOST_SHOWN} characters is cut: a header of
 * ten megabytes must not stop the browser.
 */
export function visible(text: string): string {
  const shown =
    text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (+${text.length - MOST_SHOWN})` : text
  return shown.replace(invisible, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    if (code === 0x7f) return '\u2421'
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
}

const MOST_SHOWN = 4000

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const invisible = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
