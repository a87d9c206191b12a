import { property } from '../../exchange/json.js'
import { isIdentifier, isNamed } from '../identifier.js'
import type { SeenExchange } from '../seen.js'
import { isMasked } from './equal-enough.js'

/** Whether a single read answers another record than was asked for: `records/same-identifier` says so, and what else it shows is the other's. */
export function answersOther({ data, params }: SeenExchange): boolean {
  const [[name, asked] = ['', '']] = Object.entries(params)
  const id = property(data, 'id') ?? property(data, name)
  return isIdentifier(id) && !isMasked(id) && !isNamed(id, asked)
}
