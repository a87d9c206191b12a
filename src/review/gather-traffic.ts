import { pathOf } from '../exchange/address.js'
import type { Exchange } from '../exchange/exchange.js'
import type { TrafficFacts } from '../rules/application/index.js'
import { matchRoute } from '../specification/find-route.js'
import { routeName } from '../specification/route.js'

/** Learns from recorded exchanges which resources an application uses. Feed it any number; memory stays small. */
export interface TrafficWatch {
  see(exchange: Exchange): void
  readonly facts: TrafficFacts
}

export function watchTraffic(): TrafficWatch {
  const used = new Map<string, TrafficFacts['used'][number]>()
  let exchanges = 0
  return {
    see({ channel, request }) {
      if (channel !== 'service') return
      exchanges++
      // below the version prefix, for any host and prefix of the recording
      const path = pathOf(request.url).replace(/^.*?\/v3(?=\/)/i, '')
      const match = matchRoute(request.method, path, 'document')
      if (!match) return
      const route = routeName(match.route)
      const access = request.method === 'GET' ? 'read' : 'write'
      used.set(route, { family: match.route.family, access, route })
    },
    get facts() {
      return { exchanges, used: [...used.values()] }
    },
  }
}
