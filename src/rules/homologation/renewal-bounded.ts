import type { Earlier } from '../earlier.js'
import { type Breach, type Note, rule, unlessHidden } from '../rule.js'
import { gotNowhere, type Placed, type Trace } from '../trace.js'
import { fromConfusion } from './confusion.js'

type IsRefused = (placed: Placed) => boolean

/** No more than one renewal for one refusal; no endless repeats. */
export const renewalBounded = rule(
  'homologation/renewal-bounded',
  (run, note) => examineRenewals(run, ({ outcome }) => outcome === 'refused', note),
  {
    absences: 'all',
    confusedBy: fromConfusion,
    follows: { several: fromFailed, endless: fromSameToken },
    untested: unlessHidden('no-refusal'),
  },
)

/** An application that got no token from a renewal, or did not wait for it, has to send another one. */
function fromFailed(breach: Breach, earlier: Earlier): Breach | null {
  const [first] = breach.at?.before?.renewals ?? []
  return earlier.at(first ?? null, { of: ['auth/renewal'] })
}

/** Sending the refused token again inevitably leads to another refusal. */
function fromSameToken({ at, step }: Breach, earlier: Earlier): Breach | null {
  const sent = earlier.last('homologation/token-renewed:same-token', (one) => one.step === step)
  return earlier.at(at, { of: ['homologation/token-renewed'] }) ?? sent
}

export type BoundedNote = Pick<Note<'homologation/renewal-bounded'>, 'tested' | 'breach'>

/** Counts the renewals of each refusal, under a reading of which answers refuse a token. */
export function examineRenewals(run: Trace, isRefused: IsRefused, note: BoundedNote): void {
  let inARow = 0
  let isAgain = false
  for (const placed of run.procedure) {
    if (!isRefused(placed)) {
      inARow = 0
      continue
    }
    note.tested()
    if (placed.step !== placed.before?.step) inARow = 0
    const wasAgain = isAgain
    isAgain = inARow > 0 && placed.bearer !== null && placed.bearer === placed.before?.bearer
    // sending the refused token once more is not a second refusal, because `homologation/token-renewed` reports it
    if (!isAgain || wasAgain) inARow++
    bound(placed, inARow, note)
  }
}

/** `inARow`: how many refusals of the same step in a row end with this one. */
function bound(refused: Placed, inARow: number, note: BoundedNote): void {
  const { next, step } = refused
  const renewals = refused.renewals.filter((renewal) => !gotNowhere(renewal))
  const [first, second] = renewals
  if (inARow >= 2 && (next?.step === step || first)) {
    if (inARow === 2) note.breach('endless', next ?? first ?? refused, { step })
  } else if (second) note.breach('several', second, { step, values: { renewals: renewals.length } })
}
