import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import type { Call } from './operation.js'
import type { StoredRecord } from './record.js'
import type { Shelf } from './shelf.js'

/** How much of each product lies in each warehouse of one application. What a product shows is the sum. */
export interface Stock {
  /** By warehouse. */
  of(product: StoredRecord): ReadonlyMap<string, number>
  /** Sets the balance of a product in a warehouse, or adds to it. */
  set(product: StoredRecord, warehouse: string, balance: number): void
  add(product: StoredRecord, warehouse: string, quantity: number): void
}

const stocks = new WeakMap<Shelf, Map<string, Map<string, number>>>()

export function stockOf({ shelfOf, nowMs }: Pick<Call, 'shelfOf' | 'nowMs'>): Stock {
  const products = shelfOf('/produtos')
  const balances = stocks.get(products) ?? new Map<string, Map<string, number>>()
  stocks.set(products, balances)

  /** The initial stock of a product is in the first warehouse. */
  function of(product: StoredRecord): Map<string, number> {
    const known = balances.get(product.id)
    if (known) return known
    const [first] = shelfOf('/depositos').all()
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
    add: (product, warehouse, quantity) =>
      set(product, warehouse, rounded((of(product).get(warehouse) ?? 0) + quantity)),
  }
}

function shownTotal({ estoque }: SampleObject): number {
  const total: Sample | undefined = isSampleObject(estoque) ? estoque.saldoVirtualTotal : undefined
  return typeof total === 'number' ? total : 0
}

/** Over all warehouses. */
export function totalOf(balances: ReadonlyMap<string, number>): number {
  return rounded([...balances.values()].reduce((sum, one) => sum + one, 0))
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
