import { randomInt } from 'node:crypto'

/** `HOMOLOGA_FUZZ_SEED` repeats what another seed has found. */
const seed = Number(process.env.HOMOLOGA_FUZZ_SEED ?? randomInt(2 ** 31))
const numRuns = Number(process.env.HOMOLOGA_FUZZ_RUNS) || 80

/** How often each property is tried: a little in the gate, `HOMOLOGA_FUZZ_RUNS` times by night. */
export const tries = { numRuns, seed }
console.info(`fuzz: seed ${seed}, ${numRuns} tries of each property`)

/** Milliseconds for a test of so many tries. */
export const patienceMs = 30_000 + numRuns * 50
