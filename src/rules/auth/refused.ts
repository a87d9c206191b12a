import { authorizationOf } from '../../exchange/exchange.js'
import { sightOf } from '../../exchange/sources.js'
import { onAnswer } from '../concerns.js'
import { observer } from '../observer.js'

/** A request without a valid token is refused. Observed: how token errors are reported is not shown. */
export const refused = observer('auth/refused', onAnswer, () => (seen, note) => {
  const { exchange, route, status } = seen
  if (!route || status === null) return
  const hasNone = sightOf(exchange).isWhole && authorizationOf(exchange).length === 0
  if (seen.meant !== 'without-token' && (!hasNone || exchange.gaps.includes('authorization'))) return
  note.tested()
  if (seen.isSuccess) note.breach('accepted', { values: { status } })
})
