import { describe, expect, it } from 'vitest'
import { failing, procedureAsSeen } from '../../../test/browser/samples.js'
import en from '../../words/en.json' with { type: 'json' }
import ptBR from '../../words/pt-BR.json' with { type: 'json' }
import { buildTimeLine } from '../data/time-line.js'
import { createWording } from '../data/wording.js'
import { placeCaptions, placeLabels, planChart } from './chart-plan.js'

const spoken = createWording('en', { en, 'pt-BR': ptBR })
const { report, exchanges, profile } = failing()

/** As many requests as a client that never stops sends within a second. */
function crowded() {
  const many = Array.from({ length: 40 }, (_, at) =>
    exchanges.map((each) => ({
      ...each,
      id: at === 20 ? each.id : `${each.id}-${at}`,
      sentAtMs: each.sentAtMs / 8 + at * 25,
      respondedAtMs: null,
    })),
  ).flat()
  const steps = report.steps.map((step) => ({
    ...step,
    exchanges: many.filter(({ id }) => step.exchanges.includes(id.split('-')[0] ?? '')).map(({ id }) => id),
  }))
  return buildTimeLine({ ...report, steps }, many, {
    profile,
    procedure: procedureAsSeen(many, profile),
  })
}

describe.each([360, 1280])('the time line in %d pixels', (width) => {
  it('never drops the label of a gap that is wrong, however many others want its place', () => {
    const line = crowded()
    if (!line) throw new Error('nothing to draw')
    const labels = placeLabels(line, profile, width, spoken)
    expect(labels.filter((label) => label === undefined).length).toBeGreaterThan(0)
    const broken = line.intervals.flatMap((interval, at) => (interval.isBroken ? [labels[at]?.text] : []))
    expect(broken).not.toHaveLength(0)
    expect(broken.every((text) => text?.startsWith('✗ '))).toBe(true)
  })

  it('gives each failing request its reason, shortened to the room there is, and never drops it', () => {
    const line = crowded()
    if (!line) throw new Error('nothing to draw')
    const plan = planChart(line, profile, width, placeLabels(line, profile, width, spoken))
    const placed = line.lanes.flatMap((lane) => placeCaptions(lane, plan, spoken))
    const failed = placed.filter(({ bar }) => bar.error !== null)
    expect(failed.length).toBeGreaterThan(0)
    for (const { side, caption } of failed)
      expect([side, caption]).toEqual([expect.any(String), expect.stringMatching(/^✗ .{4}/)])
    expect(placed.some(({ side }) => side === null)).toBe(true)
  })
})
