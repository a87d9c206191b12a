import { applicationRule } from './application-rule.js'
import { bornOfSuccess, callNames, examinePage, saysTheSame } from './redirect-page.js'

/** After each kind of failure a person reads what happened; a strange `state` gives nothing away. §Authentication 5 */
export const redirectError = applicationRule('application/redirect-error', (facts, note) => {
  // what success itself failed with says nothing of success
  const success = facts.pages.find(
    ({ call, skipped, status }) => call === 'success' && skipped === null && status === 200,
  )
  for (const page of facts.pages.filter(({ call }) => call !== 'success')) {
    const values = { call: callNames[page.call] }
    const more = { values, exchange: page.exchange, subject: page.call }
    examinePage(page, facts.registration.language, note)
    if (page.skipped !== null) continue
    if (page.call === 'wrong-state' && page.codeExchanged === true) note.breach('state-accepted', more)
    if (page.call === 'wrong-state' && page.codeExchanged === null) note.open('state-unseen')
    const mayRepeat = page.call === 'code-reused'
    if (!success || mayRepeat) continue
    const words = bornOfSuccess(success, page)
    if (saysTheSame(success, page)) note.breach('same-as-success', more)
    else if (words !== null) note.breach('heading-of-success', { ...more, values: { ...values, words } })
  }
})
