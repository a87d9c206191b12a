import { useState } from 'preact/hooks'
import { useListeners } from '../parts/use-listeners.js'

/** The targets that the page's address names after `#`: `#session=app1&finding=3f2a…`. A target that it does not name is null. */
export interface DeepLink {
  readonly finding: string | null
  readonly exchange: string | null
  readonly session: string | null
  readonly route: string | null
}

/** Reads the targets from the part of an address after `#`. */
export function readDeepLink(hash: string): DeepLink {
  const parts = new URLSearchParams(hash.replace(/^#/, ''))
  return {
    finding: parts.get('finding'),
    exchange: parts.get('exchange'),
    session: parts.get('session'),
    route: parts.get('route'),
  }
}

/** The address of a target on this page: `#exchange=e3`. */
export function linkTo(target: { readonly [K in keyof DeepLink]?: string }): string {
  return `#${new URLSearchParams(target)}`
}

/** The target of the page's address, updated when a link is followed. */
export function useDeepLink(): DeepLink {
  const [link, setLink] = useState(() => readDeepLink(location.hash))
  useListeners((signal) => {
    const follow = () => {
      // `#main` is the link that skips the bar; the targets of the previous link stay
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
