import { describe, expect, it } from 'vitest'
import type { Suite } from '../suite.js'
import { meantBy } from './meant.js'
import { embeddedPermissions } from './permissions.js'
import { planContract } from './plan.js'

const own: Suite = {
  id: 'own',
  title: 'own',
  steps: [{ id: 'own/1', title: 'the payment methods', method: 'GET', path: '/forma-pagamentos' }],
  carriesHash: false,
  onLimit: 'repeats-step',
  withoutSuccess: 'goes-on',
}

function reasonFor(mine: readonly Suite[]) {
  const plan = planContract({ suites: [own], selected: ['own'], permissions: embeddedPermissions })
  return meantBy(plan, mine).notPlanned.find(({ route }) => route === 'GET /formas-pagamentos')?.reason
}

describe('a route that a suite of the user’s calls by a title of its own', () => {
  it('is left to no other shard where this one asks it', () => {
    expect(reasonFor([own])).toBeUndefined()
    expect(reasonFor([])).toBe('contract.reason.other-shard')
  })
})
