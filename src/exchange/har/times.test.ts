import { expect, it } from 'vitest'
import { parseWallMs } from './times.js'

it.each([
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T23:59:59.999Z',
  '2026-01-01T12:34:56.789Z',
  '2026-01-02T12:34:56.789Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T25:00:00.000Z',
  '2026-01-01T12:60:00.000Z',
  '2026-01-01T12:00:60.000Z',
  '2026-13-01T12:00:00.000Z',
  '2024-02-29T12:00:00.000Z',
  '1969-12-31T23:59:59.001Z',
])('reads %s as the engine does', (written) => {
  expect(parseWallMs(written)).toBe(Date.parse(written))
})

it('reads a time of one day after one of another', () => {
  expect(parseWallMs('2026-01-02T00:00:00.000Z') - parseWallMs('2026-01-01T00:00:00.000Z')).toBe(86_400_000)
})

it('keeps what a time shows beyond milliseconds', () => {
  expect(parseWallMs('2026-01-01T00:00:00.0004Z') - parseWallMs('2026-01-01T00:00:00Z')).toBeCloseTo(0.4, 3)
})
