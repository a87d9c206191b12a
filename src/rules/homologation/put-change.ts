import { equalJson, isObject, type Json, valueIn } from '../../exchange/json.js'
import type { Profile } from '../../specification/profile.js'
import { alike, type Earlier, either } from '../earlier.js'
import { type Breach, type Note, rule, show } from '../rule.js'
import { type Placed, productDataBefore } from '../trace.js'
import { fromConfusion, fromOtherData } from './confusion.js'
import { bodyOf, type Difference, differences, requestsOf } from './differences.js'

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
      else if (body.kind === 'broken') note.breach('not-json', placed, { values: { body: show(body.text) } })
      else compare({ data, body: body.value, profile: run.profile }, placed, note)
    }
  },
  {
    lasting: 'all',
    confusedBy: either(fromConfusion, fromOtherData),
    tells: ['request/content-type:without-body'],
    follows: {
      'no-body': alike('homologation/post-data:no-body'),
      'not-json': alike('homologation/post-data:not-json'),
      'no-object': alike('homologation/post-data:no-object'),
      wrapped: alike('homologation/post-data:wrapped'),
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

type Data = { readonly [key: string]: Json }

/** The product's data, what was sent for it, and who says what was to be changed. */
interface Sent<Body extends Json> {
  readonly data: Data
  readonly body: Body
  readonly profile: Profile
}

function compare(
  { data, body, profile }: Sent<Json>,
  placed: Placed,
  note: Note<'homologation/put-change'>,
): void {
  const fields = describing(data, profile)
  const values = { field: fields.join(' / '), text: profile.change.text, body: show(body), data: show(data) }
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
function oneMistake(rest: readonly Difference[], flaw: TextFlaw | null, { profile }: Sent<Data>) {
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
function isWrapped(data: Data, body: Data): boolean {
  const holds = (one: Data) => Object.keys(data).every((field) => Object.hasOwn(one, field))
  return !holds(body) && Object.values(body).some((inner) => isObject(inner) && holds(inner))
}

interface TextFlaw {
  readonly code: 'unchanged' | 'more-changed' | 'text' | 'no-text'
  readonly values: Readonly<Record<string, string>>
}

/** The flaw in the change itself, if the field is there; null if the change is correct. */
function textFlaw(
  { data, body, profile }: Sent<Data>,
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
  return { code: wanted === null ? 'no-text' : 'text', values: { field, actual: show(text) } }
}

/**
 * The fields that may be meant by "the description field". The specification names none: `descricao` where the data has
 * it; else it may be added, or the product's name be the description.
 */
function describing(data: Data, profile: Profile): readonly string[] {
  if (profile.change.field !== 'auto') return [profile.change.field]
  if (Object.hasOwn(data, 'descricao')) return ['descricao']
  if (typeof data.nome === 'string') return ['descricao', 'nome']
  return ['descricao', ...Object.keys(data).filter((key) => typeof data[key] === 'string')]
}
