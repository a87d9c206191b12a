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
  if (page.isCodeSpentAgain) note.breach('code-twice', { values, exchange })
  // what broke before its page did not come to the exchange
  if (page.status === null || page.status >= 400 || page.tooManyRedirects) return
  // the second try's refusal is what a page may show then
  const failure = page.isCodeSpentAgain ? null : readsOfFailure(page)
  if (failure !== null) {
    const severity = failure.isHead ? 'error' : 'warning'
    note.breach('reads-of-failure', { values: { ...values, words: failure.words }, exchange, severity })
  }
  if (codeExchanged !== false) return
  if (leavesItToScripts(page)) return note.open('exchange-unseen', values)
  note.breach('not-exchanged', { values, exchange })
})
