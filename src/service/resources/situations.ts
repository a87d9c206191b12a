import type { Sample } from '../../specification/samples/index.js'
import { isCustomFieldSituation, listingActions } from '../../specification/states.js'
import { noContent } from '../answer.js'
import { invalid, unknownRecord } from './answers.js'
import { readBody } from './body.js'
import { type Call, firstParam, type Operation } from './operation.js'
import type { StoredRecord } from './record.js'

/** PATCH …/{id}/situacoes with `situacao` in the body. */
export const setSituation: Operation = (call) => {
  const record = call.shelf.find(firstParam(call))
  if (!record) return unknownRecord(call, firstParam(call))
  const body = readBody(call)
  if (!body.ok) return invalid(call, body.element, body.msg)
  const { situacao } = body.value
  if (!isAccepted(call, situacao)) return invalid(call, 'situacao', 'Esta situação não é aceita.')
  move(call, record, situacao)
  return noContent()
}

/** PATCH …/{id}/situacoes/{idSituacao}. */
export const setSituationById: Operation = (call) => {
  const [id = '', situation = ''] = Object.values(call.params)
  const record = call.shelf.find(id)
  if (!record) return unknownRecord(call, id)
  if (!/^\d{1,15}$/.test(situation)) return invalid(call, 'idSituacao', 'Deve ser um número inteiro.')
  move(call, record, { id: Number(situation), valor: 0 })
  return noContent()
}

/** POST …/situacoes for several. */
export const setSituations: Operation = (call) => {
  const body = readBody(call)
  if (!body.ok) return invalid(call, body.element, body.msg)
  const ids = Object.entries(body.value).find(([name]) => name.startsWith('ids'))?.[1]
  const { situacao } = body.value
  if (!Array.isArray(ids) || ids.length === 0) return invalid(call, 'ids', 'Informe os registros.')
  if (!isAccepted(call, situacao)) return invalid(call, 'situacao', 'Esta situação não é aceita.')
  for (const id of ids as readonly Sample[]) {
    const record = call.shelf.find(String(id))
    if (record) move(call, record, situacao)
  }
  return noContent()
}

/** POST /anuncios/{idAnuncio}/publicar and /pausar, from any situation. §Listing situation */
export function setListing(action: keyof typeof listingActions): Operation {
  return (call) => {
    const record = call.shelf.find(firstParam(call))
    if (!record) return unknownRecord(call, firstParam(call))
    move(call, record, listingActions[action])
    return noContent()
  }
}

function isAccepted({ shelf }: Call, situacao: Sample | undefined): situacao is Sample {
  if (shelf.resource.collection === '/campos-customizados') return isCustomFieldSituation(situacao)
  return situacao !== undefined && situacao !== null && situacao !== ''
}

export function move({ shelf }: Call, record: StoredRecord, situacao: Sample): void {
  const { id: _, ...fields } = record.full
  const name = Object.hasOwn(fields, 'ativo') ? 'ativo' : 'situacao'
  shelf.replace(record, {
    ...fields,
    [name]: name === 'ativo' ? situacao === 1 || situacao === true : situacao,
  })
}
