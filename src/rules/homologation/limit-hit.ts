import { headerValue } from '../../exchange/exchange.js'
import { property, valueIn } from '../../exchange/json.js'
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../../specification/recognise.js'
import type { RequirementId } from '../../specification/requirements.js'
import type { FindingCode } from '../../words/catalogue.js'
import { atPreviousRequest, type FindCause, firstOf, fromPace, surplusRequestCodes } from '../earlier.js'
import { blamelessInfo, type RuleNote, rule } from '../rule.js'
import { type PlacedExchange, statusOf } from '../trace.js'
import { fromConfusion } from './confusion.js'

/** If the limit is hit in more attempts than this, the service is to blame, unless a breach of the pace explains it. */
const MAX_EXPLAINED_HITS = 2

/** A surplus request hit the limit, so the application may have read only the response to the other one. */
const fromExtraHit = atPreviousRequest(...surplusRequestCodes)

/** After the request limit was hit, the application begins again from step 1. */
export const limitHit = rule(
  'homologation/limit-hit',
  (run, note) => {
    const hits = run.procedure.filter((placed) => placed.outcome === 'limit')
    const attempts = new Set(hits.map(({ attempt }) => attempt)).size
    for (const hit of hits) {
      note.tested()
      const { next, step } = hit
      if (next?.step === 1) continue
      const values = { status: statusOf(hit), hit: step }
      if (next) note.breach(next.step === step ? 'repeated-step' : 'went-on', next, { values })
      else if (run.context.ended) reportGivenUp(hit, attempts, note)
    }
  },
  {
    // `again-and-again` is missing: it is an error of the service, whatever the application did in the end
    outcomes: ['day', 'gave-up', 'held-off'],
    needsWholeRecording: ['gave-up', 'held-off', 'repeated-step', 'went-on'],
    mayFailLaterRequests: ['repeated-step', 'went-on'],
    fallbackCause: fromConfusion,
    causes: {
      'repeated-step': firstOf(fromSameAttempt('homologation/limit-hit'), fromExtraHit),
      'went-on': firstOf(
        fromSameAttempt('homologation/limit-hit'),
        fromSameAttempt('homologation/complete:went-on'),
        fromExtraHit,
      ),
      'gave-up': firstOf(fromPace, fromSameAttempt('homologation/limit-hit')),
      'held-off': fromPace,
      'again-and-again': fromPace,
    },
    whyUntested: () => 'no-limit-hit',
  },
)

/** An application that continues after a limit or a failure does it again. Within one attempt that is no second fault. */
export function fromSameAttempt(code: RequirementId | FindingCode): FindCause {
  return ({ at }, earlier) => earlier.findLast(code, (before) => before.at?.attempt === at?.attempt)
}

/** Whether the daily limit was hit: `{"error": {"period": "day"}}`. Then the application rightly stops. */
export function isDayUsedUp({ outcome, responseJson }: PlacedExchange): boolean {
  return outcome === 'limit' && property(property(valueIn(responseJson), 'error'), 'period') === 'day'
}

/** Reports a run that ends at the limit, which was hit in this number of attempts. Only `gave-up` is the application's fault. */
function reportGivenUp(
  hit: PlacedExchange,
  attempts: number,
  note: RuleNote<'homologation/limit-hit'>,
): void {
  const { response, startedAt } = hit.exchange
  const status = statusOf(hit)
  if (isDayUsedUp(hit)) return note.breach('day', hit, { ...blamelessInfo, values: { status } })
  const retryAfter = response ? headerValue(response.headers, 'retry-after') : null
  const waitMs = retryAfterMs(retryAfter, Date.parse(startedAt)) ?? 0
  const seconds = Math.ceil(waitMs / 1000)
  if (waitMs > LONGEST_RETRY_AFTER_MS)
    note.breach('held-off', hit, { blame: 'environment', values: { status, seconds } })
  else if (attempts > MAX_EXPLAINED_HITS)
    note.breach('again-and-again', hit, { blame: 'service', values: { status, times: attempts } })
  else note.breach('gave-up', hit, { values: { status } })
}
