import type { z } from 'zod'
import type { Json } from '../../exchange/json.js'

/** The Park and Miller generator: fractions in [0, 1), the same for the same seed. */
export function fractions(seed: number): () => number {
  let state = seed * 16_807 + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export const changes = ['type', 'missing', 'null', 'enumeration', 'extra'] as const
export type Change = (typeof changes)[number]

/** A value of which one field was changed. */
export interface Bent {
  readonly value: Json
  /** The path of the changed field, as findings write it. */
  readonly path: string
}

type Keys = readonly (string | number)[]

/** Changes one field that is chosen at random; null if the value has no field that can be changed so. */
export function bend(value: Json, how: Change, random: () => number, root: string): Bent | null {
  const places = placesIn(value, how)
  const keys = places[Math.floor(random() * places.length)]
  if (!keys) return null
  const copy = JSON.parse(JSON.stringify(value)) as Json
  const last = keys.at(-1)
  const holder = keys.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], copy)
  const fields = holder as Record<string | number, Json>
  if (last === undefined) return null
  if (how === 'missing') delete fields[last]
  else fields[last] = bentValue(fields[last], how)
  return { value: copy, path: keys.reduce<string>((name, key) => name + nameOf(key), root) }
}

function nameOf(key: string | number): string {
  if (typeof key === 'number') return '[]'
  return /^[\w$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
}

function bentValue(before: Json | undefined, how: Change): Json {
  if (how === 'null') return null
  if (how === 'extra') return 'demais'
  if (how === 'enumeration') return typeof before === 'number' ? -987_654 : 'nenhum destes'
  return typeof before === 'object' && before !== null ? 'texto no lugar' : { objeto: 'no lugar' }
}

/** The fields at every depth that can be changed so: for `extra` a new one in each object, for `enumeration` only texts and numbers. */
function placesIn(value: Json, how: Change, keys: Keys = []): Keys[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, i) => placesIn(item, how, [...keys, i]))
  if (typeof value !== 'object' || value === null) return []
  const own: Keys[] = how === 'extra' ? [[...keys, 'campoNovo']] : []
  const below = Object.entries(value).flatMap(([name, inner]): Keys[] => {
    const deeper = placesIn(inner, how, [...keys, name])
    return isPlace(inner, how) ? [[...keys, name], ...deeper] : deeper
  })
  return [...own, ...below]
}

function isPlace(value: Json, how: Change): boolean {
  if (how === 'extra') return false
  return how !== 'enumeration' || typeof value === 'string' || typeof value === 'number'
}

/** Whether zod itself accepts a value. The tests compare the differences with this answer. */
export function takes(schema: z.ZodType, value: Json): boolean {
  return schema.safeParse(value).success
}
