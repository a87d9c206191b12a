import { bearer } from './auth/bearer.js'
import { tokenResponse } from './auth/renewal.js'
import { sameOrigin } from './auth/same-origin.js'
import { https, refused, scope } from './auth/token-request.js'
import { shape as dataShape, parent as parentObject } from './data/shape.js'
import { created, data, json, noContent } from './envelope/envelope.js'
import { status } from './envelope/status.js'
import { shape as errorShape, invalidRequest, unknownRecord } from './errors/errors.js'
import { rate } from './limits/rate.js'
import { filter } from './lists/filter.js'
import { page } from './lists/page.js'
import { limit, identifier as listIdentifier, array as listIsArray, summary } from './lists/records.js'
import type { Observer } from './observer.js'
import { patched } from './records/patched.js'
import { replaced } from './records/replaced.js'
import { createdReadable, deleted, sameIdentifier } from './records/single-read.js'
import { identifier as pathIdentifier } from './request/identifier.js'
import { body, contentType, query } from './request/shapes.js'
import { completeResponse } from './service/answers.js'
import { customField, listing, listingDefault } from './situations/situations.js'
import { baseAddress, host, unavailable, v2Key, v2Route } from './versioning/versioning.js'

/** Rules about the credentials of a request. The judge sorts their breaches before the others of an exchange, which may follow from them. */
export const credentialObservers: readonly Observer[] = [bearer]

/** Rules about the exchanges of all routes, including the five steps. The order in the list has no meaning. */
export const generalObservers: readonly Observer[] = [
  completeResponse,
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
  errorShape,
]

/** All rules that check each exchange as it passes. `observer.ts` defines them. */
export const observers: readonly Observer[] = [
  ...generalObservers,
  // from here on, rules that are not applied to the five steps, which have rules of their own
  tokenResponse,
  rate,
  pathIdentifier,
  status,
  unknownRecord,
  invalidRequest,
  listIsArray,
  listIdentifier,
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
  parentObject,
]
