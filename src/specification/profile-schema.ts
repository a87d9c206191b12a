/** The schema of a profile. It is not in `profile.ts`, so that a run with a built-in profile does not load zod. */
import { z } from 'zod'
import { jsonSchema } from './json-schema.js'
import { headerName, isOwnHeader } from './own-header.js'
import { RATE_BOUNDS, RATE_MARGIN_MS } from './rate.js'

// In this file `flaw` is the key of the sentence that says what is wrong: `shape.reserved-header` in the catalogues.
const intervalMs = z.number().min(0).max(600_000)
/** Headers that HTTP uses itself, so that a hash in one of them would be misread or lost. */
const reservedHeaders =
  /^(?:authorization|proxy-authorization|host|connection|content-(?:type|length|encoding)|transfer-encoding|cookie|user-agent|accept)$/i
const pathBelowOrigin = z.string().regex(/^\/(?!\/)[!-~]*$/)
/** A step must accept at least one status, and only success statuses. */
const someStatuses = z.array(z.int().min(200).max(299)).min(1)
const markers = z.array(z.string().min(1))
const refusal = z.int().min(400).max(599)
const hostName = z.string().regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/)

const ownShape = z.strictObject({
  data: jsonSchema.optional().describe('`data` of a success response.'),
  body: jsonSchema.optional().describe('The body of a request.'),
  query: jsonSchema.optional().describe('The query of a request; its values are texts.'),
})

export const profileSchema = z.strictObject({
  name: z.string().min(1).describe('The name of the profile in reports.'),
  description: z.string().describe('What the profile assumes, in one sentence.'),
  assumptions: z
    .array(z.string())
    .describe(
      'What the profile picks beyond the specification, as codes or sentences; every report names each.',
    ),
  knowledge: z
    .enum(['specification', 'document'])
    .describe(
      'Where the shapes of routes, bodies and queries come from: the specification alone, or the public document of the service as well.',
    ),
  strictShapes: z
    .boolean()
    .describe('Whether a shape that only the public document shows is a must (`--strict-shapes`).'),
  hash: z.strictObject({
    header: z
      .string()
      .regex(headerName)
      .refine((name) => !reservedHeaders.test(name), { params: { flaw: 'reserved-header' } })
      .describe('Name of the header that carries the hash, in responses and in requests.'),
    carriedOn: z
      .enum(['every-step', 'after-invalidation'])
      .describe(
        'Reading: which steps must carry the hash: each one after the first, or the one after a refused token.',
      ),
    refusalIssues: z
      .boolean()
      .describe('Whether a hash that arrives with a refusal (401) replaces the one before it.'),
  }),
  spacing: z.strictObject({
    reading: z
      .enum(['at-least', 'at-most', 'free'])
      .describe('Reading: two requests lie at least, or at most, `intervalMs` apart; `free`: no limit.'),
    intervalMs: intervalMs.describe('The interval of the specification, in milliseconds.'),
    paceMs: intervalMs.describe('How long our own run waits after a response before the next request.'),
    countsRenewal: z.boolean().describe('Whether a token renewal counts as a request of the procedure.'),
  }),
  total: z.strictObject({
    maxMs: z
      .number()
      .positive()
      .nullable()
      .describe('The longest duration of a run, in milliseconds; null: no limit.'),
  }),
  product: z.strictObject({
    idForm: z.enum(['integer', 'text', 'either']).describe('What a product identifier looks like.'),
  }),
  change: z.strictObject({
    field: z
      .string()
      .min(1)
      .refine((name) => name !== '__proto__', { params: { flaw: 'field-name' } })
      .describe(
        'Field that step 3 changes; `auto`: `descricao` if the data has it; else a new `descricao`, or `nome`; without `nome`, any one text.',
      ),
    text: z
      .string()
      .nullable()
      .describe('The text that the field must have then; null: any text other than before.'),
    sends: z.string().min(1).describe('Text that our own run sends.'),
  }),
  situation: z.strictObject({
    field: z.string().min(1).describe('Field of the body of step 4.'),
    value: z
      .union([z.string(), z.number()])
      .nullable()
      .describe('Value it must have; null: any text or number.'),
    sends: z.union([z.string(), z.number()]).describe('Value that our own run sends.'),
  }),
  statuses: z
    .tuple([someStatuses, someStatuses, someStatuses, someStatuses, someStatuses])
    .describe('Accepted success statuses of steps 1 to 5.'),
  deadToken: z.strictObject({
    reading: z.enum(['401', '400', 'either']).describe('Reading: how the service refuses a revoked token.'),
    markers: markers.describe(
      'A 400 is a refused token only if its body or `WWW-Authenticate` contains one of these (in any case).',
    ),
  }),
  limitHit: z.strictObject({
    statuses: z.array(refusal).describe('Statuses that say a time limit was hit.'),
    markers: markers.describe('A 400 whose body contains one of these (in any case) says so, too.'),
  }),
  missingScope: z
    .strictObject({ markers })
    .optional()
    .describe(
      'A 403 whose body or `WWW-Authenticate` contains one of the markers (in any case) says that the registration lacks a scope.',
    ),
  tokenRequest: z.strictObject({
    clientAuth: z
      .enum(['basic', 'body', 'either'])
      .describe('Where the client credentials go in a token request.'),
    path: pathBelowOrigin
      .nullable()
      .describe('Token address below the origin of the base URL; null: none known.'),
    authorizePath: pathBelowOrigin.nullable().describe('Authorization address, likewise.'),
  }),
  request: z.strictObject({
    headers: z
      .record(z.string(), z.string())
      .superRefine((headers, context) => {
        const [wrong] = Object.entries(headers).filter(([name, value]) => !isOwnHeader(name, value))
        if (wrong) context.addIssue({ code: 'custom', path: [wrong[0]], params: { flaw: 'own-header' } })
      })
      .describe('Headers that our own run adds to each request.'),
  }),
  rate: z.strictObject({
    perSecond: z
      .number()
      .min(RATE_BOUNDS.least)
      .max(RATE_BOUNDS.most)
      .nullable()
      .describe('Requests a second and account; null: no limit known.'),
    perDay: z.number().positive().nullable().describe('Requests a day and account; null: no limit known.'),
    marginMs: z
      .number()
      .min(0)
      .max(1000)
      .default(RATE_MARGIN_MS)
      .describe('Milliseconds that our own run adds to each second, for a network whose delay varies.'),
  }),
  service: z
    .strictObject({
      host: hostName.describe('The host that the service documents for its API, in small letters.'),
      otherHosts: z
        .array(hostName)
        .describe('Further hosts of the same service; a request to one is a notice.'),
    })
    .optional()
    .describe('Where the service is. It also tells its requests from others in a recording of another tool.'),
  routes: z
    .array(z.string().regex(/^(GET|POST|PUT|PATCH|DELETE) \//))
    .max(10_000)
    .optional()
    .describe(
      'Routes that your service has beyond those that are known (`GET /lojas/{idLoja}`), as `--openapi` names them. A request to one of them is not reported as unavailable.',
    ),
  shapes: z
    .record(z.string(), ownShape)
    .optional()
    .describe(
      'JSON Schemas of your own by route (`GET /contatos/{idContato}`), each of `data`, `body` or `query`. They replace what the specification shows, and a breach is an error.',
    ),
})

/** One reading of everything that the specification leaves open. Times are in milliseconds. */
export type Profile = z.infer<typeof profileSchema>
