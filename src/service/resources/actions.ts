import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import type { HttpResponse } from '../response.js'
import { withBody } from './body.js'
import { type Call, firstParam, type Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import { withRecord, withRecordAndBody } from './records.js'
import { refuseField, respondDone, respondWithJson, respondWithRecords, unknownRecord } from './responses.js'
import { today } from './service-fields.js'
import type { RecordStore } from './store.js'

/**
 * The operation of routes whose effect the service does not imitate. The record must exist and the body must be valid; the
 * response has the fields that its schema names, and nothing is changed.
 */
export const respondByShape: Operation = (call) => {
  const id = firstParam(call)
  const record = id === '' ? null : call.store.find(id)
  if (id !== '' && !record) return unknownRecord(call, id)
  return withOptionalBody(call, (body) => respondDone(call, { ...record?.full, ...pathIds(call), ...body }))
}

/** The identifiers in the path, which some responses repeat: `{ idProduto: 7, idLote: 3 }`. */
function pathIds({ params }: Call): SampleObject {
  return Object.fromEntries(Object.entries(params).map(([name, id]) => [name, Number(id) || id]))
}

/** Calls a function with the body; with an empty one if the route takes none. */
function withOptionalBody(call: Call, act: (body: SampleObject) => HttpResponse): HttpResponse {
  const { route, knowledge } = call
  const { body } = knowledge === 'document' ? (route.documented ?? route) : route
  return body ? withBody(call, act) : act({})
}

/** Like {@link respondByShape}, for routes that respond with a list: all records, as the schema has them. */
export const listByShape: Operation = (call) =>
  withOptionalBody(call, () => respondWithRecords(call, call.store.all()))

/** …/lancar-estoque takes the items of a sale out of the stock, and puts those of a purchase in; `estornar` undoes that. */
export function moveStock(action: 'lancar' | 'estornar'): Operation {
  const direction = action === 'lancar' ? 1 : -1
  return (call) =>
    withRecord(call, ({ full }) => {
      // `/nfe/{idNotaFiscal}/lancar-estoque/{idDeposito}`; without a warehouse in the path it is the first
      const [, requestedWarehouse] = Object.values(call.params)
      const warehouses = call.storeOf('/depositos')
      if (requestedWarehouse !== undefined && !warehouses.find(requestedWarehouse))
        return unknownRecord(call, requestedWarehouse)
      const warehouse = requestedWarehouse ?? warehouses.all(0, 1)[0]?.id
      if (warehouse !== undefined)
        for (const item of itemsOf(full)) moveItem(call, item, warehouse, direction)
      return respondDone(call)
    })
}

function moveItem(call: Call, item: SampleObject, warehouse: string, direction: 1 | -1): void {
  const id = isSampleObject(item.produto) ? item.produto.id : undefined
  const product = id === undefined ? undefined : call.storeOf('/produtos').find(String(id))
  const isPurchase = call.store.model.collection === '/pedidos/compras'
  const quantity = typeof item.quantidade === 'number' ? item.quantidade : 0
  if (product) stockOf(call).add(product, warehouse, (isPurchase ? 1 : -1) * direction * quantity)
}

function itemsOf({ itens }: SampleObject): SampleObject[] {
  return Array.isArray(itens) ? itens.filter(isSampleObject) : []
}

/** POST /estoques. The field `operacao`: B sets the balance of a warehouse, E adds to it, S takes from it. */
export const enterStock: Operation = (call) =>
  withBody(call, ({ id: _, ...fields }) => {
    const { produto, deposito, operacao, quantidade } = fields
    const product = isSampleObject(produto) ? call.storeOf('/produtos').find(String(produto.id)) : undefined
    const warehouse = isSampleObject(deposito) ? String(deposito.id) : undefined
    if (product && warehouse && typeof quantidade === 'number') {
      const stock = stockOf(call)
      if (operacao === 'B') stock.set(product, warehouse, quantidade)
      else stock.add(product, warehouse, operacao === 'S' ? -quantidade : quantidade)
    }
    return respondDone(call, call.store.add(fields, call.nowMs).full)
  })

/** GET /estoques/saldos and /estoques/saldos/{idDeposito}: the stock of the products that the query names. */
export const balances: Operation = (call) => {
  const warehouse = firstParam(call)
  if (warehouse !== '' && !call.storeOf('/depositos').find(warehouse)) return unknownRecord(call, warehouse)
  const ids = call.query.getAll('idsProdutos[]').flatMap((value) => value.split(','))
  const codes = call.query.getAll('codigos[]')
  // only the document requires it
  if (ids.length === 0 && call.knowledge === 'document')
    return refuseField(call, 'idsProdutos[]', 'Este parâmetro é obrigatório.')
  const store = call.storeOf('/produtos')
  const byId = ids.length === 0 ? store.all() : [...new Set(ids)].flatMap((id) => store.find(id) ?? [])
  const products = byId.filter(({ full }) => codes.length === 0 || codes.includes(String(full.codigo)))
  if (call.query.has('filtroSaldoEstoque')) call.notice('parameter-without-effect', 'filtroSaldoEstoque')
  const stock = stockOf(call)
  const balancesOfProducts = products.map((product) => balanceOf(product, stock.of(product), warehouse))
  return respondWithJson(call, JSON.stringify(balancesOfProducts))
}

/** The response for one product: of one warehouse, or of all if `warehouse` is empty. Nothing is reserved here, so both balances are equal. */
function balanceOf(
  { full }: StoredRecord,
  byWarehouse: ReadonlyMap<string, number>,
  warehouse: string,
): Sample {
  const depositos = [...byWarehouse].map(([id, saldo]) => ({
    id: Number(id),
    saldoFisico: saldo,
    saldoVirtual: saldo,
  }))
  const total = warehouse === '' ? totalOf(byWarehouse) : (byWarehouse.get(warehouse) ?? 0)
  const produto = { id: full.id ?? 0, codigo: full.codigo ?? '' }
  const balance = { produto, saldoFisicoTotal: total, saldoVirtualTotal: total }
  return warehouse === '' ? { ...balance, depositos } : balance
}

/** …/baixar registers a payment: the account counts as paid, whatever the amount, and a borderô (a batch of payments) is created. */
export const registerPayment: Operation = (call) =>
  withRecordAndBody(call, (record, payment) => {
    if (Object.keys(payment).length === 0) return refuseField(call, 'data', 'Este campo é obrigatório.')
    const { full } = record
    const bordero = call.storeOf('/borderos').add(borderoOf(call, payment, full), call.nowMs)
    const before = Array.isArray(full.borderos) ? full.borderos : []
    const fields = { ...full, situacao: PAID, saldo: 0, borderos: [...before, bordero.full.id ?? null] }
    call.store.replace(record, fields, call.nowMs)
    return respondDone(call, { bordero: { id: bordero.full.id ?? 0 } })
  })

/** The situation of an account that was paid, as the public service numbers it. */
const PAID = 2

function borderoOf(call: Call, payment: SampleObject, account: SampleObject): SampleObject {
  const { data, historico = 'Baixa', portador = {}, categoria = {} } = payment
  const contato = account.contato ?? {}
  const pagamento = { ...payment, contato, valorPago: payment.valorRecebido ?? account.valor ?? 0 }
  return { data: data ?? today(call), historico, portador, categoria, pagamentos: [pagamento] }
}

/** …/gerar-nfe and /gerar-nfce create an invoice from the order. */
export function issue(collection: '/nfe' | '/nfce'): Operation {
  return (call) =>
    withRecord(call, ({ full }) => {
      const { contato = null, itens = [], loja = null } = full
      const store = call.storeOf(collection)
      const numero = String(store.nextNumber)
      const fields = { numero, situacao: 1, dataEmissao: `${today(call)} 00:00:00`, contato, itens, loja }
      const { id = 0 } = store.add(fields, call.nowMs).full
      return respondDone(call, { idNotaFiscal: id }, 201)
    })
}

/** The stock of each application by product and warehouse. Each application has its own store of products, which is the key. */
const stocks = new WeakMap<RecordStore, Map<string, Map<string, number>>>()

/** The stock of one application: how much of each product is in each warehouse. A product itself shows the sum. */
function stockOf({ storeOf, nowMs }: Pick<Call, 'storeOf' | 'nowMs'>) {
  const products = storeOf('/produtos')
  const balances = stocks.get(products) ?? new Map<string, Map<string, number>>()
  stocks.set(products, balances)

  /** Returns the stock of a product by warehouse. At first all of it is in the first warehouse. */
  function of(product: StoredRecord): Map<string, number> {
    const known = balances.get(product.id)
    if (known) return known
    const [warehouse] = storeOf('/depositos').all(0, 1)
    const initial = new Map(warehouse ? [[warehouse.id, shownTotal(product.full)]] : [])
    balances.set(product.id, initial)
    return initial
  }

  function set(product: StoredRecord, warehouse: string, balance: number): void {
    const total = totalOf(of(product).set(warehouse, balance))
    const estoque = isSampleObject(product.full.estoque) ? product.full.estoque : {}
    products.replace(product, { ...product.full, estoque: { ...estoque, saldoVirtualTotal: total } }, nowMs)
  }

  return {
    of,
    set,
    add: (product: StoredRecord, warehouse: string, quantity: number) =>
      set(product, warehouse, rounded((of(product).get(warehouse) ?? 0) + quantity)),
  }
}

function shownTotal({ estoque }: SampleObject): number {
  const total: Sample | undefined = isSampleObject(estoque) ? estoque.saldoVirtualTotal : undefined
  return typeof total === 'number' ? total : 0
}

/** The sum over all warehouses. */
function totalOf(balances: ReadonlyMap<string, number>): number {
  return rounded([...balances.values()].reduce((sum, balance) => sum + balance, 0))
}

/** Removes the error of binary fractions: 0.1 + 0.2 gives 0.3. */
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
