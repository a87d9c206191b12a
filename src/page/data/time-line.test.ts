import { describe, expect, it } from 'vitest'
import { failing, passing, passingUnderBling, report } from '../../../test/browser/samples.js'
import { spec } from '../../specification/profile.js'
import { buildTimeLine, chooseGridStepMs, formatGap } from './time-line.js'

describe('buildTimeLine', () => {
  it('gives each step its lane, the renewals one of their own', () => {
    const data = passing()
    const line = buildTimeLine(data.report, data.exchanges, data)
    expect(line?.lanes.map(({ id, bars }) => [id, bars.map(({ kind }) => kind)])).toEqual([
      ['homologation/1', ['responded']],
      ['homologation/2', ['responded']],
      ['homologation/3', ['refused', 'responded']],
      ['homologation/4', ['responded']],
      ['homologation/5', ['responded']],
      ['token', ['responded']],
    ])
  })

  it('measures from request to request, renewals aside, and marks what the judge found wrong', () => {
    const data = failing()
    const intervals = buildTimeLine(data.report, data.exchanges, data)?.intervals ?? []
    expect(intervals.map(({ gapMs, isBroken }) => [Math.round(gapMs), isBroken])).toEqual([
      [1640, true],
      [2105, false],
      [2045, false],
      [2002, false],
    ])
  })

  it('marks an interval of the same mistake too, which the finding names as a further place', () => {
    const data = failing()
    const again = buildTimeLine(data.report, data.exchanges, data)?.intervals[1]?.exchange ?? ''
    const findings = data.report.findings.map((finding) =>
      finding.requirement === 'homologation/spacing'
        ? { ...finding, places: [{ route: null, step: null, exchange: again }] }
        : finding,
    )
    const intervals = buildTimeLine({ ...data.report, findings }, data.exchanges, data)?.intervals ?? []
    expect(intervals.map(({ isBroken }) => isBroken)).toEqual([true, true, false, false])
  })

  it('measures from the end of the answer where the reading says "at most"', () => {
    const data = passingUnderBling()
    const [first] = buildTimeLine(data.report, data.exchanges, data)?.intervals ?? []
    expect(first?.gapMs).toBeCloseTo(2098.2 - 96)
  })

  it('counts renewals where the profile does', () => {
    const data = passing()
    const profile = { ...spec, spacing: { ...spec.spacing, countsRenewal: true } }
    expect(buildTimeLine(data.report, data.exchanges, { ...data, profile })?.intervals).toHaveLength(6)
  })

  it('begins with the first request, whatever the run’s clock said', () => {
    const data = passing()
    const later = data.exchanges.map((each) => ({
      ...each,
      sentAtMs: each.sentAtMs + 5000,
      respondedAtMs: (each.respondedAtMs ?? 0) + 5000,
    }))
    expect(buildTimeLine(data.report, later, data)?.lanes[0]?.bars[0]?.fromMs).toBe(0)
  })

  it('draws nothing where nothing was seen', () => {
    expect(buildTimeLine(report(), [], { profile: spec })).toBeNull()
  })
})

describe('chooseGridStepMs', () => {
  it.each([
    [8000, 960, 2000],
    [60_000, 960, 4000],
    [600_000, 960, 40_000],
    [8000, 320, 2000],
  ])('labels a span of %i ms on %i px every %i ms', (span, width, step) => {
    expect(chooseGridStepMs(span, width, 2000, 44)).toBe(step)
  })
})

describe('formatGap', () => {
  it.each([
    [1999.96, '1,999.9'],
    [2000, '2,000'],
    [2000.04, '2,000.0'],
    [2098.9, '2,098'],
    [1640.4, '1,640'],
  ])('writes %d as %s: never rounded across the interval', (gap, text) => {
    expect(formatGap(gap, 2000, 'en')).toBe(text)
  })

  it('follows the language', () => {
    expect(formatGap(1999.96, 2000, 'pt-BR')).toBe('1.999,9')
  })
})
