/**
 * Makes values from schemas: `{ nome: 'Padaria Pão Quente', numero: 7 }` from an object with a text `nome` and an integer
 * `numero`. The schema decides the type of a field, and the field's name decides what it looks like. The embedded service
 * responds with such values.
 */
import type { z } from 'zod'
import { type Fields, formOf } from '../schemas/form.js'
import type { Sample } from './resource.js'
import { sampleNumber, sampleText } from './values.js'

export interface SampleOptions {
  /** How many of the optional fields are present. Default: all. */
  readonly optional?: 'all' | 'none' | 'some'
  /** Whether optional read-only fields are present. Default: true. */
  readonly readOnly?: boolean
  /** The collection of the value. It decides if a `nome` looks like a product's or a company's. */
  readonly about?: string
  /** Returns another value for the field at a path such as `['contato', 'id']`; undefined if it should be made. */
  readonly valueAt?: (path: readonly string[]) => Sample | undefined
}

/**
 * Makes a value that the schema accepts. `random` returns fractions in [0, 1), and decides between possible values.
 *
 * @throws Error if the schema is of a kind that no family uses
 */
export function sampleOf(schema: z.ZodType, random: () => number, options: SampleOptions = {}): Sample {
  return new Sampler(random, options).value(schema, [])
}

/** Whether only the service sets the field. */
export function isReadOnly(schema: z.ZodType): boolean {
  const form = formOf(schema)
  const inner = form.kind === 'optional' ? form.inner : schema
  return schema.meta()?.readOnly === true || inner.meta()?.readOnly === true
}

type Path = readonly string[]

class Sampler {
  readonly #random: () => number
  readonly #options: SampleOptions

  constructor(random: () => number, options: SampleOptions) {
    this.#random = random
    this.#options = options
  }

  value(schema: z.ZodType, path: Path): Sample {
    const given = this.#options.valueAt?.(path)
    if (given !== undefined) return given
    const form = formOf(schema)
    switch (form.kind) {
      case 'object':
        return this.#object(form.fields, path)
      case 'array':
        return this.#array(form.element, path)
      case 'optional':
      case 'nullable':
        return this.value(form.inner, path)
      case 'union':
        return this.value(this.#pick(form.options), path)
      case 'one-of':
        return this.#pick(form.values)
      case 'text':
        return sampleText(path, schema.meta()?.format, this.#random, this.#options.about)
      case 'number':
        return sampleNumber(path, form.isWhole, this.#random)
      case 'boolean':
        return this.#random() < 0.5
      default: {
        const kind = form.kind === 'other' ? form.name : form.kind
        throw new Error(`no sample for a schema of the kind '${kind}' at ${path.join('.') || 'its root'}`)
      }
    }
  }

  #object(fields: Fields, path: Path): Sample {
    const present = Object.entries(fields).filter(([, schema]) => this.#isPresent(schema))
    return Object.fromEntries(present.map(([name, schema]) => [name, this.value(schema, [...path, name])]))
  }

  #isPresent(schema: z.ZodType): boolean {
    const { optional = 'all', readOnly = true } = this.#options
    if (formOf(schema).kind !== 'optional') return true
    if (!readOnly && isReadOnly(schema)) return false
    return optional === 'all' || (optional === 'some' && this.#random() < 0.5)
  }

  #array(element: z.ZodType, path: Path): Sample {
    const length = this.#random() < 0.7 ? 1 : 2
    return Array.from({ length }, () => this.value(element, path))
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T
  }
}
