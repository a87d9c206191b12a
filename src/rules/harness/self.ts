import type { ObservedBreach } from '../observer.js'

/**
 * Our own requests are judged like anybody's: what an application would break by them, the harness breaks. The code stays, for
 * its sentences say what is wrong.
 */
export function ownBreach(breach: ObservedBreach): ObservedBreach {
  if (breach.blame !== 'application') return breach
  return { ...breach, requirement: 'harness/self', blame: 'harness' }
}
