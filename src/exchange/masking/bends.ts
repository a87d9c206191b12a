/** From the decoded text's offset `inner[i]` on, up to the next, offsets run beside those of the text that was decoded from `outer[i]` on. */
export interface Bends {
  readonly inner: Offsets
  readonly outer: Offsets
}

/** Offsets in their order. What is asked in turn lies near by: the last place that was found is where the next search begins. */
interface Offsets {
  readonly at: Int32Array
  last: number
}

export function outwards({ inner, outer }: Bends, offset: number): number {
  const i = lastAtMost(inner, offset)
  const at = (outer.at[i] ?? 0) + offset - (inner.at[i] ?? 0)
  return Math.min(at, outer.at[i + 1] ?? at)
}

/** -1: inside an escape sequence. */
export function inwards({ inner, outer }: Bends, offset: number): number {
  const i = lastAtMost(outer, offset)
  const beyond = offset - (outer.at[i] ?? 0)
  const isPlain = widthOf(inner, i) === widthOf(outer, i)
  return beyond === 0 || isPlain ? (inner.at[i] ?? 0) + beyond : -1
}

/** From one bend to the next: as many here as there where nothing was decoded. */
function widthOf({ at }: Offsets, i: number): number {
  return (at[i + 1] ?? 0) - (at[i] ?? 0)
}

/** Farther than this a search by halves is shorter. */
const NEAR = 8

/** The index of the last value that is at most `wanted`; the first value is. */
function lastAtMost(sorted: Offsets, wanted: number): number {
  const { at } = sorted
  let low = 0
  let high = at.length - 1
  let near = sorted.last
  if ((at[near] ?? 0) <= wanted) {
    const end = Math.min(high, near + NEAR)
    while (near < end && (at[near + 1] ?? 0) <= wanted) near++
    low = near
    if (near < end || near === high) high = near
  } else high = near
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((at[middle] ?? 0) <= wanted) low = middle
    else high = middle - 1
  }
  sorted.last = low
  return low
}
