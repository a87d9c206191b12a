import { bendIn } from '../place.js'
import { rule } from '../rule.js'
import { comesAgain } from './body-of.js'

/** Step 5 is DELETE on the product; a body is out of place. */
export const remove = rule(
  'homologation/delete',
  (run, note) => {
    for (const placed of run.procedure) {
      if (placed.step !== 5 || comesAgain(run, placed)) continue
      const { exchange } = placed
      const bend = bendIn(placed.place)
      if (bend === 'method') {
        note.breach('method', placed, { values: { method: exchange.request.method } })
        continue
      }
      if (bend === 'path') {
        note.breach('path', placed)
        continue
      }
      note.tested()
      const { body } = exchange.request
      if (body && body.sizeBytes > 0)
        note.breach('body', placed, { severity: 'warning', values: { bytes: body.sizeBytes } })
    }
  },
  { lasting: ['method', 'path'], tells: ['request/content-type'] },
)
