/** The error bodies of the embedded service. */

import type { Header } from '../exchange/exchange.js'
import { parseJson, property, valueIn } from '../exchange/json.js'
import { keysOf } from '../specification/plain-object.js'
import type { Profile } from '../specification/profile.js'
import { type HttpResponse, json, noStore } from './response.js'

/** The code that the public service gives to an invalid field. */
export const INVALID_FIELD = 49

export interface ProblemField {
  readonly code: number
  readonly msg: string
  readonly element?: string
}

/** An error in the words of the service. `refuse` writes it in one of the error shapes. */
export interface Problem {
  readonly type: string
  readonly message: string
  readonly description: string
  readonly fields?: readonly ProblemField[]
  /** The limit that a 429 reports. */
  readonly limit?: number
  readonly period?: 'second' | 'day'
}

type Shape = (problem: Problem) => unknown

/**
 * The shapes that an error body can have. The specification leaves its fields open (§Errors), so a client must cope with
 * any of these.
 */
const shapes = {
  /** The shape of the public service: `{"error": {"type": …, "message": …}}`. */
  bling: (problem) => ({ error: problem }),
  plain: ({ type, message, description, fields }) => ({ code: type, message, description, fields }),
  list: ({ type, message, description, fields }) => ({
    errors: [{ code: type, message, detail: description }, ...(fields ?? [])],
  }),
  oauth: ({ type, description, fields }) => ({ error: type, error_description: description, fields }),
  text: ({ type, message, description, fields }) => ({
    error: [type, message, description, ...(fields ?? []).map((field) => field.msg)].join(': '),
  }),
} satisfies Record<string, Shape>

export type ErrorShape = keyof typeof shapes
export const errorShapes: readonly ErrorShape[] = keysOf(shapes)

/** An error response in the given shape. */
export function refuse(
  shape: ErrorShape,
  status: number,
  problem: Problem,
  headers: readonly Header[] = [],
): HttpResponse {
  return json(status, shapes[shape](problem), headers)
}

export function recordNotFound(description: string): Problem {
  return { type: 'RESOURCE_NOT_FOUND', message: 'Recurso não encontrado', description }
}

export function invalidToken(description: string): Problem {
  return { type: 'invalid_token', message: 'invalid_token', description }
}

export function invalidRequest(msg: string, element: string): Problem {
  return {
    type: 'VALIDATION_ERROR',
    message: 'Não foi possível salvar o recurso',
    description: 'O recurso não pôde ser processado. Verifique os campos.',
    fields: [{ code: INVALID_FIELD, msg, element }],
  }
}

/**
 * A limit of the procedure was hit. As in the public service, `fields` has an entry whose `msg` says "tempo limite". Its
 * code is made up, because no source shows it. §Limits
 */
export function limitHit(msg: string, type: 'VALIDATION_ERROR' | 'TOO_MANY_REQUESTS'): Problem {
  return {
    type,
    message: 'O limite da homologação foi atingido',
    description: 'Revise a implementação e repita a operação desde o passo 1.',
    fields: [{ code: 3, msg, element: 'homologacao' }],
  }
}

/** An error of the token address. RFC 6749 §5.2 */
export function tokenError(
  status: number,
  error: string,
  description: string,
  headers: readonly Header[] = [],
): HttpResponse {
  return json(status, { error, error_description: description }, [...noStore, ...headers])
}

/**
 * Rewrites an error of the token address as the profile's service has it: the public service gives token errors the
 * shape of its other errors. Other responses are returned unchanged.
 */
export function convertTokenError(
  { knowledge }: Pick<Profile, 'knowledge'>,
  response: HttpResponse,
): HttpResponse {
  if (knowledge !== 'document') return response
  const body = valueIn(parseJson(String(response.body)))
  const error = property(body, 'error')
  if (response.status < 400 || typeof error !== 'string') return response
  const problem = { type: error, message: error, description: property(body, 'error_description') }
  return { ...response, body: JSON.stringify({ error: problem }) }
}
