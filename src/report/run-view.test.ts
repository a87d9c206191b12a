import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import type { Judgement, StepJudgement } from '../rules/finding.js'
import { bling, spec } from '../specification/profile.js'
import { loadCatalogue } from '../words/catalogue.js'
import { exchange, finding, judgements } from './sample-run.fixture.js'
import { drawLive } from './terminal.js'
import { eventOf, viewOfRun } from './traffic-line.js'

const look = { catalogue: await loadCatalogue('en'), lang: 'en' as const, width: 90, colour: false }

function responded(id: string, status: number, channel: Exchange['channel'] = 'service'): Exchange {
  const { response, ...one } = exchange(id)
  return { ...one, channel, response: response && { ...response, status } }
}

/** A run of these requests, each of which is the step of its number, and what the judge knows so far. */
function runOf(exchanges: readonly Exchange[], findings: Judgement['findings'] = []) {
  const steps = judgements.pass.steps.map((step): StepJudgement => {
    const own = exchanges.filter(({ channel, step: id }) => channel === 'service' && id === step.id)
    return { ...step, exchanges: own.map(({ id }) => id) }
  })
  return { exchanges, judgement: { ...judgements.pass, steps, findings } }
}

describe("the picture of somebody else's run", () => {
  it('marks the step that broke a rule although its response was a success', () => {
    const { exchanges, judgement } = runOf(
      [responded('e1', 200), responded('e2', 201)],
      [finding({ step: 'homologation/2' }), finding({ step: 'homologation/1', severity: 'warning' })],
    )
    const { steps } = viewOfRun({ exchanges, awaited: 3 }, judgement, spec)
    expect(steps.map(({ state }) => state)).toEqual(['passed', 'failed', 'waiting', 'pending', 'pending'])
  })

  it.each([
    [spec, 4000, /in 2\.0 s$/],
    [bling, 4000, /within 2\.0 s$/],
    [spec, 6003, /due now$/],
    [bling, 6015, /late$/],
  ])(
    'counts down to the request that is due by the reading of profile %o at %i ms',
    (profile, nowMs, said) => {
      const { exchanges, judgement } = runOf([responded('e1', 200), responded('e2', 201)])
      const view = viewOfRun({ exchanges, awaited: 3 }, judgement, profile)
      expect(drawLive(view, nowMs, look)[3]).toMatch(said)
    },
  )

  it('expects a refused step again, and says what the renewal brought', () => {
    const exchanges = [responded('e1', 200), responded('e2', 401), responded('e3', 200, 'token')]
    const { judgement } = runOf(exchanges)
    const { steps } = viewOfRun({ exchanges, awaited: 2 }, judgement, spec)
    expect([steps[1]?.state, steps[1]?.status]).toEqual(['waiting', '401'])
    expect(steps[1]?.notes).toEqual([{ kind: 'renewed', step: 'homologation/2' }])
  })

  it.each([
    [
      400,
      {
        kind: 'not-renewed',
        step: 'homologation/1',
        flaw: 'refused',
        evidence: { status: 400, error: null },
      },
    ],
    [200, { kind: 'renewed', step: 'homologation/1' }],
  ])('takes a token request with response %i for a renewal', (status, event) => {
    const exchanges = [responded('e1', 401), responded('e2', status, 'token')]
    const { judgement } = runOf(exchanges)
    const [, token] = exchanges
    expect(token && eventOf(token, { exchanges, awaited: 1 }, judgement)).toEqual(event)
  })

  it('leaves out what is none of the five steps', () => {
    const exchanges = [responded('e1', 200), { ...responded('e2', 404), step: null }]
    const { judgement } = runOf(exchanges)
    const [, stray] = exchanges
    expect(stray && eventOf(stray, { exchanges, awaited: 2 }, judgement)).toBeNull()
  })
})
