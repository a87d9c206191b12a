import type { Json } from '../exchange/json.js'

/** Random numbers from a seed, for tests: a failure names its seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function pickFrom<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T
}

const keys = [
  'id',
  'situacao',
  'nome',
  'a.b',
  '',
  '1650',
  '__proto__',
  'itens',
  'tipo',
  'é "x": #',
  'constructor',
]
const leaves: readonly Json[] = [
  null,
  true,
  0,
  1,
  1.5,
  -3,
  '',
  'A',
  'I',
  'MARIA',
  '2025-01-01',
  '[cpf#1]',
  1e300,
]

/** Any JSON value, sensible or not. */
export function randomJson(random: () => number, depth = 0): Json {
  const turn = random()
  if (depth > 4 || turn < 0.4) return pickFrom(random, leaves)
  const size = Math.floor(random() * 4)
  if (turn < 0.6) return Array.from({ length: size }, () => randomJson(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length: size }, () => [pickFrom(random, keys), randomJson(random, depth + 1)]),
  )
}
