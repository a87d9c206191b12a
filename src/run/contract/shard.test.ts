import { describe, expect, it } from 'vitest'
import { readShard, shareOf } from './shard.js'

describe('a shard', () => {
  it.each([
    ['1/1', { part: 1, parts: 1 }],
    ['2/5', { part: 2, parts: 5 }],
    ['0/5', null],
    ['6/5', null],
    ['1', null],
    ['a/b', null],
    ['1/0', null],
    [' 12/34 ', { part: 12, parts: 34 }],
    ['1/2x', null],
    ['x1/2', null],
    ['1/12345', null],
    ['12345/9999', null],
  ])('%s reads as %o', (text, shard) => {
    expect(readShard(text)).toEqual(shard)
  })

  it.each([1, 2, 3, 7, 40])(
    'of %i parts: they are disjoint, together everything, and of like weight',
    (parts) => {
      const items = Array.from({ length: 30 }, (_, i) => ({ name: `s${i}`, weight: 1 + ((i * 7) % 40) }))
      const shares = Array.from({ length: parts }, (_, i) =>
        shareOf(items, ({ weight }) => weight, { part: i + 1, parts }),
      )
      expect(
        shares
          .flat()
          .map(({ name }) => name)
          .sort(),
      ).toEqual(items.map(({ name }) => name).sort())
      const loads = shares.map((share) => share.reduce((sum, { weight }) => sum + weight, 0))
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(40)
    },
  )

  it.each<[number, string[]]>([
    [1, ['c', 'd']],
    [2, ['a', 'b', 'e']],
  ])(
    '%i of two takes, heaviest first, what the lighter part takes, and keeps the order',
    (part, expected) => {
      const weights: Record<string, number> = { a: 1, b: 5, c: 9, d: 2, e: 5 }
      expect(shareOf(Object.keys(weights), (one) => weights[one] ?? 0, { part, parts: 2 })).toEqual(expected)
    },
  )

  it('shares what weighs alike by turns', () => {
    const parts = [1, 2].map((part) => shareOf(['a', 'b', 'c', 'd'], () => 1, { part, parts: 2 }))
    expect(parts).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ])
  })
})
