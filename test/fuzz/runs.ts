import type { Parameters } from 'fast-check'

const seed = process.env.HOMOLOGA_FUZZ_SEED

/**
 * How often each property is tried: a little in the gate, `HOMOLOGA_FUZZ_RUNS` times by night. What fails prints its seed, and
 * `HOMOLOGA_FUZZ_SEED` repeats it.
 */
export const tries: Parameters<unknown> = {
  numRuns: Number(process.env.HOMOLOGA_FUZZ_RUNS) || 80,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
}

/** Milliseconds for a test of so many tries. */
export const patienceMs = 30_000 + (tries.numRuns ?? 0) * 50
