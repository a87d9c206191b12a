/**
 * Makes values from schemas: what a schema says of a field decides its form, the field's name what it reads like. The embedded
 * service answers with them, suites send them, and tests bend them.
 */
import type { z } from 'zod'
import { definitionOf } from '../schemas/definition.js'
import type { Sample } from './resource.js'
import { numberNamed, textNamed } from './values.js'

export interface SampleOptions {
  /** Which of the fields that may be missing are there. Default: all. */
  readonly optional?: 'all' | 'none' | 'some'
  /** Whether fields that the service makes itself are there. Default true; a body has none. */
  readonly own?: boolean
  /** What the value is of, where the path does not say: a name reads like that of a product, or of a company. */
  readonly about?: string
  /** A value of the caller's for a field, by its path (`['contato', 'id']`); undefined: one of ours. */
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
  return schema.meta()?.readOnly === true || innerOf(schema)?.meta()?.readOnly === true
}

function innerOf(schema: z.ZodType): z.ZodType | null {
  const { type, innerType } = definitionOf(schema)
  return type === 'optional' ? (innerType ?? null) : null
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
    const { type, format, shape, element, innerType, options, values, entries } = definitionOf(schema)
    if (shape) return this.#object(shape, path)
    if (element) return this.#array(element, path)
    if (innerType && (type === 'optional' || type === 'nullable')) return this.value(innerType, path)
    if (options) return this.value(this.#pick(options), path)
    if (values) return this.#pick(values)
    if (entries) return this.#pick(Object.values(entries))
    if (type === 'string') return textNamed(path, schema.meta()?.format, this.#random, this.#options.about)
    if (type === 'number') return numberNamed(path, format !== undefined, this.#random)
    if (type === 'boolean') return this.#random() < 0.5
    throw new Error(`no sample for a schema of the kind '${type}' at ${path.join('.') || 'its root'}`)
  }

  #object(shape: Readonly<Record<string, z.ZodType>>, path: Path): Sample {
    const kept = Object.entries(shape).filter(([, schema]) => this.#isKept(schema))
    return Object.fromEntries(kept.map(([name, schema]) => [name, this.value(schema, [...path, name])]))
  }

  #isKept(schema: z.ZodType): boolean {
    const { optional = 'all', own = true } = this.#options
    if (!innerOf(schema)) return true
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
