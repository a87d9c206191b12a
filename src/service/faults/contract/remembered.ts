import type { Moment } from '../fault.js'

/** Addresses that are remembered at a time. */
const MOST = 1000

/** What a fault keeps of earlier answers, by the application that asked and a name. */
export function remembered<T>() {
  const kept = new Map<string, T>()
  const keyOf = ({ seed, session }: Moment, name: string) => `${seed}/${session} ${name}`
  return {
    get: (moment: Moment, name: string) => kept.get(keyOf(moment, name)),
    set(moment: Moment, name: string, value: T) {
      kept.set(keyOf(moment, name), value)
      if (kept.size > MOST) kept.delete(kept.keys().next().value ?? '')
    },
  }
}
