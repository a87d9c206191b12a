import type { Sample } from '../../specification/samples/index.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { listingActions } from '../../specification/states.js'
import { noContent } from '../answer.js'
import { done, invalid, invalidFields } from './answers.js'
import { readBody } from './body.js'
import type { Call, Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import { warned, withRecord } from './records.js'

/** PATCH …/{id}/situacoes with what is changed in the body. */
export const setSituation: Operation = (call) =>
  withRecord(call, (record) => {
    const body = readBody(call)
    if (!body.ok) return invalidFields(call, body.fields)
    const { situacao } = body.value
    if (situacao === undefined && Object.keys(body.value).length === 0)
      return invalid(call, 'situacao', 'Este campo é obrigatório.')
    if (situacao === undefined) call.shelf.replace(record, { ...record.full, ...body.value }, call.nowMs)
    else move(call, record, situacao)
    return done(call)
  })

/** PATCH …/{id}/situacoes/{idSituacao}. */
export const setSituationById: Operation = (call) =>
  withRecord(call, (record) => {
    const situation = Object.values(call.params)[1] ?? ''
    if (!/^\d{1,15}$/.test(situation)) return invalid(call, 'idSituacao', 'Deve ser um número inteiro.')
    move(call, record, { id: Number(situation), valor: 0 })
    return done(call)
  })

/** POST …/situacoes for several. */
export const setSituations: Operation = (call) => {
  const body = readBody(call)
  if (!body.ok) return invalidFields(call, body.fields)
  const ids = Object.entries(body.value).find(([name]) => name.startsWith('ids'))?.[1]
  const { situacao } = body.value
  if (!Array.isArray(ids) || ids.length === 0) return invalid(call, 'ids', 'Informe os registros.')
  if (situacao === undefined || situacao === null || situacao === '')
    return invalid(call, 'situacao', 'Esta situação não é aceita.')
  const named = (ids as readonly Sample[]).map(String)
  for (const id of named) {
    const record = call.shelf.find(id)
    if (record) move(call, record, situacao)
  }
  const missing = named.filter((id) => !call.shelf.find(id))
  return missing.length === 0 ? noContent() : warned(call, missing)
}

/** POST /anuncios/{idAnuncio}/publicar and /pausar, from any situation. §Listing situation */
export function setListing(action: keyof typeof listingActions): Operation {
  return (call) =>
    withRecord(call, (record) => {
      move(call, record, listingActions[action])
      return done(call)
    })
}

function move({ shelf, nowMs }: Call, record: StoredRecord, situacao: Sample): void {
  const shape = fieldsOf(shelf.model.full)
  const change = {
    situacao,
    ...('ativo' in shape && { ativo: situacao === 1 || situacao === true }),
    ...('status' in shape && { status: situacao }),
  }
  shelf.replace(record, { ...record.full, ...change }, nowMs)
}
