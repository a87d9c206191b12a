import { applicationRule } from './application-rule.js'
import { callNames, examinePage, leavesItToScripts, readsOfFailure } from './redirect-page.js'

/** After success a person reads so, and the code was exchanged for tokens. §Authentication 5 */
export const redirectSuccess = applicationRule('application/redirect-success', (facts, note) => {
  const page = facts.pages.find(({ call }) => call === 'success')
  if (!page) return
  examinePage(page, facts.registration.language, note)
  if (page.skipped !== null) return
  const { codeExchanged, exchange, refusal } = page
  const values = { call: callNames[page.call] }
  if (refusal !== null)
    return note.breach('exchange-refused', { values: { ...values, status: refusal }, exchange })
  const cookies = page.withheld.join(', ')
  if (codeExchanged === false && cookies !== '' && !leavesItToScripts(page))
    return note.breach('strict-cookie', { values: { ...values, cookies }, exchange })
  // what broke before its page did not come to the exchange
  if (page.status === null || page.status >= 400) return
  const failure = readsOfFailure(page)
  if (failure !== null) {
    const severity = failure.isHead ? 'error' : 'warning'
    note.breach('reads-of-failure', { values: { ...values, words: failure.words }, exchange, severity })
  }
  if (codeExchanged !== false) return
  if (leavesItToScripts(page)) return note.open('exchange-unseen', values)
  note.breach('not-exchanged', { values, exchange })
})
