import { isThisMachine } from '../exchange/address.js'
import type { LinkFacts, LinkName, Registration } from '../rules/application/index.js'
import { factsOf, noFacts, type Visitor } from './link-visitor.js'

/**
 * Requests every registered link once, as a stranger would. The visitor must be fresh, so that cookies of one link
 * are not sent to another.
 */
export async function gatherLinks(
  registration: Registration,
  newVisitor: () => Visitor,
): Promise<Record<LinkName, LinkFacts>> {
  const { redirectLink, homepageLink, manualLink, videoLink } = registration
  const urls = { redirect: redirectLink, homepage: homepageLink, manual: manualLink, video: videoLink }
  const gathered = await Promise.all(
    Object.entries(urls).map(async ([name, url]) => [name, await gatherLink(url, newVisitor())] as const),
  )
  const isCutOff = isOffline(gathered.map(([, link]) => link))
  const links = gathered.map(([name, link]) =>
    isCutOff && link.failure === 'unresolved' ? [name, { ...link, skipped: 'offline' }] : [name, link],
  )
  return Object.fromEntries(links) as Record<LinkName, LinkFacts>
}

async function gatherLink(url: string, visitor: Visitor): Promise<LinkFacts> {
  const skipped = whySkipped(url)
  if (skipped) return { ...noFacts, url, finalUrl: url, skipped, sizeBytes: 0 }
  const visit = await visitor.visit(url)
  const { finalUrl, sizeBytes } = visit
  return { ...factsOf(visit), url, skipped: null, finalUrl, sizeBytes }
}

/** Why a link is not even called; null where it can be. */
export function whySkipped(url: string): 'empty' | 'no-address' | 'not-https' | null {
  if (url === '') return 'empty'
  if (!URL.canParse(url)) return 'no-address'
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))) return null
  return protocol === 'http:' ? 'not-https' : 'no-address'
}

/** No name of at least two foreign hosts has an address: that is this machine's network, not the application. */
function isOffline(links: readonly LinkFacts[]): boolean {
  const foreign = links.filter(
    ({ url, skipped }) => skipped === null && !isThisMachine(new URL(url).hostname),
  )
  const hosts = new Set(foreign.map(({ url }) => new URL(url).host))
  return hosts.size >= 2 && foreign.every(({ failure }) => failure === 'unresolved')
}
