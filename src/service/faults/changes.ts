/** The changes that faults make to a response: `setStatus(404)` returns a function that gives a response that status. */

import type { Header } from '../../exchange/exchange.js'
import type { Delivery, HttpResponse } from '../response.js'

type Change = (response: HttpResponse) => HttpResponse
type Fields = Record<string, unknown>

/** Replaces the body and its content type; `contentType` null: the response declares none. */
export function setBody(
  body: string | Uint8Array | null,
  contentType: string | null = 'application/json',
): Change {
  return (response) => setContentType(contentType)({ ...response, body })
}

export function setContentType(contentType: string | null): Change {
  return (response) => {
    const { headers } = removeHeader('Content-Type')(response)
    return {
      ...response,
      headers: contentType === null ? headers : [['Content-Type', contentType], ...headers],
    }
  }
}

export function setJson(value: unknown): Change {
  return setBody(JSON.stringify(value))
}

/** Cuts so many characters off the end of the body. */
export function cutBody(length: number): Change {
  return (response) => setBody(String(response.body).slice(0, -length))(response)
}

/** Applies a function to the whole JSON of the body. */
export function changeJson(change: (value: Fields) => unknown): Change {
  return (response) => setJson(change(JSON.parse(String(response.body)) as Fields))(response)
}

/** Applies a function to the `data` of the body. */
export function changeData(change: (data: Fields) => unknown): Change {
  return changeJson((value) => ({ ...value, data: change(value.data as Fields) }))
}

/** Sets fields of the `data` of the body. */
export function setFields(fields: Fields): Change {
  return changeData((data) => ({ ...data, ...fields }))
}

/** Applies a function to the records of a list. A response that is no list stays as it is. */
export function changeRecords(change: (records: readonly Fields[]) => unknown): Change {
  return changeJson((value) =>
    Array.isArray(value.data) ? { ...value, data: change(value.data as Fields[]) } : value,
  )
}

/** Sets the status. One of 400 or more replaces the body by an error. */
export function setStatus(status: number): Change {
  if (status < 400) return (response) => ({ ...response, status })
  const type = errorType(status)
  const error = { type, message: 'Não foi possível concluir', description: 'Tente novamente mais tarde.' }
  return respondWith(status, { error })
}

function errorType(status: number): string {
  if (status === 404) return 'RESOURCE_NOT_FOUND'
  return status < 500 ? 'VALIDATION_ERROR' : 'SERVER_ERROR'
}

/** Sets the status and replaces the body. */
export function respondWith(status: number, value: unknown): Change {
  return (response) => ({ ...setJson(value)(response), status })
}

export function addHeaders(...added: readonly Header[]): Change {
  return (response) => ({ ...response, headers: [...response.headers, ...added] })
}

export function removeHeader(name: string): Change {
  const isKept = ([key]: Header) => key.toLowerCase() !== name.toLowerCase()
  return (response) => ({ ...response, headers: response.headers.filter(isKept) })
}

export function deliverAs(delivery: Delivery): Change {
  return (response) => ({ ...response, delivery })
}

/** An identifier in the form of the service that hardly any record has. */
export const FOREIGN_ID = 15_000_000_001

export const loginPage =
  '<!doctype html><html lang="pt-BR"><title>Entrar</title><h1>Entrar</h1><p>Faça login para continuar.</p></html>'
