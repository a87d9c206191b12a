import { expect, it } from 'vitest'
import { HeldExchanges } from './held-exchanges.js'
import { sizeOf } from './page-data-of.js'
import { exchange } from './sample-run.fixture.js'

const some = ['e1', 'e2', 'e3'].map((id) => exchange(id))
const size = some.reduce((sum, one) => sum + sizeOf(one), 0)

it.each([
  ['all', 'as many as it may hold', size],
  ['none', 'one character too many', size - 1],
])('holds %s of %s, and passes each on', async (what, _, most) => {
  const held = new HeldExchanges(most)
  const passed = []
  for await (const one of held.passing(some)) passed.push(one)
  expect(passed).toEqual(some)
  expect(held.all).toEqual(what === 'all' ? some : null)
})
