import { headerValues } from '../../exchange/exchange.js'
import { rule } from '../rule.js'
import type { Placed } from '../trace.js'

/** Every request carries `Authorization: Bearer <access token>`, and never the refresh token. */
export const bearer = rule('auth/bearer', (run, note) => {
  const refreshTokens = new Set(run.renewals.flatMap(refreshTokensOf))
  for (const placed of run.procedure) {
    if (placed.exchange.gaps.includes('authorization') || placed.exchange.intent === 'without-token') continue
    note.tested()
    const values = headerValues(placed.exchange.request.headers, 'authorization')
    const token = placed.bearer
    if (values.length === 0) note.breach('missing', placed)
    else if (values.length > 1) note.breach('several', placed)
    else if (token === null)
      note.breach('not-bearer', placed, { values: { scheme: (values[0] ?? '').split(' ')[0] ?? '' } })
    else if (token.startsWith('[refresh_token#') || refreshTokens.has(token))
      note.breach('refresh-token', placed)
  }
})

/** The refresh tokens that a renewal sent or was given. */
function refreshTokensOf(renewal: Placed): string[] {
  const sent = new URLSearchParams(renewal.exchange.request.body?.text ?? '').get('refresh_token')
  const given = renewal.answerJson?.ok
    ? (renewal.answerJson.value as Record<string, unknown>)?.refresh_token
    : undefined
  return [sent, given].filter((token): token is string => typeof token === 'string' && token !== '')
}
