import { applicationRule } from './application-rule.js'
import { examineText } from './text-attribute.js'

/** The registered description is there; it should say more than the short one. */
export const description = applicationRule('application/description', ({ registration }, note) => {
  examineText(registration.description, 'description', note)
  const { description: long, shortDescription } = registration
  if (long !== '' && long === shortDescription) note.breach('same', { severity: 'warning' })
})
