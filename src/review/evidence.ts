import { createHash } from 'node:crypto'
import { type Unzipped, unzipSync, zipSync } from 'fflate'
import { z } from 'zod'

/**
 * `evidence.zip`: the evidence for a reviewer, in a form that anyone can verify. A manifest contains the SHA-256 of
 * each file and its own. A seal at the end of the archive contains the hash of all bytes before it, so that a change
 * of any byte is noticed. It proves that the archive has not changed since it was made, but not who made it.
 */
export interface EvidenceFile {
  /** Path inside the archive, with `/`. */
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
  /** Hash of the manifest without this line. */
  sha256: z.string(),
})

type Manifest = Readonly<z.infer<typeof manifestSchema>>

export type EvidenceMeta = Omit<Manifest, 'manifest' | 'files' | 'sha256'>

const MANIFEST = 'manifest.json'
/** The oldest time that an archive can name: the same files give the same bytes. */
const NO_TIME = '1980-01-01T12:00:00'

/** Packs and seals. Paths must be unique; they are sorted. */
export function packEvidence(files: readonly EvidenceFile[], meta: EvidenceMeta): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const listed = sorted.map(({ path, bytes }) => ({ path, sizeBytes: bytes.length, sha256: sha256(bytes) }))
  const open = { manifest: 1, ...meta, files: listed } as const
  const manifest: Manifest = { ...open, sha256: digestOf(open) }
  const entries = [
    [MANIFEST, Buffer.from(textOf(manifest))],
    ...sorted.map(({ path, bytes }) => [path, bytes]),
  ]
  return seal(zipSync(Object.fromEntries(entries), { level: 6, mtime: NO_TIME }))
}

function textOf(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

function digestOf(open: Omit<Manifest, 'sha256'>): string {
  return sha256(Buffer.from(JSON.stringify(open)))
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

const SEAL = 'homologa sha256 '
const SEAL_BYTES = SEAL.length + 64
const END_BYTES = 22

/** Zip archives may end in a comment with its length in front; readers of zip files skip it. */
function seal(packed: Uint8Array): Uint8Array {
  const sealed = Buffer.concat([packed, Buffer.alloc(SEAL_BYTES)])
  sealed.writeUInt16LE(SEAL_BYTES, packed.length - 2)
  sealed.write(SEAL + sha256(sealed.subarray(0, packed.length)), packed.length, 'latin1')
  return sealed
}

type EvidenceFlaw =
  | 'not-an-archive'
  | 'too-large' // more than any that we make
  | 'unsafe-name' // a path that leads out of the folder it is unpacked into
  | 'no-seal' // made by another program, or cut
  | 'seal-broken' // a byte of the archive changed
  | 'no-manifest'
  | 'manifest-broken'
  | 'file-changed'
  | 'file-missing'
  | 'file-added'

export interface Verification {
  readonly flaws: readonly { readonly flaw: EvidenceFlaw; readonly path: string | null }[]
  readonly manifest: Manifest | null
}

/** Compares an archive with its seal and its manifest. Never throws. */
export function verifyEvidence(bytes: Uint8Array): Verification {
  const sealFlaw = flawOfSeal(bytes)
  const files = unpack(bytes)
  const broken = (...flaws: Flaw[]) => ({ flaws, manifest: null })
  if (typeof files === 'string') return broken({ flaw: files, path: null })
  const unsafe = Object.keys(files).filter((path) => !isSafeName(path))
  if (unsafe.length > 0) return broken(...unsafe.map((path): Flaw => ({ flaw: 'unsafe-name', path })))
  const outer = sealFlaw === null ? [] : [{ flaw: sealFlaw, path: null }]
  const manifest = readManifest(files[MANIFEST])
  if (typeof manifest === 'string') return broken({ flaw: manifest, path: MANIFEST }, ...outer)
  return { flaws: [...flawsOfFiles(files, manifest), ...outer], manifest }
}

function flawOfSeal(bytes: Uint8Array): 'no-seal' | 'seal-broken' | null {
  const at = bytes.length - SEAL_BYTES
  if (at < END_BYTES) return 'no-seal'
  const said = Buffer.from(bytes.subarray(at)).toString('latin1')
  if (!said.startsWith(SEAL)) return 'no-seal'
  return said === SEAL + sha256(bytes.subarray(0, at)) ? null : 'seal-broken'
}

/** Most bytes of an archive, packed and unpacked alike. */
export const MOST_BYTES = 200_000_000

function unpack(bytes: Uint8Array): Unzipped | 'not-an-archive' | 'too-large' {
  if (bytes.length > MOST_BYTES) return 'too-large'
  let total = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize
        return total <= MOST_BYTES
      },
    })
    return total > MOST_BYTES ? 'too-large' : files
  } catch {
    return 'not-an-archive'
  }
}

/** Whether a path stays below the folder that it is unpacked into, on any system. */
function isSafeName(path: string): boolean {
  return !/^[/\\]|^[A-Za-z]:|\\/.test(path) && !path.split('/').includes('..')
}

function readManifest(bytes: Uint8Array | undefined): Manifest | 'no-manifest' | 'manifest-broken' {
  if (bytes === undefined) return 'no-manifest'
  const text = Buffer.from(bytes).toString('utf8')
  try {
    const manifest: Manifest = JSON.parse(text)
    // the digest is of the text's own order, which parsing by the schema would lose
    if (!manifestSchema.safeParse(manifest).success) return 'manifest-broken'
    const { sha256: said, ...open } = manifest
    return said === digestOf(open) && text === textOf(manifest) ? manifest : 'manifest-broken'
  } catch {
    return 'manifest-broken'
  }
}

type Flaw = Verification['flaws'][number]

function flawsOfFiles(files: Unzipped, manifest: Manifest): Flaw[] {
  const named = new Set(manifest.files.map(({ path }) => path))
  const changed = manifest.files.flatMap(({ path, sha256: said, sizeBytes }): Flaw[] => {
    const bytes = Object.hasOwn(files, path) ? files[path] : undefined
    if (bytes === undefined) return [{ flaw: 'file-missing', path }]
    return bytes.length === sizeBytes && sha256(bytes) === said ? [] : [{ flaw: 'file-changed', path }]
  })
  const added = Object.keys(files).filter((path) => path !== MANIFEST && !named.has(path))
  return [...changed, ...added.map((path): Flaw => ({ flaw: 'file-added', path }))]
}
