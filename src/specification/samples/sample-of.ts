/**
 * Makes values from schemas: what a schema says of a field decides its form, the field's name what it reads like. The embedded
 * service answers with them, suites send them, and tests bend them.
 */
import type { z } from 'zod'
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
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  return def.type === 'optional' ? (def.innerType as z.ZodType) : null
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
    const { def } = (schema as unknown as z.core.$ZodTypes)._zod
    switch (def.type) {
      case 'object':
        return this.#object(def.shape as z.core.$ZodLooseShape, path)
      case 'array':
        return this.#array(def.element as z.ZodType, path)
      case 'optional':
      case 'nullable':
        return this.value(def.innerType as z.ZodType, path)
      case 'union':
        return this.value(this.#pick(def.options) as z.ZodType, path)
      case 'literal':
        return this.#pick(def.values) as Sample
      case 'enum':
        return this.#pick(Object.values(def.entries)) as Sample
      case 'string':
        return textNamed(path, schema.meta()?.format, this.#random, this.#options.about)
      case 'number':
        return numberNamed(path, (def as { format?: string }).format !== undefined, this.#random)
      case 'boolean':
        return this.#random() < 0.5
      default:
        throw new Error(`no sample for a schema of the kind '${def.type}' at ${path.join('.') || 'its root'}`)
    }
  }

  #object(shape: z.core.$ZodLooseShape, path: Path): Sample {
    const fields = Object.entries(shape as Record<string, z.ZodType>)
    const kept = fields.filter(([, schema]) => this.#isKept(schema))
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
