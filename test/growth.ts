/**
 * How much more of the processor `work` takes on four times as much: about 4 where it is linear, 16 where it is quadratic. The fastest of several
 * runs of each size is taken, and what seems to be more than linear is measured again, so that a busy machine changes little; no
 * test holds a time by the clock.
 */
export function growth(
  work: (size: number) => unknown,
  size: number,
  { runs = 2 }: { readonly runs?: number } = {},
): Promise<number> {
  return leastOf(() => growthOnce(work, size, runs))
}

/** What is quadratic is so however often it is measured. */
export async function leastOf(ratio: () => number | Promise<number>, enough = LINEAR): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 4 && least >= enough; i++) least = Math.min(least, await ratio())
  return least
}

async function growthOnce(work: (size: number) => unknown, size: number, runs: number): Promise<number> {
  let [small, large] = [Infinity, Infinity]
  for (let i = 0; i < runs; i++) {
    small = Math.min(small, await timed(work, size))
    large = Math.min(large, await timed(work, 4 * size))
  }
  return large / Math.max(small, SHORTEST_MS)
}

/** Linear work, with room for caches and a collector; far below the 16 of quadratic work. */
export const LINEAR = 8

/** Below this the clock says nothing. */
const SHORTEST_MS = 0.2

/** Milliseconds of the processor: on a busy machine the clock counts what others do. */
async function timed(work: (size: number) => unknown, size: number): Promise<number> {
  const began = process.cpuUsage()
  await work(size)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}
