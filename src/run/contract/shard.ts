/** One part of a run that several machines divide: the second of five is `{ part: 2, parts: 5 }`. */
export interface Shard {
  readonly part: number
  readonly parts: number
}

/** Parses `2/5`; null if the text has another form. */
export function readShard(text: string): Shard | null {
  const [, part, parts] = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim()) ?? []
  const shard = { part: Number(part), parts: Number(parts) }
  return shard.part >= 1 && shard.part <= shard.parts ? shard : null
}

/**
 * Returns the items of one part, in the order of the list. The heaviest are dealt out first, each to the part with the least
 * weight so far, so that the parts take about equally long. Every machine computes the same division of the same list. `weightOf`
 * returns how long an item takes, in any unit.
 */
export function shareOf<T>(items: readonly T[], weightOf: (item: T) => number, { part, parts }: Shard): T[] {
  const loads = new Array<number>(parts).fill(0)
  const heaviestFirst = items
    .map((item, index) => ({ item, index, weight: weightOf(item) }))
    .sort((a, b) => b.weight - a.weight)
  const mine = heaviestFirst.filter(({ weight }) => {
    const lightest = loads.indexOf(Math.min(...loads))
    loads[lightest] = (loads[lightest] ?? 0) + weight
    return lightest === part - 1
  })
  return mine.sort((a, b) => a.index - b.index).map(({ item }) => item)
}
