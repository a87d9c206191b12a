import { describe, expect, it } from 'vitest'
import { innermost, isBoundary, originOf, viewsOf } from './views.js'

const levels = (text: string) => viewsOf(text).map((view) => view.text)

describe('what a reader sees in a text', () => {
  it.each<[string, string[]]>([
    ['plain', ['plain']],
    ['100% de', ['100% de']],
    ['a%20b', ['a%20b', 'a b']],
    ['%41', ['%41', 'A']],
    ['%4', ['%4']],
    ['%4g', ['%4g']],
    ['%g4', ['%g4']],
    ['a%2520b', ['a%2520b', 'a%20b', 'a b']],
    ['%25252541', ['%25252541', '%252541', '%2541', '%41']],
    ['%C3%A9', ['%C3%A9', 'é']],
    ['%E2%82%ACx', ['%E2%82%ACx', '€x']],
    ['%F0%9F%98%80', ['%F0%9F%98%80', '😀']],
    ['%EF%BF%BF%EF%BF%BE', ['%EF%BF%BF%EF%BF%BE', '\uffff\ufffe']],
    ['%C3x', ['%C3x', '\ufffdx']],
    ['%C3%41', ['%C3%41', '\ufffdA']],
    ['%F7%BF%BF%BF', ['%F7%BF%BF%BF', '\ufffd']],
    ['%F4%8F%BF%BF', ['%F4%8F%BF%BF', '\u{10ffff}']],
    ['%F4%90%80%80', ['%F4%90%80%80', '\ufffd']],
    ['a\\nb', ['a\\nb', 'a\nb']],
    ['\\r\\t\\b\\f\\"\\/', ['\\r\\t\\b\\f\\"\\/', '\r\t\b\f"/']],
    ['\\\\n', ['\\\\n', '\\n', '\n']],
    ['\\u0041\\x42', ['\\u0041\\x42', 'AB']],
    ['\\u004', ['\\u004']],
    ['\\u00g1', ['\\u00g1']],
    ['\\q', ['\\q']],
    ['end\\', ['end\\']],
    ['&amp;lt;', ['&amp;lt;', '&lt;', '<']],
    [
      '&lt;&gt;&quot;&apos;&commat;&period;&lowbar;',
      ['&lt;&gt;&quot;&apos;&commat;&period;&lowbar;', '<>"\'@._'],
    ],
    [
      '&hyphen;&dash;&plus;&sol;&equals;&colon;&nbsp;',
      ['&hyphen;&dash;&plus;&sol;&equals;&colon;&nbsp;', '--+/=: '],
    ],
    ['&#64;&#x40;&#X40;', ['&#64;&#x40;&#X40;', '@@@']],
    ['&#0;', ['&#0;']],
    ['&#1114112;', ['&#1114112;']],
    ['&#x10ffff;', ['&#x10ffff;', '\u{10ffff}']],
    ['&#;', ['&#;']],
    ['&#6a;', ['&#6a;']],
    ['&nada;', ['&nada;']],
    ['&amp', ['&amp']],
    ['&constructor;', ['&constructor;']],
    ['&abcdefghijk;', ['&abcdefghijk;']],
  ])('%s', (text, expected) => {
    expect(levels(text)).toEqual(expected)
  })
})

it.each(['', '%41'])('of thousands of escapes, behind %j, is whole', (before) => {
  expect(levels(`${before}${'%F0%9F%98%80'.repeat(5000)}`)[1]).toBe(
    `${decodeURIComponent(before)}${'😀'.repeat(5000)}`,
  )
})

it.each(Array.from({ length: 16 }, (_, i) => 8_180 + i))(
  'of %i escapes and short stretches is whole',
  (count) => {
    const text = `${'%41'.repeat(count)}plain%42longer than a short stretch%F0%9F%98%80x%43`
    expect(levels(text)[1]).toBe(decodeURIComponent(text))
  },
)

describe('of a text that was cut, what the cut left in parts', () => {
  it.each([
    ['a%4', 'a'],
    ['a%', 'a'],
    ['%41%4', 'A'],
    ['%41%C3', 'A'],
    ['%41%F0%9F%98', 'A'],
    ['%41%F0%9F%98%8', 'A'],
    ['%F0%9F%98%80', '😀'],
    ['\\u004', ''],
    ['a\\n\\', 'a\n'],
    ['a\\n\\\\', 'a\n\\'],
    ['a\\x4', 'a'],
    ['a\\x', 'a'],
    ['a\\u', 'a'],
    ['a\\x42', 'aB'],
    ['a\\\\x4', 'a\\x4'],
    ['a\\\\\\x4', 'a\\'],
    ['%41%c', 'A'],
    ['%41%E2%8', 'A'],
    ['%41%E2%82%', 'A'],
    ['%41%E2%82%4', 'A'],
    ['%41%F0%9F', 'A'],
    ['%41%zz', 'A%zz'],
    ['%41%E2x', 'A\ufffdx'],
    ['%41&', 'A'],
    ['%41&#x1f', 'A'],
    ['%41&abcdefghi', 'A'],
    ['%41&abcdefghij', 'A&abcdefghij'],
    ['%41&é', 'A&é'],
    ['a&am', 'a'],
    ['a&#10', 'a'],
    ['a&#', 'a'],
    ['a&am;b', 'a&am;b'],
    ['100 % de', '100 % de'],
  ])('is left out of %s', (text, expected) => {
    expect(viewsOf(text, true)[1]?.text ?? text).toBe(expected)
  })

  it('leads back to the end', () => {
    const text = 'x%41BC%4'
    const view = innermost(viewsOf(text, true))
    expect([originOf(view, 1), originOf(view, view.text.length)]).toEqual([1, text.length])
  })
})

describe('the way back', () => {
  it.each<[string, number, number, string]>([
    ['a%20maria%40b.com', 2, 13, 'maria%40b.com'],
    ['%41%42%43', 1, 2, '%42'],
    ['x%2540y', 1, 2, '%2540'],
    ['\\u0041b\\n', 0, 3, '\\u0041b\\n'],
    ['%C3%A9x', 0, 1, '%C3%A9'],
    ['ab&amp;cd', 2, 3, '&amp;'],
    ['ab&amp;cd', 3, 5, 'cd'],
  ])('of a stretch of %s from %i to %i is %s', (text, start, end, expected) => {
    const last = viewsOf(text).at(-1)
    const [from, to] = last ? [originOf(last, start), originOf(last, end)] : [0, 0]
    expect(text.slice(from, to)).toBe(expected)
  })

  it('knows where characters meet, and where an escape would be cut', () => {
    const text = 'a%2541b'
    const last = viewsOf(text).at(-1)
    const boundaries = [...text, ''].map((_, at) => last !== undefined && isBoundary(last, at))
    expect(boundaries).toEqual([true, true, false, false, false, false, true, true])
  })

  it('leads to the very place, forwards, backwards and by leaps', () => {
    // what is written, and what a reader sees of it
    const pieces = [
      ...[['ab', 'ab'] as const, ['%41', 'A'] as const, ['&amp;', '&'] as const, ['\\u00e9', 'é'] as const],
      ...[
        ['%F0%9F%98%80', '😀'] as const,
        ['x', 'x'] as const,
        ['%42', 'B'] as const,
        ['\\n', '\n'] as const,
      ],
    ]
    const all = Array.from({ length: 60 }, (_, i) => pieces.slice(i % 5)).flat()
    const text = all.map(([written]) => written).join('')
    const origins: number[] = []
    const boundaries = new Set<number>([text.length])
    let at = 0
    for (const [written, seen] of all) {
      for (let i = 0; i < seen.length; i++) {
        const isPlain = written === seen
        // the second half of a pair has no place of its own
        if (isPlain || i === 0) {
          origins.push(at + (isPlain ? i : 0))
          boundaries.add(at + (isPlain ? i : 0))
        } else origins.push(Number.NaN)
      }
      at += written.length
    }
    const seen = all.map(([, read]) => read).join('')
    origins.push(text.length)
    for (const step of [1, -1, 7, 97, -13]) {
      const view = innermost(viewsOf(text))
      expect(view.text).toBe(seen)
      const order = (length: number) =>
        Array.from({ length }, (_, i) => (((i * step) % length) + length) % length)
      for (const offset of order(origins.length))
        if (!Number.isNaN(origins[offset]))
          expect([offset, originOf(view, offset)]).toEqual([offset, origins[offset]])
      for (const offset of order(text.length + 1))
        expect([offset, isBoundary(view, offset)]).toEqual([offset, boundaries.has(offset)])
    }
  })

  it('is the same in whatever order it is asked', () => {
    const text = Array.from(
      { length: 40 },
      (_, i) => `${'p'.repeat(i % 15)}%2541\\u00e9${'q'.repeat(i % 3)}`,
    ).join('')
    const view = viewsOf(text).at(-1)
    const asked = [...text].map((_, at) => at)
    const ways = (order: readonly number[]) => {
      const fresh = viewsOf(text).at(-1)
      return order.map((at) => fresh && [at, originOf(fresh, at), isBoundary(fresh, at)])
    }
    const inOrder = ways(asked)
    const scattered = asked.map((at) => (at * 97) % text.length)
    expect(ways(asked.toReversed()).reverse()).toEqual(inOrder)
    expect(ways(scattered)).toEqual(scattered.map((at) => inOrder[at]))
    const boundaries = inOrder.flatMap((way) => (way?.[2] ? [way[0]] : []))
    // 40 escapes of five characters and 40 of six hold one boundary each, at their beginning
    expect(boundaries).toHaveLength(text.length - 40 * 4 - 40 * 5)
    expect(view?.text).toBe(text.replaceAll('%2541', 'A').replaceAll('\\u00e9', 'é'))
  })

  it('is the text itself where nothing is encoded', () => {
    const [only] = viewsOf('plain')
    expect(only && [originOf(only, 1), originOf(only, 3)]).toEqual([1, 3])
    expect(only && isBoundary(only, 2)).toBe(true)
  })
})
