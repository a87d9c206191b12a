/** The word as a number, the usual one where there is none. Ends the bench with one sentence where it is not above 0. */
export function numberOf(name: string, word: string | undefined, usual: number): number {
  const number = word === undefined ? usual : Number(word)
  if (number > 0 && Number.isFinite(number)) return number
  console.error(`[${name}] is "${word}", but must be a number above 0.`)
  process.exit(2)
}
