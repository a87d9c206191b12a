import type { z } from 'zod'

/** As much of a schema's definition as is read here: zod is known by the form of its schemas, and not loaded for it. */
export interface Definition {
  readonly type: string
  readonly format?: string
  readonly checks?: readonly Check[]
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  /** The two that an intersection demands. */
  readonly left?: z.ZodType
  readonly right?: z.ZodType
  /** What a reference means. */
  readonly getter?: () => z.ZodType
  /** false: exactly one of the options. */
  readonly inclusive?: boolean
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly values?: readonly (string | number | boolean | null)[]
  readonly entries?: Readonly<Record<string, string | number>>
}

interface Check {
  readonly _zod: { readonly def: { readonly format?: string; readonly pattern?: RegExp } }
}

/** The field of that name; what every object inherits (`constructor`) is none. */
export function fieldNamed(shape: Definition['shape'], name: string): z.ZodType | undefined {
  return shape && Object.hasOwn(shape, name) ? shape[name] : undefined
}

export function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition
}
