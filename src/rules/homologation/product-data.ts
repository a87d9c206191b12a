import { isObject, property } from '../../exchange/json.js'
import { rule, show } from '../rule.js'

/**
 * Step 1 must respond with 200 and `data`, a non-empty object. A body that is not JSON is reported by
 * `envelope/json`.
 */
export const productData = rule(
  'homologation/product-data',
  (run, note) => {
    for (const placed of run.procedure) {
      if (placed.step !== 1 || placed.place.kind !== 'step' || placed.outcome !== 'success') continue
      if (placed.exchange.gaps.includes('answer-bodies')) continue
      if (!placed.exchange.answer?.body?.sizeBytes) {
        note.breach('no-body', placed, { blame: 'service' })
        continue
      }
      if (!placed.answerJson?.ok) continue
      note.tested()
      const data = property(placed.answerJson.value, 'data')
      const values = { data: show(data) }
      if (data === undefined) note.breach('no-data', placed, { blame: 'service', values })
      else if (!isObject(data)) note.breach('no-object', placed, { blame: 'service', values })
      else if (Object.keys(data).length === 0) note.breach('empty', placed, { blame: 'service', values })
    }
  },
  { lasting: 'all' },
)
