import { decoded } from '../../exchange/address.js'
import type { Earlier } from '../earlier.js'
import { bendIn } from '../place.js'
import { type Breach, rule } from '../rule.js'
import { type Placed, productIdIn, type Trace } from '../trace.js'
import { fromConfusion } from './confusion.js'

/** Steps 3 to 5 address the identifier that step 2 answered. */
export const sameProduct = rule(
  'homologation/same-product',
  (run, note) => {
    for (const placed of run.procedure) {
      if (placed.step === null || placed.step < 3 || placed.place.kind === 'astray') continue
      if (bendIn(placed.place) === 'path') continue
      const expected = identifierBefore(run, placed)
      if (expected === null) continue
      note.tested()
      const actual = placed.productId
      if (actual === null) note.breach('none', placed, { values: { expected } })
      else if (decoded(actual) !== expected)
        note.breach('other', placed, { values: { expected, actual: decoded(actual) } })
    }
  },
  {
    lasting: 'all',
    absences: ['other'],
    confusedBy: fromConfusion,
    follows: { other: fromSameMistake, none: fromSameMistake },
  },
)

/** The very same identifier again, or again none, is one mistake. */
function fromSameMistake(breach: Breach, earlier: Earlier): Breach | null {
  const last = earlier.last(breach.code)
  const isSame = last !== null && sameIn(last, breach, 'actual') && sameIn(last, breach, 'expected')
  return isSame ? last : null
}

function sameIn(one: Breach, other: Breach, value: 'actual' | 'expected'): boolean {
  return one.values[value] === other.values[value]
}

function identifierBefore(run: Trace, placed: Placed): string | null {
  const created = placed.done[2]
  return created ? productIdIn(created.answerJson, run.profile) : null
}
