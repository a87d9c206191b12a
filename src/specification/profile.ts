import type { Profile } from './profile-schema.js'
import { RATE_MARGIN_MS } from './rate.js'

export type { Profile } from './profile-schema.js'

/**
 * The two built-in profiles. A profile picks one reading of each ambiguous clause of the specification, and a value for
 * each detail that the specification leaves open. `assumptions` names what it picks, by codes; the catalogues have the
 * sentences. A user's own profile is a file that names `spec` or `bling` in `extends` and changes some of its values.
 */

/** The default. It assumes only what a run needs: the values that it sends, and the signs of a refusal. */
export const spec: Profile = {
  name: 'spec',
  description: 'The specification alone: what it leaves open is accepted in every form.',
  assumptions: ['text-sent', 'situation', 'dead-token', 'limit-hit', 'missing-scope', 'own-rate'],
  knowledge: 'specification',
  strictShapes: false,
  hash: { header: 'x-service-homologacao', carriedOn: 'after-invalidation', refusalIssues: true },
  spacing: { reading: 'at-least', intervalMs: 2000, paceMs: 2000, countsRenewal: false },
  total: { maxMs: null },
  product: { idForm: 'integer' },
  change: { field: 'auto', text: null, sends: 'Copo' },
  situation: { field: 'situacao', value: null, sends: 'I' },
  statuses: [[200], [201], [204], [204], [204]],
  deadToken: {
    reading: 'either',
    markers: ['invalid_token', 'expired', 'expirado', 'unauthorized', 'token'],
  },
  limitHit: { statuses: [429], markers: ['tempo limite'] },
  missingScope: { markers: ['insufficient_scope'] },
  tokenRequest: { clientAuth: 'either', path: null, authorizePath: null },
  request: { headers: {} },
  rate: { perSecond: null, perDay: null, marginMs: RATE_MARGIN_MS },
}

/** `spec` with public facts about the service that the specification describes. Each difference is an assumption. */
export const bling: Profile = {
  ...spec,
  name: 'bling',
  description: 'What the public knows of the service beyond the specification.',
  assumptions: [
    'hash-header',
    'hash-every-step',
    'spacing-at-most',
    'own-pace',
    'total',
    'change',
    'situation',
    'dead-token',
    'limit-hit',
    'missing-scope',
    'token-address',
    'rate',
    'service-host',
    'knowledge',
  ],
  knowledge: 'document',
  hash: { header: 'x-bling-homologacao', carriedOn: 'every-step', refusalIssues: true },
  spacing: { reading: 'at-most', intervalMs: 2000, paceMs: 500, countsRenewal: false },
  total: { maxMs: 10_000 },
  change: { field: 'nome', text: 'Copo', sends: 'Copo' },
  situation: { field: 'situacao', value: 'I', sends: 'I' },
  deadToken: { reading: 'either', markers: ['invalid_token'] },
  tokenRequest: {
    clientAuth: 'basic',
    path: '/Api/v3/oauth/token',
    authorizePath: '/Api/v3/oauth/authorize',
  },
  rate: { perSecond: 3, perDay: 120_000, marginMs: RATE_MARGIN_MS },
  service: { host: 'api.bling.com.br', otherHosts: ['www.bling.com.br', 'bling.com.br'] },
}

export const profiles = { spec, bling } as const
export type ProfileName = keyof typeof profiles

/** Default of `--tolerance-ms`: the milliseconds by which times measured at another client may be wrong. */
export const TOLERANCE_MS = 5

/** Default timeout of our own requests, in milliseconds. */
export const TIMEOUT_MS = 10_000

/** A request may come this many milliseconds too early for a rate limit, because a network's delay varies. */
export const RATE_TOLERANCE_MS = 50
