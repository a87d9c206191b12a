import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { exchangeLine } from '../exchange/exchange-line.js'
import { createMasker, record } from '../exchange/masking.js'
import type { RawExchange } from '../exchange/raw.js'
import { bling } from '../specification/profile.js'
import { noBody } from './kept-body.js'
import { Packer, unpack } from './packer.js'
import type { Passed } from './passed.js'
import { rawOf, wayTo } from './raw-of-passed.js'
import { openRecorder } from './recorder.js'
import { type FromRecording, type RecordingPlan, recordOn } from './recording.js'
import { Repeats } from './repeats.js'
import { recordingPlan } from './watch-proxy.js'

const target = 'https://service.test/Api/v3'
const plan = () => recordingPlan({ target, profile: bling, toleranceMs: 5, runs: null, timeoutMs: null })

function passed(number: number, more: Partial<Passed> = {}): Passed {
  return {
    number,
    method: 'GET',
    path: `/Api/v3/borderos/${number}`,
    requestHeaders: ['Host', 'service.test', 'X-Two', 'a', 'x-two', 'ção'],
    sent: noBody,
    status: 200,
    answerHeaders: ['Content-Type', 'application/json'],
    received: bodyOf('{"data":{}}'),
    failure: null,
    startedAtMs: 1_700_000_000_000,
    sentAtMs: number,
    answeredAtMs: number + 0.5,
    ...more,
  }
}

function bodyOf(...texts: string[]) {
  const chunks = texts.map((text) => Buffer.from(text))
  const keptBytes = Buffer.concat(chunks).length
  return { chunks, keptBytes, sizeBytes: keptBytes, isWhole: true, surplusBytes: 0 }
}

describe('what is packed', () => {
  it('is unpacked as it was, whatever its size and signs', () => {
    const large = 'ã'.repeat(400_000)
    const all = [
      passed(1, { sent: bodyOf('{"nome":', '"ção"}'), path: '/ção?a=\u0000' }),
      passed(2, { received: bodyOf(large) }),
      passed(3, {
        status: null,
        answeredAtMs: null,
        received: noBody,
        failure: { kind: 'reset', message: 'x' },
      }),
    ]
    const packer = new Packer()
    for (const one of all) packer.add(one)
    const back = [...unpack(packer.take())]
    const plain = ({ sent, received, ...rest }: Passed) => ({
      ...rest,
      bodies: [sent, received].map((body) => [
        Buffer.concat(body.chunks).toString(),
        body.sizeBytes,
        body.isWhole,
      ]),
    })
    expect(back.map(plain)).toEqual(all.map(plain))
    expect([...unpack(packer.take())]).toEqual([])
  })

  it('is unpacked with its own headers, whether they are those before or others', () => {
    const headers = [['A', '1'], ['A', '1'], ['A', '2'], ['A', '1', 'B', 'ção'], [], [], ['A', '1'], ['A', '1']] // biome-ignore format: a list
    const packer = new Packer()
    const answers = headers.toReversed()
    const all = headers.map((requestHeaders, i) =>
      passed(i + 1, { requestHeaders, answerHeaders: answers[i] ?? [] }),
    )
    for (const one of all.slice(0, 1)) packer.add(one)
    const first = packer.take()
    for (const one of all.slice(1)) packer.add(one)
    const back = [...unpack(first), ...unpack(packer.take())]
    expect(back.map(({ requestHeaders }) => requestHeaders)).toEqual(headers)
    expect(back.map(({ answerHeaders }) => answerHeaders)).toEqual(answers)
    const way = wayTo('https://api.example.invalid/Api/v3', null)
    const raw = back.map((one) => rawOf(one, way)) as RawExchange[]
    expect(raw.map(({ request }) => request.headers.flat())).toEqual(headers)
    expect(raw.map(({ answer }) => answer?.headers.flat())).toEqual(answers)
  })

  it('began when it began, to the millisecond', () => {
    const times = [0, 7, 999, 1_000, 1_767_225_599_999, 1_767_225_600_000, 1_767_225_600_070, 7]
    const way = wayTo('https://api.example.invalid/Api/v3', null)
    const raw = times.map((startedAtMs) => rawOf(passed(1, { startedAtMs }), way)) as RawExchange[]
    expect(raw.map(({ startedAt }) => startedAt)).toEqual(times.map((ms) => new Date(ms).toISOString()))
  })

  it('tells a cut body, and one whose encoding cannot be undone, from a whole one', async () => {
    const way = wayTo(target, null)
    const cut = { ...bodyOf('abc'), sizeBytes: 9 }
    const flaws = async (one: Passed) => (await rawOf(one, way)).answer?.body?.flaw
    const zipped = ['Content-Encoding', 'gzip']
    expect(await flaws(passed(1))).toBe(null)
    expect(await flaws(passed(1, { received: cut }))).toBe('truncated')
    expect(await flaws(passed(1, { received: { ...cut, sizeBytes: 3, isWhole: false } }))).toBe('truncated')
    expect(await flaws(passed(1, { received: cut, answerHeaders: zipped }))).toBe('truncated')
    expect(await flaws(passed(1, { received: bodyOf('abc'), answerHeaders: zipped }))).toBe('undecodable')
  })
})

it.each([
  ['https://service.test/Api/v3/entrar', '/Api/v3/entrar?x=1', 'token'],
  ['https://login.test/Api/v3/entrar', '/Api/v3/entrar', 'service'],
  [null, '/Api/v3/entrar', 'service'],
])('with tokens at %s, %s goes to the %s', (tokenUrl, path, channel) => {
  expect(wayTo(target, tokenUrl).channelOf(path)).toBe(channel)
})

describe('a recorder', () => {
  async function recorded(count: number, more: Partial<RecordingPlan> = {}, alike: Partial<Passed> = {}) {
    const told: FromRecording[] = []
    const recorder = await openRecorder({ ...plan(), ...more }, (one) => {
      told.push(one)
      if (one.kind !== 'close') return
      recorder.admit(() => recorder.add(passed(count, alike)))
      recorder.closed()
    })
    for (let i = 1; i < count; i++) recorder.admit(() => recorder.add(passed(i, alike)))
    recorder.stop()
    while (told.at(-1)?.kind !== 'ended') await new Promise((resolve) => setTimeout(resolve, 5))
    recorder.end()
    const lines = told.flatMap((one) =>
      one.kind === 'recorded' ? Buffer.from(one.lines).toString().split('\n').filter(Boolean) : [],
    )
    return { told, lines }
  }

  it('records all that passed before it was stopped, each once and in its order', async () => {
    const { told, lines } = await recorded(500)
    expect(lines.map((line) => JSON.parse(line).exchange.id)).toEqual(
      Array.from({ length: 500 }, (_, i) => `e${i + 1}`),
    )
    expect(told.at(-1)).toMatchObject({ kind: 'ended', ending: 'stopped', seen: 500, outOfTime: 0 })
  })

  it('writes whole lines, whatever their length and signs', async () => {
    const texts = [
      '"ção 😀"',
      JSON.stringify('ã'.repeat(300_000)),
      '"€"',
      `{"data":"${'x'.repeat(600_000)}"}`,
      '{}',
    ]
    const lines: string[] = []
    const recorder = await openRecorder(plan(), (told) => {
      if (told.kind === 'recorded')
        lines.push(...Buffer.from(told.lines).toString().split('\n').filter(Boolean))
    })
    for (const [i, text] of texts.entries())
      recorder.admit(() => recorder.add(passed(i + 1, { received: bodyOf(text) })))
    while (lines.length < texts.length) await new Promise((resolve) => setTimeout(resolve, 5))
    recorder.end()
    expect(lines.map((line) => JSON.parse(line).exchange.answer.body.text)).toEqual(texts)
  })

  it('records what comes again as if it came for the first time, and nothing else as what came before', async () => {
    const token = 'f3b1c9d27e6a4805b1c9'
    const text = `{"data":{"nota":"${token}"}}`
    const same = { path: '/Api/v3/borderos/7', received: bodyOf(text), sent: bodyOf('{"a":1}') }
    const others: Partial<Passed>[] = [
      { path: '/Api/v3/borderos/8' },
      { method: 'PUT' },
      { status: 201 },
      { status: null, answeredAtMs: null, received: noBody },
      { requestHeaders: ['Host', 'service.test'] },
      { answerHeaders: ['Content-Type', 'text/plain'] },
      { received: bodyOf(text.replace('nota', 'note')) },
      { received: { ...bodyOf(text), sizeBytes: 999 } },
      { received: { ...bodyOf(text), isWhole: false } },
      { received: { ...bodyOf(text), surplusBytes: 3 } },
      { received: noBody },
      { sent: bodyOf('{"a":2}') },
      { sent: noBody },
      { failure: { kind: 'aborted', message: 'the client left' } },
      { requestHeaders: ['Authorization', `Bearer ${token}`] },
    ]
    const all = [{}, ...others]
      .flatMap((other) => [{}, {}, other, other, {}])
      .map((more, i) => passed(i + 1, { ...same, startedAtMs: 1_700_000_000_000 + i * 7, ...more }))
    const lines: string[] = []
    const recorder = await openRecorder(plan(), (told) => {
      if (told.kind === 'recorded')
        lines.push(...Buffer.from(told.lines).toString().split('\n').filter(Boolean))
    })
    for (const one of all) recorder.admit(() => recorder.add(one))
    while (lines.length < all.length) await new Promise((resolve) => setTimeout(resolve, 5))
    recorder.end()
    const masker = createMasker()
    const way = wayTo(target, null)
    const alone = all.map((one) => record(rawOf(one, way) as RawExchange, masker))
    expect(lines).toEqual(alone.map((exchange) => exchangeLine(exchange).trimEnd()))
    expect([lines[0]?.includes(token), lines.at(-1)?.includes(token)]).toEqual([true, false])
    const [repeats, first, second] = [new Repeats(), alone[0] as Exchange, all[0] as Passed]
    repeats.keep(second, first)
    expect(repeats.of({ ...second, number: 2 })?.answer).toBe(first.answer)
  })

  it.each([
    ['young', 60_000, [1, 1, 1]],
    ['late', -60_000, []],
  ])('rests between its pieces while what it records is %s', async (_what, aheadMs, expected) => {
    const { port1, port2 } = new MessageChannel()
    const rests: number[] = []
    const beganAtNs = process.hrtime.bigint() + BigInt(aheadMs) * 1_000_000n
    const its = { ...plan(), beganAtNs }
    await recordOn(port2, its, () => rests.push(1))
    const packer = new Packer()
    for (let i = 1; i <= 100; i++) packer.add(passed(i))
    const told = new Promise((resolve) => port1.once('message', resolve))
    port1.postMessage({ kind: 'passed', packed: packer.take() })
    await told
    port1.close()
    expect(rests).toEqual(expected)
  })

  it.each([{}, { path: '/Api/v3/borderos/7' }])(
    'counts the bodies of which nothing is kept, for to make them safe took too long: %o',
    async (alike) => {
      const { told, lines } = await recorded(3, { maskingMs: -1 }, alike)
      expect(told.at(-1)).toMatchObject({ kind: 'ended', seen: 3, outOfTime: 3 })
      expect(lines.map((line) => JSON.parse(line).exchange.answer.body.flaw)).toEqual(
        Array(3).fill('not-recorded'),
      )
    },
  )

  it('lets requests wait while more waits to be recorded than it may hold', async () => {
    const told: FromRecording[] = []
    const recorder = await openRecorder(plan(), (one) => told.push(one), 1)
    const large = bodyOf('x'.repeat(1_000_000))
    recorder.admit(() => recorder.add(passed(1, { received: large })))
    const begun: number[] = []
    for (const number of [2, 3]) recorder.admit(() => begun.push(number))
    const atOnce = [...begun]
    while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    recorder.end()
    expect([atOnce, begun]).toEqual([[], [2, 3]])
  })

  it('holds its bound in a storm: no more waits than that and a batch, and all is recorded once, in its order', async () => {
    const [requests, bodyBytes, limitBytes, batchBytes] = [150, 20_000, 200_000, 1_000_000]
    const body = bodyOf(`"${'x'.repeat(bodyBytes)}"`)
    const ids: string[] = []
    let [waiting, most, begun] = [0, 0, 0]
    const recorder = await openRecorder(
      plan(),
      (told) => {
        if (told.kind !== 'recorded') return
        const lines = Buffer.from(told.lines).toString().split('\n').filter(Boolean)
        ids.push(...lines.map((line) => JSON.parse(line).exchange.id))
        waiting -= lines.length * bodyBytes
      },
      limitBytes,
    )
    for (let i = 0; i < requests; i++)
      recorder.admit(() => {
        recorder.add(passed(i + 1, { received: body }))
        begun++
        waiting += bodyBytes
        most = Math.max(most, waiting)
      })
    const atOnce = begun
    while (ids.length < requests) await new Promise((resolve) => setTimeout(resolve, 5))
    recorder.end()
    expect(ids).toEqual(Array.from({ length: requests }, (_, i) => `e${i + 1}`))
    expect(most).toBeLessThanOrEqual(limitBytes + batchBytes + bodyBytes)
    expect(atOnce).toBeLessThan(requests)
  })

  it('shows so many a second, and tells the number of the others with the last of them', async () => {
    const shown: string[] = []
    let untold = { count: 0, last: '' }
    const recorder = await openRecorder({ ...plan(), mostShown: 3 }, (one) => {
      if (one.kind !== 'recorded') return
      shown.push(...one.shown.map(({ id }) => id))
      if (one.untold) untold = { count: untold.count + one.untold.count, last: one.untold.last.id }
    })
    for (let i = 1; i <= 10; i++) recorder.admit(() => recorder.add(passed(i)))
    while (shown.length + untold.count < 10) await new Promise((resolve) => setTimeout(resolve, 5))
    expect([shown, untold]).toEqual([['e1', 'e2', 'e3'], { count: 7, last: 'e10' }])
    const later = performance.now() + 1_000
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    recorder.admit(() => recorder.add(passed(11)))
    while (shown.length + untold.count < 11) await new Promise((resolve) => setTimeout(resolve, 5))
    clock.mockRestore()
    recorder.end()
    expect(shown).toEqual(['e1', 'e2', 'e3', 'e11'])
  })

  it('hands over at once what comes after a quiet moment, and what follows together when the moment is over', async () => {
    const sizes: number[] = []
    const recorder = await openRecorder(plan(), (told) => {
      if (told.kind === 'recorded') sizes.push(Buffer.from(told.lines).toString().split('\n').length - 1)
    })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000)
    const add = (number: number) => recorder.admit(() => recorder.add(passed(number)))
    const handed = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
      return [...sizes]
    }
    add(1)
    const first = await handed(1)
    add(2)
    add(3)
    const [soon, late] = [await handed(48), await handed(3)]
    vi.useRealTimers()
    clock.mockRestore()
    recorder.end()
    expect([first, soon, late]).toEqual([[1], [1], [1, 2]])
  })

  it('says what went wrong in it', async () => {
    const recorder = openRecorder({ ...plan(), target: 'no address' }, () => {})
    await expect(recorder).rejects.toThrow()
  })
})
