import { expect, it } from 'vitest'
import { createBacklog } from './backlog.js'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('does one a turn, in their order, and whatever waits when it is settled', async () => {
  const done: number[] = []
  const backlog = createBacklog<number>((one) => done.push(one))
  for (const one of [1, 2, 3, 4]) backlog.add(one)
  expect(done).toEqual([])
  await turn()
  expect(done).toEqual([1])
  await turn()
  expect(done).toEqual([1, 2])
  backlog.doAll()
  expect(done).toEqual([1, 2, 3, 4])
  backlog.add(5)
  await turn()
  await turn()
  expect(done).toEqual([1, 2, 3, 4, 5])
})

it('lets no more wait than memory has room for', () => {
  let done = 0
  const backlog = createBacklog(() => done++)
  for (let i = 0; i < 2_001; i++) backlog.add(i)
  expect(done).toBe(2_001)
})
