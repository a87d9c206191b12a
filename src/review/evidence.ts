import { createHash } from 'node:crypto'
import { type Unzipped, unzipSync, zipSync } from 'fflate'
import { z } from 'zod'

/** A file of `evidence.zip`, which `packEvidence` makes and `verifyEvidence` checks. */
export interface EvidenceFile {
  /** Path inside the archive: `screenshots/redirect-success.png`. */
  readonly path: string
  readonly bytes: Uint8Array
}

const manifestSchema = z.object({
  manifest: z.literal(1),
  tool: z.object({ name: z.string(), version: z.string() }),
  profile: z.string(),
  application: z.string(),
  verdict: z.enum(['pass', 'fail', 'incomplete']),
  /** ISO 8601. */
  createdAt: z.string(),
  files: z.array(z.object({ path: z.string(), sizeBytes: z.number(), sha256: z.string() })),
  /** Hash of the manifest without this field. */
  sha256: z.string(),
})

type Manifest = Readonly<z.infer<typeof manifestSchema>>

export type EvidenceMeta = Omit<Manifest, 'manifest' | 'files' | 'sha256'>

const MANIFEST = 'manifest.json'
/** Every file gets this time, so that the same files give the same archive. It is in the first year that a zip archive can hold. */
const FILE_TIME = '1980-01-01T12:00:00'

/**
 * Makes an archive that anyone can verify. Its manifest contains the SHA-256 of each file, and its own. The seal, at the end of
 * the archive, contains the SHA-256 of all bytes before it. They prove that no byte has changed, but not who made the archive.
 */
export function packEvidence(files: readonly EvidenceFile[], meta: EvidenceMeta): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const listed = sorted.map(({ path, bytes }) => ({ path, sizeBytes: bytes.length, sha256: sha256(bytes) }))
  const unsigned = { manifest: 1, ...meta, files: listed } as const
  const manifest: Manifest = { ...unsigned, sha256: hashManifest(unsigned) }
  const entries = [
    [MANIFEST, Buffer.from(writeManifest(manifest))],
    ...sorted.map(({ path, bytes }) => [path, bytes]),
  ]
  return seal(zipSync(Object.fromEntries(entries), { level: 6, mtime: FILE_TIME }))
}

function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function hashManifest(unsigned: Omit<Manifest, 'sha256'>): string {
  return sha256(Buffer.from(JSON.stringify(unsigned)))
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

const SEAL_PREFIX = 'homologa sha256 '
/** The prefix and a SHA-256 in hexadecimal digits. */
const SEAL_BYTES = SEAL_PREFIX.length + 64
/** The smallest zip archive. It has no files. */
const MIN_ZIP_BYTES = 22

/** Adds the seal as the comment of the zip archive. Before the comment, an archive ends with two bytes that are its length. */
function seal(packed: Uint8Array): Uint8Array {
  const sealed = Buffer.concat([packed, Buffer.alloc(SEAL_BYTES)])
  sealed.writeUInt16LE(SEAL_BYTES, packed.length - 2)
  sealed.write(SEAL_PREFIX + sha256(sealed.subarray(0, packed.length)), packed.length, 'latin1')
  return sealed
}

type EvidenceFlaw =
  | 'not-an-archive'
  | 'too-large' // larger than any archive that we make
  | 'unsafe-name' // a path that leaves the folder into which the archive is unpacked
  | 'no-seal' // made by another program, or incomplete
  | 'seal-broken' // a byte of the archive changed
  | 'no-manifest'
  | 'manifest-broken'
  | 'file-changed'
  | 'file-missing'
  | 'file-added'

interface Flaw {
  readonly flaw: EvidenceFlaw
  /** The file that has the flaw; null for the whole archive. */
  readonly path: string | null
}

export interface Verification {
  readonly flaws: readonly Flaw[]
  readonly manifest: Manifest | null
}

/** Compares an archive with its seal and its manifest. Any bytes may be passed; it never throws. */
export function verifyEvidence(bytes: Uint8Array): Verification {
  const files = unpack(bytes)
  const failed = (...flaws: Flaw[]) => ({ flaws, manifest: null })
  if (typeof files === 'string') return failed({ flaw: files, path: null })
  const unsafePaths = Object.keys(files).filter((path) => !isSafePath(path))
  if (unsafePaths.length > 0)
    return failed(...unsafePaths.map((path): Flaw => ({ flaw: 'unsafe-name', path })))
  const sealFlaw = checkSeal(bytes)
  const sealFlaws = sealFlaw === null ? [] : [{ flaw: sealFlaw, path: null }]
  const manifest = readManifest(files[MANIFEST])
  if (typeof manifest === 'string') return failed({ flaw: manifest, path: MANIFEST }, ...sealFlaws)
  return { flaws: [...compareFiles(files, manifest), ...sealFlaws], manifest }
}

function checkSeal(bytes: Uint8Array): 'no-seal' | 'seal-broken' | null {
  const sealAt = bytes.length - SEAL_BYTES
  if (sealAt < MIN_ZIP_BYTES) return 'no-seal'
  const foundSeal = Buffer.from(bytes.subarray(sealAt)).toString('latin1')
  if (!foundSeal.startsWith(SEAL_PREFIX)) return 'no-seal'
  return foundSeal === SEAL_PREFIX + sha256(bytes.subarray(0, sealAt)) ? null : 'seal-broken'
}

/** The largest archive, both packed and unpacked. */
export const MAX_ARCHIVE_BYTES = 200_000_000

function unpack(bytes: Uint8Array): Unzipped | 'not-an-archive' | 'too-large' {
  if (bytes.length > MAX_ARCHIVE_BYTES) return 'too-large'
  let total = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize
        // false leaves the file packed, so that a small archive cannot fill the memory
        return total <= MAX_ARCHIVE_BYTES
      },
    })
    return total > MAX_ARCHIVE_BYTES ? 'too-large' : files
  } catch {
    return 'not-an-archive'
  }
}

/** False for a path that could leave the folder on any system: `/etc/x`, `C:\\x`, `a\\b`, `../x`. */
function isSafePath(path: string): boolean {
  return !/^[/\\]|^[A-Za-z]:|\\/.test(path) && !path.split('/').includes('..')
}

function readManifest(bytes: Uint8Array | undefined): Manifest | 'no-manifest' | 'manifest-broken' {
  if (bytes === undefined) return 'no-manifest'
  const text = Buffer.from(bytes).toString('utf8')
  try {
    const manifest: Manifest = JSON.parse(text)
    // The schema only checks. Its result would have another order of fields, and so another hash.
    if (!manifestSchema.safeParse(manifest).success) return 'manifest-broken'
    const { sha256: ownHash, ...unsigned } = manifest
    const isIntact = ownHash === hashManifest(unsigned) && text === writeManifest(manifest)
    return isIntact ? manifest : 'manifest-broken'
  } catch {
    return 'manifest-broken'
  }
}

function compareFiles(files: Unzipped, manifest: Manifest): Flaw[] {
  const flaws: Flaw[] = []
  for (const { path, sha256: hash, sizeBytes } of manifest.files) {
    // every object has a property `constructor`, which a manifest may name
    const bytes = Object.hasOwn(files, path) ? files[path] : undefined
    if (bytes === undefined) flaws.push({ flaw: 'file-missing', path })
    else if (bytes.length !== sizeBytes || sha256(bytes) !== hash) flaws.push({ flaw: 'file-changed', path })
  }
  const listedPaths = new Set([MANIFEST, ...manifest.files.map(({ path }) => path)])
  for (const path of Object.keys(files)) if (!listedPaths.has(path)) flaws.push({ flaw: 'file-added', path })
  return flaws
}
