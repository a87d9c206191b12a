import { property, valueIn } from '../../exchange/json.js'
import { fromMissingScope } from '../earlier.js'
import { type Note, rule, unlessHidden } from '../rule.js'
import { type Placed, statusOf } from '../trace.js'

/** Seconds before its expiry from which a token may be renewed beforehand. */
const EARLY_SECONDS = 300

/** No renewal without a refusal or an expiry; fetching a first token before the run is neither. */
export const renewalJustified = rule(
  'homologation/renewal-justified',
  (run, note) => {
    let issue: Placed | null = null
    for (const renewal of run.renewals) {
      const { before } = renewal
      if (before) note.tested()
      if (before && before.outcome !== 'refused' && !hasExpired(issue, renewal)) blame(before, renewal, note)
      if (renewal.outcome === 'success') issue = renewal
    }
  },
  {
    absences: 'all',
    follows: { 'after-403': fromMissingScope },
    untested: unlessHidden('no-refusal'),
  },
)

function blame(before: Placed, renewal: Placed, note: Note<'homologation/renewal-justified'>): void {
  const status = statusOf(before)
  const values = { before: before.step, status }
  const options = { step: before.step, values }
  if (status === 403) note.breach('after-403', renewal, options)
  else if (before.outcome === 'error' || before.outcome === 'limit')
    note.breach('after-error', renewal, options)
  else note.breach('unprompted', renewal, options)
}

function hasExpired(issue: Placed | null, renewal: Placed): boolean {
  const seconds = issue && property(valueIn(issue.answerJson), 'expires_in')
  if (!issue || typeof seconds !== 'number') return false
  const ageSeconds =
    (renewal.exchange.sentAtMs - (issue.exchange.answeredAtMs ?? issue.exchange.sentAtMs)) / 1000
  return ageSeconds >= seconds - Math.min(EARLY_SECONDS, seconds / 2)
}
