import { describe, expect, it } from 'vitest'
import { tryContract } from './contract.fixture.js'

describe('the contract against the embedded service', () => {
  it('exercises every route with --write, and all pass', async () => {
    const { judgement, tookMs, exchanges } = await tryContract()
    const { coverage, findings, steps, verdict } = judgement
    console.log(tookMs, exchanges.length, JSON.stringify(findings, null, 1))
    console.log(steps.filter((s) => s.verdict !== 'pass'))
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(coverage.routes.notExercised).toEqual([])
    expect(steps.filter((step) => step.verdict !== 'pass').map(({ id, reason }) => [id, reason])).toEqual([])
    expect(verdict).toBe('pass')
  })
})
