import { isObject, type Json, property } from '../../exchange/json.js'
import { type Note, rule } from '../rule.js'
import { nextInProcedure, type Placed, type Trace } from '../trace.js'
import { tokenRequestFlaw } from './token-request.js'

/** The token endpoint answers a renewal with a usable token; what it was asked with must be the newest refresh token. */
export const renewal = rule('auth/renewal', (run, note) => {
  const replaced = new Set<string>()
  for (const placed of run.renewals) {
    note.tested()
    const sent = refreshTokenSent(placed)
    if (sent === '') note.breach('empty-refresh-token', placed, { step: stepBefore(run, placed) })
    else if (sent !== null && replaced.has(sent))
      note.breach('old-refresh-token', placed, { step: stepBefore(run, placed) })
    else examineAnswer(run, placed, note)
    const given = tokenIn(placed, 'refresh_token')
    if (sent && given && given !== sent) replaced.add(sent)
  }
})

type RenewalNote = Note<'auth/renewal'>

function examineAnswer(run: Trace, placed: Placed, note: RenewalNote): void {
  const { answer } = placed.exchange
  const options = {
    blame: 'service' as const,
    step: stepBefore(run, placed),
    values: { status: answer?.status ?? null },
  }
  if (!answer || placed.exchange.failure) return note.breach('unanswered', placed, options)
  if (answer.status < 200 || answer.status > 299)
    return note.breach('refused', placed, { ...options, blame: refusalBlame(run, placed, answer.status) })
  if (answer.body?.flaw === 'not-recorded') return
  if (!placed.answerJson?.ok || !isObject(placed.answerJson.value))
    return note.breach('not-json', placed, options)
  const token = tokenIn(placed, 'access_token')
  if (token === null) return note.breach('no-token', placed, options)
  const refusedBefore = lastRefusedToken(run, placed)
  if (refusedBefore !== null && token === refusedBefore) return note.breach('same-token', placed, options)
  if (!followsRefusal(run, placed)) return
  const next = nextInProcedure(run, placed)
  if (next?.outcome === 'refused' && next.bearer === token)
    note.breach('token-refused', next, { ...options, step: next.step })
}

/** A request error on a request of the wrong form is the answer that it deserves. */
function refusalBlame(run: Trace, placed: Placed, status: number): 'application' | 'service' {
  return status < 500 && tokenRequestFlaw(run, placed) !== null ? 'application' : 'service'
}

/** A token fetched unasked may be the very one that the service invalidates at the next step. */
function followsRefusal(run: Trace, placed: Placed): boolean {
  return run.procedure.filter((earlier) => earlier.index < placed.index).at(-1)?.outcome === 'refused'
}

function lastRefusedToken(run: Trace, placed: Placed): string | null {
  return (
    run.procedure.filter((earlier) => earlier.index < placed.index && earlier.outcome === 'refused').at(-1)
      ?.bearer ?? null
  )
}

function stepBefore(run: Trace, placed: Placed): Placed['step'] {
  return run.procedure.filter((earlier) => earlier.index < placed.index).at(-1)?.step ?? null
}

/** The refresh token that was sent: '' where the field is empty or missing, null where that cannot be seen. */
function refreshTokenSent(placed: Placed): string | null {
  const { body } = placed.exchange.request
  if (!body || body.text === null) return null
  const json: Json | undefined = placed.requestJson?.ok ? placed.requestJson.value : undefined
  if (isObject(json)) return String(property(json, 'refresh_token') ?? '')
  const form = new URLSearchParams(body.text)
  return form.get('grant_type') === 'refresh_token' ? (form.get('refresh_token') ?? '') : null
}

function tokenIn(placed: Placed, field: string): string | null {
  const token = placed.answerJson?.ok ? property(placed.answerJson.value, field) : undefined
  return typeof token === 'string' && token !== '' ? token : null
}
