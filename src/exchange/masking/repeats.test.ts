import { expect, it } from 'vitest'
import type { Match } from './match.js'
import { gatherInto } from './repeats.js'

const one: Match = { start: 3, end: 9, kind: 'secret', value: 'abcdef', reason: 'place' }

function kept(...levels: Match[][]) {
  const matches: Match[] = []
  const gathered = gatherInto(matches, levels.length)
  for (const level of levels) {
    for (const match of level) gathered.add(match)
    gathered.turn()
  }
  return matches
}

it('keeps once what each level shows alike', () => {
  expect(kept([one], [{ ...one }], [{ ...one }])).toEqual([one])
})

it.each<[string, Partial<Match>]>([
  ['end', { end: 10 }],
  ['start', { start: 4 }],
  ['kind', { kind: 'code' }],
  ['reason', { reason: 'known' }],
  ['quotes', { quoted: true }],
  ['own length', { ownLength: 4 }],
  ['replacement', { replacement: 'x' }],
  ['value', { value: 'abcdeg' }],
])('keeps what differs in its %s', (_what, changed) => {
  expect(kept([one], [{ ...one, ...changed }])).toEqual([one, { ...one, ...changed }])
})

it('keeps what one level shows twice', () => {
  expect(kept([one, { ...one }])).toEqual([one, one])
})

it('finds the same behind others, and among those that begin there', () => {
  const [before, longer, after] = [
    { ...one, start: 0, end: 2 },
    { ...one, end: 12 },
    { ...one, start: 20, end: 26 },
  ]
  expect(kept([before, longer, one, after], [one, after])).toEqual([before, longer, one, after])
})
