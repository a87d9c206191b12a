import type { Exchange } from '../../exchange/exchange.js'
import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import { traitsOfSource } from '../../exchange/sources.js'
import { isSuccess } from '../../specification/recognise.js'
import { requestErrors, tokenResponseFlaw } from '../../specification/token-response.js'
import type { JudgeContext } from '../context.js'
import { atPreviousRequest, atSameExchange, type EarlierBreaches } from '../earlier.js'
import type { Blame } from '../finding.js'
import { fromConfusion } from '../homologation/confusion.js'
import { observer } from '../observer.js'
import { type Breach, blamelessInfo, type RuleNote, rule, unlessNotRecorded } from '../rule.js'
import { isBodyHidden, neverConnected, type PlacedExchange, statusOf, Trace } from '../trace.js'
import { fieldSent, tokenRequestFlaw } from './token-request.js'

/** A renewal sends the newest refresh token, and the token endpoint responds with a usable access token. */
export const renewal = rule(
  'auth/renewal',
  (run, note) => {
    /** Refresh tokens that this run replaced by newer ones. */
    const replaced = new Set<string>()
    /** Authorization codes that the service accepted. */
    const usedCodes = new Set<string>()
    /** The refresh token that the service issued last. */
    let newest: string | null = null
    for (const placed of run.renewals) {
      if (!isBodyHidden(placed)) note.tested()
      const sent = refreshTokenSent(placed)
      const earlierRuns = sent === null ? 0 : (run.context.replaced?.get(sent) ?? 0)
      const step = placed.before?.step ?? null
      if (sent === '') note.breach('empty-refresh-token', placed, { step })
      else if (sent !== null && replaced.has(sent)) note.breach('old-refresh-token', placed, { step })
      else if (earlierRuns > 0) {
        // a program that is restarted with the same settings sends its old refresh token once
        note.breach('old-refresh-token', placed, { step, severity: earlierRuns === 1 ? 'warning' : 'error' })
      } else if (reusesCode(placed, usedCodes)) {
        note.breach('code-again', placed, { step })
        // the second use of a code invalidates the tokens that were issued for it
        newest = null
      } else examineResponse(run, placed, sent !== null && sent === newest, note)
      const old = findReplacedToken(placed)
      if (old !== null) replaced.add(old)
      newest = refreshTokenIssued(placed) ?? newest
    }
  },
  {
    fallbackCause: fromConfusion,
    causes: {
      refused: fromRequest,
      // the second of two renewals for one refusal cannot know the new refresh token yet
      'old-refresh-token': atSameExchange('homologation/renewal-bounded'),
      // if the previous request carried no token, the service may invalidate the new one
      'token-refused': atPreviousRequest('auth/bearer'),
    },
    // the user configured the credentials
    blameInOwnRun: 'application',
    whyUntested: unlessNotRecorded('no-refusal'),
  },
)

/**
 * A renewal was refused because of another breach of the same request; or because the application did not wait for the
 * response of an earlier renewal, with the new token; or because it used an authorization code twice, which invalidates
 * the tokens issued for that code.
 */
function fromRequest({ at, blame }: Breach, earlier: EarlierBreaches): Breach | null {
  if (blame === 'service') return null
  const tokenLoss = earlier.findLast('auth/renewal:given-up') ?? earlier.findLast('auth/renewal:code-again')
  return earlier.findAt(at, { codes: ['auth/same-origin'] }) ?? tokenLoss
}

/**
 * Whether an authorization code was refused because it had been used before, in this run or as the service says. Adds
 * the code to `usedCodes` if it was accepted. RFC 6749 §4.1.2
 */
function reusesCode(placed: PlacedExchange, usedCodes: Set<string>): boolean {
  const code = fieldSent(placed, 'code')
  if (typeof code !== 'string' || code === '') return false
  const isReused = isRefusedGrant(placed) && (usedCodes.has(code) || USED_CODE.test(errorTextIn(placed)))
  if (placed.outcome === 'success') usedCodes.add(code)
  return isReused
}

type RenewalNote = RuleNote<'auth/renewal'>

/** `isNewest`: the request sent the refresh token that the service issued last. */
function examineResponse(run: Trace, placed: PlacedExchange, isNewest: boolean, note: RenewalNote): void {
  const { response, failure, staged } = placed.exchange
  // a staged refusal is our own doing, not the service's
  if (staged) return
  if (!response || failure) return reportUnanswered(run, placed, note)
  const options = {
    blame: 'service' as const,
    step: placed.before?.step ?? null,
    values: { status: response.status },
  }
  if (isRefusedGrant(placed) && INACTIVE_ACCOUNT.test(errorTextIn(placed)))
    return note.breach('inactive-account', placed, { ...options, blame: 'environment' })
  if (!isSuccess(response)) {
    const blame = refusalBlame(run, placed, isNewest)
    if (blame !== null)
      note.breach('refused', placed, {
        ...options,
        blame,
        values: { ...options.values, ...refusalReason(run, placed) },
      })
    return
  }
  if (response.body?.flaw === 'not-recorded' || response.body?.flaw === 'truncated') return
  const value = valueIn(placed.responseJson)
  const flaw = tokenResponseFlaw(response.body?.text ?? '', value)
  if (flaw !== null) return note.breach(flaw, placed, { ...options, values: tokenEvidence(value) })
  const token = String(property(value, 'access_token'))
  const { next, before, lastRefusal } = placed
  if (lastRefusal?.bearer === token) note.breach('same-token', placed, options)
  // the new token is refused too; if no refusal came before, the refusal of the next step may be the service's revocation
  else if (before?.outcome === 'refused' && next?.outcome === 'refused' && next.bearer === token)
    note.breach('token-refused', next, { ...options, step: next.step })
}

function reportUnanswered(run: Trace, placed: PlacedExchange, note: RenewalNote): void {
  const { exchange, before, index } = placed
  const step = before?.step ?? null
  const isOwnRun = traitsOfSource(exchange).plays === 'client'
  if (exchange.failure?.kind === 'aborted' && !isOwnRun) return note.breach('given-up', placed, { step })
  const neverArrived = neverConnected(placed)
  const blame: Blame = neverArrived ? 'environment' : 'service'
  const wasRepeated = run.renewals.some((other) => other.before === before && other.index > index)
  // an application that could not connect and tried again did nothing wrong
  const isHarmless = neverArrived && !isOwnRun && wasRepeated
  const values = { status: statusOf(placed) }
  note.breach('unanswered', placed, { step, values, ...(isHarmless ? blamelessInfo : { blame }) })
}

/** The parts of a token response that a finding shows. */
function tokenEvidence(value: Json | undefined) {
  const type = property(value, 'token_type')
  const seconds = property(value, 'expires_in')
  return {
    kind: typeof property(value, 'access_token'),
    type: typeof type === 'string' ? type : null,
    seconds: typeof seconds === 'number' || typeof seconds === 'string' ? seconds : null,
  }
}

/** Who is to blame for the refusal of a token request; null if the recording does not show it. */
function refusalBlame(
  run: Trace,
  placed: PlacedExchange,
  isNewest: boolean,
): 'application' | 'service' | null {
  const status = statusOf(placed) ?? 500
  if (status >= 500) return 'service'
  // no token endpoint is at this address, or it takes another method
  const isWrongAddress = status === 404 || status === 405
  if (isWrongAddress || tokenRequestFlaw(run, placed) !== null) return 'application'
  const { exchange } = placed
  // the embedded service issued the credentials of our own run, so they are right
  const areCredentialsRight = run.context.embedded === true && traitsOfSource(exchange).plays === 'client'
  if (exchange.spoilt === true || areCredentialsRight) return 'service'
  // only the body shows whether the token was wrong
  if (isBodyHidden(placed)) return null
  const error = errorIn(placed)
  if (error === 'invalid_grant' && isNewest) return 'service'
  return requestErrors.includes(error) ? 'application' : 'service'
}

/** The evidence for a refusal, from the response and the form of the request. The sentences select their words by it, and ICU keys have no hyphens. */
function refusalReason(run: Trace, placed: PlacedExchange) {
  const error = errorIn(placed)
  return {
    error: requestErrors.includes(error) ? error : null,
    flaw: tokenRequestFlaw(run, placed)?.replaceAll('-', '_') ?? null,
  }
}

/** The kind of error: `{"error": "invalid_grant"}` or `{"error": {"type": "VALIDATION_ERROR"}}`. */
function errorIn({ responseJson }: PlacedExchange): string {
  const error = property(valueIn(responseJson), 'error')
  return String(isObject(error) ? property(error, 'type') : error)
}

/** Whether the service refused the code or the refresh token, in one of the forms that it documents. */
function isRefusedGrant(placed: PlacedExchange): boolean {
  const status = statusOf(placed) ?? 500
  return [400, 401, 403].includes(status) && grantErrors.includes(errorIn(placed))
}

const grantErrors: readonly string[] = ['invalid_grant', 'VALIDATION_ERROR', 'UNAUTHORIZED_ERROR']
const USED_CODE = /\bcode has already been used/i
/** Matches `A conta está inativa` and `The account is inactive`, which only its owner can change. */
const INACTIVE_ACCOUNT = /\b(?:empresa|conta)\b.{0,40}\binativ|\b(?:company|account)\b.{0,40}\binactive/i

function errorTextIn({ responseJson }: PlacedExchange): string {
  const value = valueIn(responseJson)
  const error = property(value, 'error')
  const texts = [
    property(error, 'message'),
    property(error, 'description'),
    property(value, 'error_description'),
  ]
  return texts.filter((text) => typeof text === 'string').join(' ')
}

/** The refresh token that was sent; empty if the field is empty or missing; null if the request is no renewal. */
function refreshTokenSent(placed: PlacedExchange): string | null {
  // JSON is the wrong form anyway; without a grant type it is read as a renewal
  const defaultType = isObject(valueIn(placed.requestJson)) ? 'refresh_token' : null
  if ((fieldSent(placed, 'grant_type') ?? defaultType) !== 'refresh_token') return null
  return String(fieldSent(placed, 'refresh_token') ?? '')
}

/** The refresh token that a renewal replaced by another; null if it replaced none. */
function findReplacedToken(placed: PlacedExchange): string | null {
  const sent = refreshTokenSent(placed)
  const issued = refreshTokenIssued(placed)
  return sent && issued && issued !== sent ? sent : null
}

/** The refresh tokens that the renewals among these exchanges replaced. */
export function findReplacedTokens(exchanges: readonly Exchange[], context: JudgeContext): string[] {
  const trace = new Trace(context)
  for (const exchange of exchanges) if (exchange.channel === 'token') trace.add(exchange)
  return trace.renewals.flatMap((placed) => findReplacedToken(placed) ?? [])
}

function refreshTokenIssued({ responseJson }: PlacedExchange): string | null {
  const token = property(valueIn(responseJson), 'refresh_token')
  return typeof token === 'string' && token !== '' ? token : null
}

/** The same requirement outside the five steps: a success of the token endpoint contains a usable token. */
export const tokenResponse = observer('auth/renewal', () => (seen, note) => {
  const { exchange, status, responseJson } = seen
  const body = exchange.response?.body
  if (exchange.channel !== 'token' || exchange.request.method === 'OPTIONS' || !seen.isSuccess) return
  if (body?.flaw === 'not-recorded' || body?.flaw === 'truncated') return
  note.tested()
  const value = valueIn(responseJson)
  const flaw = tokenResponseFlaw(body?.text ?? '', value)
  if (flaw !== null) note.breach(flaw, { values: { status, ...tokenEvidence(value) } })
})
