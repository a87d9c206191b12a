import { targetOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'

/** What a recording holds, when it holds no homologation. */
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
    see({ request }) {
      const path = targetOf(request.url).split(/[?#]/)[0] ?? ''
      hasHomologation ||= /\/homologacao\//.test(path)
      const kind = `${request.method} ${hostOf(request.url)}${path.replace(/\/\d+(?=\/|$)/g, '/…')}`
      if (counts.has(kind) || counts.size < MOST_KINDS) counts.set(kind, (counts.get(kind) ?? 0) + 1)
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

function hostOf(url: string): string {
  return URL.canParse(url) ? `${new URL(url).host} ` : ''
}
