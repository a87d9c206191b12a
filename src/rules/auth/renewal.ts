import type { Exchange } from '../../exchange/exchange.js'
import { isObject, type Json, property, valueIn } from '../../exchange/json.js'
import { sightOf } from '../../exchange/sources.js'
import { requestErrors, tokenResponseFlaw } from '../../specification/token-response.js'
import type { JudgeContext } from '../context.js'
import { atPreviousRequest, atSameExchange, type Earlier } from '../earlier.js'
import type { Blame } from '../finding.js'
import { fromConfusion } from '../homologation/confusion.js'
import { observer } from '../observer.js'
import { type Breach, blamelessInfo, type RuleNote, rule, unlessHidden } from '../rule.js'
import { gotNowhere, isBodyHidden, type Placed, statusOf, Trace } from '../trace.js'
import { tokenRequestFlaw } from './token-request.js'

/** The token endpoint responds to a renewal with a usable token; what it was asked with must be the newest refresh token. */
export const renewal = rule(
  'auth/renewal',
  (run, note) => {
    const replaced = new Set<string>()
    const spent = new Set<string>()
    let newest: string | null = null
    for (const placed of run.renewals) {
      if (!isBodyHidden(placed)) note.tested()
      const sent = refreshTokenSent(placed)
      const step = placed.before?.step ?? null
      if (sent === '') note.breach('empty-refresh-token', placed, { step })
      else if (sent !== null && replaced.has(sent)) note.breach('old-refresh-token', placed, { step })
      else if (sent !== null && run.context.replaced?.has(sent)) {
        // a program that was started once more from the same settings does so once
        const isOnce = run.context.replaced.get(sent) === 1
        note.breach('old-refresh-token', placed, { step, severity: isOnce ? 'warning' : 'error' })
      } else if (isSpentAgain(placed, spent)) {
        note.breach('code-again', placed, { step })
        newest = null
      } else examineResponse(run, placed, sent !== null && sent === newest, note)
      const old = replacedBy(placed)
      if (old !== null) replaced.add(old)
      newest = refreshTokenGiven(placed) ?? newest
    }
  },
  {
    fallbackCause: fromConfusion,
    causes: {
      refused: fromRequest,
      // the second of two renewals for one refusal knows of no successor yet
      'old-refresh-token': atSameExchange('homologation/renewal-bounded'),
      // the request before carried no token, so the one that the service invalidates may be the new one
      'token-refused': atPreviousRequest('auth/bearer'),
    },
    // credentials are the user's
    blameInOwnRun: 'application',
    whyUntested: unlessHidden('no-refusal'),
  },
)

/**
 * The cause of a refused request of the application is another breach of the same request; or an earlier renewal
 * whose response, with the new token, the client did not wait for; or the second use of a code, which invalidated the
 * tokens issued for it.
 */
function fromRequest({ at, blame }: Breach, earlier: Earlier): Breach | null {
  if (blame === 'service') return null
  const lost = earlier.findLast('auth/renewal:given-up') ?? earlier.findLast('auth/renewal:code-again')
  return earlier.at(at, { of: ['auth/same-origin'] }) ?? lost
}

/** Whether a code was refused that had been exchanged before, here or as the service says; notes the one that is exchanged. RFC 6749 §4.1.2 */
function isSpentAgain(placed: Placed, spent: Set<string>): boolean {
  const code = fieldSent(placed, 'code')
  if (typeof code !== 'string' || code === '') return false
  const isAgain = isRefusedGrant(placed) && (spent.has(code) || SPENT_CODE.test(saidIn(placed)))
  if (placed.outcome === 'success') spent.add(code)
  return isAgain
}

type RenewalNote = RuleNote<'auth/renewal'>

/** `isNewest`: the refresh token that was sent is the one that the service itself gave last. */
function examineResponse(run: Trace, placed: Placed, isNewest: boolean, note: RenewalNote): void {
  const { response, failure, staged } = placed.exchange
  if (staged) return
  const options = {
    blame: 'service' as const,
    step: placed.before?.step ?? null,
    values: { status: statusOf(placed) },
  }
  const isOurs = sightOf(placed.exchange).plays === 'client'
  if (failure?.kind === 'aborted' && !isOurs) return note.breach('given-up', placed, { step: options.step })
  if (!response || failure) {
    // no service was asked, as where a step cannot be sent
    const blame: Blame = gotNowhere(placed) ? 'environment' : 'service'
    // an application's that never left, and was sent once more
    const isAgain = run.renewals.some((one) => one.before === placed.before && one.index > placed.index)
    const isMadeGood = gotNowhere(placed) && !isOurs && isAgain
    const unanswered = isMadeGood ? { ...options, ...blamelessInfo } : { ...options, blame }
    return note.breach('unanswered', placed, unanswered)
  }
  if (isRefusedGrant(placed) && INACTIVE_ACCOUNT.test(saidIn(placed)))
    return note.breach('inactive-account', placed, { ...options, blame: 'environment' })
  if (response.status < 200 || response.status > 299) {
    const blame = refusalBlame(run, placed, isNewest)
    if (blame !== null) note.breach('refused', placed, { ...options, blame })
    return
  }
  if (response.body?.flaw === 'not-recorded' || response.body?.flaw === 'truncated') return
  const value = valueIn(placed.responseJson)
  const flaw = tokenResponseFlaw(response.body?.text ?? '', value)
  if (flaw !== null) return note.breach(flaw, placed, { ...options, values: tokenEvidence(value) })
  const token = String(property(value, 'access_token'))
  const { next, before, lastRefusal } = placed
  if (lastRefusal?.bearer === token) note.breach('same-token', placed, options)
  // if the token was fetched without a refusal, the service may invalidate that token at the next step
  else if (before?.outcome === 'refused' && next?.outcome === 'refused' && next.bearer === token)
    note.breach('token-refused', next, { ...options, step: next.step })
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

/** Statuses which mean that the requested address does not exist or does not support the method. */
const elsewhere: readonly number[] = [404, 405]

/** A request of the wrong form, from a client or with a grant that the address does not know, earns its refusal. */
function refusalBlame(run: Trace, placed: Placed, isNewest: boolean): 'application' | 'service' | null {
  const status = statusOf(placed) ?? 500
  if (status >= 500) return 'service'
  if (elsewhere.includes(status)) return 'application'
  if (tokenRequestFlaw(run, placed) !== null) return 'application'
  // the embedded service itself issued the credentials
  const { exchange } = placed
  const isOwn = run.context.embedded === true && sightOf(exchange).plays === 'client'
  if (exchange.spoilt === true || isOwn) return 'service'
  // without its body a refusal does not tell a bad token from a service that errs
  if (isBodyHidden(placed)) return null
  const error = errorIn(placed)
  if (error === 'invalid_grant' && isNewest) return 'service'
  return requestErrors.includes(error) ? 'application' : 'service'
}

/** `error` of the response, or the type of one that is an object. */
function errorIn({ responseJson }: Placed): string {
  const error = property(valueIn(responseJson), 'error')
  return String(isObject(error) ? property(error, 'type') : error)
}

/** The service refused what it was asked with, in a form that it documents. */
function isRefusedGrant(placed: Placed): boolean {
  const status = statusOf(placed) ?? 500
  return [400, 401, 403].includes(status) && grantErrors.includes(errorIn(placed))
}

const grantErrors: readonly string[] = ['invalid_grant', 'VALIDATION_ERROR', 'UNAUTHORIZED_ERROR']
const SPENT_CODE = /\bcode has already been used/i
/** The account that the token belongs to, which its holder must put in order. */
const INACTIVE_ACCOUNT = /\b(?:empresa|conta)\b.{0,40}\binativ|\b(?:company|account)\b.{0,40}\binactive/i

function saidIn({ responseJson }: Placed): string {
  const value = valueIn(responseJson)
  const error = property(value, 'error')
  const own = [property(error, 'message'), property(error, 'description')]
  return [...own, property(value, 'error_description')].filter((part) => typeof part === 'string').join(' ')
}

/** The refresh token that was sent: '' where the field is empty or missing, null where that cannot be seen. */
function refreshTokenSent(placed: Placed): string | null {
  const isForm = !isObject(valueIn(placed.requestJson))
  if (isForm && fieldSent(placed, 'grant_type') !== 'refresh_token') return null
  return String(fieldSent(placed, 'refresh_token') ?? '')
}

/** The refresh token that a renewal replaced by another; null where it replaced none. */
function replacedBy(placed: Placed): string | null {
  const sent = refreshTokenSent(placed)
  const given = refreshTokenGiven(placed)
  return sent && given && given !== sent ? sent : null
}

export function replacedIn(exchanges: readonly Exchange[], context: JudgeContext): string[] {
  const trace = new Trace(context)
  for (const exchange of exchanges) if (exchange.channel === 'token') trace.add(exchange)
  return trace.renewals.flatMap((placed) => replacedBy(placed) ?? [])
}

/** A field of the request's JSON, or of its form; undefined or null where it has none. */
function fieldSent({ requestJson, exchange }: Placed, name: string): Json | undefined {
  const json = valueIn(requestJson)
  if (isObject(json)) return property(json, name)
  return new URLSearchParams(exchange.request.body?.text ?? '').get(name)
}

function refreshTokenGiven({ responseJson }: Placed): string | null {
  const token = property(valueIn(responseJson), 'refresh_token')
  return typeof token === 'string' && token !== '' ? token : null
}

/** Beside the homologation as well: a success of the token endpoint gives a usable token. */
export const tokenResponse = observer(
  'auth/renewal',
  () =>
    ({ exchange, isSuccess, status, responseJson }, note) => {
      const body = exchange.response?.body
      if (exchange.channel !== 'token' || exchange.request.method === 'OPTIONS' || !isSuccess) return
      if (body?.flaw === 'not-recorded' || body?.flaw === 'truncated') return
      note.tested()
      const value = valueIn(responseJson)
      const flaw = tokenResponseFlaw(body?.text ?? '', value)
      if (flaw !== null) note.breach(flaw, { values: { status, ...tokenEvidence(value) } })
    },
)
