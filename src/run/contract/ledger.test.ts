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
import { createLedger, createMemoryLedger, type LedgerHeader, readLedgers } from './ledger.js'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'homologa-ledger-')), 'below')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const baseUrl = 'https://api.exemplo.invalid/Api/v3'
const mark = '[homologa r1]'
const header = (change: Partial<LedgerHeader> = {}): LedgerHeader => ({
  run: 'r1',
  account: '0123456789',
  baseUrl,
  mark,
  startedAt: '2026-05-04T10:00:00Z',
  ...change,
})
const NAME = 'ledger-r1-01234567.ndjson'
const textOf = (name = NAME) => readFileSync(join(folder, name), 'utf8')
const lines = () =>
  textOf()
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { sum, ...rest } = JSON.parse(line) as { sum: string }
      expect(sum).toMatch(/^[0-9a-f]{64}$/)
      return rest
    })

describe('a ledger', () => {
  it('is a file of its owner once something is to be created, and gone with the last record', () => {
    const ledger = createLedger(folder, header())
    expect(readdirSync(folder)).toEqual([])
    const first = ledger.intend('/contatos', { fields: ['nome'], isEmpty: false })
    const second = ledger.intend('/produtos')
    expect([first, second]).toEqual([1, 2])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, NAME)).mode & 0o777).toBe(0o600)
    ledger.update(first, { id: '7' })
    ledger.closed(second)
    ledger.closed(99)
    ledger.update(99, { id: '8' })
    const entry = { number: 1, collection: '/contatos', id: '7', fields: ['nome'], isEmpty: false }
    expect(ledger.open()).toMatchObject([{ ...entry, isWrong: false, paidAccount: null, standing: 'named' }])
    expect(lines()).toMatchObject([
      { run: 'r1', account: '0123456789' },
      { intent: 1, collection: '/contatos', fields: ['nome'], isEmpty: false },
      { intent: 2, collection: '/produtos' },
      { learnt: 1, id: '7' },
      { closed: 2 },
    ])
    ledger.close()
    expect(readdirSync(folder)).toHaveLength(1)
    ledger.closed(1)
    expect(lines().at(-1)).toEqual({ closed: 1 })
    ledger.close()
    expect([readdirSync(folder), ledger.open()]).toEqual([[], []])
  })

  it('keeps with an intent what lists of its collection had shown before it', () => {
    const ledger = createLedger(folder, header())
    ledger.noteListed('/contatos', ['7', '8'])
    ledger.noteListed('/contatos', ['8', '9'])
    ledger.noteListed('/produtos', ['5'])
    expect(readdirSync(folder)).toEqual([])
    ledger.intend('/contatos')
    ledger.noteListed('/contatos', ['10'])
    ledger.intend('/depositos')
    ledger.intend('/contatos')
    const before = [['7', '8', '9'], [], ['7', '8', '9', '10']].map((ids) => new Set(ids))
    expect(ledger.open().map((entry) => entry.idsBefore)).toEqual(before)
    expect(
      readLedgers(folder)[0]
        ?.open()
        .map((entry) => entry.idsBefore),
    ).toEqual(before)
    expect(lines().map((line) => ('listed' in line ? line : Object.keys(line)[0]))).toEqual([
      'run',
      { listed: ['7', '8', '9'], collection: '/contatos' },
      'intent',
      'intent',
      { listed: ['10'], collection: '/contatos' },
      'intent',
    ])
    ledger.close()
  })

  it('lets go of one record and keeps the others', () => {
    const ledger = createMemoryLedger(header())
    const before = Date.now()
    const [a, b] = [ledger.intend('/contatos'), ledger.intend('/contatos')]
    ledger.update(a, { id: '7', standing: 'proven' })
    ledger.update(b, { id: '7' })
    expect(ledger.open()[0]?.atMs).toBeGreaterThanOrEqual(before)
    ledger.closed(a)
    expect(ledger.open()).toMatchObject([{ number: 2, id: '7', standing: 'named' }])
    ledger.close()
    expect(existsSync(folder)).toBe(false)
  })

  it('of an earlier preview keeps the account that was paid', () => {
    createLedger(folder, header()).intend('/borderos', { of: '/contas/pagar/3' } as never)
    const [kept] = readLedgers(folder)
    expect(kept?.open()).toMatchObject([{ paidAccount: '/contas/pagar/3' }])
  })

  it('is taken up where it was left, and goes on counting', () => {
    const given = header({ query: { a: 1 }, allow: ['*'] })
    createLedger(folder, given).intend('/contatos', { paidAccount: '/contas/pagar/3', isWrong: true })
    const [kept, ...others] = readLedgers(folder)
    if (!kept) throw new Error('a ledger')
    expect([others, kept.header]).toEqual([[], given])
    const entry = {
      number: 1,
      collection: '/contatos',
      id: null,
      paidAccount: '/contas/pagar/3',
      isWrong: true,
    }
    expect(kept.open()).toMatchObject([entry])
    expect(kept.intend('/produtos')).toBe(2)
    kept.update(1, { id: '7' })
    kept.close()
    const last = readLedgers(folder)[0]
    expect(last?.open().map(({ number, id }) => [number, id])).toEqual([
      [1, '7'],
      [2, null],
    ])
  })
})

describe('ledgers that were left', () => {
  const write = (name: string, text: string) => {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  /** The text of a ledger that a run of this user left. */
  function left(run = 'r1', change: Partial<LedgerHeader> = {}): string {
    const ledger = createLedger(folder, header({ run, ...change }))
    ledger.update(ledger.intend('/contatos', { fields: ['nome'] }), { id: '7' })
    return textOf(`ledger-${run}-01234567.ndjson`)
  }

  it('are read oldest first, without what is no ledger', () => {
    expect(readLedgers(folder)).toEqual([])
    left('b')
    left('a')
    for (const name of ['ledger-c.json', 'xledger-c-1.ndjson', 'ledger-d-1.ndjson.old', 'ledger-.ndjson'])
      write(name, 'x\n')
    expect(readLedgers(folder).map((ledger) => ledger.header.run)).toEqual(['a', 'b'])
  })

  it.each([0, 1, 40, 'all but the line break'] as const)(
    'are read without a last line of which a full disk took %s bytes, because no request followed it',
    (taken) => {
      const whole = left()
      const [last = ''] = whole.split('\n').slice(-2)
      const head = whole.slice(0, -last.length - 1)
      write(NAME, head + (typeof taken === 'number' ? last.slice(0, taken) : last))
      const [kept] = readLedgers(folder)
      if (!kept) throw new Error('a ledger')
      expect(kept.open()).toMatchObject([{ number: 1, collection: '/contatos', id: null }])
      kept.update(1, { id: '8' })
      expect(readLedgers(folder)[0]?.open()).toMatchObject([{ number: 1, id: '8' }])
    },
  )

  it('are none where not even the first line is whole', () => {
    write(NAME, left().split('\n')[0] ?? '')
    expect(readLedgers(folder)).toEqual([])
    write(NAME, '')
    expect(readLedgers(folder)).toEqual([])
  })

  it.each<[string, (whole: string) => string]>([
    ['whose mark was emptied', (whole) => whole.replace(mark, '')],
    ['whose mark is that of another run', (whole) => whole.replace(mark, '[homologa r2]')],
    ['that names another account', (whole) => whole.replace('0123456789', '01234567xx')],
    ['that names another address', (whole) => whole.replace('exemplo', 'example')],
    ['that names another record', (whole) => whole.replace('"id":"7"', '"id":"8"')],
    ['that names another field of the mark', (whole) => whole.replace('"nome"', '"tipo"')],
    ['that lacks a line', (whole) => whole.replace(/(?<=\n)\{"sum.*"intent".*\n/, '')],
    ['that has a line twice', (whole) => whole.replace(/\n.*"intent".*\n/, (line) => line + line.slice(1))],
    ['that has a further line', (whole) => `${whole}{"closed":1}\n`],
    ['that has a line of no JSON', (whole) => `${whole}x\n`],
    ['that has no checksums', (whole) => whole.replaceAll(/"sum":"\w+",/g, '')],
    ['that has an empty line', (whole) => `${whole}\n`],
  ])('are refused, and none is cleaned, where there is one %s', (_what, change) => {
    left('r0')
    write(NAME, change(left()))
    expect(() => readLedgers(folder)).toThrow('contract.error.ledger-foreign')
  })

  it('are refused where the file has the name of another run, or the key of another user was used', () => {
    const whole = left('r2')
    rmSync(join(folder, 'ledger-r2-01234567.ndjson'))
    write(NAME, whole)
    expect(() => readLedgers(folder)).toThrow('ledger-foreign')
    const state = process.env.XDG_STATE_HOME
    process.env.XDG_STATE_HOME = join(folder, 'another')
    try {
      write(NAME, left())
    } finally {
      process.env.XDG_STATE_HOME = state
    }
    expect(() => readLedgers(folder)).toThrow('ledger-foreign')
    write(NAME, left())
    expect(readLedgers(folder)).toHaveLength(1)
  })

  it.each([
    { mark: '' },
    { mark: 'Ltda' },
    { mark: '[homologa ]' },
    { mark: 'x [homologa r1]' },
    { baseUrl: 'x' },
  ])('are refused where what they say of themselves is no ledger’s: %j', (change) => {
    left('r1', change)
    expect(() => readLedgers(folder)).toThrow('ledger-foreign')
  })
})
