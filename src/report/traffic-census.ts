import { pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'

/** A count of a recording without a homologation. */
export interface Census {
  see(exchange: Exchange): void
  readonly hasHomologation: boolean
  /** The most frequent kinds of requests: `GET erp.example /Api/v3/produtos/… (12)`. */
  readonly kinds: readonly string[]
}

const MOST_KINDS = 500
const MOST_SHOWN = 8

export function takeCensus(): Census {
  const counts = new Map<string, number>()
  let hasHomologation = false
  return {
    see({ request, channel }) {
      // The other kinds of requests matter only if there is no homologation.
      if (hasHomologation) return
      const { url, method } = request
      const [, beginning = url, path = pathOf(url)] = PLAIN.exec(url) ?? []
      hasHomologation = channel !== 'elsewhere' && path.includes('/homologacao/')
      const kind = `${method} ${hostOf(beginning)}${path.replace(/\/\d+(?=\/|$)/g, '/…')}`
      const count = counts.get(kind) ?? 0
      if (count > 0 || counts.size < MOST_KINDS) counts.set(kind, count + 1)
    },
    get hasHomologation() {
      return hasHomologation
    },
    get kinds() {
      return [...counts]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MOST_SHOWN)
        .map(([kind, count]) => `${kind} (${count})`)
    },
  }
}

/** An address up to its path, and that. */
const PLAIN = /^(https?:\/\/[^/?#\\]+)(\/[^?#]*)/i

/** Most requests go where the one before went. */
let last: { readonly url: string; readonly host: string } | null = null

function hostOf(url: string): string {
  if (last?.url !== url) last = { url, host: URL.canParse(url) ? `${new URL(url).host} ` : '' }
  return last.host
}
