import { applicationRule } from './application-rule.js'
import { callNames, examinePage, leavesItToScripts } from './redirect-page.js'

/** After success a person reads so, and the code was exchanged for tokens. §Authentication 5 */
export const redirectSuccess = applicationRule('application/redirect-success', (facts, note) => {
  const page = facts.pages.find(({ call }) => call === 'success')
  if (!page) return
  examinePage(page, facts.registration.language, note)
  if (page.skipped !== null || page.codeExchanged !== false) return
  if (leavesItToScripts(page)) return note.open('exchange-unseen', { call: callNames[page.call] })
  note.breach('not-exchanged', { values: { call: callNames[page.call] }, exchange: page.exchange })
})
