import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isThisMachine } from '../exchange/address.js'
import { readAtMost } from '../node/text-file.js'
import { codeOf } from '../node/thrown.js'
import type {
  ApplicationFacts,
  LinkFacts,
  LinkName,
  LogoFacts,
  Registration,
} from '../rules/application/index.js'
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

/** Reads the logo from an address or from a file in the folder of `application.yaml`. */
export async function gatherLogo(logo: string, folder: string, visitor: Visitor): Promise<LogoFacts | null> {
  if (logo === '') return null
  const bytes = /^https?:/i.test(logo)
    ? await fetched(logo, visitor)
    : await readAtMost(resolve(folder, logo)).catch((error: unknown) => codeOf(error) || 'unreadable')
  return typeof bytes === 'string' ? { kind: 'unreadable', reason: bytes } : measure(bytes)
}

/** Bytes, or the reason in plain words. */
async function fetched(url: string, visitor: Visitor): Promise<Uint8Array | string> {
  const skipped = whySkipped(url)
  if (skipped) return skipped
  const { bytes, failure, status } = await visitor.visit(url)
  if (failure !== null) return failure
  return status === 200 ? bytes : `status ${status}`
}

const SHOWN = new Set(['png', 'jpg', 'webp', 'gif', 'svg'])

const [SCAN, END] = [Buffer.from([0xff, 0xda]), Buffer.from([0xff, 0xd9])]

/** Whether an image of a form is there to its end; what follows the end is passed over. */
const isWhole: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.includes('IEND'),
  // without a scan, the search for the end starts from -1, which is the last byte, and finds nothing
  jpg: (bytes) => bytes.includes(END, bytes.lastIndexOf(SCAN)),
  webp: (bytes) => bytes.length >= 8 + bytes.readUInt32LE(4),
  svg: (bytes) => /<\/(?:\w+:)?svg\s*>|<(?:\w+:)?svg[^>]*\/>/.test(bytes.toString()),
}

/** An image's form and size in pixels; an SVG's are those that it declares. */
async function measure(bytes: Uint8Array): Promise<LogoFacts> {
  const { imageSize } = await import('image-size')
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    if (!SHOWN.has(type ?? '') || width < 1 || height < 1) return { kind: 'no-image' }
    if (isWhole[type ?? '']?.(Buffer.from(bytes)) === false) return { kind: 'cut' }
    const isTurned = orientation >= 5
    const [widthPx, heightPx] = isTurned ? [height, width] : [width, height]
    return { kind: 'image', format: type ?? '', widthPx, heightPx, sizeBytes: bytes.length }
  } catch {
    return { kind: 'no-image' }
  }
}

const MOST_EVIDENCE_BYTES = 10_000_000

/** Collects the files that the answers name and reports their state. */
export async function gatherEvidence(
  { answers }: Registration,
  folder: string,
): Promise<ApplicationFacts['evidence']> {
  const named = answers.flatMap(({ evidence }) => (evidence === null ? [] : [evidence]))
  const found = await Promise.all(
    named.map(async (name) => {
      const file = await stat(resolve(folder, name)).catch(() => null)
      if (!file?.isFile()) return [name, 'missing'] as const
      if (file.size === 0) return [name, 'empty'] as const
      return [name, file.size > MOST_EVIDENCE_BYTES ? 'too-large' : 'readable'] as const
    }),
  )
  return Object.fromEntries(found)
}
