import { useState } from 'preact/hooks'
import { type DeepLink, readDeepLink } from '../data/deep-link.js'
import { useListeners } from './listeners.js'

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
