import { bearer } from './auth/bearer.js'
import { https } from './auth/https.js'
import { refused } from './auth/refused.js'
import { sameOrigin } from './auth/same-origin.js'
import { scope } from './auth/scope.js'
import { tokenAnswer } from './auth/token-answer.js'
import { parent } from './categories/parent.js'
import { shape as dataShape } from './data/shape.js'
import { created } from './envelope/created.js'
import { data } from './envelope/data.js'
import { json } from './envelope/json.js'
import { noContent } from './envelope/no-content.js'
import { status } from './envelope/status.js'
import { invalidRequest } from './errors/invalid-request.js'
import { shape } from './errors/shape.js'
import { unknownRecord } from './errors/unknown-record.js'
import { rate } from './limits/rate.js'
import { array } from './lists/array.js'
import { filter } from './lists/filter.js'
import { identifier } from './lists/identifier.js'
import { limit } from './lists/limit.js'
import { page } from './lists/page.js'
import { summary } from './lists/summary.js'
import type { Observer } from './observer.js'
import { createdReadable } from './records/created-readable.js'
import { deleted } from './records/deleted.js'
import { patched } from './records/patched.js'
import { replaced } from './records/replaced.js'
import { sameIdentifier } from './records/same-identifier.js'
import { body } from './request/body.js'
import { contentType } from './request/content-type.js'
import { identifier as addressed } from './request/identifier.js'
import { query } from './request/query.js'
import { answers } from './service/answers.js'
import { customField } from './situations/custom-field.js'
import { listing } from './situations/listing.js'
import { listingDefault } from './situations/listing-default.js'
import { baseAddress } from './versioning/base-address.js'
import { host } from './versioning/host.js'
import { unavailable } from './versioning/unavailable.js'
import { v2Key } from './versioning/v2-key.js'
import { v2Route } from './versioning/v2-route.js'

/** Rules about the credentials of the caller. They run before every other rule of an exchange. */
export const credentialObservers: readonly Observer[] = [bearer]

/** Rules for every exchange on any route, including the routes of the homologation. */
export const generalObservers: readonly Observer[] = [
  answers,
  https,
  sameOrigin,
  ...credentialObservers,
  refused,
  scope,
  contentType,
  body,
  query,
  host,
  baseAddress,
  v2Route,
  v2Key,
  unavailable,
  json,
  data,
  noContent,
  created,
  dataShape,
  shape,
]

/** Rules for the resources' routes only. */
const resourceObservers: readonly Observer[] = [
  tokenAnswer,
  rate,
  addressed,
  status,
  unknownRecord,
  invalidRequest,
  array,
  identifier,
  limit,
  page,
  filter,
  summary,
  sameIdentifier,
  createdReadable,
  replaced,
  patched,
  deleted,
  listing,
  listingDefault,
  customField,
  parent,
]

/** The whole contract. */
export const observers: readonly Observer[] = [...generalObservers, ...resourceObservers]
