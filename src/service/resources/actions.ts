import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import type { HttpResponse } from '../response.js'
import { withBody } from './body.js'
import { type Call, firstParam, type Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import { withRecord, withRecordAndBody } from './records.js'
import { done, invalid, respond, shownAll, unknownRecord } from './responses.js'
import { today } from './service-fields.js'
import type { RecordStore } from './store.js'

/** An operation of which nothing more is known than its shape: the record must be there, the body right, the response as it is shown. */
export const act: Operation = (call) => {
  const first = firstParam(call)
  const record = first === '' ? null : call.store.find(first)
  if (first !== '' && !record) return unknownRecord(call, first)
  return withTakenBody(call, (body) => done(call, { ...record?.full, ...namedIn(call), ...body }))
}

/** The identifiers of the path, which a response about several records names: `idProduto`, `idLote`. */
function namedIn({ params }: Call): SampleObject {
  return Object.fromEntries(Object.entries(params).map(([name, id]) => [name, Number(id) || id]))
}

/** Applies a function to the body, which is empty where the route takes none. */
function withTakenBody(call: Call, act: (body: SampleObject) => HttpResponse): HttpResponse {
  const { route, knowledge } = call
  const { body } = knowledge === 'document' ? (route.documented ?? route) : route
  return body ? withBody(call, act) : act({})
}

/** A response that is a list: what lies in the collection, in the form that is shown. */
export const actOnAll: Operation = (call) => withTakenBody(call, () => shownAll(call, call.store.all()))

/** …/lancar-estoque and …/estornar-estoque move what the items name, out of a sale and into a purchase. */
export function moveStock(direction: 1 | -1): Operation {
  return (call) =>
    withRecord(call, ({ full }) => {
      const named = Object.values(call.params)[1]
      const warehouse = named ?? [...call.storeOf('/depositos').all()][0]?.id
      if (named !== undefined && !call.storeOf('/depositos').find(named)) return unknownRecord(call, named)
      if (warehouse !== undefined)
        for (const item of itemsOf(full)) moveItem(call, item, warehouse, direction)
      return done(call)
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

/** POST /estoques: B sets the balance of a warehouse, E adds to it, S takes from it. */
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
    return done(call, call.store.add(fields, call.nowMs).full)
  })

/** GET /estoques/saldos[/{idDeposito}] of the products that are named. */
export const balances: Operation = (call) => {
  const warehouse = firstParam(call)
  if (warehouse !== '' && !call.storeOf('/depositos').find(warehouse)) return unknownRecord(call, warehouse)
  const ids = call.query.getAll('idsProdutos[]').flatMap((value) => value.split(','))
  const codes = call.query.getAll('codigos[]')
  if (ids.length === 0 && call.knowledge === 'document')
    return invalid(call, 'idsProdutos[]', 'Este parâmetro é obrigatório.')
  const store = call.storeOf('/produtos')
  const named = ids.length === 0 ? [...store.all()] : [...new Set(ids)].flatMap((id) => store.find(id) ?? [])
  const products = named.filter(({ full }) => codes.length === 0 || codes.includes(String(full.codigo)))
  if (call.query.has('filtroSaldoEstoque')) call.notice('parameter-without-effect', 'filtroSaldoEstoque')
  const stock = stockOf(call)
  const shownBalances = products.map((product) => balanceOf(product, stock.of(product), warehouse))
  return respond(call, JSON.stringify(shownBalances))
}

function balanceOf({ full }: StoredRecord, own: ReadonlyMap<string, number>, warehouse: string): Sample {
  const depositos = [...own].map(([id, saldo]) => ({
    id: Number(id),
    saldoFisico: saldo,
    saldoVirtual: saldo,
  }))
  const total = warehouse === '' ? totalOf(own) : (own.get(warehouse) ?? 0)
  const produto = { id: full.id ?? 0, codigo: full.codigo ?? '' }
  const balance = { produto, saldoFisicoTotal: total, saldoVirtualTotal: total }
  return warehouse === '' ? { ...balance, depositos } : balance
}

/** …/baixar registers a payment: the account is settled, and a borderô bears witness. */
export const registerPayment: Operation = (call) =>
  withRecordAndBody(call, (record, payment) => {
    if (Object.keys(payment).length === 0) return invalid(call, 'data', 'Este campo é obrigatório.')
    const { full } = record
    const bordero = call.storeOf('/borderos').add(borderoOf(call, payment, full), call.nowMs)
    const before = Array.isArray(full.borderos) ? full.borderos : []
    const fields = { ...full, situacao: 2, saldo: 0, borderos: [...before, bordero.full.id ?? null] }
    call.store.replace(record, fields, call.nowMs)
    return done(call, { bordero: { id: bordero.full.id ?? 0 } })
  })

function borderoOf(call: Call, payment: SampleObject, account: SampleObject): SampleObject {
  const { data, historico = 'Baixa', portador = {}, categoria = {} } = payment
  const contato = account.contato ?? {}
  const pagamento = { ...payment, contato, valorPago: payment.valorRecebido ?? account.valor ?? 0 }
  return { data: data ?? today(call), historico, portador, categoria, pagamentos: [pagamento] }
}

/** …/gerar-nfe and /gerar-nfce make an invoice of the order. */
export function issue(collection: '/nfe' | '/nfce'): Operation {
  return (call) =>
    withRecord(call, ({ full }) => {
      const { contato = null, itens = [], loja = null } = full
      const store = call.storeOf(collection)
      const numero = String(1000 + store.size)
      const fields = { numero, situacao: 1, dataEmissao: `${today(call)} 00:00:00`, contato, itens, loja }
      const { id = 0 } = store.add(fields, call.nowMs).full
      return done(call, { id, idNotaFiscal: id }, 201)
    })
}

const stocks = new WeakMap<RecordStore, Map<string, Map<string, number>>>()

/** How much of each product lies in each warehouse of one application. What a product shows is the sum. */
function stockOf({ storeOf, nowMs }: Pick<Call, 'storeOf' | 'nowMs'>) {
  const products = storeOf('/produtos')
  const balances = stocks.get(products) ?? new Map<string, Map<string, number>>()
  stocks.set(products, balances)

  /** The initial stock of a product is in the first warehouse. */
  function of(product: StoredRecord): Map<string, number> {
    const known = balances.get(product.id)
    if (known) return known
    const [first] = storeOf('/depositos').all()
    const fresh = new Map(first ? [[first.id, shownTotal(product.full)]] : [])
    balances.set(product.id, fresh)
    return fresh
  }

  function set(product: StoredRecord, warehouse: string, balance: number): void {
    const own = of(product).set(warehouse, balance)
    const total = totalOf(own)
    const now = products.find(product.id) ?? product
    const estoque = isSampleObject(now.full.estoque) ? now.full.estoque : {}
    products.replace(now, { ...now.full, estoque: { ...estoque, saldoVirtualTotal: total } }, nowMs)
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

/** Over all warehouses. */
function totalOf(balances: ReadonlyMap<string, number>): number {
  return rounded([...balances.values()].reduce((sum, one) => sum + one, 0))
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
