import { headerValue } from '../../exchange/exchange.js'
import { isObject, type Json } from '../../exchange/json.js'
import { hitsLimit, refusesToken } from '../../specification/recognise.js'
import { kindOf } from '../envelope/data.js'
import { observer } from '../observer.js'
import { declaresJson, isAtOtherHost, type SeenExchange } from '../seen.js'

/**
 * 400 and 404 carry a JSON body of one shared shape. The specification does not show its fields, and some may come
 * and go; two bodies have the same shape if they share a field and no shared field changes its kind. A path that is
 * merely named may not have such an operation, so a response there proves nothing about the others.
 */
export const shape = observer('errors/shape', () => {
  let first: { readonly body: Json; readonly exchange: string } | null = null
  return (seen, note) => {
    if (!seen.route || seen.route.namedOnly || (seen.status !== 400 && seen.status !== 404)) return
    if (!seen.isBodySeen || isAtOtherHost(seen.exchange, seen.context.profile)) return
    if (seen.route.family === 'homologacao' && isNoErrorOfTheStep(seen)) return
    note.tested()
    const values = { status: seen.status }
    if (!seen.exchange.response?.body?.sizeBytes) note.breach('empty', { values })
    else if (!seen.json?.ok || typeof seen.json.value !== 'object' || seen.json.value === null)
      note.breach('not-json', {
        values: { ...values, seen: seen.json?.ok ? kindOf(seen.json.value) : 'no-json' },
      })
    else if (!declaresJson(seen.exchange))
      note.breach('not-declared', {
        values: { ...values, declared: headerValue(seen.exchange.response?.headers ?? [], 'content-type') },
      })
    else {
      const body = seen.json.value
      first ??= { body, exchange: seen.exchange.id }
      const evidence = { first: first.exchange, before: namesOf(first.body), now: namesOf(body) }
      if (!isSameShape(first.body, body)) note.breach('other-shape', { values: { ...values, ...evidence } })
    }
  }
})

/** A response that refuses the token or reports the limit has its own form, which the specification does not show. */
function isNoErrorOfTheStep({ exchange: { response }, context: { profile } }: SeenExchange): boolean {
  if (!response) return false
  const signs = { status: response.status, headers: response.headers, text: response.body?.text ?? null }
  return refusesToken(signs, profile) || hitsLimit(signs, profile)
}

function namesOf(body: Json): string {
  return isObject(body) ? Object.keys(body).slice(0, 8).join(', ') : '[…]'
}

/** If both bodies have the form `{"error": {…}}`, the inner fields are compared. */
function isSameShape(a: Json, b: Json): boolean {
  const [within, other] = [unwrapped(a), unwrapped(b)]
  return within && other ? haveSameFields(within, other) : haveSameFields(a, b)
}

/** The fields of the single object that a body contains; null if the body has another form. */
function unwrapped(body: Json): Json | null {
  const [[name, value] = [], ...more] = isObject(body) ? Object.entries(body) : []
  if (more.length > 0 || !isObject(value)) return null
  return Object.fromEntries(Object.entries(value).map(([inner, item]) => [`${name}.${inner}`, item]))
}

function haveSameFields(a: Json, b: Json): boolean {
  if (!isObject(a) || !isObject(b)) return Array.isArray(a) === Array.isArray(b)
  const [names, others] = [Object.keys(a), Object.keys(b)]
  if (names.length === 0 && others.length === 0) return true
  const shared = names.filter((name) => Object.hasOwn(b, name))
  return shared.length > 0 && shared.every((name) => isSameKind(a[name], b[name]))
}

function isSameKind(a: Json | undefined, b: Json | undefined): boolean {
  return a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b))
}
