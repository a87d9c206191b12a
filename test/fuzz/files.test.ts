import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readYaml, YamlError } from '../../src/documents/yaml.js'
import type { Exchange } from '../../src/exchange/exchange.js'
import { toHar } from '../../src/exchange/har.fixture.js'
import { jsonLine } from '../../src/exchange/plain-text.js'
import { readHarFrom } from '../../src/exchange/read-har.js'
import {
  type Chunks,
  RecordingError,
  type RunHeader,
  readJournalFrom,
} from '../../src/exchange/read-journal.js'
import { spec } from '../../src/specification/profile.js'
import { patienceMs, tries } from './runs.js'

const header: RunHeader = {
  id: 'fuzz',
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
}

const text = fc.string({ unit: 'binary', maxLength: 200 })
const pairs = fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z-]{1,12}$/), fc.string({ maxLength: 40 })), {
  maxLength: 4,
})
const exchange: fc.Arbitrary<Exchange> = fc.record({
  id: fc.string({ maxLength: 8 }),
  source: fc.constant('run' as const),
  channel: fc.constant('service' as const),
  session: fc.constant(null),
  step: fc.option(text),
  request: fc.record({
    method: fc.constantFrom('GET', 'POST'),
    url: fc.constant('http://127.0.0.1/Api/v3/produtos'),
    headers: pairs,
    body: fc.constant(null),
  }),
  response: fc.record({
    status: fc.integer({ min: 200, max: 599 }),
    headers: pairs,
    body: fc.option(text.map((body) => ({ text: body, sizeBytes: body.length, flaw: null }))),
  }),
  failure: fc.constant(null),
  startedAt: fc.constant('2026-03-01T02:00:00.000Z'),
  sentAtMs: fc.nat(),
  respondedAtMs: fc.nat(),
  gaps: fc.constant([]),
})

/** What stands twice in a file is read as one. */
const severalOf = (minLength: number, maxLength: number) =>
  fc.uniqueArray(exchange, { minLength, maxLength, selector: ({ sentAtMs }) => sentAtMs })

const encoder = new TextEncoder()

/** A file that comes in chunks of that size. */
function fileOf(whole: string, size: number): Chunks {
  const bytes = encoder.encode(whole)
  async function* read() {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
  }
  return { name: 'fuzz', read }
}

const chunkSize = fc.integer({ min: 1, max: 400 })

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

/** A text that somebody damaged: something put in, something taken out. */
const damaged = (whole: string) =>
  fc
    .record({ at: fc.nat(whole.length), drop: fc.nat(40), put: fc.string({ unit: 'binary', maxLength: 20 }) })
    .map(({ at, drop, put }) => whole.slice(0, at) + put + whole.slice(at + drop))

describe('a journal', () => {
  it('reads back what was written, however it is cut into chunks', { timeout: patienceMs }, () =>
    fc.assert(
      fc.asyncProperty(severalOf(0, 5), chunkSize, async (exchanges, size) => {
        const lines = [
          jsonLine({ journal: 1, run: header }),
          ...exchanges.map((one) => jsonLine({ exchange: one })),
        ]
        const read = await readJournalFrom(fileOf(`${lines.join('\n')}\n`, size))
        expect(await listed(read.exchanges)).toEqual(JSON.parse(JSON.stringify(exchanges)))
        expect(read.damaged).toEqual([])
      }),
      tries,
    ),
  )

  const whole = `${jsonLine({ journal: 1, run: header })}\n${jsonLine({ note: { kind: 'x' } })}\n`

  it('that was damaged is read or refused, and nothing else', { timeout: patienceMs }, () =>
    fc.assert(
      fc.asyncProperty(damaged(whole), chunkSize, (file, size) =>
        readOrRefused(async () => {
          const read = await readJournalFrom(fileOf(file, size))
          await listed(read.exchanges)
        }),
      ),
      tries,
    ),
  )
})

describe('a HAR', () => {
  it('of ours reads back what was written, however it is cut into chunks', { timeout: patienceMs }, () =>
    fc.assert(
      fc.asyncProperty(severalOf(1, 4), chunkSize, async (exchanges, size) => {
        const read = await readHarFrom(fileOf(JSON.stringify(toHar(exchanges, header)), size))
        const back = await listed(read.exchanges)
        expect(back.map(({ id, step, sentAtMs }) => ({ id, step, sentAtMs }))).toEqual(
          JSON.parse(JSON.stringify(exchanges.map(({ id, step, sentAtMs }) => ({ id, step, sentAtMs })))),
        )
      }),
      tries,
    ),
  )

  it('of anything is read or refused, and nothing else', { timeout: patienceMs }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json({ maxDepth: 5 }),
          fc
            .array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 4 })
            .map((entries) => JSON.stringify({ log: { entries } })),
          fc
            .array(
              fc.record(
                {
                  request: fc.jsonValue(),
                  response: fc.jsonValue(),
                  startedDateTime: fc.jsonValue(),
                  time: fc.jsonValue(),
                  _homologa: fc.jsonValue(),
                },
                { requiredKeys: [] },
              ),
              { maxLength: 4 },
            )
            .map((entries) =>
              JSON.stringify({
                log: {
                  entries: entries.map((one) => ({
                    ...one,
                    request: { url: 'http://a/b', headers: one.request, postData: one.response },
                  })),
                },
              }),
            ),
          damaged(
            '{"log":{"entries":[{"request":{"method":"GET","url":"http://a/b"},"response":{"status":200}}]}}',
          ),
        ),
        chunkSize,
        (file, size) =>
          readOrRefused(async () => {
            const read = await readHarFrom(fileOf(file, size))
            await listed(read.exchanges)
          }),
      ),
      tries,
    ),
  )
})

describe('YAML', () => {
  it('of anything is read or refused, and nothing else', { timeout: patienceMs }, () => {
    const piece = fc.constantFrom(
      'a:',
      ' ',
      '\n',
      '  ',
      '- ',
      '&x ',
      '*x',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '|',
      '>',
      '#',
      '!!',
      '? ',
      ': ',
      '---',
      '\t',
      '<<: ',
      '1e999',
      '~',
      '\u0000',
      '\u009b',
      'é',
    )
    return fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        await readYaml(pieces.join(''))
          .then((yaml) => JSON.stringify(yaml.toPlain()))
          .catch((error: unknown) => expect(error).toBeInstanceOf(YamlError))
      }),
      tries,
    )
  })
})

async function readOrRefused(read: () => Promise<void>): Promise<void> {
  await read().catch((error: unknown) => expect(error).toBeInstanceOf(RecordingError))
}
