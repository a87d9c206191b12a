import { allowedNext, applicationStates, moveApplication } from '../../specification/states.js'
import { applicationRule } from './application-rule.js'

/**
 * Reports the application's situation, the moves that may follow and what the situation means for its tokens. An
 * impossible move is a breach.
 */
export const situation = applicationRule('application/situation', ({ registration }, note) => {
  const { situation: state, nextSituation, visibility } = registration
  if (visibility === null) note.open('visibility')
  if (visibility === 'private') note.breach('private', { severity: 'warning' })
  if (state === null) return note.open('situation')
  const next = allowedNext(state).map(({ to }) => applicationStates[to])
  note.breach(state, {
    values: { state: applicationStates[state], next: next.join(', ') || null },
    subject: state,
  })
  if (state === 'inativado') note.breach('no-button', { severity: 'error' })
  if (nextSituation === null) return
  const move = moveApplication(state, nextSituation)
  if (move.allowed) return
  const values = { from: applicationStates[state], to: applicationStates[nextSituation] }
  note.breach(`refused-${move.reason}`, { values, severity: 'error' })
})
