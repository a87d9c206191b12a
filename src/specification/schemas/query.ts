import { z } from 'zod'
import type { Query, QueryParameter } from '../route.js'

/** Query strings that a route's tabulated parameters allow; parameters that are not tabulated pass. */
export function querySchema(query: Query): z.ZodType {
  return z.looseObject(
    Object.fromEntries(Object.entries(query).map(([name, it]) => [name, parameter(it).optional()])),
  )
}

function parameter(it: QueryParameter): z.ZodType {
  if (it.type === 'string') return z.string()
  const { values } = it
  const whole = z.string().regex(/^-?\d+$/)
  return values ? whole.refine((value) => values.includes(Number(value))) : whole
}
