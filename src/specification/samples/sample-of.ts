/**
 * Makes values from schemas: what a schema says of a field decides its form, the field's name what it reads like. The embedded
 * service responds with them, suites send them, and tests bend them.
 */
import type { z } from 'zod'
import { type Fields, formOf } from '../schemas/form.js'
import type { Sample } from './resource.js'
import { numberNamed, textNamed } from './values.js'

export interface SampleOptions {
  /** Which of the fields that may be missing are there. Default: all. */
  readonly optional?: 'all' | 'none' | 'some'
  /** Whether fields that the service makes itself are there. Default true; a body has none. */
  readonly own?: boolean
  /** The owner of the value if the path does not show it: a name then reads like one of a product or of a company. */
  readonly about?: string
  /** Overrides the value of a field, given its path (`['contato', 'id']`); undefined keeps ours. */
  readonly valueAt?: (path: readonly string[]) => Sample | undefined
}

/**
 * A value that the schema parses, the same for the same fractions. `random` gives fractions in [0, 1).
 *
 * @throws Error where the schema is of a kind that no family uses
 */
export function sampleOf(schema: z.ZodType, random: () => number, options: SampleOptions = {}): Sample {
  return new Sampler(random, options).value(schema, [])
}

/** Whether the service makes the field itself. */
export function isOwn(schema: z.ZodType): boolean {
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
    const own = this.#options.valueAt?.(path)
    if (own !== undefined) return own
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
        return textNamed(path, schema.meta()?.format, this.#random, this.#options.about)
      case 'number':
        return numberNamed(path, form.isWhole, this.#random)
      case 'boolean':
        return this.#random() < 0.5
      default:
        throw new Error(
          `no sample for a schema of the kind '${form.kind === 'other' ? form.name : form.kind}' at ${path.join('.') || 'its root'}`,
        )
    }
  }

  #object(fields: Fields, path: Path): Sample {
    const kept = Object.entries(fields).filter(([, schema]) => this.#isKept(schema))
    return Object.fromEntries(kept.map(([name, schema]) => [name, this.value(schema, [...path, name])]))
  }

  #isKept(schema: z.ZodType): boolean {
    const { optional = 'all', own = true } = this.#options
    if (formOf(schema).kind !== 'optional') return true
    if (!own && isOwn(schema)) return false
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
