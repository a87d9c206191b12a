import { rule } from '../rule.js'

/** Each step gets a success status of the profile; another 2xx should not be. */
export const answerStatus = rule('homologation/answer-status', (run, note) => {
  for (const placed of run.procedure) {
    const { answer } = placed.exchange
    if (placed.place.kind !== 'step' || !answer) continue
    if (placed.outcome !== 'success' && placed.outcome !== 'error') continue
    note.tested()
    const wanted = run.profile.statuses[placed.place.step - 1] ?? []
    if (wanted.includes(answer.status)) continue
    const values = { status: answer.status, wanted: wanted.join(', ') }
    if (placed.outcome === 'success')
      note.breach('other-success', placed, { blame: 'service', severity: 'warning', values })
    else
      note.breach(answer.status >= 300 && answer.status < 400 ? 'redirect' : 'error', placed, {
        blame: 'service',
        values,
      })
  }
})
