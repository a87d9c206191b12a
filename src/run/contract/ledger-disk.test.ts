import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { createGate } from './gate.js'
import { createLedger, readLedgers } from './ledger.js'
import { live } from './permissions.fixture.js'

/** A disk that fills up takes a part of what is written, and says how much; the next write fails. */
const disk = vi.hoisted(() => ({ freeBytes: Number.POSITIVE_INFINITY }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const writeSync = (file: number, bytes: Buffer, from: number, length: number, at: number) => {
    if (disk.freeBytes <= 0) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    const written = fs.writeSync(file, bytes, from, Math.min(length, disk.freeBytes), at)
    disk.freeBytes -= written
    return written
  }
  return { ...fs, writeSync }
})

const folder = mkdtempSync(join(tmpdir(), 'homologa-ledger-disk-'))
afterEach(() => {
  disk.freeBytes = Number.POSITIVE_INFINITY
  rmSync(folder, { recursive: true })
})

const baseUrl = 'https://api.exemplo.invalid/Api/v3'
const header = { run: 'r1', account: 'a', baseUrl, mark: '[homologa r1]', startedAt: 'x' }
const LINE = '{"sum":"","intent":1,"collection":"/contatos","fields":["nome"],"atMs":1}'.length + 64

/** Sends two creates, of which the second meets a disk with so much room; then the process is killed. */
async function sendOnFullDisk(freeBytes: number) {
  const ledger = createLedger(folder, header)
  const gate = createGate({ baseUrl, permissions: live('contatos'), ledger, budget: null, named: new Set() })
  let left = 0
  const sender = gate.guard({
    async send() {
      left++
      throw new Error('the process was killed')
    },
  })
  const body = Buffer.from('{"nome":"x [homologa r1]"}')
  const create = { method: 'POST', url: `${baseUrl}/contatos`, headers: [], body }
  const send = () => sender.send(create, { channel: 'service', step: null }).catch((error: Error) => error)
  await send()
  disk.freeBytes = freeBytes
  const thrown = await send()
  disk.freeBytes = Number.POSITIVE_INFINITY
  return { left, thrown, ledger }
}

it.each([0, 1, LINE - 1, LINE])(
  'a create does not leave whose intent the disk takes in part alone, and cleanup knows of the others: %i bytes',
  async (freeBytes) => {
    const { left, thrown } = await sendOnFullDisk(freeBytes)
    expect([left, String(thrown)]).toEqual([1, expect.stringContaining('contract.error.ledger-unwritable')])
    expect(readLedgers(folder)[0]?.open()).toMatchObject([{ number: 1, id: null, fields: ['nome'] }])
  },
)

it('a ledger goes on once there is room again, behind its last whole line', async () => {
  const { ledger } = await sendOnFullDisk(20)
  ledger.intend('/contatos')
  ledger.update(1, { id: '7' })
  expect(readLedgers(folder)[0]?.open()).toMatchObject([{ number: 1, id: '7' }, { number: 2 }])
})

it('what becomes known of a record on a full disk is known to the run, and found by its mark after it', () => {
  const ledger = createLedger(folder, header)
  const number = ledger.intend('/contatos', { fields: ['nome'] })
  disk.freeBytes = 30
  ledger.update(number, { id: '7', standing: 'proven' })
  expect(ledger.open()).toMatchObject([{ id: '7', standing: 'proven' }])
  expect(readLedgers(folder)[0]?.open()).toMatchObject([{ id: null, standing: 'named', fields: ['nome'] }])
})
