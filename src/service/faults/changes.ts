import type { Header } from '../../exchange/exchange.js'
import type { Answer, Delivery } from '../answer.js'

/** The same answer with another body, and with the declaration that goes with it; null: without one. */
export function withBody(
  answer: Answer,
  body: string | Uint8Array | null,
  type: string | null = 'application/json',
): Answer {
  const headers = withoutHeader(answer, 'Content-Type').headers
  return { ...answer, body, headers: type === null ? headers : [['Content-Type', type], ...headers] }
}

export function withJson(answer: Answer, value: unknown): Answer {
  return withBody(answer, JSON.stringify(value))
}

/** The JSON of the answer's body, changed. */
export function withChanged(answer: Answer, change: (value: Record<string, unknown>) => unknown): Answer {
  return withJson(answer, change(JSON.parse(String(answer.body)) as Record<string, unknown>))
}

/** The `data` of the answer's body, changed. */
export function withData(answer: Answer, change: (data: Record<string, unknown>) => unknown): Answer {
  return withChanged(answer, (value) => ({ ...value, data: change(value.data as Record<string, unknown>) }))
}

type Change = (answer: Answer) => Answer

/** Changes the `data` of a body. */
export function toData(change: (data: Record<string, unknown>) => unknown): Change {
  return (answer) => withData(answer, change)
}

/** Sets fields of the `data` of a body. */
export function toFields(fields: Record<string, unknown>): Change {
  return toData((data) => ({ ...data, ...fields }))
}

/** Replaces the body, and the status with it. */
export function toJson(value: unknown, status: number): Change {
  return (answer) => ({ ...withJson(answer, value), status })
}

export function toStatus(status: number): Change {
  return (answer) => withStatus(answer, status)
}

/** Another status, with an error body where it says that something failed and the body stays empty where it was. */
export function withStatus(answer: Answer, status: number): Answer {
  if (status < 400) return { ...answer, status }
  const type = status === 404 ? 'RESOURCE_NOT_FOUND' : status < 500 ? 'VALIDATION_ERROR' : 'SERVER_ERROR'
  const error = { type, message: 'Não foi possível concluir', description: 'Tente novamente mais tarde.' }
  return { ...withJson(answer, { error }), status }
}

export function withHeader(answer: Answer, ...added: readonly Header[]): Answer {
  return { ...answer, headers: [...answer.headers, ...added] }
}

export function withoutHeader(answer: Answer, name: string): Answer {
  const headers = answer.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase())
  return { ...answer, headers }
}

export function delivered(answer: Answer, delivery: Delivery): Answer {
  return { ...answer, delivery }
}

export const loginPage =
  '<!doctype html><html lang="pt-BR"><title>Entrar</title><h1>Entrar</h1><p>Faça login para continuar.</p></html>'
