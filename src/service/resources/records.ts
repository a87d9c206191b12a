import { noContent } from '../answer.js'
import { data, invalid, unknownRecord } from './answers.js'
import { readPart, readRecord } from './body.js'
import { wrongParameter } from './list.js'
import { firstParam, type Operation } from './operation.js'

export const read: Operation = (call) => {
  const wrong = wrongParameter(call)
  if (wrong) return invalid(call, wrong.name, wrong.msg)
  const record = call.shelf.find(firstParam(call))
  return record ? data(record.fullText) : unknownRecord(call, firstParam(call))
}

export const create: Operation = (call) => {
  const body = readRecord(call)
  if (!body.ok) return invalid(call, body.element, body.msg)
  const { id: _, ...fields } = body.value
  const record = call.shelf.add(fields)
  const shown = showsFields(call.shelf.resource.collection)
    ? record.fullText
    : `{"id":${idText(record.full.id)}}`
  return data(shown, 201)
}

/** Replaces everything but what only the create names. §What the service does */
export const replace: Operation = (call) => {
  const record = call.shelf.find(firstParam(call))
  if (!record) return unknownRecord(call, firstParam(call))
  const body = readRecord(call)
  if (!body.ok) return invalid(call, body.element, body.msg)
  const { own, kept } = call.shelf.resource
  const surviving = Object.entries(record.full).filter(([name]) => own.includes(name) || kept.includes(name))
  const { id: _, ...fields } = body.value
  call.shelf.replace(record, { ...Object.fromEntries(surviving), ...fields })
  return call.route.success.status === 200 ? data(call.shelf.find(record.id)?.fullText ?? '{}') : noContent()
}

export const patch: Operation = (call) => {
  const record = call.shelf.find(firstParam(call))
  if (!record) return unknownRecord(call, firstParam(call))
  const body = readPart(call)
  if (!body.ok) return invalid(call, body.element, body.msg)
  const { id: _, ...before } = record.full
  const { id: __, ...changes } = body.value
  call.shelf.replace(record, { ...before, ...changes })
  return noContent()
}

export const remove: Operation = (call) =>
  call.shelf.remove(firstParam(call)) ? noContent() : unknownRecord(call, firstParam(call))

/** `ids…[]=1&ids…[]=2`. What is not there is told in a warning. */
export const removeMany: Operation = (call) => {
  const ids = [...call.query]
    .filter(([name]) => /^ids\w*(\[\d*\])?$/.test(name))
    .flatMap(([, value]) => value.split(','))
  if (ids.length === 0) return invalid(call, 'ids', 'Informe os registros: ids…[]=1&ids…[]=2.')
  const missing = ids.filter((id) => !call.shelf.remove(id))
  return missing.length === 0
    ? noContent()
    : data(JSON.stringify({ alertas: missing.map((id) => `Sem registro: ${id}`) }))
}

/** The custom field's answers show its fields; others show the identifier alone. §Custom fields */
function showsFields(collection: string): boolean {
  return collection === '/campos-customizados'
}

export function idText(id: unknown): string {
  return JSON.stringify(id)
}
