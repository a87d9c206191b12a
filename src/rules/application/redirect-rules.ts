import { applicationRule } from './application-rule.js'
import type { LinkFacts, PageFacts } from './facts.js'
import {
  bornOfSuccess,
  callNames,
  examinePage,
  leavesItToScripts,
  mayBeDrawn,
  readsOfFailure,
  saysTheSame,
} from './redirect-page.js'

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

/** After each kind of failure a person reads what happened; a strange `state` gives nothing away. §Authentication 5 */
export const redirectError = applicationRule('application/redirect-error', (facts, note) => {
  // what success itself failed with says nothing of success
  const success = facts.pages.find(
    ({ call, codeExchanged, refusal, skipped, status }) =>
      call === 'success' && skipped === null && status === 200 && codeExchanged !== false && refusal === null,
  )
  for (const page of facts.pages.filter(({ call }) => call !== 'success')) {
    const values = { call: callNames[page.call] }
    const more = { values, exchange: page.exchange, subject: page.call }
    examinePage(page, facts.registration.language, note)
    if (page.skipped !== null) continue
    if (page.call === 'wrong-state' && page.codeExchanged === null) note.open('state-unseen')
    if (page.call === 'wrong-state' && page.codeExchanged === true) {
      // showing a success after that is not a second fault
      note.breach('state-accepted', more)
      continue
    }
    if (page.call === 'wrong-state' && page.isStateConstant)
      note.breach('state-constant', { ...more, severity: 'warning' })
    if (page.call === 'code-reused') continue
    const likeness = likenessOf(page, success, facts.links.homepage)
    if (likeness === null) continue
    // what a browser would have drawn may well be something else
    if (mayBeDrawn(page)) note.open('page-drawn-by-scripts', values)
    else note.breach(likeness.suffix, { ...more, values: { ...values, ...likeness.values } })
  }
})

/** Returns the page that a reader mistakes a failure page for; that reader never learns of the failure. */
function likenessOf(page: PageFacts, success: PageFacts | undefined, homepage: LinkFacts) {
  if (success && saysTheSame(success, page)) return { suffix: 'same-as-success', values: {} } as const
  const words = success ? bornOfSuccess(success, page) : null
  if (words !== null) return { suffix: 'heading-of-success', values: { words } } as const
  const isHomepage = homepage.status === 200 && saysTheSame(page, { html: homepage.html, drawn: null })
  return isHomepage ? ({ suffix: 'same-as-homepage', values: { url: homepage.url } } as const) : null
}
