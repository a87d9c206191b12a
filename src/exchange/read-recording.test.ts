import { describe, expect, it } from 'vitest'
import { spec } from '../specification/profile.js'
import type { Exchange } from './exchange.js'
import { toHar } from './har.fixture.js'
import type { Chunks, RunHeader } from './read-journal.js'
import { readRecordingFrom } from './read-recording.js'

const header: RunHeader = {
  id: 'r1',
  command: 'proxy',
  startedAt: '2026-01-01T00:00:00.000Z',
  tool: { name: 'homologa', version: '0.1.0' },
  profile: spec,
  baseUrl: 'https://a.invalid/Api/v3',
  tokenUrl: null,
  embedded: false,
  toleranceMs: 5,
  seed: null,
  source: 'proxy',
  watch: { runs: 2, idleMs: null, newRunAfterMs: 0 },
}

const body = (text: string) => ({ text, sizeBytes: new TextEncoder().encode(text).length, flaw: null })

const exchange: Exchange = {
  id: 'e1',
  source: 'proxy',
  channel: 'service',
  session: null,
  step: null,
  request: {
    method: 'POST',
    url: 'https://a.invalid/Api/v3/homologacao/produtos',
    headers: [['Authorization', 'Bearer [access_token#1]']],
    body: body('{"nome":"Açúcar 🍬"}'),
  },
  response: { status: 201, headers: [], body: body('{"data":{"id":1}}') },
  failure: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  sentAtMs: 0,
  respondedAtMs: 5,
  gaps: [],
}

const note = { kind: 'run-ended', run: 1, after: 1, by: 'client' }
const journal = [{ journal: 1, run: header }, { exchange }, { note }]
  .map((line) => JSON.stringify(line))
  .join('\n')
const har = JSON.stringify(toHar([exchange], header, [note]))

/** The same bytes, a few at a time: characters and lines are torn apart. */
function inPieces(chunks: Chunks, size: number): Chunks {
  return {
    name: chunks.name,
    async *read() {
      for await (const chunk of chunks.read())
        for (let at = 0; at < chunk.length; at += size) yield chunk.subarray(at, at + size)
    },
  }
}

/** The same from one buffer, each piece written over the one before. */
function overwritten(chunks: Chunks, size: number): Chunks {
  return {
    name: chunks.name,
    async *read() {
      const buffer = new Uint8Array(size)
      for await (const chunk of inPieces(chunks, size).read()) {
        buffer.fill(0)
        buffer.set(chunk)
        yield buffer.subarray(0, chunk.length)
      }
    },
  }
}

/** Exchanges with bodies of so many characters. */
function exchangesOf(sizes: readonly number[]): Exchange[] {
  return sizes.map((size, i) => ({
    ...exchange,
    id: `e${i + 1}`,
    sentAtMs: i * 1_000,
    respondedAtMs: i * 1_000 + 5,
    request: { ...exchange.request, body: body(JSON.stringify({ nome: `${i}ã`.repeat(size / 2) })) },
  }))
}

describe('lines and entries, longer and shorter than what is made text at once,', () => {
  const all = exchangesOf([10, 20, 70_000, 30, 200_000, 66_000, 40, 50])
  const lines = [{ journal: 1, run: header }, ...all.map((one) => ({ exchange: one }))]

  it.each([
    ['journal', lines.map((line) => JSON.stringify(line)).join('\n')],
    ['har', JSON.stringify(toHar(all, header, []))],
  ])('come back out of a %s', async (_kind, text) => {
    for (const size of [999, 65_536, 150_000, 1_000_000]) {
      const recording = await readRecordingFrom(overwritten(chunksOf('dropped', text), size))
      const exchanges: Exchange[] = []
      for await (const one of recording.exchanges) exchanges.push(one)
      expect(exchanges).toEqual(all)
      expect(recording.damaged).toEqual([])
    }
  })

  it('come back out of a HAR of others in the order of time, whatever was written over', async () => {
    const { log } = JSON.parse(JSON.stringify(toHar(all, header, [])))
    const entries = log.entries.map(
      ({ _homologa: _, ...entry }: object & { _homologa: unknown }, i: number) => ({
        ...entry,
        startedDateTime: new Date(Date.UTC(2026, 0, 1) + (i ^ 3) * 1_000).toISOString(),
      }),
    )
    const text = JSON.stringify({ log: { version: '1.2', entries: [...entries, entries[2]] } })
    const recording = await readRecordingFrom(overwritten(chunksOf('dropped', text), 4_096))
    const bodies: unknown[] = []
    for await (const { request } of recording.exchanges) bodies.push(request.body?.text)
    expect(bodies).toEqual(all.map((_, i) => all[i ^ 3]?.request.body?.text))
  })
})

describe.each([
  ['journal', `${journal}\n`],
  ['har', har],
] as const)('a %s that is no file', (kind, text) => {
  it.each([1, 7, 4096, 1_000_000])('is read in pieces of %i bytes', async (size) => {
    const recording = await readRecordingFrom(inPieces(chunksOf('dropped', text), size))
    const exchanges: Exchange[] = []
    for await (const one of recording.exchanges) exchanges.push(one)
    expect(recording.kind).toBe(kind)
    expect(recording.header).toEqual(header)
    expect(exchanges).toEqual([exchange])
    expect(recording.notes).toEqual([note])
    expect(recording.damaged).toEqual([])
  })
})

it.each([
  ['', 'empty'],
  [' \n', 'empty'],
  ['<html>', 'not-json'],
])('refuses %j by its name', async (text, code) => {
  await expect(readRecordingFrom(chunksOf('dropped', text))).rejects.toMatchObject({ code, path: 'dropped' })
})

/** The bytes of a text, as chunks. */
function chunksOf(name: string, text: string): Chunks {
  return {
    name,
    async *read() {
      yield new TextEncoder().encode(text)
    },
  }
}
