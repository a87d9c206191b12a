import type { Route } from '../../specification/route.js'
import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { elementOf, fieldsOf } from '../../specification/schemas/form.js'
import { listingActions } from '../../specification/states.js'
import { type HttpResponse, noContent } from '../response.js'
import {
  balances,
  enterStock,
  issue,
  listByShape,
  moveStock,
  registerPayment,
  respondByShape,
} from './actions.js'
import { withBody } from './body.js'
import { fitToSchema } from './fit-to-schema.js'
import { filtered, list, refuseQuery, respondWithPage } from './list.js'
import { type Call, firstParam, type Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import {
  create,
  patch,
  read,
  remove,
  removeMany,
  replace,
  respondWithWarnings,
  withRecord,
  withRecordAndBody,
} from './records.js'
import { refuseField, respondDone, respondWithRecords, respondWithValue, unknownRecord } from './responses.js'

/** Returns the operation of a route: a special one, the usual one for its method and path, or one that follows from its shape. */
export function operationOf(route: Route, collection: string): Operation {
  const rest = restOfPath(route, collection)
  const found = specialOperations[route.id] ?? usualOperations[`${route.method} ${rest}`]
  const isAction = found === create && !createsRecord(route)
  if (found && !isAction) return found
  return route.documented?.data === 'array' && !rest.includes('*') ? listByShape : respondByShape
}

/** Returns the path after the collection, with `*` for identifiers: `/contatos/{id}/tipos` gives `/*` + `/tipos`. */
function restOfPath({ path }: Route, collection: string): string {
  // `/logisticas/{id}/situacoes` is not below the path of its collection
  const start = path.startsWith(collection) ? collection.length : path.indexOf('/{')
  return path.slice(start).replaceAll(/\{\w+\}/g, '*')
}

/**
 * Whether a POST to a collection creates a record; it may also be an action. It does if it responds with an identifier, or
 * takes a body and responds with 201: POST /logisticas/servicos creates several and responds with a list.
 */
function createsRecord({ documented, success }: Route): boolean {
  if (!documented) return success.data === 'created'
  return documented.data === 'created' || (documented.body && documented.statuses.includes(201))
}

/** PATCH …/{id}/situacoes with the new situation in the body. */
const setSituation: Operation = (call) =>
  withRecordAndBody(call, (record, body) => {
    const { situacao } = body
    if (Object.keys(body).length === 0) return refuseField(call, 'situacao', 'Este campo é obrigatório.')
    // some bodies have another field, such as `ativo`
    if (situacao === undefined) call.store.replace(record, { ...record.full, ...body }, call.nowMs)
    else changeSituation(call, record, situacao)
    return respondDone(call)
  })

/** PATCH …/{id}/situacoes/{idSituacao} */
const setSituationById: Operation = (call) =>
  withRecord(call, (record) => {
    const situation = Object.values(call.params)[1] ?? ''
    if (!/^\d{1,15}$/.test(situation)) return refuseField(call, 'idSituacao', 'Deve ser um número inteiro.')
    // records show a situation with its `valor`, which the path does not say
    changeSituation(call, record, { id: Number(situation), valor: 0 })
    return respondDone(call)
  })

/** POST …/situacoes for several records, which the body names: `{"idsContatos": [1, 2], "situacao": "I"}` */
const setSituations: Operation = (call) =>
  withBody(call, (body) => {
    const ids = Object.entries(body).find(([name]) => name.startsWith('ids'))?.[1]
    const { situacao } = body
    if (!Array.isArray(ids) || ids.length === 0) return refuseField(call, 'ids', 'Informe os registros.')
    if (situacao === undefined || situacao === null || situacao === '')
      return refuseField(call, 'situacao', 'Esta situação não é aceita.')
    const missing = (ids as readonly Sample[]).map(String).filter((id) => {
      const record = call.store.find(id)
      if (record) changeSituation(call, record, situacao)
      return !record
    })
    return missing.length === 0 ? noContent() : respondWithWarnings(call, missing)
  })

/** POST /anuncios/{idAnuncio}/publicar and /pausar, from any situation. §Listing situation */
function setListing(action: keyof typeof listingActions): Operation {
  return (call) =>
    withRecord(call, (record) => {
      changeSituation(call, record, listingActions[action])
      return respondDone(call)
    })
}

/** Sets `situacao`, and the fields `ativo` and `status` that say the same, if records of this kind have them. */
function changeSituation({ store, nowMs }: Call, record: StoredRecord, situacao: Sample): void {
  const shape = fieldsOf(store.model.full)
  const change = {
    situacao,
    ...('ativo' in shape && { ativo: situacao === 1 || situacao === true }),
    ...('status' in shape && { status: situacao }),
  }
  store.replace(record, { ...record.full, ...change }, nowMs)
}

/** Operations by method and by the path after the collection; `*` is an identifier. */
const usualOperations: Readonly<Record<string, Operation>> = {
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
  'POST /*/lancar-estoque': moveStock('lancar'),
  'POST /*/lancar-estoque/*': moveStock('lancar'),
  'POST /*/estornar-estoque': moveStock('estornar'),
}

/** Operations of routes that address their records in an unusual way, by the id of the route. */
const specialOperations: Readonly<Record<string, Operation>> = {
  'contatos/read-end-consumer': (call) =>
    respondWithValue(call, { id: 1, nome: 'Consumidor final', situacao: 'A', tipo: 'F' }),
  'contatos/list-types-of-contact': listBelow('/contatos/tipos'),
  'campos-customizados/list-of-module': listBelow(
    '/campos-customizados',
    ({ modulo }, call) => isSampleObject(modulo) && String(modulo.id) === firstParam(call),
  ),
  'situacoes/list-of-module': listBelow('/situacoes'),
  'situacoes/list-actions': (call) => withRecord(call, () => respondWithValue(call, actionsOfModule)),
  'situacoes/list-transitions-of-module': listBelow('/situacoes/transicoes'),
  'nfse/read-configuration': readFirst,
  'nfse/replace-configuration': (call) =>
    withBody(call, (body) => {
      const [configuration] = call.store.all(0, 1)
      if (configuration) call.store.replace(configuration, body, call.nowMs)
      return respondDone(call)
    }),
  'estoques/create': enterStock,
  'estoques/list-balances': balances,
  'estoques/list-balances-at': balances,
  'empresas/read-own': readFirst,
  'notificacoes/count': (call) => respondWithValue(call, { quantidade: call.storeOf('/notificacoes').size }),
  'nfe/read-document': (call) => {
    const key = firstParam(call)
    const invoices = call.storeOf('/nfe').all()
    const found = invoices.filter(({ full }) => full.chaveAcesso === key)
    return found.length === 0 ? unknownRecord(call, key) : respondWithRecords(call, found)
  },
  'contas-receber/list-slips': (call) => refuseQuery(call) ?? respondByShape(call),
  'formas-pagamentos/set-default': patch,
  'logisticas/list-shipments-of': (call) =>
    withRecord(call, () => respondWithRecords(call, call.storeOf('/logisticas/remessas').all())),
  'produtos-lotes/create-entry': (call) =>
    withRecordAndBody(call, ({ full }, body) => {
      const entry = { ...body, idLote: full.idLote ?? full.id ?? 0 }
      return respondDone(call, call.storeOf('/produtos/lotes/lancamentos').add(entry, call.nowMs).full)
    }),
  'produtos-lotes/list-balances-at': (call) =>
    withRecord(call, () => respondWithRecords(call, call.storeOf('/produtos/lotes').all())),
  'produtos-lotes/list-entries': listBelow('/produtos/lotes/lancamentos'),
  'produtos-lotes/patch-entry': patch,
}

/** The actions that may follow a change of situation; here each module has the same. */
const actionsOfModule = [
  { id: 1, nome: 'Lançar estoque', situacao: 1 },
  { id: 2, nome: 'Lançar contas', situacao: 1 },
]

/** Reads the only record of a collection, such as the own company. */
function readFirst(call: Call): HttpResponse {
  return respondWithValue(call, { ...call.store.all(0, 1)[0]?.full })
}

/**
 * Lists records of another collection that belong to the record of the path. By default these are all of them, because
 * most records do not show to which one they belong.
 */
function listBelow(
  collection: string,
  belongs: (full: SampleObject, call: Call) => boolean = () => true,
): Operation {
  return (call) => {
    const respond = () => {
      const all = call.storeOf(collection).all()
      const below = all.filter(({ full }) => belongs(full, call))
      return respondWithPage(call, filtered(call, below), summaryOf(call))
    }
    return refuseQuery(call) ?? withRecord(call, respond)
  }
}

/** Summaries as this route's own list shows them, which may differ from those of the records' collection. */
function summaryOf(call: Call): ((record: StoredRecord) => string) | undefined {
  const element = elementOf(call.shapes.of(call.route, 'document')?.data)
  if (call.knowledge !== 'document' || !element) return undefined
  return ({ full }) => JSON.stringify(fitToSchema(element, full))
}
