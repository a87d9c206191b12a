import { decodePercent } from '../../exchange/address.js'
import { isObject, type Json, property } from '../../exchange/json.js'
import type { StepNumber } from '../../specification/homologation.js'
import type { EarlierBreaches } from '../earlier.js'
import { misshapeIn } from '../place.js'
import { type Breach, type RuleNote, rule, showValue } from '../rule.js'
import type { PlacedExchange, Trace } from '../trace.js'
import { fromConfusion } from './confusion.js'
import { productIdIn, productIdOf } from './differences.js'

/** Steps 3 to 5 address the identifier that step 2 responded with. */
export const sameProduct = rule(
  'homologation/same-product',
  (run, note) => {
    for (const placed of run.procedure) {
      if (placed.step === null || placed.step < 3) continue
      // other rules report a wrong path
      if (placed.place.kind === 'astray' || misshapeIn(placed.place) === 'path') continue
      const created = placed.done[2]
      const expected = created ? productIdIn(created.responseJson, run.profile) : null
      if (expected === null) continue
      note.tested()
      const actual = placed.productId
      if (actual === null) note.breach('none', placed, { values: { expected } })
      else if (decodePercent(actual) !== expected)
        note.breach('other', placed, { values: { expected, actual: decodePercent(actual) } })
    }
  },
  {
    mayFailLaterRequests: 'all',
    needsWholeRecording: ['other'],
    fallbackCause: fromConfusion,
    causes: fromSameMistake,
  },
)

/** The same wrong identifier again, or again none, is one mistake. */
function fromSameMistake(breach: Breach, earlier: EarlierBreaches): Breach | null {
  const last = earlier.findLast(breach.code)
  const isSame = (name: 'actual' | 'expected') => last?.values[name] === breach.values[name]
  return isSame('actual') && isSame('expected') ? last : null
}

/** The response to step 1 has `data`, a non-empty object. */
export const productData = rule(
  'homologation/product-data',
  (run, note) => {
    for (const [placed, value] of responsesTo(1, run, note)) {
      const data = property(value, 'data')
      const values = { data: showValue(data) }
      if (data === undefined) note.breach('no-data', placed, { blame: 'service', values })
      else if (!isObject(data)) note.breach('no-object', placed, { blame: 'service', values })
      else if (Object.keys(data).length === 0) note.breach('empty', placed, { blame: 'service', values })
    }
  },
  { mayFailLaterRequests: 'all' },
)

/** Step 2 responds with the product's identifier: a positive integer, or a non-empty text if the profile allows it. */
export const productId = rule(
  'homologation/product-id',
  (run, note) => {
    for (const [placed, value] of responsesTo(2, run, note)) {
      if (productIdIn(placed.responseJson, run.profile) !== null) continue
      const data = property(value, 'data')
      // `envelope/created` reports an identifier without its envelope
      if (data === undefined && productIdOf(value, run.profile) !== null) continue
      const id = property(data ?? value, 'id')
      const values = { id: showValue(id), form: run.profile.product.idForm }
      if (id === undefined)
        note.breach('missing', placed, { blame: 'service', values: { ...values, body: showValue(value) } })
      else note.breach('not-an-identifier', placed, { blame: 'service', values })
    }
  },
  { mayFailLaterRequests: 'all', replaces: ['envelope/data:extra'] },
)

/** The successes of a step with the JSON of their bodies. A success without a body is reported as the service's fault. */
function* responsesTo(
  step: StepNumber,
  { procedure }: Trace,
  note: RuleNote<'homologation/product-data'> | RuleNote<'homologation/product-id'>,
): Generator<readonly [PlacedExchange, Json]> {
  for (const placed of procedure) {
    if (placed.step !== step || placed.place.kind !== 'step' || placed.outcome !== 'success') continue
    if (placed.exchange.gaps.includes('answer-bodies')) continue
    if (!placed.exchange.response?.body?.sizeBytes) {
      note.breach('no-body', placed, { blame: 'service' })
      continue
    }
    // `envelope/json` reports it
    if (!placed.responseJson?.ok) continue
    note.tested()
    yield [placed, placed.responseJson.value]
  }
}
