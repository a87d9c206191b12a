import { applicationRule } from './application-rule.js'
import { examineReadable } from './link.js'

/** The manual can be read without signing in. */
export const manualLink = applicationRule('application/manual-link', ({ links }, note) => {
  examineReadable(links.manual, note)
})
