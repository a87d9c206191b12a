import { sensibleLogo } from '../../specification/registration.js'
import { type ApplicationNote, applicationRule } from './application-rule.js'
import type { LogoFacts } from './facts.js'

/** The logo is a readable square image, neither too small to be drawn large nor too heavy for a list. */
export const logo = applicationRule('application/logo', ({ logo: facts }, note) => {
  note.tested()
  if (facts === null) note.breach('missing')
  else if (facts.kind === 'unreadable') note.breach('unreadable', { values: { reason: facts.reason } })
  else if (facts.kind === 'no-image') note.breach('no-image')
  else examineImage(facts, note)
})

type Image = Extract<LogoFacts, { kind: 'image' }>

function examineImage(facts: Image, note: ApplicationNote<'not-square' | 'small' | 'large' | 'heavy'>): void {
  const { widthPx, heightPx, sizeBytes } = facts
  const { minPx, maxPx, maxBytes } = sensibleLogo
  const values = { widthPx, heightPx, sizeBytes, minPx, maxPx, maxBytes }
  if (widthPx !== heightPx) note.breach('not-square', { values })
  const isVector = facts.format === 'svg'
  if (!isVector && Math.min(widthPx, heightPx) < minPx) note.breach('small', { values })
  if (!isVector && Math.max(widthPx, heightPx) > maxPx) note.breach('large', { values })
  if (sizeBytes > maxBytes) note.breach('heavy', { values })
}
