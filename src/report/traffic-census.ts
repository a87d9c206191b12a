import { pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'

const MOST_KINDS = 500
const MOST_SHOWN = 8

/** Counts the requests of a recording without a homologation. */
export function takeCensus() {
  const counts = new Map<string, number>()
  let hasHomologation = false
  return {
    see({ request, channel }: Exchange): void {
      // The other kinds of requests matter only if there is no homologation.
      if (hasHomologation) return
      const { url, method } = request
      const path = pathOf(url)
      hasHomologation = channel !== 'elsewhere' && path.includes('/homologacao/')
      const kind = `${method} ${URL.canParse(url) ? `${new URL(url).host} ` : ''}${path.replace(/\/\d+(?=\/|$)/g, '/…')}`
      const count = counts.get(kind) ?? 0
      if (count > 0 || counts.size < MOST_KINDS) counts.set(kind, count + 1)
    },
    get hasHomologation() {
      return hasHomologation
    },
    /** The most frequent kinds of requests: `GET erp.example /Api/v3/produtos/… (12)`. */
    get kinds() {
      return [...counts]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MOST_SHOWN)
        .map(([kind, count]) => `${kind} (${count})`)
    },
  }
}
