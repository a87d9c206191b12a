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
import { factsOf, noFacts, type Visitor, whySkipped } from './link-visitor.js'

/** Requests every link of the registration once. Each gets a visitor of its own, so that no link gets the cookies of another. */
export async function gatherLinks(
  registration: Registration,
  newVisitor: () => Visitor,
): Promise<Record<LinkName, LinkFacts>> {
  const { redirectLink, homepageLink, manualLink, videoLink } = registration
  const gather = (url: string) => gatherLink(url, newVisitor())
  const [redirect, homepage, manual, video] = await Promise.all([
    gather(redirectLink),
    gather(homepageLink),
    gather(manualLink),
    gather(videoLink),
  ])
  const isOffline = looksOffline([redirect, homepage, manual, video])
  const mark = (link: LinkFacts): LinkFacts =>
    isOffline && link.failure === 'unresolved' ? { ...link, skipped: 'offline' } : link
  return { redirect: mark(redirect), homepage: mark(homepage), manual: mark(manual), video: mark(video) }
}

async function gatherLink(url: string, visitor: Visitor): Promise<LinkFacts> {
  const skipped = whySkipped(url)
  if (skipped) return { ...noFacts, url, finalUrl: url, skipped, sizeBytes: 0 }
  const visit = await visitor.visit(url)
  const { finalUrl, sizeBytes } = visit
  return { ...factsOf(visit), url, skipped: null, finalUrl, sizeBytes }
}

/** True if none of at least two hosts has an address. Then this machine has no network, and the application is not to blame. */
function looksOffline(links: readonly LinkFacts[]): boolean {
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
    ? await fetchBytes(logo, visitor)
    : await readAtMost(resolve(folder, logo)).catch((error: unknown) => codeOf(error) || 'unreadable')
  return typeof bytes === 'string' ? { kind: 'unreadable', reason: bytes } : measureImage(bytes)
}

/** The bytes, or the reason why there are none: `status 404`. */
async function fetchBytes(url: string, visitor: Visitor): Promise<Uint8Array | string> {
  const skipped = whySkipped(url)
  if (skipped) return skipped
  const { bytes, failure, status } = await visitor.visit(url)
  if (failure !== null) return failure
  return status === 200 ? bytes : `status ${status}`
}

const LOGO_FORMATS = new Set(['png', 'jpg', 'webp', 'gif', 'svg'])

/** The markers before the image data of a JPEG, and at its end. */
const JPEG_SCAN = Buffer.from([0xff, 0xda])
const JPEG_END = Buffer.from([0xff, 0xd9])

/** Whether an image is complete, by format (GIFs are not checked). A JPEG has an end after its last scan; a WebP begins with its length. */
const hasEnd: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) => bytes.includes('IEND'),
  jpg: (bytes) => {
    const scanAt = bytes.lastIndexOf(JPEG_SCAN)
    return scanAt >= 0 && bytes.includes(JPEG_END, scanAt)
  },
  webp: (bytes) => bytes.length >= 8 + bytes.readUInt32LE(4),
  svg: (bytes) => /<\/(?:\w+:)?svg\s*>|<(?:\w+:)?svg[^>]*\/>/.test(bytes.toString()),
}

/** From this value on, the Exif orientation of a picture turns it by 90 degrees. */
const FIRST_TURNED_ORIENTATION = 5

/** Reads the format and the size in pixels of an image. An SVG file declares its size. */
async function measureImage(bytes: Uint8Array): Promise<LogoFacts> {
  const { imageSize } = await import('image-size')
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    const format = type ?? ''
    if (!LOGO_FORMATS.has(format) || width < 1 || height < 1) return { kind: 'no-image' }
    if (hasEnd[format]?.(Buffer.from(bytes)) === false) return { kind: 'cut' }
    const isTurned = orientation >= FIRST_TURNED_ORIENTATION
    const [widthPx, heightPx] = isTurned ? [height, width] : [width, height]
    return { kind: 'image', format, widthPx, heightPx, sizeBytes: bytes.length }
  } catch {
    return { kind: 'no-image' }
  }
}

/** A larger file is refused, so that one file does not fill the archive (`MAX_ARCHIVE_BYTES`). */
const MAX_EVIDENCE_BYTES = 10_000_000

/** Checks the files that the answers name: `{ 'consent.pdf': 'missing' }`. */
export async function gatherEvidence(
  { answers }: Registration,
  folder: string,
): Promise<ApplicationFacts['evidence']> {
  const names = answers.flatMap(({ evidence }) => (evidence === null ? [] : [evidence]))
  const states = await Promise.all(
    names.map(async (name) => {
      const file = await stat(resolve(folder, name)).catch(() => null)
      if (!file?.isFile()) return [name, 'missing'] as const
      if (file.size === 0) return [name, 'empty'] as const
      return [name, file.size > MAX_EVIDENCE_BYTES ? 'too-large' : 'readable'] as const
    }),
  )
  return Object.fromEntries(states)
}
