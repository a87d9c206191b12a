import { plainText } from '../../exchange/plain-text.js'

/**
 * Makes text of other programs safe to show. Control characters and marks that change the reading direction become visible, so
 * that no exchange can show something else than it contains. Line breaks and tabs stay. Text with more than {@link MOST_SHOWN}
 * characters is cut, because a header of ten megabytes would stop the browser.
 */
export function makeVisible(text: string): string {
  const shown =
    text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (+${text.length - MOST_SHOWN})` : text
  return plainText(shown)
}

const MOST_SHOWN = 4000
