import type { StepNumber } from '../../src/specification/homologation.js'
import type { FindingCode } from '../../src/words/catalogue.js'
import type { brokenClients } from './clients/index.js'

/** What becomes of a broken client's run, whoever is to blame. */
export interface ClientOutcome {
  readonly verdict: 'pass' | 'fail'
  /** Steps that fail. */
  readonly fails: readonly StepNumber[]
  /** Steps that are not reached. */
  readonly missed?: readonly StepNumber[]
  /** Roots beside the client's own: what the service did that the client was wrong to take so. */
  readonly beside?: readonly FindingCode[]
  /** Consequences, in their order. */
  readonly follows?: readonly FindingCode[]
}

/** Of one mistake the first request is the root. */
const sameIdentifier = Array<FindingCode>(3).fill('homologation/same-product:other')
const sameHash = (how: 'other-header' | 'in-address' | 'unknown' | 'older', times: number) =>
  Array<FindingCode>(times).fill(`homologation/hash-carried:${how}`)

export const outcomes: Readonly<Record<keyof typeof brokenClients, ClientOutcome>> = {
  'authorization-lost': {
    verdict: 'fail',
    fails: [4],
    missed: [5],
    follows: ['homologation/token-renewed:gave-up', 'homologation/complete:failed'],
  },
  'authorization-of-other-kind': {
    verdict: 'fail',
    fails: [4],
    missed: [5],
    follows: ['homologation/token-renewed:gave-up', 'homologation/complete:failed'],
  },
  'begun-at-step-2': { verdict: 'fail', fails: [2] },
  'body-empty': { verdict: 'fail', fails: [2] },
  'body-field-added': { verdict: 'fail', fails: [2] },
  'body-field-missing': { verdict: 'fail', fails: [2] },
  'body-invented': { verdict: 'fail', fails: [2] },
  'body-wrapped': { verdict: 'fail', fails: [2] },
  'code-as-number': { verdict: 'fail', fails: [2] },
  'content-type-missing': { verdict: 'pass', fails: [] },
  'content-type-of-form': { verdict: 'pass', fails: [] },
  'content-type-without-body': { verdict: 'pass', fails: [] },
  'credentials-in-token-body': { verdict: 'pass', fails: [] },
  'delete-again-after-failure': {
    verdict: 'fail',
    fails: [5],
    beside: ['homologation/answer-status:error'],
    follows: ['homologation/answer-status:error', 'homologation/complete:failed'],
  },
  'delete-as-get': { verdict: 'fail', fails: [5], follows: ['homologation/complete:failed'] },
  'delete-as-post': { verdict: 'fail', fails: [5], follows: ['homologation/complete:failed'] },
  'delete-with-body': { verdict: 'pass', fails: [] },
  'endless-retry': {
    verdict: 'fail',
    fails: [1],
    missed: [2, 3, 4, 5],
    beside: ['auth/renewal:token-refused'],
    follows: ['homologation/complete:failed'],
  },
  'hash-empty': { verdict: 'fail', fails: [3] },
  'hash-in-other-header': { verdict: 'fail', fails: [2, 3, 4, 5], follows: sameHash('other-header', 4) },
  'hash-in-query': { verdict: 'fail', fails: [2, 3, 4, 5], follows: sameHash('in-address', 4) },
  'hash-lost-after-400': { verdict: 'fail', fails: [3] },
  'hash-lost-after-401': { verdict: 'fail', fails: [3] },
  'hash-lost-on-response-without': { verdict: 'fail', fails: [3] },
  'hash-never-sent': { verdict: 'fail', fails: [3] },
  'hash-of-environment': { verdict: 'fail', fails: [2, 3, 4, 5], follows: sameHash('unknown', 4) },
  'hash-of-older-step': { verdict: 'fail', fails: [3, 4, 5], follows: sameHash('older', 3) },
  'hash-of-refusal-ignored': { verdict: 'fail', fails: [3] },
  'hash-of-refusal-preferred': { verdict: 'fail', fails: [3] },
  'hash-random': { verdict: 'fail', fails: [2, 3, 4, 5], follows: sameHash('unknown', 4) },
  'hash-true': { verdict: 'fail', fails: [2, 3, 4, 5], follows: sameHash('unknown', 4) },
  'identifier-cut': { verdict: 'fail', fails: [3, 4, 5], follows: sameIdentifier },
  'identifier-fixed': { verdict: 'fail', fails: [3, 4, 5], follows: sameIdentifier },
  'identifier-missing': { verdict: 'fail', fails: [5], follows: ['homologation/complete:failed'] },
  'identifier-of-earlier-run': { verdict: 'fail', fails: [3, 4, 5], follows: sameIdentifier },
  'identifier-read-elsewhere': { verdict: 'fail', fails: [3, 4, 5], follows: sameIdentifier },
  'json-parsed-on-204': { verdict: 'fail', fails: [], missed: [4, 5] },
  'no-renewal': { verdict: 'fail', fails: [3], missed: [4, 5], follows: ['homologation/complete:failed'] },
  'old-token-again': { verdict: 'fail', fails: [4] },
  'patch-as-put': { verdict: 'fail', fails: [4], follows: ['homologation/complete:unmet'] },
  'patch-left-out': { verdict: 'fail', fails: [5], missed: [4], follows: ['homologation/complete:unmet'] },
  'patch-other-field': { verdict: 'fail', fails: [4] },
  'patch-other-value': { verdict: 'fail', fails: [4] },
  'patch-without-body': { verdict: 'fail', fails: [4] },
  'patch-without-situacoes': { verdict: 'fail', fails: [4], follows: ['homologation/complete:unmet'] },
  'path-misspelt': { verdict: 'fail', fails: [] },
  'prefix-lost': {
    verdict: 'fail',
    fails: [1],
    missed: [2, 3, 4, 5],
    follows: ['homologation/complete:failed'],
  },
  'prefix-lost-once': {
    verdict: 'fail',
    fails: [3],
    missed: [4, 5],
    follows: ['homologation/complete:failed'],
  },
  'price-as-text': { verdict: 'fail', fails: [2] },
  'price-rounded': { verdict: 'fail', fails: [2] },
  'price-with-comma': { verdict: 'fail', fails: [2] },
  'price-with-noise': { verdict: 'fail', fails: [2] },
  'put-as-patch': { verdict: 'fail', fails: [3], follows: ['homologation/complete:unmet'] },
  'put-changed-field-alone': { verdict: 'fail', fails: [3] },
  'put-more-changed': { verdict: 'fail', fails: [3] },
  'put-other-field': { verdict: 'fail', fails: [3] },
  'put-other-text': { verdict: 'fail', fails: [3] },
  'put-unchanged': { verdict: 'fail', fails: [3] },
  'put-with-id': { verdict: 'fail', fails: [3] },
  'put-wrapped': { verdict: 'fail', fails: [3] },
  'real-product-created': {
    verdict: 'fail',
    fails: [2],
    missed: [3, 4, 5],
    follows: ['homologation/complete:failed'],
  },
  'real-product-looked-up': { verdict: 'fail', fails: [] },
  'refresh-token-as-access-token': {
    verdict: 'fail',
    fails: [3],
    missed: [4, 5],
    follows: ['homologation/complete:failed'],
  },
  'refresh-token-emptied': {
    verdict: 'fail',
    fails: [5],
    follows: ['homologation/token-renewed:not-renewed', 'homologation/complete:failed'],
  },
  'refresh-token-not-saved': {
    verdict: 'fail',
    fails: [5],
    follows: ['homologation/token-renewed:not-renewed', 'homologation/complete:failed'],
  },
  'refused-step-passed-over': { verdict: 'fail', fails: [3] },
  'refused-token-again': {
    verdict: 'fail',
    fails: [3],
    missed: [4, 5],
    follows: ['homologation/token-renewed:gave-up', 'homologation/complete:failed'],
  },
  'renewal-at-guessed-step': {
    verdict: 'fail',
    fails: [4],
    missed: [5],
    follows: ['homologation/complete:failed'],
  },
  'renewal-before-every-step': { verdict: 'pass', fails: [] },
  'renewal-on-403': {
    verdict: 'fail',
    fails: [1],
    missed: [2, 3, 4, 5],
    beside: ['homologation/answer-status:not-admitted'],
    follows: ['homologation/complete:failed'],
  },
  'renewal-on-any-400': {
    verdict: 'fail',
    fails: [2],
    missed: [3, 4, 5],
    beside: ['homologation/answer-status:error'],
    follows: ['homologation/complete:failed'],
  },
  'renewed-and-forgotten': {
    verdict: 'fail',
    fails: [3],
    missed: [4, 5],
    follows: ['homologation/complete:failed'],
  },
  'run-begun-twice': { verdict: 'fail', fails: [1] },
  'runs-mixed': {
    verdict: 'fail',
    fails: [1, 2, 3, 4, 5],
    follows: [
      'homologation/post-data:invented',
      'homologation/order:repeated',
      'homologation/put-change:more-changed',
      'homologation/order:repeated',
      'homologation/order:repeated',
      'homologation/order:repeated',
    ],
  },
  'several-renewals': { verdict: 'fail', fails: [3] },
  'status-not-looked-at': {
    verdict: 'fail',
    fails: [3, 4],
    beside: ['homologation/answer-status:error'],
    follows: ['homologation/complete:passed-over'],
  },
  'step-after-limit': { verdict: 'fail', fails: [3, 4], follows: ['homologation/complete:passed-over'] },
  'step-repeated-after-limit': { verdict: 'fail', fails: [4] },
  'step-sent-twice': { verdict: 'fail', fails: [2] },
  'steps-in-parallel': { verdict: 'fail', fails: [5] },
  'steps-swapped': { verdict: 'fail', fails: [4] },
  'timeout-longer-than-total': { verdict: 'fail', fails: [] },
  'token-in-address': { verdict: 'fail', fails: [2] },
  'token-request-as-json': { verdict: 'pass', fails: [] },
  'waits-beyond-total': { verdict: 'fail', fails: [] },
  'waits-too-long': { verdict: 'fail', fails: [4] },
  'waits-too-short': { verdict: 'fail', fails: [4] },
}
