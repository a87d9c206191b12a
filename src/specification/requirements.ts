import { keysOf } from './plain-object.js'

/**
 * The requirements. Each rests on a clause of the specification and has an id that is never renamed or reused. A row is
 * `level | clause | text`:
 *
 *     'homologation/sequential': 'must | Limits | no two requests of one run overlap'
 *
 * The level decides the severity of a breach (must: error, should: warning, observed: info). The clause is a heading of the
 * specification, or `profile` if the specification is silent and the profile decides, or `—` for our own requirements.
 * `must, by reading`: the profile chooses one of several readings, and the report shows the verdict under each.
 */

export type Level = 'must' | 'should' | 'observed'

export interface Requirement {
  readonly id: RequirementId
  readonly level: Level
  readonly byReading: boolean
  readonly clause: string
  /** The requirement in English; `src/words` has it in other languages. */
  readonly text: string
}

type Row = `${Level}${', by reading' | ''} | ${string} | ${string}`

const attribute =
  'must | Authentication 4 | each registration attribute is present and usable (links respond)'
const redirect =
  'must | Authentication 5 | the redirect link shows a user-friendly page, after success and after an error'
const baseline = 'must | Versioning | the observed shape keeps the accepted baseline'

const rows = {
  'homologation/order':
    'must | Homologation procedure | the five steps come in the given order, none left out, none twice except after a renewal or a restart',
  'homologation/complete':
    'must | Homologation procedure | all five steps succeed in one run; a run that begins and stops midway breaks it',
  'homologation/product-data':
    'must | Homologation procedure 1 | the response to step 1 is 200 with `data`, a non-empty object',
  'homologation/hash-issued':
    'must | Homologation procedure 1 | the response to step 1 has a non-empty hash header',
  'homologation/post-data':
    'must | Homologation procedure 2 | the body of step 2 is `data` of step 1: unwrapped, unchanged, types kept',
  'homologation/product-id':
    "must | Homologation procedure 2 | the response to step 2 has the product's identifier: a positive integer, or a non-empty text where the profile says so",
  'homologation/same-product': 'must | Homologation procedure 3-5 | steps 3 to 5 address that identifier',
  'homologation/put-change':
    "must | Homologation procedure 3 | the body of step 3 is the product's data with the description field changed to the given text",
  'homologation/situation':
    'must | Homologation procedure 4 | the body of step 4 carries the situation; its path ends in /situacoes',
  'homologation/delete': 'must | Homologation procedure 5 | step 5 is DELETE on the product (a body: should)',
  'homologation/answer-status':
    'must | Endpoints | each step gets a success status of the profile (default: 200, 201, 204, 204, 204; another 2xx: should)',
  'homologation/spacing': 'must, by reading | Limits | the interval between two requests',
  'homologation/total-time':
    "must, by reading | profile | the whole run within the profile's total (default: none)",
  'homologation/limit-hit':
    'must | Limits | after the limit is hit the operation is repeated from step 1, revised',
  'homologation/token-renewed':
    'must | Homologation procedure | once a token was refused, the next request carries a new one',
  'homologation/renewal-bounded':
    'must | Authentication | no more than one renewal for one refusal; no endless repeats',
  'homologation/renewal-justified': 'should | Authentication | no renewal without a refusal or an expiry',
  'homologation/hash-carried':
    'must, by reading | Homologation procedure | the step that follows carries the newest hash, in its header and nowhere else',
  'homologation/right-routes':
    'must | Homologation procedure | no request to real routes, lost version prefix or unknown path during a run',
  'homologation/sequential': 'must | Limits | no two requests of one run overlap',
  'auth/bearer':
    'must | Authentication 2 | every request to the service, on every route and from every source, carries `Authorization: Bearer <access token>`, and never the refresh token',
  'auth/https': 'must | Authentication 1 | https, except to this machine',
  'auth/refused': 'observed | Errors | a request without a valid token is refused',
  'auth/renewal':
    'must | Authentication 1, 3 | the token endpoint responds to a renewal with a usable token: a non-empty text without blanks, `token_type` Bearer in any case where it is given, `expires_in` above 0 where it is given',
  'auth/token-request':
    "should | profile | renewal is form-encoded with the client's credentials as the profile says",
  'auth/scope':
    "must | Authentication 4 | a request that is refused because a scope is missing is fixed in the application's registration; repeating or renewing does not help",
  'auth/same-origin': 'must | Authentication 1 | credentials go to no other origin and never into a URL',
  'request/content-type':
    'should | What the service does | a body is sent as `application/json`; none is declared where none is sent',
  'service/answers':
    'must | What the service does | the service responds completely, within the allowed time and size',
  'envelope/status':
    "must | Endpoints, Errors | the tabulated success status; elsewhere the conventions: reads 200, creates 201; an update or delete of one record 204 (200 or 201: should, unless the profile knows the route's status); no status but 200, 201, 204 is a success; 5xx on any route, named-only ones included, is an error",
  'envelope/json': 'must | What the service does | a body is JSON and declared as JSON',
  'envelope/data':
    "must | Common response envelope | successful reads of every route are one object with one property `data` of the operation's kind (array, object); where the profile knows that a route has none, it rules",
  'envelope/no-content': 'must | Common response envelope | 204 carries no body',
  'envelope/created':
    'must | Common response envelope | a create, and an update that responds with a body, responds with `data` and the identifier of that record',
  'data/shape':
    "must | Resources and their fields | `data` of a response fits the zod schema of its route; where only the profile's documented shapes show it: should",
  'request/body':
    'must | Endpoints | the body of a request fits the zod schema of its route: present, JSON, required fields, types, enumerations, not wrapped; unknown fields, and what only documented shapes show: should',
  'request/query':
    'must | Endpoints | query parameters are known, of their type, and the required ones present; what only documented shapes show: should',
  'request/identifier':
    'should | Versioning | a single record is addressed by its identifier, not by number, series or code',
  'limits/rate': 'must | profile | no more requests a second and a day than the profile says',
  'errors/unknown-record':
    'must | Errors | an identifier that does not exist, or no longer does, gives 404 on operations that address a record: read, update, patch, delete, action; on every route',
  'errors/invalid-request':
    'must | Errors | an invalid request gives 400 where 400 is tabulated; on other creates, updates, deletes, actions and filtered lists: should',
  'errors/shape': 'must | Errors | 400 and 404 carry a JSON body of one shared shape',
  'lists/array':
    'must | Endpoints | list data is an array of objects (GET /anuncios: an object, as the table has it, or an array; which came is observed; in an object the one array of objects holds the records, and every list rule holds for them)',
  'lists/identifier':
    'must | What the service does | every record of a list of records carries its identifier',
  'lists/limit': 'must | Endpoints | no page is longer than `limite`',
  'lists/page':
    'must | Endpoints | `pagina` moves on: two pages share no record, none holds one twice, none is empty while records remain, none beyond the end repeats',
  'lists/filter':
    'must | Endpoints | tabulated filters are accepted, and narrow the list; a filter whose effect no record shows is reported as not shown',
  'lists/summary':
    "should | What the service does | a list's record is a summary: the single read shows more fields",
  'records/same-identifier':
    'must | What the service does | a single read returns the record that was asked for, with its identifier, of the type that the list shows',
  'records/created-readable':
    'must | Endpoints | what was created can be read, with the values that were sent (what the service normalises aside)',
  'records/replaced':
    'must | What the service does | after PUT the record holds the sent values, and no longer those that were left out (kept ones: should, reported as merged)',
  'records/patched': 'must | What the service does | PATCH changes what it names and nothing else',
  'records/deleted': 'must | What the service does | after DELETE the record gets 404',
  'situations/listing':
    "must | Listing situation | a listing's situation is 1 to 4; publish gives 1, pause gives 4",
  'situations/listing-default': 'should | Listings | GET /anuncios without `situacao` lists situation 1',
  'situations/custom-field':
    'must | Custom field situation | only 0 and 1 are accepted, and the record shows the one that was set',
  'categories/parent': 'must | Product category | `categoriaPai`, where present, is an object',
  'drift/removed': baseline,
  'drift/type': baseline,
  'drift/nullable': baseline,
  'drift/optional': baseline,
  'drift/status': baseline,
  'drift/added': 'observed | Versioning | new fields, new values',
  'drift/values': 'observed | Versioning | new fields, new values',
  'openapi/schema': "must | — | success bodies are as the user's OpenAPI document has them",
  'openapi/field': "observed | — | fields beyond the user's OpenAPI document",
  'openapi/status': "observed | — | statuses beyond the user's OpenAPI document",
  'openapi/operation': "observed | — | operations beyond the user's OpenAPI document",
  'versioning/v2-route':
    'must | Versioning | no request uses a version 2 path; the finding names the version 3 path',
  'versioning/base-address':
    "must | What the service does | requests for the service's resources go to its base address with the version prefix (`…/Api/v3`); a base without it is named as such, from every source",
  'versioning/host':
    "observed | profile | the profile's documented host; another one of the same service is a notice",
  'versioning/v2-key': 'must | Versioning | no static API key is sent',
  'versioning/unavailable':
    'must | Versioning | no request for a resource that version 3 does not have; observed where the profile or a document has the route, or the service responded with 2xx',
  'application/logo': attribute,
  'application/name': attribute,
  'application/description': attribute,
  'application/short-description': attribute,
  'application/category': attribute,
  'application/redirect-link': attribute,
  'application/homepage-link': attribute,
  'application/manual-link': attribute,
  'application/video-link': attribute,
  'application/scopes': attribute,
  'application/redirect-success': redirect,
  'application/redirect-error': redirect,
  'application/scopes-used':
    "should | Authentication 4 | the scopes registered are those that the application's traffic uses",
  'application/situation':
    'observed | Application lifecycle | the state of the application in its life cycle, and what may follow',
  'harness/own-records':
    "must | — | the harness changes or deletes a record only after a read by its identifier has shown the run's own mark",
  'harness/self': "must | — | the harness's own requests and responses keep these requirements",
} as const satisfies Record<string, Row>

export type RequirementId = keyof typeof rows

export const requirementIds = keysOf(rows)

export const requirements: readonly Requirement[] = requirementIds.map((id) => requirement(id))

export function isRequirementId(text: string): text is RequirementId {
  return Object.hasOwn(rows, text)
}

export function requirement(id: RequirementId): Requirement {
  const [levelWords = '', clause = '', text = ''] = rows[id].split(' | ')
  const [level, byReading] = levelWords.split(', ') as [Level, string?]
  return { id, level, clause, text, byReading: byReading !== undefined }
}

export function severityOf(level: Level): 'error' | 'warning' | 'info' {
  if (level === 'must') return 'error'
  return level === 'should' ? 'warning' : 'info'
}
