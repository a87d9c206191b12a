import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type EvidenceMeta, packEvidence, sha256, verifyEvidence } from './evidence.js'

const meta: EvidenceMeta = {
  tool: { name: 'homologa', version: '0.1.0' },
  profile: 'spec',
  application: 'Exemplo',
  verdict: 'pass',
  createdAt: '2026-11-21T10:00:00.000Z',
}

const files = [
  { path: 'reports/report.json', bytes: Buffer.from('{"verdict":"pass"}\n') },
  { path: 'answers/manual.txt', bytes: Buffer.from('lido em 2026-11-20\n'.repeat(40)) },
]

const flaws = (bytes: Uint8Array) => verifyEvidence(bytes).flaws.map(({ flaw }) => flaw)

describe('the evidence', () => {
  it('verifies as it was packed, and names each file with its digest', () => {
    const packed = packEvidence(files, meta)
    const { flaws, manifest } = verifyEvidence(packed)
    expect(flaws).toEqual([])
    expect(manifest).toMatchObject({ ...meta, manifest: 1 })
    expect(manifest?.files.map(({ path }) => path)).toEqual(['answers/manual.txt', 'reports/report.json'])
    expect(manifest?.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is the same to the byte when it is made of the same', () => {
    expect(packEvidence(files, meta)).toEqual(packEvidence(files.toReversed(), meta))
  })

  it('is an archive that any reader of zip files opens', () => {
    const read = unzipSync(packEvidence(files, meta))
    expect(Object.keys(read)).toEqual(['manifest.json', 'answers/manual.txt', 'reports/report.json'])
  })

  it('shows a change of any single byte', () => {
    const packed = packEvidence(files, meta)
    const unnoticed: number[] = []
    for (let at = 0; at < packed.length; at++) {
      const changed = Uint8Array.from(packed)
      changed[at] = (changed[at] ?? 0) ^ 1
      if (flaws(changed).length === 0) unnoticed.push(at)
    }
    expect(unnoticed).toEqual([])
  })

  it('shows what somebody changed who packed it anew', () => {
    const read = unzipSync(packEvidence(files, meta))
    const changed = { ...read, 'reports/report.json': Buffer.from('{"verdict":"fail"}\n') }
    expect(flaws(zipSync(changed))).toEqual(['file-changed', 'no-seal'])
    const { 'answers/manual.txt': _gone, ...fewer } = read
    expect(flaws(zipSync(fewer))).toEqual(['file-missing', 'no-seal'])
    expect(flaws(zipSync({ ...read, 'more.txt': Buffer.from('x') }))).toEqual(['file-added', 'no-seal'])
  })

  it('shows a manifest that was written anew, though it says the same', () => {
    const read = unzipSync(packEvidence(files, meta))
    const manifest = JSON.stringify(JSON.parse(Buffer.from(read['manifest.json'] ?? []).toString()))
    expect(flaws(zipSync({ ...read, 'manifest.json': Buffer.from(manifest) }))).toContain('manifest-broken')
  })

  it('is not taken for evidence when it is something else', () => {
    expect(flaws(Buffer.from('not a zip'))).toEqual(['not-an-archive'])
    expect(flaws(new Uint8Array())).toEqual(['not-an-archive'])
    expect(flaws(zipSync({ 'a.txt': Buffer.from('a') }))).toEqual(['no-manifest', 'no-seal'])
    expect(flaws(packEvidence(files, meta).slice(0, -3))).not.toEqual([])
  })

  it.each(['../x', 'a/../../x', '/etc/x', '\\\\host\\x', 'C:\\x', 'a\\..\\x', '..'])(
    'is refused whole where a name leads out of the folder: %s',
    (name) => {
      const packed = zipSync({ 'manifest.json': new Uint8Array(), [name]: new Uint8Array(1) })
      expect(verifyEvidence(packed)).toEqual({ flaws: [{ flaw: 'unsafe-name', path: name }], manifest: null })
    },
  )

  it('is refused where it unpacks to more than 200 MB', () => {
    const entries = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, new Uint8Array(1)]))
    expect(flaws(sayingBytes(zipSync(entries), 40_000_001))).toEqual(['too-large'])
    expect(flaws(sayingBytes(zipSync(entries), 40_000_000))).not.toContain('too-large')
  })

  it('is refused where its manifest lists what is no file', () => {
    const odd = Buffer.from('{"manifest":1,"files":[null,{"path":1}]}')
    expect(flaws(zipSync({ 'manifest.json': odd }))).toContain('manifest-broken')
  })

  it.each(['constructor', 'toString', '__proto__'])(
    'misses a file that its manifest lists under a name that every object knows: %s',
    (path) => {
      const archive = listing((manifest) => ({
        ...manifest,
        files: [...manifest.files, { path, sizeBytes: 1, sha256: 'x' }],
      }))
      expect(verifyEvidence(archive).flaws).toContainEqual({ flaw: 'file-missing', path })
    },
  )

  it('shows a manifest that says another size than a file has', () => {
    const archive = listing((manifest) => ({
      ...manifest,
      files: manifest.files.map((file) => ({ ...file, sizeBytes: file.sizeBytes + 1 })),
    }))
    expect(flaws(archive)).toEqual(['file-changed', 'file-changed', 'no-seal'])
  })

  it.each([
    { tool: null },
    { tool: { name: 'homologa' } },
    { application: { name: 'Exemplo' } },
    { createdAt: null },
  ])('is refused where its manifest does not say what it was made of: %j', (changed) => {
    expect(flaws(listing((manifest) => ({ ...manifest, ...changed })))).toEqual([
      'manifest-broken',
      'no-seal',
    ])
  })
})

type Listed = NonNullable<ReturnType<typeof verifyEvidence>['manifest']>

/** The archive with another manifest, whose own digest is right. */
function listing(change: (manifest: Omit<Listed, 'sha256'>) => object): Uint8Array {
  const read = unzipSync(packEvidence(files, meta))
  const { sha256: _, ...open } = JSON.parse(Buffer.from(read['manifest.json'] ?? []).toString())
  const changed = change(open)
  const manifest = { ...changed, sha256: sha256(Buffer.from(JSON.stringify(changed))) }
  return zipSync({ ...read, 'manifest.json': Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) })
}

/** The archive, each of whose entries says in the central directory that it unpacks to so many bytes. */
function sayingBytes(archive: Uint8Array, bytes: number): Uint8Array {
  const said = Buffer.from(archive)
  const entry = Buffer.from('PK\x01\x02', 'latin1')
  for (let at = said.indexOf(entry); at >= 0; at = said.indexOf(entry, at + 4))
    said.writeUInt32LE(bytes, at + 24)
  return said
}
