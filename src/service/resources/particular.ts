import { isSampleObject, type SampleObject } from '../../specification/samples/index.js'
import { elementOf } from '../../specification/schemas/form.js'
import type { HttpResponse } from '../response.js'
import { act, balances, enterStock } from './actions.js'
import { withBody } from './body.js'
import { filtered, page, refuseQuery } from './list.js'
import { type Call, firstParam, type Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import { patch, withRecord, withRecordAndBody } from './records.js'
import { done, shown, shownAll, unknownRecord } from './responses.js'
import { whole } from './whole.js'

/** Routes that address their resource in no usual way, by id. */
export const particular: Readonly<Record<string, Operation>> = {
  'contatos/read-end-consumer': (call) =>
    shown(call, { id: 1, nome: 'Consumidor final', situacao: 'A', tipo: 'F' }),

  'contatos/list-types-of-contact': (call) => ofRecord(call, '/contatos/tipos'),

  'campos-customizados/list-of-module': (call) =>
    ofRecord(
      call,
      '/campos-customizados',
      ({ modulo }) => isSampleObject(modulo) && String(modulo.id) === firstParam(call),
    ),

  'situacoes/list-of-module': (call) => ofRecord(call, '/situacoes'),
  'situacoes/list-actions': (call) => withRecord(call, () => shown(call, actionsOfModule)),
  'situacoes/list-transitions-of-module': (call) => ofRecord(call, '/situacoes/transicoes'),

  'nfse/read-configuration': (call) => shown(call, { ...first(call)?.full }),
  'nfse/replace-configuration': (call) =>
    withBody(call, (body) => {
      const only = first(call)
      if (only) call.store.replace(only, body, call.nowMs)
      return done(call)
    }),

  'estoques/create': enterStock,
  'estoques/list-balances': balances,
  'estoques/list-balances-at': balances,
  'empresas/read-own': (call) => shown(call, { ...first(call)?.full }),
  'notificacoes/count': (call) => shown(call, { quantidade: call.storeOf('/notificacoes').size }),
  'nfe/read-document': (call) => {
    const key = firstParam(call)
    const found = [...call.storeOf('/nfe').all()].filter(({ full }) => full.chaveAcesso === key)
    return found.length === 0 ? unknownRecord(call, key) : shownAll(call, found)
  },
  'contas-receber/list-slips': (call) => refuseQuery(call) ?? act(call),
  'formas-pagamentos/set-default': (call) =>
    withRecordAndBody(call, (record, body) => {
      call.store.replace(record, { ...record.full, ...body }, call.nowMs)
      return done(call)
    }),
  'logisticas/list-shipments-of': (call) =>
    withRecord(call, () => shownAll(call, call.storeOf('/logisticas/remessas').all())),
  'produtos-lotes/create-entry': (call) =>
    withRecordAndBody(call, ({ full }, body) => {
      const entry = { ...body, idLote: full.idLote ?? full.id ?? 0 }
      return done(call, call.storeOf('/produtos/lotes/lancamentos').add(entry, call.nowMs).full)
    }),
  'produtos-lotes/list-balances-at': (call) =>
    withRecord(call, () => shownAll(call, call.storeOf('/produtos/lotes').all())),
  'produtos-lotes/list-entries': (call) => ofRecord(call, '/produtos/lotes/lancamentos'),
  'produtos-lotes/patch-entry': patch,
}

const actionsOfModule = [
  { id: 1, nome: 'Lançar estoque', situacao: 1 },
  { id: 2, nome: 'Lançar contas', situacao: 1 },
]

function first({ store }: Call) {
  return [...store.all()][0]
}

/** In the form that the route's own list shows, which may be another than that of the records' collection. */
function listed(call: Call): ((record: StoredRecord) => string) | undefined {
  const element = elementOf(call.shapes.of(call.route, 'document')?.data)
  return call.knowledge === 'document' && element
    ? ({ full }) => JSON.stringify(whole(element, full))
    : undefined
}

/** Finds records of another collection that belong to the record of the path. */
function ofRecord(
  call: Call,
  collection: string,
  belongs: (full: SampleObject) => boolean = () => true,
): HttpResponse {
  const responds = () => {
    const records = [...call.storeOf(collection).all()].filter(({ full }) => belongs(full))
    return page(call, filtered(call, records), listed(call))
  }
  return refuseQuery(call) ?? withRecord(call, responds)
}
