import {
  appendFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { spec } from '../specification/profile.js'
import type { Exchange } from './exchange.js'
import { openJournal, type ReadJournal, type RunHeader, readJournal } from './journal.js'
import { readJournalFrom } from './read-journal.js'
import { readRecording } from './recording.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const freshPath = () => join(folder, `run-${++files}`, 'journal.ndjson')

const header: RunHeader = {
  id: '20260301-020000-abcd',
  command: 'check',
  startedAt: '2026-03-01T02:00:00.000Z',
  tool: { name: 'homologa', version: '0.1.0' },
  profile: spec,
  baseUrl: 'http://127.0.0.1:4000/Api/v3',
  tokenUrl: null,
  embedded: true,
  toleranceMs: 5,
  seed: 'seed',
  source: 'run',
}

function exchange(number: number): Exchange {
  return {
    id: `e${number}`,
    source: 'run',
    channel: 'service',
    session: null,
    step: 'homologation/1',
    request: {
      method: 'GET',
      url: 'http://127.0.0.1:4000/Api/v3/homologacao/produtos',
      headers: [['Authorization', 'Bearer [access_token#1]']],
      body: null,
    },
    response: {
      status: 200,
      headers: [],
      body: { text: '{"data":{"nome":"é\u2028"}}', sizeBytes: 20, flaw: null },
    },
    failure: null,
    startedAt: '2026-03-01T02:00:00.000Z',
    sentAtMs: number * 2000.25,
    respondedAtMs: number * 2000.25 + 3.5,
    gaps: [],
  }
}

async function all(journal: ReadJournal): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for await (const one of journal.exchanges) exchanges.push(one)
  return exchanges
}

describe('a journal', () => {
  it('reads back what was written, notes apart', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    journal.append(exchange(1))
    journal.note({ kind: 'repeat', reason: 'limit' })
    journal.append(exchange(2))
    await journal.close()

    const read = await readJournal(path)
    expect(read.header).toEqual(header)
    expect(await all(read)).toEqual([exchange(1), exchange(2)])
    expect(read.notes).toEqual([{ kind: 'repeat', reason: 'limit' }])
    expect(read.damaged).toEqual([])
  })

  it('reads those of the previews, which called the response an answer', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    journal.append(exchange(1))
    await journal.close()
    const now = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      now.replace('"response":', '"answer":').replace('"respondedAtMs":', '"answeredAtMs":'),
    )
    expect(await all(await readJournal(path))).toEqual([exchange(1)])
  })

  it('of a line longer than any chunk, and of one longer than any that is read, says so and reads on', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    const long = { ...exchange(1), step: 'é'.repeat(300_000) }
    journal.append(long)
    await journal.close()
    appendFileSync(path, `${'x'.repeat(65 * 1024 * 1024)}\n`)
    appendFileSync(path, `${JSON.stringify({ exchange: exchange(2) })}\n`)
    appendFileSync(path, 'y'.repeat(65 * 1024 * 1024))
    const read = await readJournal(path)
    expect(await all(read)).toEqual([long, exchange(2)])
    expect(read.damaged).toEqual([
      { line: 3, reason: 'too-large' },
      { line: 5, reason: 'too-large' },
    ])
  })

  it('counts its lines on where one that is too long ends with what was read at once', async () => {
    async function* pieces() {
      yield Buffer.from(`${JSON.stringify({ journal: 1, run: header })}\n`)
      yield Buffer.alloc(65 * 1024 * 1024, 'x')
      yield Buffer.from('\n')
      yield Buffer.from('{"exchange":\n')
    }
    const read = await readJournalFrom({ name: 'x', read: pieces })
    expect(await all(read)).toEqual([])
    expect(read.damaged).toEqual([
      { line: 2, reason: 'too-large' },
      { line: 3, reason: 'not-json' },
    ])
  })

  it('takes no exchange whose event is no text', async () => {
    const path = freshPath()
    await openJournal(path, header).close()
    for (const staged of ['consent', { toString: 1 }])
      appendFileSync(path, `${JSON.stringify({ exchange: { ...exchange(1), staged } })}\n`)
    const read = await readJournal(path)
    expect(await all(read)).toEqual([{ ...exchange(1), staged: 'consent' }])
    expect(read.damaged.map(({ line }) => line)).toEqual([3])
  })

  it('is made anew, and never through a link', async () => {
    const path = freshPath()
    const target = join(folder, `target-${files}`)
    writeFileSync(target, 'precious')
    mkdirSync(join(path, '..'), { recursive: true })
    symlinkSync(target, path)
    await openJournal(path, header).close()
    expect([readFileSync(target, 'utf8'), lstatSync(path).isSymbolicLink()]).toEqual(['precious', false])
    linkSync(path, `${path}.second`)
    const former = readFileSync(path, 'utf8')
    const again = openJournal(path, { ...header, id: 'another' })
    await again.close()
    expect(readFileSync(`${path}.second`, 'utf8')).toBe(former)
    expect((await readJournal(path)).header.id).toBe('another')
  })

  it('holds nothing that commands a terminal, and reads back the same', async () => {
    const path = freshPath()
    const hostile = { ...exchange(1), step: 'a\u009b2J\u202egpj.exe\u2066\ufeff\u2028\u007f\u001b[2J é 😀' }
    const journal = openJournal(path, header)
    journal.append(hostile)
    await journal.close()
    expect(readFileSync(path, 'utf8')).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\ufeff]/u)
    expect(readFileSync(path, 'utf8')).toContain('é 😀')
    expect(await all(await readJournal(path))).toEqual([hostile])
  })

  it('is on disk before it is closed, readable by its owner alone', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    journal.append(exchange(1))
    expect(await all(await readJournal(path))).toEqual([exchange(1)])
    expect(statSync(path).mode & 0o077).toBe(0)
    await journal.close()
  })

  it('cannot be written after it was closed', async () => {
    const journal = openJournal(freshPath(), header)
    await journal.close()
    await journal.close()
    expect(() => journal.append(exchange(1))).toThrow('closed already')
  })

  it('cut anywhere reads up to its last whole line', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    for (let i = 1; i <= 3; i++) journal.append(exchange(i))
    await journal.close()
    const bytes = readFileSync(path)
    const headerEnd = bytes.indexOf(10)

    for (let length = headerEnd + 1; length <= bytes.length; length += 7) {
      writeFileSync(path, bytes.subarray(0, length))
      const read = await readJournal(path)
      const whole =
        bytes
          .subarray(headerEnd + 1, length)
          .toString()
          .split('\n').length - 1
      const exchanges = await all(read)
      expect(exchanges.length - whole).toBeLessThanOrEqual(1)
      expect(exchanges.length).toBeGreaterThanOrEqual(whole)
      expect(read.damaged.every(({ reason }) => reason === 'torn')).toBe(true)
    }
  })

  it('names damaged lines by their number and reads the others', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    journal.append(exchange(1))
    appendFileSync(path, '{"exchange":\n')
    appendFileSync(path, '{"exchange":{"id":7}}\n\n[]\nnull\n')
    const response = { status: 200, body: null }
    appendFileSync(path, `${JSON.stringify({ exchange: { ...exchange(3), response } })}\n`)
    await journal.close()
    appendFileSync(path, `${JSON.stringify({ exchange: exchange(2) })}\n{"excha`)

    const read = await readJournal(path)
    expect((await all(read)).map(({ id }) => id)).toEqual(['e1', 'e2'])
    expect(read.damaged).toEqual([
      { line: 3, reason: 'not-json' },
      { line: 4, reason: 'not-an-exchange' },
      { line: 6, reason: 'not-an-exchange' },
      { line: 7, reason: 'not-an-exchange' },
      { line: 8, reason: 'not-an-exchange' },
      { line: 10, reason: 'torn' },
    ])
  })

  it('takes a line that stands twice for one exchange, and another of the same name for another', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    const later = { ...exchange(1), sentAtMs: 9 }
    for (const one of [exchange(1), exchange(2), exchange(1), later]) journal.append(one)
    await journal.close()
    expect((await all(await readJournal(path))).map(({ sentAtMs }) => sentAtMs)).toEqual([2000.25, 4000.5, 9])
  })

  it('takes an exchange at no moment for a damaged one', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    await journal.close()
    const line = JSON.stringify({ exchange: exchange(1) })
    appendFileSync(path, `${line.replace(/"sentAtMs":[^,]+/, '"sentAtMs":1e400')}\n${line}\n`)
    const read = await readJournal(path)
    expect((await all(read)).map(({ id }) => id)).toEqual(['e1'])
    expect(read.damaged).toEqual([{ line: 2, reason: 'not-an-exchange' }])
  })

  it('is read with a byte order mark before it', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    journal.append(exchange(1))
    await journal.close()
    writeFileSync(path, `\uFEFF${readFileSync(path, 'utf8')}`)
    expect(await all(await readJournal(path))).toHaveLength(1)
    const recording = await readRecording(path)
    expect(recording.kind).toBe('journal')
  })

  it('is one journal: behind a second header other clocks and profiles hold', async () => {
    const path = freshPath()
    const journal = openJournal(path, header)
    journal.append(exchange(1))
    await journal.close()
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text + text)
    await expect(all(await readJournal(path))).rejects.toMatchObject({ code: 'several', path })
  })

  it.each([
    ['', 'empty'],
    ['\n', 'no-journal'],
    ['hello\n', 'no-journal'],
    ['{"log":{}}', 'no-journal'],
    ['{"journal":2,"run":{}}\n', 'newer-journal'],
    ['{"journal":1,"run":{"id":1}}\n', 'bad-header'],
    ['{"journal":1}', 'bad-header'],
    ['{"journal":1,"run":{"id":"2026', 'bad-header'],
    [JSON.stringify({ journal: 1, run: { ...header, source: 'nowhere' } }), 'bad-header'],
  ])('is not %j', async (text, code) => {
    const path = freshPath()
    openJournal(path, header)
    writeFileSync(path, text)
    await expect(readJournal(path)).rejects.toMatchObject({ name: 'RecordingError', code, path })
  })

  it('that is not there is named', async () => {
    await expect(readJournal(join(folder, 'none.ndjson'))).rejects.toMatchObject({ code: 'missing' })
    await expect(readJournal(folder)).rejects.toMatchObject({ code: 'missing' })
  })
})
