import type { Header } from '../../exchange/exchange.js'
import type { Delivery, HttpResponse } from '../response.js'

/** The same response with another body, and with the declaration that goes with it; null: without one. */
export function withBody(
  response: HttpResponse,
  body: string | Uint8Array | null,
  type: string | null = 'application/json',
): HttpResponse {
  const headers = withoutHeader(response, 'Content-Type').headers
  return { ...response, body, headers: type === null ? headers : [['Content-Type', type], ...headers] }
}

export function withJson(response: HttpResponse, value: unknown): HttpResponse {
  return withBody(response, JSON.stringify(value))
}

/** The JSON of the response's body, changed. */
export function withChanged(
  response: HttpResponse,
  change: (value: Record<string, unknown>) => unknown,
): HttpResponse {
  return withJson(response, change(JSON.parse(String(response.body)) as Record<string, unknown>))
}

/** The `data` of the response's body, changed. */
export function withData(
  response: HttpResponse,
  change: (data: Record<string, unknown>) => unknown,
): HttpResponse {
  return withChanged(response, (value) => ({ ...value, data: change(value.data as Record<string, unknown>) }))
}

type Change = (response: HttpResponse) => HttpResponse

/** Changes the `data` of a body. */
export function toData(change: (data: Record<string, unknown>) => unknown): Change {
  return (response) => withData(response, change)
}

/** Sets fields of the `data` of a body. */
export function toFields(fields: Record<string, unknown>): Change {
  return toData((data) => ({ ...data, ...fields }))
}

/** Replaces the body, and the status with it. */
export function toJson(value: unknown, status: number): Change {
  return (response) => ({ ...withJson(response, value), status })
}

export function toStatus(status: number): Change {
  return (response) => withStatus(response, status)
}

/** Another status, with an error body where it says that something failed and the body stays empty where it was. */
export function withStatus(response: HttpResponse, status: number): HttpResponse {
  if (status < 400) return { ...response, status }
  const type = status === 404 ? 'RESOURCE_NOT_FOUND' : status < 500 ? 'VALIDATION_ERROR' : 'SERVER_ERROR'
  const error = { type, message: 'Não foi possível concluir', description: 'Tente novamente mais tarde.' }
  return { ...withJson(response, { error }), status }
}

export function withHeader(response: HttpResponse, ...added: readonly Header[]): HttpResponse {
  return { ...response, headers: [...response.headers, ...added] }
}

export function withoutHeader(response: HttpResponse, name: string): HttpResponse {
  const headers = response.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase())
  return { ...response, headers }
}

export function delivered(response: HttpResponse, delivery: Delivery): HttpResponse {
  return { ...response, delivery }
}

export const loginPage =
  '<!doctype html><html lang="pt-BR"><title>Entrar</title><h1>Entrar</h1><p>Faça login para continuar.</p></html>'
