/** The operations on the records of a collection: read, create, replace, patch and remove. */

import { idsInQuery } from '../../specification/collection.js'
import type { SampleObject } from '../../specification/samples/index.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { type HttpResponse, noContent } from '../response.js'
import { withBody } from './body.js'
import { withDerivedFields } from './derived-fields.js'
import { refuseQuery } from './list.js'
import { type Call, firstParam, type Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import {
  noRecordProblem,
  refuseField,
  respondDone,
  respondWithJson,
  respondWithRecord,
  unknownRecord,
} from './responses.js'
import { withServiceFields } from './service-fields.js'

/** Applies a function to the record of the path; responds 404 if there is none. */
export function withRecord(call: Call, act: (record: StoredRecord) => HttpResponse): HttpResponse {
  const record = call.store.find(firstParam(call))
  return record ? act(record) : unknownRecord(call, firstParam(call))
}

export function withRecordAndBody(
  call: Call,
  act: (record: StoredRecord, body: SampleObject) => HttpResponse,
): HttpResponse {
  return withRecord(call, (record) => withBody(call, (body) => act(record, body)))
}

export const read: Operation = (call) =>
  refuseQuery(call) ?? withRecord(call, (record) => respondWithJson(call, record.fullText))

export const create: Operation = (call) =>
  withBody(call, ({ id: _, ...fields }) =>
    respondWithRecord(call, call.store.add(withServiceFields(call, fields), call.nowMs)),
  )

/** Replaces all fields except those that the service sets itself. §What the service does */
export const replace: Operation = (call) =>
  withRecordAndBody(call, (record, { id: _, ...fields }) =>
    respondWithRecord(
      call,
      call.store.replace(record, withServiceFields(call, fields, record.full), call.nowMs),
    ),
  )

export const patch: Operation = (call) =>
  withRecordAndBody(call, (record, body) => {
    if (Object.keys(body).length === 0) return refuseField(call, 'corpo', 'Nada a alterar.')
    const { id: _, ...changes } = body
    const fields = withDerivedFields({ ...record.full, ...changes }, fieldsOf(call.store.model.full))
    return respondWithRecord(call, call.store.replace(record, fields, call.nowMs))
  })

export const remove: Operation = (call) =>
  call.store.remove(firstParam(call)) ? respondDone(call) : unknownRecord(call, firstParam(call))

/** DELETE with `ids…[]=1&ids…[]=2`. A warning names the identifiers that do not exist. */
export const removeMany: Operation = (call) => {
  const ids = idsInQuery(call.query)
  if (ids.length === 0) return refuseField(call, 'ids', 'Informe os registros: ids…[]=1&ids…[]=2.')
  const missing = ids.filter((id) => !call.store.remove(id))
  if (missing.length === 0) return noContent()
  return respondWithWarnings(call, missing)
}

/**
 * 200 with a warning for each identifier that does not exist. Some routes document the error as the warning itself, others as its field
 * `error`; `respondDone` leaves only the documented fields.
 */
export function respondWithWarnings(call: Call, missing: readonly string[]): HttpResponse {
  const alertas = missing.map((id) => {
    const { type, message, description } = noRecordProblem(id)
    const error = { type, message, description }
    return { ...error, error }
  })
  return respondDone(call, { alertas }, 200)
}
