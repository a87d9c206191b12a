import { property } from '../../exchange/json.js'
import { isIdentifier, isNamed } from '../identifier.js'
import type { SeenExchange } from '../seen.js'
import { isMasked } from './equal-enough.js'

/** Whether a single read answers another record than was asked for: `records/same-identifier` says so, and what else it shows is the other's. */
export function answersOther({ data, params }: SeenExchange): boolean {
  const { name, asked } = firstOf(params)
  const id = property(data, 'id') ?? property(data, name)
  return isIdentifier(id) && !isMasked(id) && !isNamed(id, asked)
}

/** The first identifier of the path. */
export function firstOf(params: SeenExchange['params']): { readonly name: string; readonly asked: string } {
  for (const name in params) return { name, asked: params[name] ?? '' }
  return { name: '', asked: '' }
}
