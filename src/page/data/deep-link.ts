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
