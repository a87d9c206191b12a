import { expect, it } from 'vitest'
import { createGenerations } from './generations.js'

const known = (map: { get(key: string): number | undefined }, keys: string) =>
  [...keys].filter((key) => map.get(key))

it('remembers half as many as it may hold, at least, and no more than it may', () => {
  const map = createGenerations<number>(4)
  for (const key of 'abcd') map.set(key, 1)
  expect(known(map, 'dcba')).toEqual(['d', 'c', 'b'])
  const fresh = createGenerations<number>(4)
  for (const key of 'abcde') fresh.set(key, 1)
  expect(known(fresh, 'eabcd').sort()).toEqual(['c', 'd', 'e'])
})

it('keeps what is asked for again and again, whatever comes', () => {
  const map = createGenerations<number>(4)
  map.set('a', 1)
  for (const key of 'bcdefghijk') {
    map.set(key, 2)
    expect(map.get('a')).toBe(1)
  }
})

it('makes no room for what it knows already', () => {
  const map = createGenerations<number>(4)
  for (const key of 'abcd') map.set(key, 1)
  for (let i = 0; i < 5; i++) map.set('d', 2 + i)
  expect([map.get('d'), map.get('a')]).toEqual([6, 1])
})
