import { useState } from 'preact/hooks'
import { useListeners } from '../parts/listeners.js'

/** What the page's address points to after `#`: `#session=app1&finding=3f2a…` */
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

export function linkTo(link: Partial<DeepLink>): string {
  const parts = new URLSearchParams()
  for (const name of ['session', 'finding', 'exchange', 'route'] as const) {
    const value = link[name]
    if (value) parts.set(name, value)
  }
  return `#${parts}`
}

/** The target of the page's address, updated when a link is followed. */
export function useDeepLink(): DeepLink {
  const [link, setLink] = useState(() => readDeepLink(location.hash))
  useListeners((signal) => {
    const follow = () => {
      if (location.hash !== '#main') setLink(readDeepLink(location.hash))
    }
    // a click on a link that is already in the address changes nothing there, but is followed again
    const followAgain = (event: MouseEvent) => {
      const anchor = (event.target as Element | null)?.closest?.('a[href^="#"]')
      if (anchor && anchor.getAttribute('href') === location.hash) follow()
    }
    addEventListener('hashchange', follow, { signal })
    document.addEventListener('click', followAgain, { signal })
  })
  return link
}
