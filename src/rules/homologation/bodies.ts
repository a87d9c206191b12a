import { equalJson, isObject, type Json, LongNumber, property, valueIn } from '../../exchange/json.js'
import type { Profile } from '../../specification/profile.js'
import { type Earlier, either, fromEarlier } from '../earlier.js'
import { misshapeIn } from '../place.js'
import { type Breach, type RuleNote, rule, showValue } from '../rule.js'
import type { Placed, Trace } from '../trace.js'
import { fromConfusion, fromOtherData } from './confusion.js'
import {
  bodyOf,
  type Difference,
  deepDifferences,
  differences,
  type Fields,
  productDataBefore,
  requestsOf,
} from './differences.js'

/** The body of step 2 is `data` of step 1: unwrapped, unchanged, types kept. */
export const postData = rule(
  'homologation/post-data',
  (run, note) => {
    for (const placed of requestsOf(2, run, note)) {
      const data = productDataBefore(placed)
      const body = bodyOf(placed)
      if (isOfRealRecords(placed) || data === null || body.kind === 'unknown') continue
      note.tested()
      if (body.kind === 'none') note.breach('no-body', placed, { values: { data: showValue(data) } })
      else if (body.kind === 'broken')
        note.breach('not-json', placed, { values: { data: showValue(data), body: showValue(body.text) } })
      else comparePost(data, body.value, placed, note)
    }
  },
  {
    mayFailLaterRequests: 'all',
    fallbackCause: either(fromConfusion, fromOtherData),
    replaces: ['request/content-type:without-body'],
  },
)

/** Whether a request to a route of real records is about these: it holds nothing of what step 1 handed out. */
export function isOfRealRecords(placed: Placed): boolean {
  const { place, step } = placed
  if (place.kind !== 'astray' || place.how !== 'real-route') return false
  const data = productDataBefore(placed)
  if (data === null) return true
  const body = valueIn(placed.requestJson)
  return step === 2 && !(isObject(body) && (isWrappedWhole(data, body) || keptIn(data, body).length > 0))
}

function comparePost(
  data: Fields,
  body: Json,
  placed: Placed,
  note: RuleNote<'homologation/post-data'>,
): void {
  if (equalJson(data, body)) return
  const values = { data: showValue(data), body: showValue(body) }
  if (isWrappedWhole(data, body)) return note.breach('wrapped', placed, { values })
  if (!isObject(body)) return note.breach('no-object', placed, { values })
  if (keptIn(data, body).length === 0) return note.breach('invented', placed, { values })
  const found = deepDifferences(data, body)
  const [first, ...more] = found as [Difference, ...Difference[]]
  if (more.length > 0) return note.breach('several', placed, { values: evidenceOf(found) })
  const difference = {
    field: first.field,
    expected: showValue(first.expected),
    actual: showValue(first.actual),
  }
  note.breach(first.kind === 'type' ? 'type-changed' : first.kind, placed, { values: difference })
}

/** At most this many differences are named; a body with more is a different product. */
const MOST_NAMED = 20

function evidenceOf(found: readonly Difference[]) {
  const named = found.slice(0, MOST_NAMED)
  const rest = found.length > named.length ? ', …' : ''
  const told = (side: 'expected' | 'actual') =>
    named.map((one) => `\`${one.field}\`: ${showValue(one[side], 60)}`).join(', ') + rest
  const fields = named.map(({ field }) => `\`${field}\``).join(', ') + rest
  return { count: found.length, fields, expected: told('expected'), actual: told('actual') }
}

function keptIn(data: Fields, body: Fields): readonly string[] {
  return Object.keys(data).filter((key) => equalJson(data[key], body[key]))
}

function isWrappedWhole(data: Fields, body: Json): boolean {
  return isObject(body) && Object.values(body).some((inner) => isObject(inner) && equalJson(inner, data))
}

/** The body of step 3 is the product's data with the description field changed to the given text. */
export const putChange = rule(
  'homologation/put-change',
  (run, note) => {
    for (const placed of requestsOf(3, run, note)) {
      const data = productDataBefore(placed)
      const body = bodyOf(placed)
      if (data === null || body.kind === 'unknown') continue
      note.tested()
      if (body.kind === 'none') note.breach('no-body', placed)
      else if (body.kind === 'broken')
        note.breach('not-json', placed, { values: { body: showValue(body.text) } })
      else compare({ data, body: body.value, profile: run.profile }, placed, note)
    }
  },
  {
    mayFailLaterRequests: 'all',
    fallbackCause: either(fromConfusion, fromOtherData),
    replaces: ['request/content-type:without-body'],
    causes: {
      'no-body': fromEarlier('homologation/post-data:no-body'),
      'not-json': fromEarlier('homologation/post-data:not-json'),
      'no-object': fromEarlier('homologation/post-data:no-object'),
      wrapped: fromEarlier('homologation/post-data:wrapped'),
      'missing-fields': fromCreated,
      'extra-fields': fromCreated,
      'more-changed': fromCreated,
      'other-field': fromCreated,
      several: fromCreated,
    },
  },
)

/** If the application created a product other than step 1's and replaces that one, the create was the mistake. */
function fromCreated({ at, values }: Breach, earlier: Earlier): Breach | null {
  let created = at?.before ?? null
  while (created && created.step !== 2) created = created.before
  const [was, is] = [valueIn(created?.requestJson ?? null), valueIn(at?.requestJson ?? null)]
  if (!isObject(was) || !isObject(is)) return null
  const fields = String(values.field).split(' / ')
  if (differences(was, is).some(({ field, kind }) => kind === 'missing' || !fields.includes(field)))
    return null
  return earlier.at(created, { of: ['homologation/post-data', 'homologation/order'] })
}

/** The product's data, what was sent for it, and who says what was to be changed. */
interface Sent<Body extends Json> {
  readonly data: Fields
  readonly body: Body
  readonly profile: Profile
}

function compare(
  { data, body, profile }: Sent<Json>,
  placed: Placed,
  note: RuleNote<'homologation/put-change'>,
): void {
  const fields = describing(data, profile)
  const values = {
    field: fields.join(' / '),
    text: profile.change.text,
    body: showValue(body),
    data: showValue(data),
  }
  if (!isObject(body)) return note.breach('no-object', placed, { values })
  if (isWrapped(data, body)) return note.breach('wrapped', placed, { values })
  const found = differences(data, body)
  const changed = found.filter((item) => fields.includes(item.field) && item.kind !== 'missing')
  const rest = found.filter((item) => !changed.includes(item))
  const sent = { data, body, profile }
  const names = changed.map((item) => item.field)
  const flaw = textFlaw(sent, fields, names)
  if (rest.length === 0) {
    if (flaw) note.breach(flaw.code, placed, { values: { ...values, ...flaw.values } })
    return
  }
  const wrong = rest.map((item) => item.field)
  const code = oneMistake(rest, flaw, sent) ?? 'several'
  if (code === 'several' && flaw) wrong.push(flaw.values.fields ?? values.field)
  note.breach(code, placed, { values: { ...values, fields: wrong.join(', ') } })
}

/** Reads all differences, including the one of the description, as one mistake; null if they are more than one. */
function oneMistake(rest: readonly Difference[], flaw: TextFlaw | null, { profile }: Sent<Fields>) {
  const [kind, ...more] = new Set(rest.map((item) => (item.kind === 'type' ? 'changed' : item.kind)))
  if (more.length > 0) return null
  const { text } = profile.change
  const isMoved = text !== null && rest.every(({ actual }) => equalJson(actual, text))
  if (flaw?.code === 'unchanged' && (kind === 'changed' || (kind === 'added' && isMoved)))
    return 'other-field'
  if (flaw !== null) return null
  return kind === 'missing' ? 'missing-fields' : kind === 'added' ? 'extra-fields' : 'more-changed'
}

/** Whether the product is nested in a field. If its fields are also at the top, the inner object is a part of it. */
function isWrapped(data: Fields, body: Fields): boolean {
  const holds = (one: Fields) => Object.keys(data).every((field) => Object.hasOwn(one, field))
  return !holds(body) && Object.values(body).some((inner) => isObject(inner) && holds(inner))
}

interface TextFlaw {
  readonly code: 'unchanged' | 'more-changed' | 'text' | 'no-text'
  readonly values: Readonly<Record<string, string>>
}

/** The flaw in the change itself, if the field is there; null if the change is correct. */
function textFlaw(
  { data, body, profile }: Sent<Fields>,
  fields: readonly string[],
  changed: readonly string[],
): TextFlaw | null {
  const wanted = profile.change.text
  const field = changed[0] ?? fields.find((name) => wanted !== null && equalJson(data[name], wanted))
  if (field === undefined) {
    const isMissing = fields.some((name) => Object.hasOwn(data, name) && !Object.hasOwn(body, name))
    return isMissing ? null : { code: 'unchanged', values: {} }
  }
  if (changed.length > 1) return { code: 'more-changed', values: { fields: changed.join(', ') } }
  const text = body[field]
  const isText = typeof text === 'string' && text.trim() !== ''
  if (wanted === null ? isText : text === wanted) return null
  return { code: wanted === null ? 'no-text' : 'text', values: { field, actual: showValue(text) } }
}

/**
 * The fields that may be meant by "the description field". The specification names none: `descricao` where the data has
 * it; else it may be added, or the product's name be the description.
 */
function describing(data: Fields, profile: Profile): readonly string[] {
  if (profile.change.field !== 'auto') return [profile.change.field]
  if (Object.hasOwn(data, 'descricao')) return ['descricao']
  if (typeof data.nome === 'string') return ['descricao', 'nome']
  return ['descricao', ...Object.keys(data).filter((key) => typeof data[key] === 'string')]
}

/** The body of step 4 carries the situation; its path ends in /situacoes. */
export const situation = rule(
  'homologation/situation',
  (run, note) => {
    for (const placed of requestsOf(4, run, note)) {
      const bend = misshapeIn(placed.place)
      if (bend === 'no-situacoes' || bend === 'path') note.breach('path', placed)
      else examineBody(run, placed, note)
    }
  },
  {
    mayFailLaterRequests: 'all',
    replaces: ['request/content-type:without-body'],
    causes: {
      'no-body': fromEarlier('homologation/put-change:no-body', 'homologation/post-data:no-body'),
      'no-field': fromForm,
      'not-json': fromEarlier('homologation/put-change:not-json', 'homologation/post-data:not-json'),
    },
  },
)

/** An application that wraps every body, or encodes it twice, has made that mistake in an earlier step already. */
function fromForm(breach: Breach, earlier: Earlier): Breach | null {
  const body = valueIn(breach.at?.requestJson ?? null)
  const form = isObject(body) ? 'wrapped' : 'no-object'
  const isSame = form === 'no-object' || Object.values(body as object).some((inner) => isObject(inner))
  return isSame
    ? fromEarlier(`homologation/put-change:${form}`, `homologation/post-data:${form}`)(breach, earlier)
    : null
}

function examineBody(run: Trace, placed: Placed, note: RuleNote<'homologation/situation'>): void {
  const body = bodyOf(placed)
  if (body.kind === 'unknown') return
  const { field, value: wanted } = run.profile.situation
  const values = { field, wanted: wanted === null ? null : showValue(wanted) }
  note.tested()
  if (body.kind === 'none') return note.breach('no-body', placed, { values })
  if (body.kind === 'broken')
    return note.breach('not-json', placed, { values: { ...values, body: showValue(body.text) } })
  const seen = property(body.value, field)
  if (!isObject(body.value) || seen === undefined) {
    return note.breach('no-field', placed, { values: { ...values, body: showValue(body.value) } })
  }
  const isNumber = typeof seen === 'number' || seen instanceof LongNumber
  const isFilled = isNumber || (typeof seen === 'string' && seen.trim() !== '')
  if (wanted === null ? !isFilled : seen !== wanted)
    note.breach('value', placed, { values: { ...values, actual: showValue(seen) } })
}
