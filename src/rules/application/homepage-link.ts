import { applicationRule } from './application-rule.js'
import { examineReadable } from './link.js'

/** The homepage can be read without signing in. */
export const homepageLink = applicationRule('application/homepage-link', ({ links }, note) => {
  examineReadable(links.homepage, note)
})
