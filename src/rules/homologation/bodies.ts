import { pathOf } from '../../exchange/address.js'
import { equalJson, isObject, type Json, LongNumber, property, valueIn } from '../../exchange/json.js'
import type { Profile } from '../../specification/profile.js'
import { type EarlierBreaches, firstOf, fromEarlier } from '../earlier.js'
import { misshapeIn } from '../place.js'
import { type Breach, type RuleNote, rule, showValue } from '../rule.js'
import type { Fields } from '../seen.js'
import { findBackFrom, type PlacedExchange, type Trace } from '../trace.js'
import { fromConfusion, fromOtherData } from './confusion.js'
import {
  bodyOf,
  type Difference,
  deepDifferences,
  differences,
  productDataBefore,
  requestsOf,
} from './differences.js'

/** The body of step 2 is `data` of step 1, without the envelope and with the same types. */
export const postData = rule(
  'homologation/post-data',
  (run, note) => {
    for (const placed of requestsOf(2, run, note)) {
      const data = productDataBefore(placed)
      const body = bodyOf(placed)
      if (isAboutRealProduct(placed) || data === null || body.kind === 'unknown') continue
      note.tested()
      if (body.kind === 'none') note.breach('no-body', placed, { values: { data: showValue(data) } })
      else if (body.kind === 'broken')
        note.breach('not-json', placed, { values: { data: showValue(data), body: showValue(body.text) } })
      else comparePost(data, body.value, placed, note)
    }
  },
  {
    mayFailLaterRequests: 'all',
    fallbackCause: firstOf(fromConfusion, fromOtherData),
    replaces: ['request/content-type:without-body'],
  },
)

/**
 * Whether a request to `/produtos` is really about a product of the account, rather than a step at a wrong address: step 1
 * has returned no data yet, or it is a `POST /produtos` whose body has nothing of that data.
 */
export function isAboutRealProduct(placed: PlacedExchange): boolean {
  const { place, step } = placed
  if (place.kind !== 'astray' || place.how !== 'real-route') return false
  const data = productDataBefore(placed)
  if (data === null) return true
  const body = valueIn(placed.requestJson)
  const hasProductData = isObject(body) && (isWrappedWhole(data, body) || sharesField(data, body))
  return step === 2 && !hasProductData
}

function comparePost(
  data: Fields,
  body: Json,
  placed: PlacedExchange,
  note: RuleNote<'homologation/post-data'>,
): void {
  if (equalJson(data, body)) return
  const values = { data: showValue(data), body: showValue(body) }
  if (isWrappedWhole(data, body)) return note.breach('wrapped', placed, { values })
  if (!isObject(body)) return note.breach('no-object', placed, { values })
  if (!sharesField(data, body)) return note.breach('invented', placed, { values })
  const found = deepDifferences(data, body)
  if (found.length > 1) return note.breach('several', placed, { values: evidenceOf(found) })
  // the two are not equal, so there is a difference
  const [first] = found as [Difference]
  const { field, kind, expected, actual } = first
  const difference = { field, expected: showValue(expected), actual: showValue(actual) }
  note.breach(kind === 'type' ? 'type-changed' : kind, placed, { values: difference })
}

const MAX_SHOWN_DIFFERENCES = 20

/** Lists the fields that differ, and their values: ``{count: 2, fields: '`nome`, `preco`', expected: '`nome`: "Copo", …'}``. */
function evidenceOf(found: readonly Difference[]) {
  const shown = found.slice(0, MAX_SHOWN_DIFFERENCES)
  const ending = found.length > shown.length ? ', …' : ''
  const valuesOf = (side: 'expected' | 'actual') =>
    shown.map((difference) => `\`${difference.field}\`: ${showValue(difference[side], 60)}`).join(', ') +
    ending
  const fields = shown.map(({ field }) => `\`${field}\``).join(', ') + ending
  return { count: found.length, fields, expected: valuesOf('expected'), actual: valuesOf('actual') }
}

function sharesField(data: Fields, body: Fields): boolean {
  return Object.keys(data).some((key) => equalJson(data[key], body[key]))
}

/** Step 2 must send the product unchanged, so its values are compared too; {@link isWrapped} is the check for step 3. */
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
      else compareReplacement({ data, body: body.value, profile: run.profile }, placed, note)
    }
  },
  {
    mayFailLaterRequests: 'all',
    fallbackCause: firstOf(fromConfusion, fromOtherData),
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

/**
 * If step 2 sent another product than that of step 1, or came before step 1, an application may go on with the product of
 * step 2. If step 3 changes nothing but the description of that product, the only mistake was step 2.
 */
function fromCreated({ at, values }: Breach, earlier: EarlierBreaches): Breach | null {
  const create = findBackFrom(at?.before ?? null, ({ step }) => step === 2)
  const created = valueIn(create?.requestJson ?? null)
  const replacement = valueIn(at?.requestJson ?? null)
  if (!isObject(created) || !isObject(replacement)) return null
  // `compareReplacement` joined the names: `descricao / nome`
  const mayDiffer = String(values.field).split(' / ')
  const isReplacedCorrectly = differences(created, replacement).every(
    ({ field, kind }) => kind !== 'missing' && mayDiffer.includes(field),
  )
  if (!isReplacedCorrectly) return null
  return earlier.findAt(create, { codes: ['homologation/post-data', 'homologation/order'] })
}

/** The data of the product from step 1, the body of step 3, and the profile, which says what step 3 must change. */
interface Replacement<Body extends Json> {
  readonly data: Fields
  readonly body: Body
  readonly profile: Profile
}

function compareReplacement(
  { data, body, profile }: Replacement<Json>,
  placed: PlacedExchange,
  note: RuleNote<'homologation/put-change'>,
): void {
  const fields = descriptionFields(data, profile)
  const shown = { body: showValue(body), data: showValue(data) }
  const values = { field: fields.join(' / '), text: profile.change.text, ...shown }
  if (!isObject(body)) return note.breach('no-object', placed, { values })
  if (isWrapped(data, body)) return note.breach('wrapped', placed, { values })
  const found = differences(data, body)
  const ofDescription = found.filter(({ field, kind }) => fields.includes(field) && kind !== 'missing')
  const unwanted = found.filter((difference) => !ofDescription.includes(difference))
  const changed = ofDescription.map(({ field }) => field)
  const flaw = findTextFlaw({ data, body, profile }, fields, changed)
  if (unwanted.length === 0) {
    if (flaw) note.breach(flaw.code, placed, { values: { ...values, ...flaw.values } })
    return
  }
  const wrongFields = unwanted.map(({ field }) => field)
  const code = findSingleMistake(unwanted, flaw, profile) ?? 'several'
  // the description is wrong too, so it belongs in the list
  if (code === 'several' && flaw) wrongFields.push(flaw.values.fields ?? values.field)
  note.breach(code, placed, { values: { ...values, fields: wrongFields.join(', ') } })
}

/** The mistake that explains all unwanted differences and the flaw of the description; null if it takes more than one. */
function findSingleMistake(unwanted: readonly Difference[], flaw: TextFlaw | null, profile: Profile) {
  const [kind, ...others] = new Set(unwanted.map(({ kind }) => (kind === 'type' ? 'changed' : kind)))
  if (others.length > 0) return null
  if (flaw?.code === 'unchanged') {
    // another field was changed instead of the description, or a new one has the text
    const { text } = profile.change
    const hasText = text !== null && unwanted.every(({ actual }) => actual === text)
    return kind === 'changed' || (kind === 'added' && hasText) ? 'other-field' : null
  }
  if (flaw !== null) return null
  if (kind === 'missing') return 'missing-fields'
  return kind === 'added' ? 'extra-fields' : 'more-changed'
}

/** Whether the product is nested in a field of the body, and not also at the top. Only its fields are compared, because step 3 changes a value. */
function isWrapped(data: Fields, body: Fields): boolean {
  const hasAllFields = (object: Fields) => Object.keys(data).every((field) => Object.hasOwn(object, field))
  return !hasAllFields(body) && Object.values(body).some((inner) => isObject(inner) && hasAllFields(inner))
}

interface TextFlaw {
  readonly code: 'unchanged' | 'more-changed' | 'text' | 'no-text'
  readonly values: Readonly<Record<string, string>>
}

/**
 * What is wrong with the description in the body; null if it is right, or if its field is missing, which is another mistake.
 * `fields` are those that "the description field" may mean; `changed` are those of them that have another value in the body.
 */
function findTextFlaw(
  { data, body, profile }: Replacement<Fields>,
  fields: readonly string[],
  changed: readonly string[],
): TextFlaw | null {
  // null if the profile accepts any text
  const { text: demanded } = profile.change
  const [field, ...others] = changed
  if (field === undefined) {
    // a product whose description has the demanded text already needs no change
    const hasDemanded = demanded !== null && fields.some((name) => body[name] === demanded)
    const isMissing = fields.some((name) => Object.hasOwn(data, name) && !Object.hasOwn(body, name))
    return hasDemanded || isMissing ? null : { code: 'unchanged', values: {} }
  }
  if (others.length > 0) return { code: 'more-changed', values: { fields: changed.join(', ') } }
  const text = body[field]
  const values = { field, actual: showValue(text) }
  if (demanded !== null) return text === demanded ? null : { code: 'text', values }
  return typeof text === 'string' && text.trim() !== '' ? null : { code: 'no-text', values }
}

/**
 * The fields that "the description field" of the specification may mean: `descricao` if the data has it; else a new
 * `descricao`, or the product's name; without a name, any text.
 */
function descriptionFields(data: Fields, profile: Profile): readonly string[] {
  if (profile.change.field !== 'auto') return [profile.change.field]
  if (Object.hasOwn(data, 'descricao')) return ['descricao']
  if (typeof data.nome === 'string') return ['descricao', 'nome']
  return ['descricao', ...Object.keys(data).filter((key) => typeof data[key] === 'string')]
}

/** The body of step 4 contains the situation, and its path ends in /situacoes. */
export const situation = rule(
  'homologation/situation',
  (run, note) => {
    for (const placed of requestsOf(4, run, note)) {
      const misshape = misshapeIn(placed.place)
      if (misshape === 'no-situacoes' || misshape === 'path')
        note.breach('path', placed, { values: { path: pathOf(placed.exchange.request.url) } })
      else examineSituation(run, placed, note)
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

/** An application that wraps every body, or sends text or a list instead of an object, made that mistake in an earlier step already. */
function fromForm(breach: Breach, earlier: EarlierBreaches): Breach | null {
  const body = valueIn(breach.at?.requestJson ?? null)
  const fromSameForm = (form: 'wrapped' | 'no-object') =>
    fromEarlier(`homologation/put-change:${form}`, `homologation/post-data:${form}`)(breach, earlier)
  if (!isObject(body)) return fromSameForm('no-object')
  return Object.values(body).some(isObject) ? fromSameForm('wrapped') : null
}

function examineSituation(
  run: Trace,
  placed: PlacedExchange,
  note: RuleNote<'homologation/situation'>,
): void {
  const body = bodyOf(placed)
  if (body.kind === 'unknown') return
  const { field, value: wanted } = run.profile.situation
  const values = { field, wanted: wanted === null ? null : showValue(wanted) }
  note.tested()
  if (body.kind === 'none') return note.breach('no-body', placed, { values })
  if (body.kind === 'broken')
    return note.breach('not-json', placed, { values: { ...values, body: showValue(body.text) } })
  const sent = property(body.value, field)
  if (!isObject(body.value) || sent === undefined) {
    // `{data: {situacao: "I"}}` or `[{situacao: "I"}]`
    const inner = isObject(body.value) ? Object.values(body.value) : [body.value].flat()
    const isNested = inner.some((value) => property(value, field) !== undefined)
    return note.breach('no-field', placed, { values: { ...values, isNested, body: showValue(body.value) } })
  }
  const isNumber = typeof sent === 'number' || sent instanceof LongNumber
  const isFilled = isNumber || (typeof sent === 'string' && sent.trim() !== '')
  if (wanted === null ? !isFilled : sent !== wanted)
    note.breach('value', placed, { values: { ...values, actual: showValue(sent) } })
}
