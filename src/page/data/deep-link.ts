import { useState } from 'preact/hooks'
import { useListeners } from '../parts/listeners.js'

/** The target of the page's address after `#`. */
export interface DeepLink {
  readonly finding: string | null
  readonly exchange: string | null
  readonly session: string | null
  readonly route: string | null
}

export function readDeepLink(hash: string): DeepLink {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  return {
    finding: parts.get('finding'),
    exchange: parts.get('exchange'),
    session: parts.get('session'),
    route: parts.get('route'),
  }
}

export function deepLink(link: Partial<DeepLink>): string {
  const parts = new URLSearchParams()
  for (const name of ['session', 'finding', 'exchange', 'route'] as const) {
    const value = link[name]
    if (value) parts.set(name, value)
  }
  return `#${parts}`
}

/** The current target of the page's address. */
export function useDeepLink(): DeepLink {
  const [link, setLink] = useState(() => readDeepLink(location.hash))
  useListeners((signal) => {
    const follow = () => {
      if (location.hash !== '#main') setLink(readDeepLink(location.hash))
    }
    // A link that is already in the address is followed again.
    const again = (event: MouseEvent) => {
      const anchor = (event.target as Element | null)?.closest?.('a[href^="#"]')
      if (anchor && anchor.getAttribute('href') === location.hash) follow()
    }
    addEventListener('hashchange', follow, { signal })
    document.addEventListener('click', again, { signal })
  })
  return link
}
