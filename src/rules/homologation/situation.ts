import { isObject, type Json, LongNumber, property, valueIn } from '../../exchange/json.js'
import { alike, type Earlier } from '../earlier.js'
import { bendIn } from '../place.js'
import { type Breach, type Note, rule, show } from '../rule.js'
import type { Placed, Trace } from '../trace.js'
import { bodyOf, requestsOf } from './differences.js'

/** The body of step 4 carries the situation; its path ends in /situacoes. */
export const situation = rule(
  'homologation/situation',
  (run, note) => {
    for (const placed of requestsOf(4, run, note)) {
      const bend = bendIn(placed.place)
      if (bend === 'no-situacoes' || bend === 'path') note.breach('path', placed)
      else examineBody(run, placed, note)
    }
  },
  {
    lasting: 'all',
    tells: ['request/content-type:without-body'],
    follows: {
      'no-body': alike('homologation/put-change:no-body', 'homologation/post-data:no-body'),
      'no-field': fromForm,
      'not-json': alike('homologation/put-change:not-json', 'homologation/post-data:not-json'),
    },
  },
)

/** An application that wraps every body, or encodes it twice, has made that mistake in an earlier step already. */
function fromForm(breach: Breach, earlier: Earlier): Breach | null {
  const body = valueIn(breach.at?.requestJson ?? null)
  const form = isObject(body) ? 'wrapped' : 'no-object'
  const isSame = form === 'no-object' || Object.values(body as object).some((inner) => isObject(inner))
  return isSame
    ? alike(`homologation/put-change:${form}`, `homologation/post-data:${form}`)(breach, earlier)
    : null
}

function examineBody(run: Trace, placed: Placed, note: Note<'homologation/situation'>): void {
  const body = bodyOf(placed)
  if (body.kind === 'unknown') return
  const { field, value: wanted } = run.profile.situation
  const values = { field, wanted: wanted === null ? null : show(wanted) }
  note.tested()
  if (body.kind === 'none') return note.breach('no-body', placed, { values })
  if (body.kind === 'broken')
    return note.breach('not-json', placed, { values: { ...values, body: show(body.text) } })
  const seen = property(body.value, field)
  if (!isObject(body.value) || seen === undefined) {
    return note.breach('no-field', placed, { values: { ...values, body: show(body.value) } })
  }
  if (!fits(seen, wanted)) note.breach('value', placed, { values: { ...values, actual: show(seen) } })
}

function fits(seen: Json, wanted: string | number | null): boolean {
  if (wanted !== null) return seen === wanted
  return (
    seen instanceof LongNumber || typeof seen === 'number' || (typeof seen === 'string' && seen.trim() !== '')
  )
}
