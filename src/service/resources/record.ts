import type { Sample, SampleObject } from '../../specification/samples/index.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import type { Model } from './model.js'
import { whole } from './whole.js'

/** A record; its JSON is rendered when it is first asked for, and kept: lists and reads outnumber writes by far. */
export class StoredRecord {
  /** As text, the form that paths have. */
  readonly id: string
  /** Everything that was sent or made, `id` first. */
  readonly full: SampleObject
  /** Milliseconds of the service's clock. */
  readonly createdAtMs: number
  readonly changedAtMs: number
  readonly #model: Model
  #fullText: string | undefined
  #summaryText: string | undefined
  #briefText: string | undefined

  constructor(model: Model, full: SampleObject, createdAtMs: number, changedAtMs: number) {
    this.id = String(full.id)
    this.full = full
    this.createdAtMs = createdAtMs
    this.changedAtMs = changedAtMs
    this.#model = model
  }

  /** JSON of the single read. */
  get fullText(): string {
    this.#fullText ??= JSON.stringify(this.#shown(this.#model.full, 'keep'))
    return this.#fullText
  }

  /** JSON of a list's record. §What the service does */
  get summaryText(): string {
    this.#summaryText ??= JSON.stringify(this.#shown(this.#model.listed ?? this.#model.full))
    return this.#summaryText
  }

  /** JSON of a list's record where nothing says that it may be as full as the single read. */
  get briefText(): string {
    this.#briefText ??= JSON.stringify(this.#brief())
    return this.#briefText
  }

  /** As the schema promises it, with its identifier and with what the specification shows. */
  #shown(schema: Model['full'], beyond: 'drop' | 'keep' = 'drop'): SampleObject {
    if (!schema) return this.full
    const shown = whole(schema, this.full, beyond) as SampleObject
    const isIdentified = 'id' in shown || this.#model.idField !== 'id'
    return { ...(isIdentified ? {} : { id: this.full.id ?? 0 }), ...shown, ...this.#specified(shown) }
  }

  #specified(shown: SampleObject): SampleObject {
    const names = Object.keys(this.#model.specified).filter((name) => !(name in shown))
    return pick(this.full, names)
  }

  /** A list's record in a few fields, where its shape is as full as the single read's. */
  #brief(): SampleObject {
    const { listed, full } = this.#model
    const shown = this.#shown(listed ?? full)
    const names = Object.keys(shown)
    const isFull = Object.keys(fieldsOf(full)).every((name) => names.includes(name))
    const last = names.findLast((name) => name !== 'id' && typeof shown[name] !== 'object')
    return isFull
      ? pick(
          shown,
          names.filter((name) => name !== last),
        )
      : shown
  }
}

function pick(object: SampleObject, names: readonly string[]): SampleObject {
  const kept = names.filter((name) => object[name] !== undefined)
  return Object.fromEntries(kept.map((name) => [name, object[name] as Sample]))
}
