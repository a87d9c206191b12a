import { endMs } from '../../exchange/exchange.js'
import { property, valueIn } from '../../exchange/json.js'
import { sightOf } from '../../exchange/sources.js'
import { tokenResponseFlaw } from '../../specification/token-response.js'
import { atSameExchange, type Earlier, findLastStray, findTokenCause, fromMissingScope } from '../earlier.js'
import { type Breach, type RuleNote, rule, unlessHidden } from '../rule.js'
import { couldKnowResponse, gotNowhere, isBodyHidden, type Placed, statusOf, type Trace } from '../trace.js'
import { stagedEnd } from './complete.js'
import { fromConfusion } from './confusion.js'

type IsRefused = (placed: Placed) => boolean

/** Once a token was refused, the next request carries a new one, and the old one never comes back. */
export const tokenRenewed = rule(
  'homologation/token-renewed',
  (run, note) => examineTokens(run, ({ outcome }) => outcome === 'refused', note),
  {
    outcomes: ['gave-up', 'not-renewed', 'renewed-unused'],
    needsWholeRecording: ['gave-up', 'not-renewed', 'renewed-unused', 'other-token'],
    fallbackCause: fromConfusion,
    causes: {
      'same-token': fromBefore,
      // An application without a token sends the same wrong header on each request until it has one.
      'old-token-again': atSameExchange('auth/bearer'),
      'other-token': fromBefore,
      'gave-up': ({ at }, earlier) => at && findTokenCause(at, earlier),
      'not-renewed': ({ at }, earlier) => at && findTokenCause(at, earlier),
      'renewed-unused': ({ at }, earlier) => at && (findTokenCause(at, earlier) ?? sentAstray(at, earlier)),
    },
    // In our own run a missing renewal is the application's, because its user configured no way to renew.
    blameInOwnRun: 'application',
    whyUntested: unlessHidden('no-refusal'),
  },
)

/** The request with the new token went to a wrong address. */
function sentAstray({ index }: Placed, earlier: Earlier): Breach | null {
  return findLastStray(earlier, (stray) => stray.index > index)
}

function fromBefore({ at }: Breach, earlier: Earlier): Breach | null {
  return earlier.at(at, { of: ['auth/bearer'] }) ?? (at?.before ? findTokenCause(at.before, earlier) : null)
}

type RenewedNote = Pick<RuleNote<'homologation/token-renewed'>, 'tested' | 'breach'>

/** Follows the tokens of a run. `isRefused` decides which responses count as a refusal, as the readings differ about that. */
export function examineTokens(run: Trace, isRefused: IsRefused, note: RenewedNote): void {
  // tokens that were refused, that were replaced by a newer one, and that the service accepted at least once
  const dead = new Set<string>()
  const retired = new Set<string>()
  const working = new Set<string>()
  const issued = new Set(run.renewals.flatMap(tokensOf))
  const hidesIssued = run.renewals.some(isBodyHidden)
  let current: string | null = null
  for (const placed of run.procedure) {
    const { before, bearer } = placed
    const isAfterRefusal = before !== null && isRefused(before) && couldKnowResponse(placed, before)
    if (bearer !== null && retired.has(bearer) && !isAfterRefusal) note.breach('old-token-again', placed)
    if (isAfterRefusal) afterRefusal(before, placed, { dead, retired, issued }, note)
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
  else if (placed.outcome === 'refused' && !known.issued.has(placed.bearer)) {
    // a renewal brought a token, and the next request carries one that no renewal brought
    if (refused.renewals.some((renewal) => tokensOf(renewal).length > 0)) note.breach('other-token', placed)
  }
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

/** The tokens that a renewal returned, without values that no header can carry. `auth/bearer` tells access and refresh tokens apart. */
function tokensOf({ outcome, responseJson }: Placed): string[] {
  const value = outcome === 'success' ? valueIn(responseJson) : undefined
  return [property(value, 'access_token'), property(value, 'refresh_token')].filter(
    (token): token is string => typeof token === 'string' && /^\S+$/.test(token),
  )
}

/** Reports a run that ends with a refusal, unless the refused token was new and never worked: that is the service's fault, which `auth/renewal` names. */
function endedAfter(run: Trace, refused: Placed, isRefused: IsRefused, note: RenewedNote): void {
  const isOther = run.procedure.some((earlier) => isRefused(earlier) && earlier.bearer !== refused.bearer)
  const hasWorked = run.procedure.some(
    ({ bearer, outcome }) => bearer !== null && bearer === refused.bearer && outcome === 'success',
  )
  if ((isOther && !hasWorked) || stagedEnd(run)) return
  const { renewals } = refused
  const options = { values: { status: statusOf(refused) } }
  if (renewals.length === 0) note.breach('gave-up', refused, options)
  else if (renewals.some(isUsable)) note.breach('renewed-unused', refused, options)
  // else the recording may not show whether a renewal brought a token
  else if (!renewals.some(isBodyHidden)) note.breach('not-renewed', refused, options)
}

/** Whether a renewal returned a usable token, as far as its response was recorded. */
function isUsable({ outcome, exchange, responseJson }: Placed): boolean {
  const body = exchange.response?.body
  if (outcome !== 'success' || body?.flaw === 'not-recorded') return false
  if (body?.flaw === 'truncated') return true
  return tokenResponseFlaw(body?.text ?? '', valueIn(responseJson)) === null
}

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
    needsWholeRecording: 'all',
    causes: { 'after-403': fromMissingScope },
    whyUntested: unlessHidden('no-refusal'),
  },
)

function blame(before: Placed, renewal: Placed, note: RuleNote<'homologation/renewal-justified'>): void {
  const status = statusOf(before)
  const values = { before: before.step, status }
  const options = { step: before.step, values }
  if (status === 403) note.breach('after-403', renewal, options)
  else if (before.outcome === 'error' || before.outcome === 'limit')
    note.breach('after-error', renewal, options)
  else note.breach('unprompted', renewal, options)
}

function hasExpired(issue: Placed | null, renewal: Placed): boolean {
  const seconds = issue && property(valueIn(issue.responseJson), 'expires_in')
  if (!issue || typeof seconds !== 'number') return false
  const ageSeconds = (renewal.exchange.sentAtMs - endMs(issue.exchange)) / 1000
  return ageSeconds >= seconds - Math.min(EARLY_SECONDS, seconds / 2)
}

/** No more than one renewal for one refusal; no endless repeats. */
export const renewalBounded = rule(
  'homologation/renewal-bounded',
  (run, note) => examineRenewals(run, ({ outcome }) => outcome === 'refused', note),
  {
    needsWholeRecording: 'all',
    fallbackCause: fromConfusion,
    causes: { several: fromFailed, endless: fromSameToken },
    whyUntested: unlessHidden('no-refusal'),
  },
)

/** An application that got no token from a renewal, or did not wait for it, has to send another one. */
function fromFailed(breach: Breach, earlier: Earlier): Breach | null {
  const [first] = breach.at?.before?.renewals ?? []
  return earlier.at(first ?? null, { of: ['auth/renewal'] })
}

/** Sending the refused token again inevitably leads to another refusal. */
function fromSameToken({ at, step }: Breach, earlier: Earlier): Breach | null {
  const sent = earlier.findLast('homologation/token-renewed:same-token', (one) => one.step === step)
  return earlier.at(at, { of: ['homologation/token-renewed'] }) ?? sent
}

type BoundedNote = Pick<RuleNote<'homologation/renewal-bounded'>, 'tested' | 'breach'>

/** Counts the renewals after each refusal. `isRefused` decides which responses count as a refusal. */
export function examineRenewals(run: Trace, isRefused: IsRefused, note: BoundedNote): void {
  let refusals = 0
  let repeatsToken = false
  for (const placed of run.procedure) {
    if (!isRefused(placed)) {
      refusals = 0
      continue
    }
    note.tested()
    if (placed.step !== placed.before?.step) refusals = 0
    const repeatedToken = repeatsToken
    repeatsToken = refusals > 0 && placed.bearer !== null && placed.bearer === placed.before?.bearer
    // Sending the refused token once more does not count, because `homologation/token-renewed` reports it. Sending it again does.
    if (!repeatsToken || repeatedToken) refusals++
    reportTooMany(placed, refusals, note)
  }
}

/** `refusals`: how many of the same step in a row end with this one. */
function reportTooMany(refused: Placed, refusals: number, note: BoundedNote): void {
  const { next, step } = refused
  const renewals = refused.renewals.filter((renewal) => !gotNowhere(renewal))
  const [first, second] = renewals
  if (refusals >= 2 && (next?.step === step || first)) {
    if (refusals === 2) note.breach('endless', next ?? first ?? refused, { step })
  } else if (second) note.breach('several', second, { step, values: { renewals: renewals.length } })
}
