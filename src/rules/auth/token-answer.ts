import { valueIn } from '../../exchange/json.js'
import { tokenAnswerFlaw } from '../../specification/token-answer.js'
import type { Concern } from '../observer.js'
import { observer } from '../observer.js'
import { tokenEvidence } from './renewal.js'

const offRoutes: Concern = ({ route, isSuccess }) => route === null && isSuccess

/** Beside the homologation as well: a success of the token endpoint gives a usable token. */
export const tokenAnswer = observer(
  'auth/renewal',
  offRoutes,
  () =>
    ({ exchange, isSuccess, status, json }, note) => {
      const body = exchange.answer?.body
      if (exchange.channel !== 'token' || exchange.request.method === 'OPTIONS' || !isSuccess) return
      if (body?.flaw === 'not-recorded' || body?.flaw === 'truncated') return
      note.tested()
      const value = valueIn(json)
      const flaw = tokenAnswerFlaw(body?.text ?? '', value)
      if (flaw !== null) note.breach(flaw, { values: { status, ...tokenEvidence(value) } })
    },
)
