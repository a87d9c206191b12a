import { applicationRule } from './application-rule.js'
import { examineLink } from './link.js'

/** The redirect link is an address that answers; what it shows is judged call by call. */
export const redirectLink = applicationRule('application/redirect-link', ({ links }, note) => {
  const { redirect } = links
  const { url } = redirect
  examineLink(redirect, note, (status) => status !== 404 && status < 500)
  if (url.includes('#')) note.breach('fragment', { values: { url } })
})
