import { applicationRule } from './application-rule.js'
import { examineText } from './text-attribute.js'

/** The registered category is there and says something. */
export const category = applicationRule('application/category', ({ registration }, note) => {
  examineText(registration.category, 'category', note)
})
