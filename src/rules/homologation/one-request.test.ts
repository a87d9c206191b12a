import { describe } from 'vitest'
import { type Profile, spec } from '../../specification/profile.js'
import { refused, renewal, renewedRun, type Shot, step, steps } from '../exchanges.fixture.js'
import { broken, harmless } from './rows.fixture.js'

describe('what one request breaks once', () => {
  const everyStep: Profile = { ...spec, hash: { ...spec.hash, carriedOn: 'every-step' } }
  const carries = 'hash-1'
  const others = { 2: { carries }, 4: { carries }, 5: { carries } }
  const twice = (second: string): Partial<Shot> => ({
    headers: [
      ['Authorization', 'Bearer token-1'],
      ['Content-Type', 'application/json'],
      [spec.hash.header, 'hash-1'],
      [spec.hash.header, second],
    ],
  })
  const untimed = (shots: readonly Shot[]) =>
    shots.map((shot) => ({ ...shot, tookMs: null, gaps: ['durations' as const] }))
  const unprefixed = 'https://erp.exemplo.invalid/homologacao/produtos'
  harmless([
    ['one hash, written twice where none is asked for', steps({ 3: twice(' hash-1 ') })],
    [
      'step 1 without the hash of its own refusal',
      [
        refused(1, { issues: 'hash-0' }),
        renewal(),
        ...steps({ ...others, 3: { carries } }).map((shot) => ({ ...shot, token: 'token-2' })),
      ],
      everyStep,
    ],
    [
      'a body of step 4, where another comes again',
      [
        ...steps().slice(0, 3),
        refused(4, { body: 'x' }),
        renewal(),
        step(4, { token: 'token-2', carries }),
        step(5, { token: 'token-2' }),
      ],
    ],
    ['a run of which nobody noted when answers came', untimed(renewedRun({ 3: { carries } }))],
    [
      'a pause that may have been kept',
      untimed(renewedRun({ 3: { carries } })),
      { ...spec, spacing: { ...spec.spacing, reading: 'at-most', intervalMs: 1_990 } },
    ],
    ['a total that may have been kept', untimed(steps()), { ...spec, total: { maxMs: 1 } }],
    [
      'overlapping requests that nobody timed',
      steps({ 3: { afterMs: 1 } }).map((shot) => ({ ...shot, tookMs: 9_000, gaps: ['times' as const] })),
    ],
  ])
  broken([
    [
      'no hash, where nobody noted when answers came',
      'homologation/hash-carried:missing',
      untimed(renewedRun({ 3: { carries: undefined } })),
    ],
    [
      'an invented hash, where nobody noted when answers came',
      'homologation/hash-carried:unknown',
      untimed(renewedRun({ 3: { carries: 'x' } })),
    ],
    [
      'an interval too short, where nobody noted when answers came',
      'homologation/spacing:too-close',
      untimed(steps({ 3: { afterMs: 900 } })),
    ],
    [
      'two hashes where none is asked for',
      'homologation/hash-carried:several',
      steps({ 3: twice('hash-9') }),
    ],
    [
      'a step at the real catalogue without a hash',
      'homologation/right-routes:real-route',
      steps({ ...others, 3: { ask: 'PUT /produtos/987' } }),
      everyStep,
    ],
    [
      'step 1 that fails',
      'homologation/answer-status:error',
      [step(1, { status: 500, issues: undefined, response: { error: { type: 'x' } } })],
    ],
    ...[400, 403, 422].map((status): [string, string, Shot[]] => [
      `step 1 that is refused with ${status}`,
      'homologation/answer-status:not-admitted',
      [step(1, { status, issues: undefined, response: { error: { type: 'VALIDATION_ERROR' } } })],
    ]),
    [
      'step 1 that is not found',
      'homologation/answer-status:error',
      [step(1, { status: 404, issues: undefined, response: { error: { type: 'RESOURCE_NOT_FOUND' } } })],
    ],
    [
      'step 1 that leads elsewhere',
      'homologation/answer-status:redirect',
      [step(1, { status: 300, issues: undefined, response: undefined })],
    ],
    [
      'step 1 without the version',
      'homologation/right-routes:lost-prefix',
      steps({ 1: { ask: `GET ${unprefixed}`, response: { x: 1 } } }).slice(0, 1),
    ],
    [
      'step 1 at version 2',
      'homologation/right-routes:lost-prefix',
      steps({
        1: { ask: `GET ${unprefixed.replace('/homologacao', '/Api/v2/homologacao')}`, response: { x: 1 } },
      }).slice(0, 1),
    ],
    [
      'step 2 at the real catalogue',
      'homologation/right-routes:real-route',
      steps({ 2: { ask: 'POST /produtos', response: { data: {} } } }).slice(0, 2),
    ],
    [
      'another product by another path',
      'homologation/delete:path',
      steps({ 5: { ask: 'DELETE /homologacao/produtos/988/situacoes' } }),
    ],
    [
      'an answer to step 2 without data',
      'homologation/product-id:missing',
      steps({ 2: { response: { nome: 'x' } } }),
    ],
    [
      'a body of no bytes in step 3',
      'homologation/put-change:no-body',
      steps({
        3: {
          requestBody: { text: '', sizeBytes: 0, flaw: null },
          headers: [['Authorization', 'Bearer token-1']],
        },
      }),
    ],
  ])
})
