import type { Sample, SampleObject } from '../../specification/samples/index.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { fitToSchema } from './fit-to-schema.js'
import type { Model } from './model.js'

/** By the service's clock. */
type RecordTimes = Pick<StoredRecord, 'createdAtMs' | 'changedAtMs'>

/** A record. Its JSON is made when it is first needed, and kept, because there are many more reads than writes. */
export class StoredRecord {
  /** The identifier as text, as in paths. */
  readonly id: string
  /** All fields that were sent or generated. */
  readonly full: SampleObject
  readonly createdAtMs: number
  readonly changedAtMs: number
  readonly #model: Model
  #fullText: string | undefined
  #summaryText: string | undefined
  #briefText: string | undefined

  constructor(
    model: Model,
    id: number | string,
    fields: SampleObject,
    { createdAtMs, changedAtMs }: RecordTimes,
  ) {
    this.id = String(id)
    // some records also show their identifier by another name, such as `idLote`
    this.full = { ...fields, id, [model.idField]: id }
    this.createdAtMs = createdAtMs
    this.changedAtMs = changedAtMs
    this.#model = model
  }

  /** JSON of the single read. */
  get fullText(): string {
    this.#fullText ??= JSON.stringify(this.#fitted(this.#model.full, 'keep'))
    return this.#fullText
  }

  /** JSON of the record in a list, if the profile knows the document. §What the service does */
  get summaryText(): string {
    this.#summaryText ??= JSON.stringify(this.#fitted(this.#model.listed ?? this.#model.full))
    return this.#summaryText
  }

  /** JSON of the record in a list, if the profile knows only the specification: fewer fields than the single read. */
  get briefText(): string {
    this.#briefText ??= JSON.stringify(this.#brief())
    return this.#briefText
  }

  /** The record as the schema promises it, with its identifier and with the fields that only the specification shows. */
  #fitted(schema: Model['full'], others: 'drop' | 'keep' = 'drop'): SampleObject {
    if (!schema) return this.full
    const { idField, specified } = this.#model
    const fitted = fitToSchema(schema, this.full, others) as SampleObject
    const missing = Object.keys(specified).filter((name) => !(name in fitted))
    return { ...pick(this.full, [idField]), ...fitted, ...pick(this.full, missing) }
  }

  /**
   * The summary; without its last plain field if it would otherwise show as much as the single read, because the
   * specification has a list return less. §What the service does
   */
  #brief(): SampleObject {
    const { listed, full } = this.#model
    const shown = this.#fitted(listed ?? full)
    const showsAll = Object.keys(fieldsOf(full)).every((name) => name in shown)
    if (!showsAll) return shown
    const names = Object.keys(shown)
    const omitted = names.findLast((name) => name !== 'id' && typeof shown[name] !== 'object')
    return pick(
      shown,
      names.filter((name) => name !== omitted),
    )
  }
}

function pick(object: SampleObject, names: readonly string[]): SampleObject {
  const kept = names.filter((name) => object[name] !== undefined)
  return Object.fromEntries(kept.map((name) => [name, object[name] as Sample]))
}
