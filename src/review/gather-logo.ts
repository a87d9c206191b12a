import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readAtMost } from '../node/text-file.js'
import { codeOf } from '../node/thrown.js'
import type { ApplicationFacts, LogoFacts, Registration } from '../rules/application/index.js'
import { whySkipped } from './gather-links.js'
import type { Visitor } from './link-visitor.js'

/** Reads the logo from an address or from a file in the folder of `application.yaml`. */
export async function gatherLogo(logo: string, folder: string, visitor: Visitor): Promise<LogoFacts | null> {
  if (logo === '') return null
  const bytes = /^https?:/i.test(logo) ? await fetched(logo, visitor) : await read(resolve(folder, logo))
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

async function read(path: string): Promise<Uint8Array | string> {
  try {
    return await readAtMost(path)
  } catch (error) {
    return codeOf(error) || 'unreadable'
  }
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
