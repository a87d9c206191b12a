import { expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { course, steps } from '../rules/course.fixture.js'
import { holdBack } from './hold-back.js'

const exchanges = course(steps())

function holding(ready: Promise<unknown>) {
  const passed: Exchange[] = []
  const held = holdBack(ready, (exchange) => passed.push(exchange))
  return { held, ids: () => passed.map(({ id }) => id) }
}

it('passes on what waited, in its order, and what comes later at once', async () => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  const { held, ids } = holding(promise)
  for (const exchange of exchanges.slice(0, 3)) held.see(exchange)
  expect(ids()).toEqual([])
  resolve()
  await held.done
  expect(ids()).toEqual(['e1', 'e2', 'e3'])
  for (const exchange of exchanges.slice(3)) held.see(exchange)
  expect(ids()).toEqual(['e1', 'e2', 'e3', 'e4', 'e5'])
})

it('passes nothing on where what it waits for never comes, and says so to whoever asks', async () => {
  const { held, ids } = holding(Promise.reject(new Error('no shapes')))
  for (const exchange of exchanges) held.see(exchange)
  await expect(held.done).rejects.toThrow('no shapes')
  expect(ids()).toEqual([])
})
