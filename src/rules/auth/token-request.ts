import { headerValue } from '../../exchange/exchange.js'
import { isObject } from '../../exchange/json.js'
import { type Note, rule } from '../rule.js'
import type { Placed, Trace } from '../trace.js'

/** Renewal is form-encoded, with the client's credentials as the profile says. */
export const tokenRequest = rule('auth/token-request', (run, note) => {
  for (const placed of run.renewals) {
    const { body } = placed.exchange.request
    if (body?.flaw === 'not-recorded') continue
    note.tested()
    if (placed.requestJson?.ok && isObject(placed.requestJson.value)) note.breach('json', placed)
    else examineCredentials(run, placed, note)
  }
})

function examineCredentials(run: Trace, placed: Placed, note: Note<'auth/token-request'>): void {
  const { clientAuth } = run.profile.tokenRequest
  const form = new URLSearchParams(placed.exchange.request.body?.text ?? '')
  const inBody = form.has('client_secret')
  const basic = /^basic /i.test(headerValue(placed.exchange.request.headers, 'authorization') ?? '')
  if (placed.exchange.gaps.includes('authorization')) return
  if (!inBody && !basic) note.breach('no-credentials', placed)
  else if (clientAuth === 'basic' && inBody) note.breach('in-body', placed)
  else if (clientAuth === 'body' && !inBody) note.breach('not-in-body', placed)
}
