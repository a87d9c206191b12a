import { isObject, type Json } from '../../exchange/json.js'
import { recordsListed } from '../../rules/records-listed.js'
import { collectionListed } from '../../specification/collection.js'
import type { Route } from '../../specification/route.js'

/** Fields besides the identifier that may identify a record to a service. */
const isKey = /^(?:codigo|numero|numeroDocumento|cpf|cnpj|cpfCnpj|email|gtin|sku|chaveAcesso|nome|descricao)$/

/**
 * The codes, documents and names that lists of this run have shown, by collection. A create that held one of them could change the record
 * that has it already.
 */
export class KnownKeys {
  readonly #shown = new Map<string, Set<string>>()

  /** Learns the keys of the records that a list shows under `data`. Records with the run's mark are our own and left out. */
  learn(route: Route | null, data: Json | undefined, mark: string): void {
    const collection = route === null ? null : collectionListed(route)
    if (collection === null) return
    const keys = this.#shown.get(collection) ?? new Set()
    this.#shown.set(collection, keys)
    for (const record of recordsListed(data) ?? [])
      if (!JSON.stringify(record).includes(mark)) for (const key of keysOf(record)) keys.add(key)
  }

  /** Whether a body for the collection holds a key that one of its lists has shown. */
  holds(collection: string, body: Json | undefined): boolean {
    const shown = this.#shown.get(collection)
    return shown !== undefined && keysOf(body).some((key) => shown.has(key))
  }
}

function keysOf(record: Json | undefined): string[] {
  if (!isObject(record)) return []
  return Object.entries(record).flatMap(([name, value]) =>
    isKey.test(name) && (typeof value === 'number' || (typeof value === 'string' && value !== ''))
      ? [`${name} ${value}`]
      : [],
  )
}
