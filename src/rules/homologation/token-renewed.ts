import { property, valueIn } from '../../exchange/json.js'
import { sightOf } from '../../exchange/sources.js'
import { tokenAnswerFlaw } from '../../specification/token-answer.js'
import { type Earlier, lastStray, lostToken } from '../earlier.js'
import { type Breach, type Note, rule, unlessHidden } from '../rule.js'
import { isBodyHidden, mayKnow, type Placed, statusOf, type Trace } from '../trace.js'
import { stagedEnd } from './complete.js'
import { fromConfusion } from './confusion.js'

type IsRefused = (placed: Placed) => boolean

/** Once a token was refused, the next request carries a new one, and the old one never comes back. */
export const tokenRenewed = rule(
  'homologation/token-renewed',
  (run, note) => examineTokens(run, ({ outcome }) => outcome === 'refused', note),
  {
    outcomes: ['gave-up', 'not-renewed', 'renewed-unused'],
    absences: ['gave-up', 'not-renewed', 'renewed-unused', 'other-token'],
    confusedBy: fromConfusion,
    follows: {
      'same-token': fromBefore,
      'old-token-again': fromNoToken,
      'other-token': fromBefore,
      'gave-up': ({ at }, earlier) => at && lostToken(at, earlier),
      'not-renewed': ({ at }, earlier) => at && lostToken(at, earlier),
      'renewed-unused': ({ at }, earlier) => at && (lostToken(at, earlier) ?? lostBehind(at, earlier)),
    },
    // the caller of our own run gave no way to renew
    inOwnRun: 'application',
    untested: unlessHidden('no-refusal'),
  },
)

/** The text that an application sends if it has no token is repeated for as long as the token is missing. */
function fromNoToken({ at }: Breach, earlier: Earlier): Breach | null {
  return earlier.at(at, { of: ['auth/bearer'] })
}

/** The request that carried the new token lost its way. */
function lostBehind({ index }: Placed, earlier: Earlier): Breach | null {
  return lastStray(earlier, (stray) => stray.index > index)
}

function fromBefore({ at }: Breach, earlier: Earlier): Breach | null {
  const lost = earlier.at(at, { of: ['auth/bearer'] }) ?? (at?.before ? lostToken(at.before, earlier) : null)
  return lost
}

export type RenewedNote = Pick<Note<'homologation/token-renewed'>, 'tested' | 'breach'>

/** Follows the tokens of a run, under a reading of which answers refuse one. */
export function examineTokens(run: Trace, isRefused: IsRefused, note: RenewedNote): void {
  const dead = new Set<string>()
  const retired = new Set<string>()
  const working = new Set<string>()
  const issued = new Set(run.renewals.flatMap(tokensOf))
  const hidesIssued = run.renewals.some(isBodyHidden)
  let current: string | null = null
  for (const placed of run.procedure) {
    const { before, bearer } = placed
    const follows = before !== null && isRefused(before) && mayKnow(placed, before)
    if (bearer !== null && retired.has(bearer) && !follows) note.breach('old-token-again', placed)
    if (follows) afterRefusal(before, placed, { dead, retired, issued }, note)
    else if (isRefused(placed) && !hidesIssued && isInvented(placed, current, working, issued))
      note.breach('other-token', placed)
    if (placed.outcome === 'success' && bearer !== null) working.add(bearer)
    if (isRefused(placed) && bearer !== null) dead.add(bearer)
    if (current !== null && bearer !== null && bearer !== current) retired.add(current)
    if (bearer !== null) current = bearer
  }
  const last = run.procedure.at(-1)
  if (last && run.context.ended && isRefused(last)) endedAfter(run, last, isRefused, note)
}

function afterRefusal(
  refused: Placed,
  placed: Placed,
  known: { dead: ReadonlySet<string>; retired: ReadonlySet<string>; issued: ReadonlySet<string> },
  note: RenewedNote,
): void {
  note.tested()
  if (placed.bearer === null || refused.bearer === null) return
  if (known.retired.has(placed.bearer) && placed.bearer !== refused.bearer)
    note.breach('old-token-again', placed)
  else if (known.dead.has(placed.bearer)) note.breach('same-token', placed)
  else if (placed.outcome === 'refused' && isPassedOver(refused, placed.bearer, known.issued))
    note.breach('other-token', placed)
}

/** A renewal brought a token, and the next request carries one that no renewal brought. */
function isPassedOver({ renewals }: Placed, bearer: string, issued: ReadonlySet<string>): boolean {
  return !issued.has(bearer) && renewals.some((renewal) => tokensOf(renewal).length > 0)
}

/** If the service issues every token itself: a token that it never issued, sent in place of one that worked. */
function isInvented(
  { bearer, exchange }: Placed,
  current: string | null,
  working: ReadonlySet<string>,
  issued: ReadonlySet<string>,
): boolean {
  if (sightOf(exchange).plays !== 'service' || bearer === null || current === null) return false
  return working.has(current) && !working.has(bearer) && !issued.has(bearer)
}

/** The tokens that a renewal brought, as far as they can be seen and sent; `auth/bearer` tells their roles apart. */
function tokensOf({ outcome, answerJson }: Placed): string[] {
  const value = outcome === 'success' ? valueIn(answerJson) : undefined
  return [property(value, 'access_token'), property(value, 'refresh_token')].filter(
    (token): token is string => typeof token === 'string' && /^\S+$/.test(token),
  )
}

/** A refusal of a token that was fresh, and never worked, is the service's; `auth/renewal` names it. */
function endedAfter(run: Trace, refused: Placed, isRefused: IsRefused, note: RenewedNote): void {
  const isOther = run.procedure.some((earlier) => isRefused(earlier) && earlier.bearer !== refused.bearer)
  const hasWorked = run.procedure.some(
    (earlier) => hasSameToken(earlier, refused) && earlier.outcome === 'success',
  )
  if ((isOther && !hasWorked) || stagedEnd(run)) return
  const end = endOf(refused)
  if (end !== null) note.breach(end, refused, { values: { status: statusOf(refused) } })
}

function hasSameToken(one: Placed, other: Placed): boolean {
  return one.bearer !== null && one.bearer === other.bearer
}

/** Returns null where the recording does not show whether a renewal brought a token. */
function endOf({ renewals }: Placed): 'gave-up' | 'not-renewed' | 'renewed-unused' | null {
  if (renewals.length === 0) return 'gave-up'
  if (renewals.some(isUsable)) return 'renewed-unused'
  return renewals.some(isBodyHidden) ? null : 'not-renewed'
}

/** Whether a renewal brought a token to go on with, as far as its answer was seen. */
function isUsable({ outcome, exchange, answerJson }: Placed): boolean {
  const body = exchange.answer?.body
  if (outcome !== 'success' || body?.flaw === 'not-recorded') return false
  if (body?.flaw === 'truncated') return true
  return tokenAnswerFlaw(body?.text ?? '', valueIn(answerJson)) === null
}
