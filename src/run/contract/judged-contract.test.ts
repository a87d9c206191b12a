import { describe, expect, it } from 'vitest'
import { contractDefaults, type Suite } from '../suite.js'
import { plannedSteps } from './judged-contract.js'
import { embeddedPermissions } from './permissions.js'
import { planContract } from './plan.js'

const own: Suite = {
  id: 'own',
  title: 'own',
  steps: [{ id: 'own/1', title: 'the payment methods', method: 'GET', path: '/forma-pagamentos' }],
  ...contractDefaults,
}

describe('a route that a suite of the user’s calls by a title of its own', () => {
  it('is planned', () => {
    const plan = planContract({ suites: [own], selected: ['own'], permissions: embeddedPermissions })
    const { notPlanned } = plannedSteps(plan)
    expect(notPlanned.map(({ route }) => route)).not.toContain('GET /formas-pagamentos')
    expect(notPlanned).toContainEqual({ route: 'GET /contatos', reason: 'contract.reason.not-selected' })
  })
})
