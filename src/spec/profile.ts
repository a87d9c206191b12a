import { z } from 'zod'

/**
 * A profile picks one reading of everything that the specification words ambiguously, and a value for everything that it
 * leaves open. `spec` assumes nothing beyond the specification; `bling` adds the public facts. A user's own profile is a
 * file that names one of them in `extends` and changes what it must.
 */

const intervalMs = z.number().min(0).max(600_000)
const status = z.int().min(100).max(599)

export const profileSchema = z.strictObject({
  name: z.string().min(1).describe('How reports call this profile.'),
  description: z.string().describe('What the profile assumes, in one sentence.'),
  assumptions: z
    .array(z.string())
    .describe('What the profile picks beyond the specification; every report names each.'),
  hash: z.strictObject({
    header: z
      .string()
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
      .describe('Name of the header that carries the hash, in answers and in requests.'),
    carriedOn: z
      .enum(['every-step', 'after-invalidation'])
      .describe('Reading: which steps must carry the hash: each one after the first, or the one after a refused token.'),
    refusalIssues: z
      .boolean()
      .describe('Whether a hash that arrives with a refusal (401) replaces the one before it.'),
  }),
  spacing: z.strictObject({
    reading: z
      .enum(['at-least', 'at-most', 'free'])
      .describe('Reading: two requests lie at least, or at most, `intervalMs` apart; `free`: no limit.'),
    intervalMs: intervalMs.describe('The interval of the specification, in milliseconds.'),
    paceMs: intervalMs.describe('How long our own run waits after an answer before the next request.'),
    countsRenewal: z.boolean().describe('Whether a token renewal counts as a request of the procedure.'),
  }),
  total: z.strictObject({
    maxMs: z.number().positive().nullable().describe('Most milliseconds for the whole run; null: no limit.'),
  }),
  product: z.strictObject({
    idForm: z.enum(['integer', 'text', 'either']).describe('What a product identifier looks like.'),
  }),
  change: z.strictObject({
    field: z
      .string()
      .min(1)
      .describe('Field that step 3 changes; `auto`: `descricao` where the data has it, else any one field.'),
    text: z.string().nullable().describe('Text it must become; null: any text other than before.'),
    sends: z.string().min(1).describe('Text that our own run sends.'),
  }),
  situation: z.strictObject({
    field: z.string().min(1).describe('Field of the body of step 4.'),
    value: z.union([z.string(), z.number()]).nullable().describe('Value it must have; null: any text or number.'),
    sends: z.union([z.string(), z.number()]).describe('Value that our own run sends.'),
  }),
  statuses: z
    .tuple([z.array(status), z.array(status), z.array(status), z.array(status), z.array(status)])
    .describe('Accepted success statuses of steps 1 to 5.'),
  deadToken: z.strictObject({
    reading: z.enum(['401', '400', 'either']).describe('Reading: how the service refuses a dead token.'),
    markers: z
      .array(z.string().min(1))
      .describe('A 400 is a refused token only where its body or `WWW-Authenticate` holds one of these (any case).'),
  }),
  limitHit: z.strictObject({
    statuses: z.array(status).describe('Statuses that say a time limit was hit.'),
    markers: z.array(z.string().min(1)).describe('A 400 whose body holds one of these (any case) says so, too.'),
  }),
  tokenRequest: z.strictObject({
    clientAuth: z.enum(['basic', 'body', 'either']).describe('Where the client credentials go in a token request.'),
    path: z.string().nullable().describe('Token address below the origin of the base URL; null: none known.'),
    authorizePath: z.string().nullable().describe('Authorization address, likewise.'),
  }),
  request: z.strictObject({
    headers: z.record(z.string(), z.string()).describe('Headers that our own run adds to each request.'),
  }),
  rate: z.strictObject({
    perSecond: z.number().positive().nullable().describe('Requests a second and account; null: no limit known.'),
    perDay: z.number().positive().nullable().describe('Requests a day and account; null: no limit known.'),
  }),
})

export type Profile = z.infer<typeof profileSchema>

/** The default: nothing beyond the specification. */
export const spec: Profile = {
  name: 'spec',
  description: 'The specification alone: what it leaves open is accepted in every form.',
  assumptions: [],
  hash: { header: 'x-service-homologacao', carriedOn: 'after-invalidation', refusalIssues: true },
  spacing: { reading: 'at-least', intervalMs: 2000, paceMs: 2000, countsRenewal: false },
  total: { maxMs: null },
  product: { idForm: 'integer' },
  change: { field: 'auto', text: null, sends: 'Copo' },
  situation: { field: 'situacao', value: null, sends: 'I' },
  statuses: [[200], [201], [204], [204], [204]],
  deadToken: { reading: 'either', markers: ['invalid_token', 'expired', 'expirado', 'unauthorized', 'token'] },
  limitHit: { statuses: [429], markers: ['tempo limite'] },
  tokenRequest: { clientAuth: 'either', path: null, authorizePath: null },
  request: { headers: {} },
  rate: { perSecond: 3, perDay: null },
}

/** The public facts about the service that the specification describes. Each difference from `spec` is an assumption. */
export const bling: Profile = {
  name: 'bling',
  description: 'What the public knows of the service beyond the specification.',
  assumptions: [
    'the hash header is x-bling-homologacao',
    'every step after the first carries the newest hash',
    'each request follows the last answer within 2,000 ms; our own run waits 500 ms',
    'the whole run takes at most 10,000 ms',
    'step 3 changes `nome` to "Copo"',
    'step 4 sends the situation "I"',
    'a dead token is answered 401, or 400 with `invalid_token`',
    'the token address is /Api/v3/oauth/token and takes the client credentials by HTTP Basic',
    '3 requests a second and 120,000 a day for each account',
  ],
  hash: { header: 'x-bling-homologacao', carriedOn: 'every-step', refusalIssues: true },
  spacing: { reading: 'at-most', intervalMs: 2000, paceMs: 500, countsRenewal: false },
  total: { maxMs: 10_000 },
  product: { idForm: 'integer' },
  change: { field: 'nome', text: 'Copo', sends: 'Copo' },
  situation: { field: 'situacao', value: 'I', sends: 'I' },
  statuses: [[200], [201], [204], [204], [204]],
  deadToken: { reading: 'either', markers: ['invalid_token'] },
  limitHit: { statuses: [429], markers: ['tempo limite'] },
  tokenRequest: {
    clientAuth: 'basic',
    path: '/Api/v3/oauth/token',
    authorizePath: '/Api/v3/oauth/authorize',
  },
  request: { headers: {} },
  rate: { perSecond: 3, perDay: 120_000 },
}

export const profiles = { spec, bling } as const
export type ProfileName = keyof typeof profiles
