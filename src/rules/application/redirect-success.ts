import { applicationRule } from './application-rule.js'
import { examinePage } from './redirect-page.js'

/** After success a person reads so, and the code was exchanged for tokens. §Authentication 5 */
export const redirectSuccess = applicationRule('application/redirect-success', (facts, note) => {
  const page = facts.pages.find(({ call }) => call === 'success')
  if (!page) return
  examinePage(page, facts.registration.language, note)
  if (page.skipped !== null || page.codeExchanged !== false) return
  note.breach('not-exchanged', { values: { call: '?code=…&state=…' }, exchange: page.exchange })
})
