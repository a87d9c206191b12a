import { describe, expect, it } from 'vitest'
import {
  chanceOfAbsence,
  chanceOfFirst,
  defaultMaxChances,
  driftFingerprint,
  gradeAbsence,
  gradeFirst,
} from './index.js'

it('gives each code, route, status and path a fingerprint of its own, the same every night', () => {
  const one = ['drift/removed:field', 'GET /a', 200, '$.a'] as const
  const others = [
    driftFingerprint('drift/added:field', one[1], one[2], one[3]),
    driftFingerprint(one[0], 'GET /b', one[2], one[3]),
    driftFingerprint(one[0], null, one[2], one[3]),
    driftFingerprint(one[0], one[1], 201, one[3]),
    driftFingerprint(one[0], one[1], one[2], '$.b'),
    driftFingerprint(...one),
  ]
  expect(new Set(others).size).toBe(6)
  expect(driftFingerprint(...one)).toBe(others.at(-1))
  expect(driftFingerprint(...one)).toMatch(/^[0-9a-f]{16}$/)
})

describe('the chance that nothing changed', () => {
  it.each([
    [1, 1, 1, 1 / 3],
    [3, 3, 1, 1 / 5],
    [3, 3, 2, (1 / 5) * (2 / 6)],
    [1, 3, 1, 3 / 5],
    [3, 3, 0, 1],
  ])('where a field was there %i of %i times and is away %i times', (present, of, away, chance) => {
    expect(chanceOfAbsence({ present, of }, away)).toBeCloseTo(chance, 12)
  })

  it.each([
    [0, 0.5],
    [8, 0.1],
    [98, 0.01],
  ])('where nothing of the kind came in %i observations', (observations, chance) => {
    expect(chanceOfFirst(observations)).toBeCloseTo(chance, 12)
  })
})

describe('how grave it is', () => {
  const doubt = { always: 0.1, sometimes: { error: 0.05, warning: 0.3 }, minObservations: 3 }

  it.each([
    [8, 'error'],
    [7, 'warning'],
  ])('that something came first after %i observations: %s', (observations, severity) => {
    expect(gradeFirst(observations, defaultMaxChances)).toBe(severity)
    expect(gradeFirst(observations, { ...defaultMaxChances, minObservations: observations })).toBe(severity)
    expect(gradeFirst(observations, { ...defaultMaxChances, minObservations: observations + 1 })).toBe(
      'warning',
    )
  })

  it.each<[string, [number, number], number, string | null]>([
    ['always there, away often', [9, 9], 3, 'error'],
    ['always there, away too seldom to tell', [9, 9], 2, 'warning'],
    ['always there, seen too seldom to tell', [2, 2], 30, 'warning'],
    ['always there, away once', [3, 3], 1, 'warning'],
    ['there half the time, away for long', [4, 8], 9, 'error'],
    ['there half the time, away for a while', [4, 8], 3, 'warning'],
    ['there half the time, away once', [4, 8], 1, null],
    ['hardly ever there', [1, 9], 5, null],
    ['always there, away exactly as often as it takes', [7, 7], 3, 'error'],
  ])('that a field is away: %s', (_what, [present, of], away, severity) => {
    expect(gradeAbsence({ present, of }, { present: 0, of: away }, doubt)).toBe(severity)
  })
})
