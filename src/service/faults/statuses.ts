import type { StepNumber } from '../../specification/homologation.js'
import { redirect } from '../answer.js'
import { withStatus } from './changes.js'
import { type FaultRow, faultTable } from './fault.js'

/** The step responds with another status. */
function responds(where: StepNumber, status: number, severity: 'error' | 'warning' = 'error'): FaultRow {
  return {
    breaks: 'homologation/answer-status',
    severity,
    where,
    change: (answer) => withStatus(answer, status),
  }
}

/** Faults of the status with which the five steps respond. */
export const statuses = faultTable({
  'delete-200': responds(5, 200, 'warning'),
  'delete-404': responds(5, 404),
  'delete-500': responds(5, 500),
  'get-201': responds(1, 201, 'warning'),
  'get-403': responds(1, 403),
  'get-404': responds(1, 404),
  'get-500': responds(1, 500),
  'get-503': responds(1, 503),
  'patch-200': responds(4, 200, 'warning'),
  'patch-500': responds(4, 500),
  'post-200': responds(2, 200, 'warning'),
  'post-400': responds(2, 400),
  'post-500': responds(2, 500),
  'put-200': responds(3, 200, 'warning'),
  'put-404': responds(3, 404),
  'put-500': responds(3, 500),
  // The name can never be resolved, so a client that follows takes its token nowhere.
  'redirect-elsewhere': {
    breaks: 'homologation/answer-status',
    where: 1,
    change: () => redirect('https://elsewhere.invalid/Api/v3/homologacao/produtos'),
  },
  'redirect-same-origin': {
    breaks: 'homologation/answer-status',
    where: 1,
    change: (_, { request }) => redirect(`${request.path}?tentativa=2`, 307),
  },
  'time-limit-always': {
    breaks: 'homologation/limit-hit',
    where: 2,
    change: (_, { hitLimit }) => hitLimit(),
  },
  'time-limit-once': {
    breaks: 'homologation/limit-hit',
    severity: 'none',
    where: 4,
    times: 1,
    change: (_, { hitLimit }) => hitLimit(),
  },
  'too-many-always': {
    breaks: 'homologation/limit-hit',
    where: 'every-step',
    change: (_, { hitLimit }) => ({ ...hitLimit(), status: 429 }),
  },
  'too-many-once': {
    breaks: 'homologation/limit-hit',
    severity: 'none',
    where: 3,
    times: 1,
    change: (_, { hitLimit }) => ({ ...hitLimit(), status: 429 }),
  },
})
