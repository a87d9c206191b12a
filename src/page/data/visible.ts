import { plainText } from '../../exchange/plain-text.js'

/**
 * Text of strangers, made fit for the eye: control characters and marks that turn the reading direction become visible, so that nothing in
 * an exchange can hide or pose as something else. Line breaks and tabs stay. A text beyond {@link MOST_SHOWN} characters is cut: a header of
 * ten megabytes must not stop the browser.
 */
export function visible(text: string): string {
  const shown =
    text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (+${text.length - MOST_SHOWN})` : text
  return plainText(shown)
}

const MOST_SHOWN = 4000
