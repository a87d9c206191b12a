import { type Answer, jsonText } from '../answer.js'
import { invalidRequest, recordNotFound } from '../error-body.js'
import type { Call } from './operation.js'

/** `{"data": …}` around JSON text. §Common response envelope */
export function data(text: string, status = 200): Answer {
  return jsonText(status, `{"data":${text}}`)
}

export function unknownRecord(call: Call, id: string): Answer {
  return call.refuse(404, recordNotFound(`Não há registro com o identificador "${id.slice(0, 60)}".`))
}

export function invalid(call: Call, element: string, msg: string): Answer {
  return call.refuse(400, invalidRequest(msg, element))
}
