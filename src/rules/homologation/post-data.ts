import { equalJson, isObject, type Json, valueIn } from '../../exchange/json.js'
import { either } from '../earlier.js'
import { type Note, rule, show } from '../rule.js'
import { type Placed, productDataBefore } from '../trace.js'
import { fromConfusion, fromOtherData } from './confusion.js'
import { bodyOf, type Difference, deepDifferences, requestsOf } from './differences.js'

/** The body of step 2 is `data` of step 1: unwrapped, unchanged, types kept. */
export const postData = rule(
  'homologation/post-data',
  (run, note) => {
    for (const placed of requestsOf(2, run, note)) {
      const data = productDataBefore(placed)
      const body = bodyOf(placed)
      if (isOfRealRecords(placed) || data === null || body.kind === 'unknown') continue
      note.tested()
      if (body.kind === 'none') note.breach('no-body', placed, { values: { data: show(data) } })
      else if (body.kind === 'broken')
        note.breach('not-json', placed, { values: { data: show(data), body: show(body.text) } })
      else compare(data, body.value, placed, note)
    }
  },
  {
    lasting: 'all',
    confusedBy: either(fromConfusion, fromOtherData),
    tells: ['request/content-type:without-body'],
  },
)

/**
 * Whether a request to a route of real records is about these: nothing shows that it was meant for a step, since it holds nothing of
 * what step 1 handed out. Its body is judged as that route's.
 */
export function isOfRealRecords(placed: Placed): boolean {
  const { place, step } = placed
  if (place.kind !== 'astray' || place.how !== 'real-route') return false
  const data = productDataBefore(placed)
  if (data === null) return true
  const body = valueIn(placed.requestJson)
  return step === 2 && !(isObject(body) && (isWrapped(data, body) || keptIn(data, body).length > 0))
}

type Data = { readonly [key: string]: Json }

function compare(data: Data, body: Json, placed: Placed, note: Note<'homologation/post-data'>): void {
  if (equalJson(data, body)) return
  const values = { data: show(data), body: show(body) }
  if (isWrapped(data, body)) return note.breach('wrapped', placed, { values })
  if (!isObject(body)) return note.breach('no-object', placed, { values })
  if (keptIn(data, body).length === 0) return note.breach('invented', placed, { values })
  const found = deepDifferences(data, body)
  const [first, ...more] = found as [Difference, ...Difference[]]
  if (more.length > 0) return note.breach('several', placed, { values: evidenceOf(found) })
  const difference = { field: first.field, expected: show(first.expected), actual: show(first.actual) }
  note.breach(first.kind === 'type' ? 'type-changed' : first.kind, placed, { values: difference })
}

/** At most this many differences are named; a body with more is a different product. */
const MOST_NAMED = 20

function evidenceOf(found: readonly Difference[]) {
  const named = found.slice(0, MOST_NAMED)
  const rest = found.length > named.length ? ', …' : ''
  const told = (side: 'expected' | 'actual') =>
    named.map((one) => `\`${one.field}\`: ${show(one[side], 60)}`).join(', ') + rest
  const fields = named.map(({ field }) => `\`${field}\``).join(', ') + rest
  return { count: found.length, fields, expected: told('expected'), actual: told('actual') }
}

function keptIn(data: Data, body: Data): readonly string[] {
  return Object.keys(data).filter((key) => equalJson(data[key], body[key]))
}

function isWrapped(data: Data, body: Json): boolean {
  return isObject(body) && Object.values(body).some((inner) => isObject(inner) && equalJson(inner, data))
}
