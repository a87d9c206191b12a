import type { Unread } from '../exchange/misread.js'
import type { Invocation } from './invocation.js'

/** Told so often; of a client that speaks https to an http address, once is enough. */
const MOST_TOLD = 3

/** Tells of what came and is graded nowhere. */
export function unreadTeller(tell: Invocation<unknown>['tell']): (unread: Unread) => void {
  let count = 0
  return ({ reason, host, after }) => {
    if (++count > MOST_TOLD) return
    if (host !== null) tell('watch.host-foreign', { host })
    else if (reason === 'HOST_MISSING') tell('watch.host-missing', { after })
    else tell('watch.unreadable', { reason, after })
  }
}
