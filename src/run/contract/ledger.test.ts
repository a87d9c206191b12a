import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLedger, type LedgerHeader, memoryLedger, readLedgers, reopenLedger } from './ledger.js'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'homologa-ledger-')), 'below')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const header = (change: Partial<LedgerHeader> = {}): LedgerHeader => ({
  ...{ run: 'r1', account: '0123456789', baseUrl: 'b', mark: 'm', startedAt: '2026-05-04T10:00:00Z' },
  ...change,
})
const lines = (name = 'ledger-r1-01234567.ndjson') =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object)

describe('a ledger', () => {
  it('is a file of its owner once something is to be created, and gone with the last record', () => {
    const ledger = createLedger(folder, header())
    expect(readdirSync(folder)).toEqual([])
    const first = ledger.intend('/contatos', true, { field: 'nome', empty: false })
    const second = ledger.intend('/produtos', false)
    expect([first, second]).toEqual([1, 2])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'ledger-r1-01234567.ndjson')).mode & 0o777).toBe(0o600)
    ledger.created(first, '7')
    ledger.refused(second)
    ledger.gone('/contatos', '8')
    ledger.gone('/produtos', '7')
    expect(ledger.open()).toMatchObject([
      { number: 1, collection: '/contatos', id: '7', marked: true, field: 'nome', empty: false },
    ])
    expect(lines()).toMatchObject([
      { ledger: 1, run: 'r1', account: '0123456789' },
      { intent: 1, collection: '/contatos', marked: true, field: 'nome', empty: false },
      { intent: 2, collection: '/produtos', marked: false },
      { created: 1, id: '7' },
      { refused: 2 },
    ])
    ledger.close()
    expect(readdirSync(folder)).toHaveLength(1)
    ledger.gone('/contatos', '7')
    expect(lines().at(-1)).toEqual({ gone: '7', collection: '/contatos' })
    ledger.close()
    expect([readdirSync(folder), ledger.open()]).toEqual([[], []])
  })

  it('keeps with an intent what lists of its collection had shown before it', () => {
    const ledger = createLedger(folder, header())
    ledger.listed('/contatos', ['7', '8'])
    ledger.listed('/contatos', ['8', '9'])
    ledger.listed('/produtos', ['5'])
    expect(readdirSync(folder)).toEqual([])
    ledger.intend('/contatos', false)
    ledger.listed('/contatos', ['10'])
    ledger.intend('/depositos', false)
    ledger.intend('/contatos', true)
    const before = [['7', '8', '9'], [], ['7', '8', '9', '10']].map((ids) => new Set(ids))
    expect(ledger.open().map((entry) => entry.before)).toEqual(before)
    expect(readLedgers(folder)[0]?.entries.map((entry) => entry.before)).toEqual(before)
    expect(lines().map((line) => ('listed' in line ? line : Object.keys(line)[0]))).toEqual([
      'ledger',
      { listed: ['7', '8', '9'], collection: '/contatos' },
      'intent',
      'intent',
      { listed: ['10'], collection: '/contatos' },
      'intent',
    ])
    ledger.close()
  })

  it('tells what is open by what it heard, in whatever order', () => {
    const ledger = memoryLedger(header())
    const before = Date.now()
    const [a, b] = [ledger.intend('/contatos', true), ledger.intend('/contatos', true)]
    ledger.created(a, '7')
    ledger.created(b, '7')
    ledger.created(99, '9')
    expect(ledger.open().map(({ number, id }) => [number, id])).toEqual([
      [1, '7'],
      [2, '7'],
    ])
    expect(ledger.open()[0]).toMatchObject({ field: null, empty: false })
    expect(ledger.open()[0]?.atMs).toBeGreaterThanOrEqual(before)
    ledger.gone('/contatos', '7')
    expect([ledger.open(), ledger.header.mark]).toEqual([[], 'm'])
    ledger.close()
    expect(existsSync(folder)).toBe(false)
  })

  it('lets go of one record and keeps the others', () => {
    const ledger = createLedger(folder, header())
    for (const [collection, id] of [
      ['/contatos', '7'],
      ['/contatos', '8'],
      ['/produtos', '7'],
    ] as const)
      ledger.created(ledger.intend(collection, true), id)
    ledger.gone('/contatos', '7')
    expect(ledger.open().map(({ number }) => number)).toEqual([2, 3])
    expect(lines().at(-1)).toEqual({ gone: '7', collection: '/contatos' })
  })

  it('is taken up where it was left, and goes on counting', () => {
    createLedger(folder, header({ query: { a: 1 } })).intend('/contatos', true)
    const [kept, ...others] = readLedgers(folder)
    if (!kept) throw new Error('a ledger')
    expect([others, kept.header]).toEqual([[], header({ query: { a: 1 } })])
    expect(kept.entries).toMatchObject([{ number: 1, collection: '/contatos', id: null }])
    const again = reopenLedger(kept)
    expect(again.intend('/produtos', false)).toBe(2)
    again.created(1, '7')
    again.close()
    expect(readLedgers(folder)[0]?.entries.map(({ number, id }) => [number, id])).toEqual([
      [1, '7'],
      [2, null],
    ])
    expect(lines().filter((line) => 'ledger' in line)).toHaveLength(1)
  })
})

describe('ledgers that were left', () => {
  const first = JSON.stringify({ ledger: 1, ...header() })
  const write = (name: string, ...all: string[]) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), all.join('\n'))
  }

  it('are read oldest first, without what is none', () => {
    expect(readLedgers(folder)).toEqual([])
    write('ledger-b-1.ndjson', first)
    write('ledger-a-1.ndjson', first)
    write('ledger-c.json', first)
    write('xledger-c-1.ndjson', first)
    write('ledger-d-1.ndjson.old', first)
    write('ledger-.ndjson', first)
    write('ledger-e-1.ndjson', '{"intent":1}')
    write('ledger-f-1.ndjson', '')
    expect(readLedgers(folder).map(({ path }) => path.split('/').at(-1))).toEqual([
      'ledger-a-1.ndjson',
      'ledger-b-1.ndjson',
    ])
    expect(readLedgers(folder)[0]?.header.query).toEqual({})
  })

  it('are read past lines that were cut off', () => {
    write(
      'ledger-a-1.ndjson',
      first,
      '{"intent":1,"collection":"/a","marked":true}',
      '3',
      'null',
      '{"inte',
      ' ',
      '{"created":1,"id":"7"}',
      '{"gone":"7","collection":"/b"}',
      '{"crea',
    )
    expect(readLedgers(folder)[0]?.entries).toEqual([
      {
        number: 1,
        before: new Set(),
        collection: '/a',
        marked: true,
        field: null,
        empty: false,
        atMs: 0,
        id: '7',
      },
    ])
  })
})
