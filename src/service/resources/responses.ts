/** The responses of the resources, in the status and form that their route has. */

import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { elementOf } from '../../specification/schemas/form.js'
import { invalidRequest, type Problem, type ProblemField, recordNotFound } from '../error-body.js'
import { type HttpResponse, jsonText, noContent } from '../response.js'
import { fitToSchema } from './fit-to-schema.js'
import type { Call } from './operation.js'
import type { StoredRecord } from './record.js'

/** Returns the success status of the route: from the public document if the profile knows that, else from the specification. */
function statusOf({ route, knowledge }: Pick<Call, 'route' | 'knowledge'>): number {
  const { documented, success, method } = route
  if (knowledge === 'document' && documented) return documented.statuses[0] ?? 200
  if (success.status !== null) return success.status
  if (method === 'GET') return 200
  return method === 'POST' && success.data === 'created' ? 201 : 204
}

/** `{"data": …}` around JSON text, unless the document shows the response bare. §Common response envelope */
export function respondWithJson(call: Call, text: string, status = statusOf(call)): HttpResponse {
  const isBare = call.knowledge === 'document' && call.route.documented?.bare === true
  return jsonText(status, isBare ? text : `{"data":${text}}`)
}

/** Responds with a value, made to fit the route's schema. */
export function respondWithValue(call: Call, value: Sample): HttpResponse {
  const schema = call.shapes.of(call.route, 'document')?.data
  return respondWithJson(call, JSON.stringify(schema ? fitToSchema(schema, value) : value))
}

export function respondWithRecords(call: Call, records: readonly StoredRecord[]): HttpResponse {
  return respondWithValue(
    call,
    records.map(({ full }) => full),
  )
}

/**
 * Responds to a write: without a body, or with those of the values that the route's schema names, in a list if it is a
 * list. A profile that knows only the specification gets the identifier alone from a create. §Common response envelope
 */
export function respondDone(call: Call, values: SampleObject = {}, status = statusOf(call)): HttpResponse {
  if (status === 204) return noContent()
  if (call.knowledge !== 'document' && call.route.success.data === 'created')
    return respondWithJson(call, JSON.stringify({ id: values.id ?? 0 }), status)
  const schema = call.shapes.of(call.route, 'document')?.data
  if (call.knowledge === 'document' && !schema) return noContent([], status)
  const shown: Sample = schema ? fitToSchema(schema, elementOf(schema) ? [values] : values) : values
  return respondWithJson(call, JSON.stringify(shown), status)
}

/**
 * Responds to a create or an update of a record. Those of a custom field respond with its fields, too (§Custom fields);
 * the document names its options and links by their identifiers alone.
 */
export function respondWithRecord(call: Call, record: StoredRecord): HttpResponse {
  if (call.store.model.collection !== '/campos-customizados') return respondDone(call, record.full)
  if (call.knowledge !== 'document') return respondWithJson(call, record.fullText)
  const { opcoes, agrupadores } = record.full
  return respondDone(call, {
    ...record.full,
    idsOpcoes: idsOf(opcoes),
    idsVinculosAgrupadores: idsOf(agrupadores),
  })
}

function idsOf(parts: Sample | undefined): Sample[] {
  return Array.isArray(parts) ? parts.filter(isSampleObject).map(({ id = 0 }) => id) : []
}

export function noRecordProblem(id: string): Problem {
  return recordNotFound(`Não há registro com o identificador "${id.slice(0, 60)}".`)
}

export function unknownRecord(call: Call, id: string): HttpResponse {
  return call.refuse(404, noRecordProblem(id))
}

/** 400 that names one invalid field or parameter. */
export function refuseField(call: Call, element: string, msg: string): HttpResponse {
  return call.refuse(400, invalidRequest(msg, element))
}

/** 400 that names every invalid field. */
export function refuseFields(call: Call, fields: readonly ProblemField[]): HttpResponse {
  const [first] = fields
  return call.refuse(400, { ...invalidRequest(first?.msg ?? '', first?.element ?? ''), fields })
}
