import { applicationRule } from './application-rule.js'
import { examineText } from './text-attribute.js'

/** The registered name is there and says something. */
export const name = applicationRule('application/name', ({ registration }, note) => {
  examineText(registration.name, 'name', note)
})
