/** A share of a run that several machines divide among them. `part` counts from 1. */
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
 * The part's share: heaviest first, those alike in their order, each to the part that has least so far. The same list gives the same shares on every
 * machine; the shares are disjoint and together everything. The order of the list is kept.
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
