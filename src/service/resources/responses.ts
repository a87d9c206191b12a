import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { elementOf } from '../../specification/schemas/form.js'
import { invalidRequest, type Problem, type ProblemField, recordNotFound } from '../error-body.js'
import { type HttpResponse, jsonText, noContent } from '../response.js'
import type { Call } from './operation.js'
import type { StoredRecord } from './record.js'
import { whole } from './whole.js'

/** The status that the route responds with: as documented where the profile knows that, else as the specification has it. */
function statusOf({ route, knowledge }: Pick<Call, 'route' | 'knowledge'>): number {
  const { documented, success, method } = route
  if (knowledge === 'document' && documented) return documented.statuses[0] ?? 200
  if (success.status !== null) return success.status
  if (method === 'GET') return 200
  return method === 'POST' && success.data === 'created' ? 201 : 204
}

/** `{"data": …}` around JSON text, unless the document shows the response bare. §Common response envelope */
export function respond(call: Call, text: string, status = statusOf(call)): HttpResponse {
  const isBare = call.knowledge === 'document' && call.route.documented?.bare === true
  return jsonText(status, isBare ? text : `{"data":${text}}`)
}

/** Responds with a value as the route's shape shows it. */
export function shown(call: Call, value: Sample): HttpResponse {
  const schema = call.shapes.of(call.route, 'document')?.data
  return respond(call, JSON.stringify(schema ? whole(schema, value) : value))
}

export function shownAll(call: Call, records: Iterable<StoredRecord>): HttpResponse {
  const all = Array.from(records, ({ full }) => full)
  return shown(call, all)
}

/** Responds to an operation that is done: with no body, or with the values that its shape shows. */
export function done(call: Call, values: SampleObject = {}, status = statusOf(call)): HttpResponse {
  if (status === 204) return noContent()
  if (call.knowledge !== 'document' && call.route.success.data === 'created')
    return respond(call, JSON.stringify({ id: values.id ?? 0 }), status)
  const schema = call.shapes.of(call.route, 'document')?.data
  if (call.knowledge === 'document' && !schema) return noContent([], status)
  const shown: Sample = schema ? whole(schema, elementOf(schema) ? [values] : values) : values
  return respond(call, JSON.stringify(shown), status)
}

/** Responds to a create or an update with the fields that its shape shows of the record. */
export function registered(call: Call, record: StoredRecord): HttpResponse {
  if (call.knowledge !== 'document' && call.route.success.status === 204) return noContent()
  if (call.store.model.collection !== '/campos-customizados') return done(call, record.full)
  if (call.knowledge !== 'document') return respond(call, record.fullText)
  const { opcoes, agrupadores } = record.full
  return done(call, { ...record.full, idsOpcoes: idsOf(opcoes), idsVinculosAgrupadores: idsOf(agrupadores) })
}

function idsOf(parts: Sample | undefined): Sample[] {
  return Array.isArray(parts) ? parts.filter(isSampleObject).map(({ id = 0 }) => id) : []
}

export function noRecord(id: string): Problem {
  return recordNotFound(`Não há registro com o identificador "${id.slice(0, 60)}".`)
}

export function unknownRecord(call: Call, id: string): HttpResponse {
  return call.refuse(404, noRecord(id))
}

export function invalid(call: Call, element: string, msg: string): HttpResponse {
  return call.refuse(400, invalidRequest(msg, element))
}

/** Names every field that was not taken. */
export function invalidFields(call: Call, fields: readonly ProblemField[]): HttpResponse {
  const [first] = fields
  return call.refuse(400, { ...invalidRequest(first?.msg ?? '', first?.element ?? ''), fields })
}
