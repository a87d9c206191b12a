import { eachScalar } from './json-values.js'
import type { KnownValues } from './known-values.js'
import type { Match } from './match.js'

/** A number of a JSON text is masked whole or not at all: half a number is another price. */
export function keepNumbers(text: string, matches: readonly Match[], known: KnownValues): Match[] {
  const numbers: Match[] = []
  const starts: number[] = []
  const ends: number[] = []
  eachScalar(text, (_name, start, end, is) => {
    if (is !== 'number') return
    starts.push(start)
    ends.push(end)
    const owner = known.ownerOf(text.slice(start, end))
    if (owner) numbers.push({ start, end, ...owner, reason: 'known', quoted: true })
  })
  const rest = matches.filter((match) => match.reason !== 'known' || !overlapsAny(match, starts, ends))
  return [...rest, ...numbers]
}

function overlapsAny({ start, end }: Match, starts: readonly number[], ends: readonly number[]): boolean {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) <= start) low = middle + 1
    else high = middle
  }
  return (starts[low] ?? Number.POSITIVE_INFINITY) < end
}
