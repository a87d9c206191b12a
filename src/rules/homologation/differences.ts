import {
  equalJson,
  isObject,
  type Json,
  LongNumber,
  type ParsedJson,
  property,
  valueIn,
} from '../../exchange/json.js'
import type { StepNumber } from '../../specification/homologation.js'
import type { Profile } from '../../specification/profile.js'
import type { Values } from '../finding.js'
import { isIdentifier, segmentOf } from '../identifier.js'
import { misshapeIn } from '../place.js'
import type { Fields } from '../seen.js'
import type { PlacedExchange, Trace } from '../trace.js'

/** A field of a request body that differs from the product data of step 1. */
export interface Difference {
  /** The name of the field, or the path of a nested one: `dimensoes.largura`. */
  readonly field: string
  /** `type`: the same text or number in another JSON type. */
  readonly kind: 'missing' | 'added' | 'type' | 'changed'
  readonly expected: Json | undefined
  readonly actual: Json | undefined
}

/** How the fields of two objects differ: first the expected fields in their order, then the added ones. */
export function differences(expected: Fields, actual: Fields): Difference[] {
  const fields = new Set([...Object.keys(expected), ...Object.keys(actual)])
  return [...fields].flatMap((field) => {
    const kind = kindOfDifference(expected, actual, field)
    if (kind === null) return []
    return [{ field, kind, expected: property(expected, field), actual: property(actual, field) }]
  })
}

/** Like `differences`, but also compares the fields of nested objects. `above` is the beginning of their path: `dimensoes.`. */
export function deepDifferences(expected: Fields, actual: Fields, above = ''): Difference[] {
  return differences(expected, actual).flatMap((difference) => {
    const { expected: expectedValue, actual: actualValue } = difference
    const field = above + difference.field
    if (isObject(expectedValue) && isObject(actualValue))
      return deepDifferences(expectedValue, actualValue, `${field}.`)
    return [{ ...difference, field }]
  })
}

function kindOfDifference(expected: Fields, actual: Fields, field: string): Difference['kind'] | null {
  if (!Object.hasOwn(actual, field)) return 'missing'
  if (!Object.hasOwn(expected, field)) return 'added'
  if (equalJson(expected[field], actual[field])) return null
  return typeOf(expected[field]) !== typeOf(actual[field]) ? 'type' : 'changed'
}

/** The JSON type. A number with more digits than a JavaScript number can hold is parsed as a `LongNumber`. */
function typeOf(value: Json | undefined): string {
  return value instanceof LongNumber ? 'number' : typeof value
}

/** A request body as rules read it: its value, or the reason why there is no value. */
export type ReadBody =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'none' }
  | { readonly kind: 'broken'; readonly text: string }
  /** The recording does not contain the body, so nothing is judged. */
  | { readonly kind: 'unknown' }

export function bodyOf(placed: PlacedExchange): ReadBody {
  const { body } = placed.exchange.request
  if (body === null) return { kind: placed.exchange.gaps.includes('request-bodies') ? 'unknown' : 'none' }
  if (body.flaw === 'not-recorded' || body.flaw === 'truncated') return { kind: 'unknown' }
  if (body.sizeBytes === 0) return { kind: 'none' }
  if (placed.requestJson?.ok) return { kind: 'json', value: placed.requestJson.value }
  return { kind: 'broken', text: body.text ?? '' }
}

/** The requests of a step whose content is to be judged. A wrong method is reported, and such a request is left out. */
export function* requestsOf(
  step: StepNumber,
  run: Trace,
  note: { breach(suffix: 'method', at: PlacedExchange, options: { readonly values: Values }): void },
): Generator<PlacedExchange> {
  for (const placed of run.procedure) {
    if (placed.step !== step || isJudgedLater(run, placed)) continue
    if (misshapeIn(placed.place) === 'method')
      note.breach('method', placed, { values: { method: placed.exchange.request.method } })
    else yield placed
  }
}

/** Whether the token of a request was refused, and the step was or may be sent again. Then the repetition is judged. */
function isJudgedLater(run: Trace, placed: PlacedExchange): boolean {
  if (placed.outcome !== 'refused') return false
  let later = placed.next
  while (later && later.step !== placed.step) later = later.next
  return later !== null || !run.context.ended
}

/** The product data that a request should use: `data` of the newest success of step 1; null if that has no fields. */
export function productDataBefore(placed: PlacedExchange): Fields | null {
  return placed.done[1] ? productDataIn(placed.done[1]) : null
}

/** `data` in a response to step 1; null if it has no fields. */
export function productDataIn({ responseJson }: PlacedExchange): Fields | null {
  const data = property(valueIn(responseJson), 'data')
  return isObject(data) && Object.keys(data).length > 0 ? data : null
}

/** The product identifier in the response to step 2, as text; null if there is none that the profile allows. §Common response envelope */
export function productIdIn(json: ParsedJson | null, profile: Profile): string | null {
  return productIdOf(property(valueIn(json), 'data'), profile)
}

/** The product identifier in `data`: its `id`, its `idProduto`, or `data` itself; null if there is none that the profile allows. */
export function productIdOf(data: Json | undefined, profile: Profile): string | null {
  const candidates = [property(data, 'id'), property(data, 'idProduto'), data]
  const id = candidates.find((candidate) => isProductId(candidate, profile))
  return id === undefined ? null : String(id)
}

/** A number must be written without an exponent, because programs write `1e21` differently into a path. */
function isProductId(value: Json | undefined, { product: { idForm } }: Profile): boolean {
  if (typeof value === 'string')
    return idForm !== 'integer' && isIdentifier(value) && segmentOf(value) !== null
  const isNumber = typeof value === 'number' || value instanceof LongNumber
  return idForm !== 'text' && isNumber && /^0*[1-9]\d*$/.test(String(value))
}
