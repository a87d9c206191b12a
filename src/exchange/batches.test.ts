import { describe, expect, it } from 'vitest'
import { batched, batchesOf } from './batches.js'

async function* pairs(made: number[] = []): AsyncGenerator<Iterable<number>, void> {
  for (const first of [1, 3]) {
    yield (function* () {
      for (const one of [first, first + 1]) {
        made.push(one)
        yield one
      }
    })()
  }
}

async function walked<T>(things: Parameters<typeof batchesOf<T>>[0]): Promise<T[][]> {
  const seen: T[][] = []
  for await (const batch of batchesOf(things)) seen.push([...batch])
  return seen
}

describe('what comes in batches', () => {
  it('is the same one by one', async () => {
    const seen: number[] = []
    for await (const one of batched(pairs())) seen.push(one)
    expect(seen).toEqual([1, 2, 3, 4])
  })

  it('comes batch by batch to whom that is enough, and alone where there are none', async () => {
    expect(await walked(batched(pairs()))).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(await walked([5, 6])).toEqual([[5, 6]])
    const alone = async function* () {
      yield 7
      yield 8
    }
    expect(await walked(alone())).toEqual([[7], [8]])
  })

  it('is made while it is walked through, and no further than that', async () => {
    const made: number[] = []
    for await (const one of batched(pairs(made))) if (one === 3) break
    expect(made).toEqual([1, 2, 3])
  })

  it('is there but once', async () => {
    const once = batched(pairs())
    await walked(once)
    expect(await walked(once)).toEqual([])
  })
})
