import { expect, it } from 'vitest'
import { RecentMap } from './memory.js'

const numbers = Array.from({ length: 20 }, (_, i) => i)

it('remembers the newest, and at most as many again', () => {
  const recent = new RecentMap<number>(4)
  expect(recent.isEmpty).toBe(true)
  for (const i of numbers) {
    recent.set(`${i}`, i)
    const kept = numbers.filter((one) => recent.get(`${one}`) === one)
    expect(kept).toEqual(expect.arrayContaining(numbers.slice(Math.max(0, i - 3), i + 1)))
    expect(kept.length).toBeLessThanOrEqual(8)
    expect(recent.isEmpty).toBe(false)
  }
})

it('knows what was set last, and what was done with it since', () => {
  const recent = new RecentMap<number>(2)
  recent.set('a', 1)
  expect(recent.get('a')).toBe(1)
  recent.set('a', 2)
  expect(recent.get('a')).toBe(2)
  recent.delete('a')
  expect([recent.get('a'), recent.has('a')]).toEqual([undefined, false])
  recent.set('a', 2)
  expect(recent.has('a')).toBe(true)
  recent.set('b', 1)
  recent.delete('b')
  expect([recent.get('a'), recent.get('b')]).toEqual([2, undefined])
})

it('keeps among the young what is set again right after they became the old', () => {
  const recent = new RecentMap<number>(2)
  for (const key of ['a', 'b', 'b', 'c', 'd']) {
    recent.set(key, 1)
  }
  expect(recent.get('b')).toBe(1)
})
