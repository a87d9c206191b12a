import { expect, it } from 'vitest'
import { contextOf, exchangesOf, step, trace } from './exchanges.fixture.js'
import { HashLog, KnownHashes } from './hashes.js'

/** A generator of numbers that are always the same. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

it('finds what a search through all would find, in whatever order answers come', () => {
  const throwDice = dice(7)
  for (let round = 0; round < 40; round++) {
    const count = throwDice(40)
    const shots = Array.from({ length: count }, () =>
      step(2, { afterMs: 10, tookMs: throwDice(8) === 0 ? null : throwDice(300) }),
    )
    const { procedure } = trace(exchangesOf(shots), contextOf({}))
    const log = new HashLog()
    const all = procedure.map((request) => ({ request, value: `hash-${throwDice(4)}` }))
    for (const hash of all) log.add(hash)
    for (let question = 0; question < 20; question++) {
      const [first, knownAtMs, value] = [throwDice(count + 1), throwDice(600), `hash-${throwDice(4)}`]
      const fits = ({ request }: (typeof all)[number]) =>
        (request.exchange.respondedAtMs ?? Infinity) <= knownAtMs
      const known = new KnownHashes(log, first, knownAtMs)
      expect(known.newest).toBe(all.slice(0, first).findLast(fits) ?? null)
      expect(known.findOrigin(value)).toBe(all.find((one) => one.value === value && fits(one)) ?? null)
    }
  }
})
