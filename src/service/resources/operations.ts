import type { Route } from '../../specification/route.js'
import type { Sample } from '../../specification/samples/index.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { listingActions } from '../../specification/states.js'
import { noContent } from '../response.js'
import { act, actOnAll, issue, moveStock, registerPayment } from './actions.js'
import { withBody } from './body.js'
import { list } from './list.js'
import type { Call, Operation } from './operation.js'
import { particular } from './particular.js'
import type { StoredRecord } from './record.js'
import {
  create,
  patch,
  read,
  remove,
  removeMany,
  replace,
  warned,
  withRecord,
  withRecordAndBody,
} from './records.js'
import { done, invalid } from './responses.js'

/** PATCH …/{id}/situacoes with what is changed in the body. */
const setSituation: Operation = (call) =>
  withRecordAndBody(call, (record, body) => {
    const { situacao } = body
    if (Object.keys(body).length === 0) return invalid(call, 'situacao', 'Este campo é obrigatório.')
    if (situacao === undefined) call.store.replace(record, { ...record.full, ...body }, call.nowMs)
    else move(call, record, situacao)
    return done(call)
  })

/** PATCH …/{id}/situacoes/{idSituacao}. */
const setSituationById: Operation = (call) =>
  withRecord(call, (record) => {
    const situation = Object.values(call.params)[1] ?? ''
    if (!/^\d{1,15}$/.test(situation)) return invalid(call, 'idSituacao', 'Deve ser um número inteiro.')
    move(call, record, { id: Number(situation), valor: 0 })
    return done(call)
  })

/** POST …/situacoes for several. */
const setSituations: Operation = (call) =>
  withBody(call, (body) => {
    const ids = Object.entries(body).find(([name]) => name.startsWith('ids'))?.[1]
    const { situacao } = body
    if (!Array.isArray(ids) || ids.length === 0) return invalid(call, 'ids', 'Informe os registros.')
    if (situacao === undefined || situacao === null || situacao === '')
      return invalid(call, 'situacao', 'Esta situação não é aceita.')
    const missing = (ids as readonly Sample[]).map(String).filter((id) => {
      const record = call.store.find(id)
      if (record) move(call, record, situacao)
      return !record
    })
    return missing.length === 0 ? noContent() : warned(call, missing)
  })

/** POST /anuncios/{idAnuncio}/publicar and /pausar, from any situation. §Listing situation */
function setListing(action: keyof typeof listingActions): Operation {
  return (call) =>
    withRecord(call, (record) => {
      move(call, record, listingActions[action])
      return done(call)
    })
}

function move({ store, nowMs }: Call, record: StoredRecord, situacao: Sample): void {
  const shape = fieldsOf(store.model.full)
  const change = {
    situacao,
    ...('ativo' in shape && { ativo: situacao === 1 || situacao === true }),
    ...('status' in shape && { status: situacao }),
  }
  store.replace(record, { ...record.full, ...change }, nowMs)
}

/** Operations by method and by the rest of the path after the collection. `*` is an identifier. */
const usual: Readonly<Record<string, Operation>> = {
  'GET ': list,
  'POST ': create,
  'DELETE ': removeMany,
  'GET /*': read,
  'PUT /*': replace,
  'PATCH /*': patch,
  'DELETE /*': remove,
  'PATCH /*/situacoes': setSituation,
  'PUT /*/situacoes': setSituation,
  'PATCH /*/situacao': setSituation,
  'PATCH /*/status': setSituation,
  'PATCH /*/situacoes/*': setSituationById,
  'POST /situacoes': setSituations,
  'POST /*/publicar': setListing('publicar'),
  'POST /*/pausar': setListing('pausar'),
  'POST /*/baixar': registerPayment,
  'POST /*/gerar-nfe': issue('/nfe'),
  'POST /*/gerar-nfce': issue('/nfce'),
  'POST /*/lancar-estoque': moveStock(1),
  'POST /*/lancar-estoque/*': moveStock(1),
  'POST /*/estornar-estoque': moveStock(-1),
}

/** Returns the operation of a route: its own one, the usual one, or one that follows from its shape. */
export function operationOf(route: Route, collection: string): Operation {
  const rest = restOf(route, collection)
  const found = particular[route.id] ?? usual[`${route.method} ${rest}`]
  if (found && (found !== create || creates(route))) return found
  return route.documented?.data === 'array' && !rest.includes('*') ? actOnAll : act
}

/**
 * Returns the rest of the path after the collection. `/logisticas/{id}/situacoes` is not below its collection's path.
 */
function restOf({ path }: Route, collection: string): string {
  const from = path.startsWith(collection) ? collection.length : path.indexOf('/{')
  return path.slice(from).replaceAll(/\{\w+\}/g, '*')
}

/** A POST to a path of its own may be an action that makes no record there. */
function creates({ documented, success }: Route): boolean {
  return (
    (documented ?? success).data === 'created' ||
    (documented?.statuses.includes(201) === true && documented.body)
  )
}
