import type { ObservedBreach } from '../observer.js'

/**
 * Our own requests are judged like anybody's: what an application would break by them, the harness breaks. The code stays, for
 * its sentences say what is wrong.
 */
export function ownBreach(breach: ObservedBreach): ObservedBreach {
  if (!isOwnFault(breach)) return breach
  return { ...breach, requirement: 'harness/self', blame: 'harness' }
}

/** Whether our own run broke what an application must keep. Registration and base address are the user's, whoever sends the requests. */
export function isOwnFault({ blame, requirement }: Pick<ObservedBreach, 'blame' | 'requirement'>): boolean {
  return blame === 'application' && requirement !== 'auth/scope' && requirement !== 'versioning/base-address'
}
