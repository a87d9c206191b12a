/** Reads an argument of a bench, or returns its default. If it is not a number above 0, the process ends with a sentence. */
export function numberOf(name: string, word: string | undefined, defaultValue: number): number {
  const number = word === undefined ? defaultValue : Number(word)
  if (number > 0 && Number.isFinite(number)) return number
  console.error(`[${name}] is "${word}", but must be a number above 0.`)
  process.exit(2)
}
