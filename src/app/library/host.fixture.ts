import { z } from 'zod'
import { homologation } from '../../../suites/homologation.js'
import type { Suite } from '../../run/suite.js'
import type { UserSuite } from '../../run/user-suite.js'
import { check } from './check.js'
import { hostContract, hostSuite } from './host.js'

/** Run by host.test.ts in a vitest of its own. */

const list = { id: 'list', method: 'GET', path: '/produtos' } as const
const ours: UserSuite = {
  id: 'ours',
  shapes: { 'GET /produtos': { data: z.array(z.looseObject({ codigo: z.number() })) } },
  steps: [
    { ...list, tags: ['read', 'nightly'] },
    { id: 'again', method: 'GET', path: '/depositos' },
    { id: 'one', method: 'GET', path: '/produtos/{idProduto}' },
  ],
}
await hostContract(ours)

const title = 'an interrupted homologation'
hostSuite({ ...homologation, title } satisfies Suite, 'a service that was left', () =>
  check({ signal: AbortSignal.abort() }),
)
