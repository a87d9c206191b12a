import { describe, expect, it } from 'vitest'
import { joined, labelSpans, type Match, move, replaceMatches } from './match.js'

const match = (start: number, end: number, change: Partial<Match> = {}): Match => ({
  ...{ start, end, kind: 'secret', value: `${start}-${end}`, reason: 'form', ...change },
})
const text = '0123456789'
const replaced = (matches: Match[], labels: [number, number][] = []) =>
  replaceMatches(text, matches, labels, (kind, value) => `<${kind} ${value}>`)

describe('matches in a text', () => {
  it.each<[string, Match[], string]>([
    ['none', [], text],
    ['one', [match(2, 4)], '01<secret 2-4>456789'],
    ['at its beginning and its end', [match(0, 1), match(9, 10)], '<secret 0-1>12345678<secret 9-10>'],
    ['in any order', [match(6, 8), match(2, 4)], '01<secret 2-4>45<secret 6-8>89'],
    ['side by side', [match(2, 4), match(4, 6)], '01<secret 2-4><secret 4-6>6789'],
    ['one within another', [match(3, 4), match(2, 6)], '01<secret 2-6>6789'],
    ['two that overlap, the first longer', [match(2, 6), match(5, 7)], '01<secret 2-6>789'],
    ['two that overlap, the second longer', [match(2, 4), match(3, 7)], '01<secret 3-7>789'],
    ['a chain of three', [match(1, 3), match(2, 6), match(5, 9)], '0<secret 2-6>9'],
    ['two as long, one known', [match(2, 5), match(3, 6, { reason: 'known' })], '01<secret 3-6>6789'],
    ['two as long, one by its place', [match(2, 5, { reason: 'place' }), match(3, 6)], '01<secret 2-5>6789'],
    ['two alike', [match(2, 5), match(3, 6)], '01<secret 2-5>6789'],
    ['a number', [match(2, 4, { quoted: true })], '01"<secret 2-4>"456789'],
    ['a number and its like', [match(2, 4), match(2, 4, { quoted: true })], '01"<secret 2-4>"456789'],
    ['what has a text of its own', [match(2, 4, { replacement: 'x' })], '01x456789'],
  ])('%s', (_what, matches, expected) => {
    expect(replaced(matches)).toBe(expected)
  })

  it.each<[string, Match, boolean]>([
    ['as long as the label', match(2, 6), true],
    ['within the label', match(3, 5), true],
    ['longer than the label', match(1, 6), false],
    ['beside the label', match(6, 8), false],
    ['before the label', match(0, 2), false],
    ['over its end', match(5, 8), true],
  ])('%s is none: %s', (_what, one, isNone) => {
    expect(replaced([one], [[2, 6]]) === text).toBe(isNone)
  })

  it('are told from each of several labels', () => {
    expect(
      replaced(
        [match(0, 1), match(3, 4), match(8, 9)],
        [
          [0, 2],
          [5, 7],
          [8, 10],
        ],
      ),
    ).toBe('012<secret 3-4>456789')
  })
})

it('joins two as one stretch, which keeps the length of its best', () => {
  expect(joined(match(2, 4), match(3, 7))).toMatchObject({ start: 2, end: 7, value: '3-7', ownLength: 4 })
  expect(joined(match(2, 7), match(3, 5))).toEqual(match(2, 7))
  expect(joined(match(3, 7), match(2, 4))).toMatchObject({ start: 2, end: 7, value: '3-7' })
  expect(joined(match(3, 7), match(3, 7, { reason: 'known' }))).toEqual(match(3, 7, { reason: 'known' }))
})

it('moves a match', () => {
  expect(move(match(2, 4), 5, 7)).toMatchObject({ start: 5, end: 7, value: '2-4' })
})

it.each([
  [
    'x [cpf#1] y [email%2312]',
    [
      [2, 9],
      [12, 24],
    ],
  ],
  ['[cpf1] #', []],
  ['', []],
])('labels stand in %s', (one, spans) => {
  expect(labelSpans(one)).toEqual(spans)
})
