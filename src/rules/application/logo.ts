import { sensibleLogo } from '../../specification/registration.js'
import { type ApplicationNote, applicationRule } from './application-rule.js'
import type { LogoFacts } from './facts.js'

/** The logo is a readable image. It should be square, and neither too small to be drawn large nor too heavy for a list: the sizes are ours. */
export const logo = applicationRule('application/logo', ({ logo: facts }, note) => {
  note.tested()
  if (facts === null) note.breach('missing')
  else if (facts.kind === 'unreadable') note.breach('unreadable', { values: { reason: facts.reason } })
  else if (facts.kind === 'no-image' || facts.kind === 'cut') note.breach(facts.kind)
  else examineImage(facts, note)
})

type Image = Extract<LogoFacts, { kind: 'image' }>

function examineImage(facts: Image, note: ApplicationNote<'not-square' | 'small' | 'large' | 'heavy'>): void {
  const { widthPx, heightPx, sizeBytes } = facts
  const { minPx, maxPx, maxBytes } = sensibleLogo
  const options = {
    values: { widthPx, heightPx, sizeBytes, minPx, maxPx, maxBytes },
    severity: 'warning',
  } as const
  if (widthPx !== heightPx) note.breach('not-square', options)
  const isVector = facts.format === 'svg'
  if (!isVector && Math.min(widthPx, heightPx) < minPx) note.breach('small', options)
  if (!isVector && Math.max(widthPx, heightPx) > maxPx) note.breach('large', options)
  if (sizeBytes > maxBytes) note.breach('heavy', options)
}
