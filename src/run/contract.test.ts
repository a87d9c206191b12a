import { describe, expect, it } from 'vitest'
import * as contractFaults from '../service/faults/contract/all.js'
import type { Fault } from '../service/faults/index.js'
import { tryContract } from './contract.fixture.js'

describe('the contract against the embedded service', () => {
  it('exercises every route with --write, and all pass', async () => {
    const { judgement } = await tryContract()
    const { coverage, findings, steps, verdict } = judgement
    expect(findings).toEqual([])
    expect(coverage.routes.notExercised).toEqual([])
    expect(steps.filter((step) => step.verdict !== 'pass').map(({ id, reason }) => [id, reason])).toEqual([])
    expect(verdict).toBe('pass')
  })
})

describe('a planted breach', () => {
  const faults: readonly Fault[] = Object.values(contractFaults)
  it.each(faults.map((fault) => [fault.name, fault] as const))(
    '%s is named by its requirement and by no other',
    async (_name, fault) => {
      const { judgement } = await tryContract({ fault })
      const named = new Set(
        judgement.findings.map(({ requirement, severity }) => `${requirement} ${severity}`),
      )
      const wanted = fault.severity === 'none' ? [] : [`${fault.breaks} ${fault.severity}`]
      expect([...named]).toEqual(wanted)
      expect(judgement.verdict).toBe(fault.severity === 'error' ? 'fail' : 'pass')
    },
    20_000,
  )
})
