import { property } from '../../exchange/json.js'
import { rule, show } from '../rule.js'
import { productIdIn, productIdOf } from '../trace.js'

/** Step 2 answers with the product's identifier: a positive integer, or a non-empty text where the profile says so. */
export const productId = rule(
  'homologation/product-id',
  (run, note) => {
    for (const placed of run.procedure) {
      if (placed.step !== 2 || placed.place.kind !== 'step' || placed.outcome !== 'success') continue
      if (placed.exchange.gaps.includes('answer-bodies')) continue
      if (!placed.exchange.answer?.body?.sizeBytes) {
        note.breach('no-body', placed, { blame: 'service' })
        continue
      }
      if (!placed.answerJson?.ok) continue
      note.tested()
      if (productIdIn(placed.answerJson, run.profile) !== null) continue
      const { value } = placed.answerJson
      const data = property(value, 'data')
      // an identifier without its envelope is `envelope/created`'s to name
      if (data === undefined && productIdOf(value, run.profile) !== null) continue
      const id = property(data ?? value, 'id')
      const values = { id: show(id), form: run.profile.product.idForm }
      if (id === undefined)
        note.breach('missing', placed, { blame: 'service', values: { ...values, body: show(value) } })
      else note.breach('not-an-identifier', placed, { blame: 'service', values })
    }
  },
  { lasting: 'all', tells: ['envelope/data:extra'] },
)
