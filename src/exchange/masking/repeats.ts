import type { Match } from './match.js'

/**
 * Gathers what each level of a text shows, in the order of the text. Most of a level repeats the one above: what is the same to the letter
 * is kept once, for to hold hundred thousands of them twice costs more than to find them.
 */
export interface Gathered {
  add(match: Match): void
  /** The next level begins. */
  turn(): void
}

export function gatherInto(matches: Match[], levels: number): Gathered {
  let below = levels - 1
  let above: Match[] = []
  let own: Match[] = []
  let next = 0

  const same = (match: Match): Match | null => {
    while (next < above.length && (above[next]?.start ?? 0) < match.start) next++
    for (let i = next; i < above.length && i < next + MOST_AT_ONE_START; i++) {
      const other = above[i] as Match
      if (other.start !== match.start) return null
      if (isSame(other, match)) return other
    }
    return null
  }

  return {
    add(match) {
      const other = same(match)
      if (other === null) matches.push(match)
      if (below > 0) own.push(other ?? match)
    },
    turn() {
      below--
      above = own
      own = []
      next = 0
    },
  }
}

const MOST_AT_ONE_START = 4

function isSame(a: Match, b: Match): boolean {
  return (
    a.end === b.end &&
    a.kind === b.kind &&
    a.reason === b.reason &&
    a.quoted === b.quoted &&
    a.ownLength === b.ownLength &&
    a.replacement === b.replacement &&
    a.value === b.value
  )
}
