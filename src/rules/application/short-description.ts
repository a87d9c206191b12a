import { applicationRule } from './application-rule.js'
import { examineText } from './text-attribute.js'

/** The registered short description is there and says something. */
export const shortDescription = applicationRule('application/short-description', ({ registration }, note) => {
  examineText(registration.shortDescription, 'short-description', note)
})
