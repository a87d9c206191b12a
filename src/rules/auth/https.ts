import { isThisMachine } from '../../exchange/address.js'
import { sightOf } from '../../exchange/sources.js'
import { always } from '../concerns.js'
import { observer } from '../observer.js'

/**
 * Requests must use https, except to this machine. A request to our own listener does not show how the application
 * calls other hosts.
 */
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
