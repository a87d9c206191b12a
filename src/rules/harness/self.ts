import type { ObservedBreach } from '../observer.js'

/**
 * Our own requests are judged like those of an application: a breach that would be the application's is then the
 * fault of the harness. The code is kept because its sentences describe the fault.
 */
export function ownBreach(breach: ObservedBreach): ObservedBreach {
  if (!isOwnFault(breach)) return breach
  return { ...breach, requirement: 'harness/self', blame: 'harness' }
}

/**
 * Whether our own run broke a requirement on applications. The user is responsible for registration and base address,
 * even if our run sends the requests.
 */
export function isOwnFault({ blame, requirement }: Pick<ObservedBreach, 'blame' | 'requirement'>): boolean {
  return blame === 'application' && requirement !== 'auth/scope' && requirement !== 'versioning/base-address'
}
