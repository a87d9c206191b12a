import { bearer } from './auth/bearer.js'
import { tokenResponse } from './auth/renewal.js'
import { sameOrigin } from './auth/same-origin.js'
import { https, refused, scope } from './auth/token-request.js'
import { parent } from './categories/parent.js'
import { shape as dataShape } from './data/shape.js'
import { created, json, noContent } from './envelope/created.js'
import { data } from './envelope/data.js'
import { status } from './envelope/status.js'
import { invalidRequest } from './errors/invalid-request.js'
import { shape } from './errors/shape.js'
import { unknownRecord } from './errors/unknown-record.js'
import { rate } from './limits/rate.js'
import { array, identifier, limit } from './lists/array.js'
import { filter } from './lists/filter.js'
import { page } from './lists/page.js'
import { summary } from './lists/summary.js'
import type { Observer } from './observer.js'
import { createdReadable, deleted } from './records/created-readable.js'
import { patched } from './records/patched.js'
import { replaced } from './records/replaced.js'
import { sameIdentifier } from './records/same-identifier.js'
import { body, contentType } from './request/body.js'
import { identifier as addressed } from './request/identifier.js'
import { query } from './request/query.js'
import { responses } from './service/answers.js'
import { customField, listing, listingDefault } from './situations/listing.js'
import { baseAddress, host } from './versioning/base-address.js'
import { unavailable } from './versioning/unavailable.js'
import { v2Key, v2Route } from './versioning/v2-route.js'

/** Rules about the credentials of the caller. They run before every other rule of an exchange. */
export const credentialObservers: readonly Observer[] = [bearer]

/** Rules for every exchange on any route, including the routes of the homologation. */
export const generalObservers: readonly Observer[] = [
  responses,
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
  tokenResponse,
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
