import { expect, it } from 'vitest'
import { createRecent, createRecentPairs } from './recent.js'

const numbers = Array.from({ length: 20 }, (_, i) => i)

it('remembers the newest, and at most as many again', () => {
  const recent = createRecent<number>(4)
  expect(recent.isEmpty).toBe(true)
  for (const i of numbers) {
    recent.set(`${i}`, i)
    const kept = numbers.filter((one) => recent.get(`${one}`) === one)
    expect(kept).toEqual(expect.arrayContaining(numbers.slice(Math.max(0, i - 3), i + 1)))
    expect(kept.length).toBeLessThanOrEqual(8)
    expect(recent.isEmpty).toBe(false)
  }
})

it('remembers the newest pairs of all groups together, and at most as many again', () => {
  const recent = createRecentPairs<number>(4)
  const group = (i: number) => `g${i % 3}`
  expect(recent.isEmpty).toBe(true)
  for (const i of numbers) {
    recent.set(group(i), `${i}`, i)
    expect(recent.isEmpty).toBe(false)
    // what is known already counts no second time
    recent.set(group(i), `${i}`, i)
    const kept = numbers.filter((one) => recent.get(group(one), `${one}`) === one)
    expect(kept).toEqual(expect.arrayContaining(numbers.slice(Math.max(0, i - 3), i + 1)))
    expect(kept.length).toBeLessThanOrEqual(8)
    expect(recent.get(group(i + 1), `${i}`)).toBeUndefined()
  }
})
