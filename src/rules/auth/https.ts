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
  if (scheme.toLowerCase() === 'http' && !isThisMachine(host.toLowerCase())) {
    note.breach('plain', {
      values: { host },
      blame: sightOf(exchange).plays === 'client' ? 'environment' : 'application',
    })
  }
})

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  )
}
