import { type ErrorValues, SettingsError, type UiKey } from '../words/errors.js'

/** A key for which the catalogue also has `<key>-near`, the sentence with a suggestion. */
type KeyWithNear<K = UiKey> = K extends `${infer Key}-near` ? Extract<UiKey, Key> : never

/** The error about a word that is not known. `near`: the word that was probably meant, or null. */
export function unknownError(key: KeyWithNear, near: string | null, values: ErrorValues): SettingsError {
  return new SettingsError(near === null ? key : `${key}-near`, { ...values, near })
}

/** Returns the known word that a mistyped one probably means (`chekc` → `check`), or null if no known word is similar. */
export function didYouMean(word: string, known: readonly string[]): string | null {
  const [best] = known
    .map((candidate) => ({ candidate, distance: levenshtein(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  // With two wrong letters, a word of four letters would match almost any other.
  const maxDistance = word.length <= 4 ? 1 : Math.max(2, Math.floor(word.length / 3))
  return best && best.distance <= maxDistance ? best.candidate : null
}

/** The number of letters to insert, delete or replace to turn one word into the other. */
function levenshtein(a: string, b: string): number {
  // After i letters of `a`, row[j] is the distance between these letters and the first j letters of `b`.
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
