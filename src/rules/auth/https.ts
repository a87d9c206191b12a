import { isThisMachine } from '../../exchange/address.js'
import { sightOf } from '../../exchange/sources.js'
import { always } from '../concerns.js'
import { observer } from '../observer.js'

/** https, except to this machine. What was sent to our own listener is no sign of what the application does elsewhere. */
export const https = observer('auth/https', always, () => ({ exchange }, note) => {
  if (exchange.channel === 'elsewhere' || sightOf(exchange).plays === 'service') return
  // nearly all that is seen, and nothing more to look for
  if (exchange.request.url.startsWith('https://')) return note.tested()
  const [scheme = '', host = ''] =
    /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)/i.exec(exchange.request.url)?.slice(1) ?? []
  if (scheme === '') return
  note.tested()
  if (scheme.toLowerCase() === 'http' && !isThisMachine(host) && !/\.localhost$/i.test(host)) {
    note.breach('plain', {
      values: { host },
      blame: sightOf(exchange).plays === 'client' ? 'environment' : 'application',
    })
  }
})
