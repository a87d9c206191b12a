import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { spec } from '../specification/profile.js'
import { openJournal, readJournal } from './journal.js'

const disk = vi.hoisted(() => ({ freeBytes: Number.POSITIVE_INFINITY }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const writeSync = (file: number, bytes: Buffer, from: number) => {
    if (disk.freeBytes <= 0)
      throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' })
    const written = fs.writeSync(file, bytes, from, Math.min(bytes.length - from, disk.freeBytes))
    disk.freeBytes -= written
    return written
  }
  return { ...fs, writeSync }
})

const folder = mkdtempSync(join(tmpdir(), 'homologa-disk-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a journal on a full disk names its file, keeps the whole lines and takes no more', async () => {
  const path = join(folder, 'journal.ndjson')
  const journal = openJournal(path, {
    id: 'a',
    command: 'check',
    startedAt: '2026-03-01T02:00:00.000Z',
    tool: { name: 'homologa', version: '0' },
    profile: spec,
    baseUrl: 'http://127.0.0.1/Api/v3',
    tokenUrl: null,
    embedded: true,
    toleranceMs: 5,
    seed: null,
    source: 'run',
  })
  journal.note({ kind: 'first' })
  disk.freeBytes = 10
  const full = expect.objectContaining({ code: 'ENOSPC', path })
  expect(() => journal.note({ kind: 'second', text: 'longer than what is left' })).toThrow(full)
  disk.freeBytes = Number.POSITIVE_INFINITY
  expect(() => journal.note({ kind: 'third' })).toThrow('ENOSPC')
  await journal.close()
  const read = await readJournal(path)
  for await (const _ of read.exchanges) expect.unreachable()
  expect([read.notes, read.damaged]).toEqual([[{ kind: 'first' }], [{ line: 3, reason: 'torn' }]])
})
