import { expect, it } from 'vitest'
import { decodes, whatArrived } from './what-arrived.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('waits until an answer that arrived is decoded, and until who awaited it has gone on', async () => {
  const told: string[] = []
  let isDecoded = () => {}
  const answer = decodes(
    new Promise<void>((resolve) => {
      isDecoded = resolve
    }),
  )
  answer.then(turn).then(() => told.push('refused'))
  const waited = whatArrived().then(() => told.push('sent'))
  for (let i = 0; i < 10; i++) await turn()
  expect(told).toEqual([])
  isDecoded()
  await waited
  expect(told).toEqual(['refused', 'sent'])
})

it('waits where it was asked in the same turn, too, and no more once it is decoded', async () => {
  await whatArrived()
  let isDecoded = () => {}
  const decoded = decodes(
    new Promise<void>((resolve) => {
      isDecoded = resolve
    }),
  )
  let hasWaited = false
  const waited = whatArrived().then(() => {
    hasWaited = true
  })
  await turn()
  expect(hasWaited).toBe(false)
  isDecoded()
  await Promise.all([decoded, waited])
  await whatArrived()
})
