import { didYouMean } from '../settings/did-you-mean.js'
import { isRequirementId, type RequirementId, requirementIds } from '../specification/requirements.js'
import { SettingsError } from '../words/errors.js'

/**
 * The requirement of a name, or of as much of it as fits one alone.
 *
 * @throws SettingsError naming those that fit, or the nearest
 */
export function requirementNamed(name: string): RequirementId {
  if (isRequirementId(name)) return name
  const half = name.toLowerCase().replace(/^\/|\/$/g, '')
  const whole = requirementIds.filter((id) => id.endsWith(`/${half}`))
  const fitting = whole.length > 0 ? whole : requirementIds.filter((id) => half !== '' && id.includes(half))
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only
  if (fitting.length > 1)
    throw new SettingsError('settings.requirement.several', {
      name,
      fitting: listed(fitting),
    })
  const near = didYouMean(name, requirementIds) ?? nearestHalf(half)
  const key = near ? 'settings.requirement.unknown-near' : 'settings.requirement.unknown'
  throw new SettingsError(key, { name, near })
}

const MOST_LISTED = 12

function listed(ids: readonly string[]): string {
  return `${ids.slice(0, MOST_LISTED).join(', ')}${ids.length > MOST_LISTED ? ', …' : ''}`
}

function nearestHalf(half: string): string | null {
  const halves = requirementIds.map((id) => id.split('/')[1] ?? id)
  const near = didYouMean(half, halves)
  return requirementIds.find((id) => id.endsWith(`/${near}`)) ?? null
}
