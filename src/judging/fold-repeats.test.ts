import { expect, it } from 'vitest'
import { finding } from '../rules/finding.fixture.js'
import type { Finding } from '../rules/finding.js'
import { foldRepeats } from './together.js'

/** Each by its name, with that of its root. */
const all = (...names: readonly string[]): Finding[] =>
  names.map((name) => {
    const [own = '', root = null] = name.split(' <- ')
    return finding({ fingerprint: own, exchange: own, consequenceOf: root })
  })
const told = (findings: readonly Finding[]) =>
  foldRepeats(findings).map(({ fingerprint, consequenceOf, places = [] }) =>
    [fingerprint, consequenceOf, ...places.map(({ exchange }) => exchange)].join(' '),
  )

it.each([
  ['four of one kind are one', all('a', 'b', 'c', 'd'), ['a  b c d']],
  ['three stay three', all('a', 'b', 'c'), ['a ', 'b ', 'c ']],
  ['what comes of the first is the same', all('a', 'b <- a', 'c <- a', 'd <- a'), ['a  b c d']],
  ['what comes of another of them as well', all('a', 'b', 'c <- b', 'd <- b'), ['a  b c d']],
  ['what comes of the same root is one', all('a <- x', 'b <- x', 'c <- x', 'd <- x'), ['a x b c d']],
  ['what comes of several roots is one', all('a <- x', 'b <- x', 'c <- y', 'd <- z'), ['a x b c d']],
  ['what comes of two is left where it is no wall', all('a <- x', 'b <- x', 'c <- y'), ['a x', 'b x', 'c y']],
  ['a root is not of them', all('a <- x', 'b <- x', 'c', 'd <- y', 'e <- y'), ['a x b d e', 'c ']],
  ['nor are they of a root', all('a', 'b <- x', 'c <- y', 'd <- z'), ['a ', 'b x', 'c y', 'd z']],
])('%s', (_, findings, expected) => expect(told(findings)).toEqual(expected))

it.each(['code', 'severity', 'blame', 'step', 'route', 'values'] as const)(
  'leaves alone what differs in its %s',
  (key) => {
    const [first, ...rest] = all('a', 'b', 'c', 'd') as [Finding, ...Finding[]]
    const other = { ...first, [key]: key === 'values' ? { field: 'x' } : 'another' } as Finding
    expect(foldRepeats([other, ...rest])).toHaveLength(4)
    const late = { ...first, values: { ...first.values, gapMs: 7 } }
    expect(foldRepeats([late, ...rest])).toHaveLength(1)
  },
)
