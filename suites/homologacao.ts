import { routeById } from '../src/specification/find-route.js'
import type { SuiteMaker } from './contract.js'
import { homologation } from './homologation.js'

const ids = ['read', 'create', 'replace', 'set-situation', 'remove'].map((action) => `homologacao/${action}`)

/**
 * The homologation's routes as part of the contract: it checks only that they respond like the rest. `homologa check`
 * judges whether a run of the five steps passes, and on a live account only that command sends them.
 */
export const homologacao: SuiteMaker = () => ({
  ...homologation,
  id: 'homologacao',
  title: 'homologacao',
  onLimit: 'repeats-step',
  withoutSuccess: 'goes-on',
  steps: homologation.steps.map((step, i) => {
    const route = routeById(ids[i] ?? '')
    return { ...step, id: route?.id ?? step.id, tags: [route?.risk ?? 'read', 'homologation'] }
  }),
})
