import { endMs } from '../../exchange/exchange.js'
import { property, valueIn } from '../../exchange/json.js'
import { traitsOfSource } from '../../exchange/sources.js'
import { tokenResponseFlaw } from '../../specification/token-response.js'
import {
  atSameExchange,
  type EarlierBreaches,
  findLastStray,
  findTokenCause,
  firstOf,
  fromMissingScope,
} from '../earlier.js'
import { type Breach, type RuleNote, rule, unlessNotRecorded } from '../rule.js'
import {
  couldKnowResponse,
  isBodyHidden,
  neverConnected,
  type PlacedExchange,
  statusOf,
  type Trace,
} from '../trace.js'
import { findStagedEnd } from './complete.js'
import { fromConfusion } from './confusion.js'

/** Whether a response refuses the token of its request. Readings differ about that, so it is passed in. */
type IsRefused = (placed: PlacedExchange) => boolean

/** Once a token was refused, the next request carries a new one, and no request carries an old one. */
export const tokenRenewed = rule(
  'homologation/token-renewed',
  (run, note) => examineTokens(run, ({ outcome }) => outcome === 'refused', note),
  {
    outcomes: ['gave-up', 'not-renewed', 'renewed-unused'],
    needsWholeRecording: ['gave-up', 'not-renewed', 'renewed-unused', 'other-token'],
    fallbackCause: fromConfusion,
    causes: {
      'same-token': fromTokenBefore,
      // an application without a token sends the same wrong header until it has one
      'old-token-again': atSameExchange('auth/bearer'),
      'other-token': fromTokenBefore,
      'gave-up': fromToken,
      'not-renewed': fromToken,
      'renewed-unused': firstOf(fromToken, fromLaterStray),
    },
    // our own run cannot renew if its user configured no way to do so
    blameInOwnRun: 'application',
    whyUntested: unlessNotRecorded('no-refusal'),
  },
)

function fromToken({ at }: Breach, earlier: EarlierBreaches): Breach | null {
  return at && findTokenCause(at, earlier)
}

/** The request with the new token went to a wrong address. */
function fromLaterStray({ at }: Breach, earlier: EarlierBreaches): Breach | null {
  return at && findLastStray(earlier, ({ index }) => index > at.index)
}

/** The request carries a wrong token, or the request before it found no valid one. */
function fromTokenBefore({ at }: Breach, earlier: EarlierBreaches): Breach | null {
  const own = earlier.findAt(at, { codes: ['auth/bearer'] })
  return own ?? (at?.before ? findTokenCause(at.before, earlier) : null)
}

type RenewedNote = Pick<RuleNote<'homologation/token-renewed'>, 'tested' | 'breach'>

/** The tokens of a run, as far as the requests examined so far and all renewals show them. */
interface KnownTokens {
  /** The token of the newest request that had one. */
  current: string | null
  readonly refused: Set<string>
  /** Tokens that the application had replaced by another one. */
  readonly retired: Set<string>
  /** Tokens that the service accepted at least once. */
  readonly working: Set<string>
  /** Whether a renewal of the run returned this token, or may have, because its response is hidden. */
  mayBeIssued(token: string): boolean
}

/** Examines the token of each request of a run, and whether the run ends with a refused one. */
export function examineTokens(run: Trace, isRefused: IsRefused, note: RenewedNote): void {
  const hidesIssued = run.renewals.some(isBodyHidden)
  const issued = new Set(run.renewals.flatMap(tokensOf))
  const known: KnownTokens = {
    current: null,
    refused: new Set(),
    retired: new Set(),
    working: new Set(),
    mayBeIssued: (token) => hidesIssued || issued.has(token),
  }
  for (const placed of run.procedure) {
    const { before, bearer, outcome } = placed
    const isAfterRefusal = before !== null && isRefused(before) && couldKnowResponse(placed, before)
    if (isAfterRefusal) note.tested()
    if (bearer === null) continue
    const isTokenRefused = isRefused(placed)
    if (isAfterRefusal) examineNextToken(before, { placed, bearer, isTokenRefused }, known, note)
    else {
      if (known.retired.has(bearer)) note.breach('old-token-again', placed)
      if (isTokenRefused && isInvented(bearer, placed, known)) note.breach('other-token', placed)
    }
    if (outcome === 'success') known.working.add(bearer)
    if (isTokenRefused) known.refused.add(bearer)
    if (known.current !== null && known.current !== bearer) known.retired.add(known.current)
    known.current = bearer
  }
  const last = run.procedure.at(-1)
  if (last && run.context.ended && isRefused(last)) reportEnd(run, last, isRefused, note)
}

/** Examines the token of the request after a refused one. */
function examineNextToken(
  refused: PlacedExchange,
  { placed, bearer, isTokenRefused }: { placed: PlacedExchange; bearer: string; isTokenRefused: boolean },
  known: KnownTokens,
  note: RenewedNote,
): void {
  if (refused.bearer === null) return
  const isRenewed = refused.renewals.some((renewal) => tokensOf(renewal).length > 0)
  if (known.retired.has(bearer) && bearer !== refused.bearer) note.breach('old-token-again', placed)
  else if (known.refused.has(bearer)) note.breach('same-token', placed)
  else if (isTokenRefused && isRenewed && !known.mayBeIssued(bearer)) note.breach('other-token', placed)
}

/** Whether our own service, which knows all of its tokens, received one that it never issued, in the place of one that worked. */
function isInvented(token: string, { exchange }: PlacedExchange, known: KnownTokens): boolean {
  const { current, working, mayBeIssued } = known
  if (traitsOfSource(exchange).plays !== 'service' || current === null) return false
  return working.has(current) && !working.has(token) && !mayBeIssued(token)
}

/** The tokens that a renewal returned and a header can carry. A refresh token counts too, because `auth/bearer` reports its use. */
function tokensOf({ outcome, responseJson }: PlacedExchange): string[] {
  const value = outcome === 'success' ? valueIn(responseJson) : undefined
  return [property(value, 'access_token'), property(value, 'refresh_token')].filter(
    (token): token is string => typeof token === 'string' && /^\S+$/.test(token),
  )
}

/**
 * Reports a run that ends with a refused token. If that token replaced a refused one and never worked, `auth/renewal`
 * reports the service instead.
 */
function reportEnd(run: Trace, refused: PlacedExchange, isRefused: IsRefused, note: RenewedNote): void {
  const isReplacement = run.procedure.some((other) => isRefused(other) && other.bearer !== refused.bearer)
  const hasWorked = run.procedure.some(
    ({ bearer, outcome }) => bearer !== null && bearer === refused.bearer && outcome === 'success',
  )
  if ((isReplacement && !hasWorked) || findStagedEnd(run)) return
  const { renewals } = refused
  const options = { values: { status: statusOf(refused) } }
  if (renewals.length === 0) note.breach('gave-up', refused, options)
  else if (renewals.some(isUsable)) note.breach('renewed-unused', refused, options)
  // with a hidden body, a renewal may have returned a token or not
  else if (!renewals.some(isBodyHidden)) note.breach('not-renewed', refused, options)
}

/** Whether a renewal returned a usable token, as far as its response was recorded. */
function isUsable({ outcome, exchange, responseJson }: PlacedExchange): boolean {
  const body = exchange.response?.body
  if (outcome !== 'success' || body?.flaw === 'not-recorded') return false
  if (body?.flaw === 'truncated') return true
  return tokenResponseFlaw(body?.text ?? '', valueIn(responseJson)) === null
}

/** A token may be renewed this long before it expires. If it lives less than twice as long, half of its life must be over. */
const EARLY_SECONDS = 300

/** A token is renewed only after a refusal or near its expiry. A token that is fetched before the run's first request is no renewal. */
export const renewalJustified = rule(
  'homologation/renewal-justified',
  (run, note) => {
    let lastSuccess: PlacedExchange | null = null
    for (const renewal of run.renewals) {
      const { before } = renewal
      if (before) note.tested()
      if (before && before.outcome !== 'refused' && !isNearExpiry(lastSuccess, renewal))
        reportUnjustified(before, renewal, note)
      if (renewal.outcome === 'success') lastSuccess = renewal
    }
  },
  {
    needsWholeRecording: 'all',
    causes: { 'after-403': fromMissingScope },
    whyUntested: unlessNotRecorded('no-refusal'),
  },
)

function reportUnjustified(
  before: PlacedExchange,
  renewal: PlacedExchange,
  note: RuleNote<'homologation/renewal-justified'>,
): void {
  const status = statusOf(before)
  const options = { step: before.step, values: { before: before.step, status } }
  if (status === 403) note.breach('after-403', renewal, options)
  else if (before.outcome === 'error' || before.outcome === 'limit')
    note.breach('after-error', renewal, options)
  else note.breach('unprompted', renewal, options)
}

/** Whether the current token, which `issuing` returned, is about to expire when it is renewed. */
function isNearExpiry(issuing: PlacedExchange | null, renewal: PlacedExchange): boolean {
  const seconds = issuing && property(valueIn(issuing.responseJson), 'expires_in')
  if (!issuing || typeof seconds !== 'number') return false
  const ageSeconds = (renewal.exchange.sentAtMs - endMs(issuing.exchange)) / 1000
  return ageSeconds >= seconds - Math.min(EARLY_SECONDS, seconds / 2)
}

/** An application renews its token once for each refusal, and does not repeat a refused step endlessly. */
export const renewalBounded = rule(
  'homologation/renewal-bounded',
  (run, note) => examineRenewals(run, ({ outcome }) => outcome === 'refused', note),
  {
    needsWholeRecording: 'all',
    fallbackCause: fromConfusion,
    causes: { several: fromFailed, endless: fromSameToken },
    whyUntested: unlessNotRecorded('no-refusal'),
  },
)

/** If the first renewal returned no token, or the application did not wait for it, it must renew again. */
function fromFailed(breach: Breach, earlier: EarlierBreaches): Breach | null {
  const [first] = breach.at?.before?.renewals ?? []
  return earlier.findAt(first ?? null, { codes: ['auth/renewal'] })
}

/** A refused token that is sent again is refused again. */
function fromSameToken({ at, step }: Breach, earlier: EarlierBreaches): Breach | null {
  const sent = earlier.findLast('homologation/token-renewed:same-token', (breach) => breach.step === step)
  return earlier.findAt(at, { codes: ['homologation/token-renewed'] }) ?? sent
}

type BoundedNote = Pick<RuleNote<'homologation/renewal-bounded'>, 'tested' | 'breach'>

/** Examines the refusals of each step in a row, and the renewals after each of them. */
export function examineRenewals(run: Trace, isRefused: IsRefused, note: BoundedNote): void {
  let row: readonly PlacedExchange[] = []
  for (const placed of run.procedure.filter(isRefused)) {
    note.tested()
    const isContinued = placed.before === row.at(-1) && placed.before?.step === placed.step
    row = isContinued ? [...row, placed] : [placed]
    // `homologation/token-renewed` reports a repetition with the same token, so the first one is no second refusal
    const allowed = hasSameToken(row[0], row[1]) ? 2 : 1
    if (row.length <= allowed) reportSeveral(placed, note)
    // further refusals of the step belong to the same finding
    else if (row.length === allowed + 1) reportEndless(placed, note)
  }
}

function hasSameToken(a: PlacedExchange | undefined, b: PlacedExchange | undefined): boolean {
  return a?.bearer != null && a.bearer === b?.bearer
}

function reportSeveral(refused: PlacedExchange, note: BoundedNote): void {
  const renewals = connectedRenewals(refused)
  const [, second] = renewals
  const options = { step: refused.step, values: { renewals: renewals.length } }
  if (second) note.breach('several', second, options)
}

/** Reports the request that should not have followed the last refusal: the step again, or else a renewal. */
function reportEndless(refused: PlacedExchange, note: BoundedNote): void {
  const { next, step } = refused
  const surplus = next?.step === step ? next : connectedRenewals(refused)[0]
  if (surplus) note.breach('endless', surplus, { step })
}

function connectedRenewals({ renewals }: PlacedExchange): PlacedExchange[] {
  return renewals.filter((renewal) => !neverConnected(renewal))
}
