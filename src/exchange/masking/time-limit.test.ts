import { expect, it } from 'vitest'
import { createMasker, record } from '../masking.js'
import { body, raw } from './canaries.fixture.js'

const SECRET = 'zz99yy88xx77'
const hidden = Buffer.from(`{"token":"${SECRET}"}`).toString('base64')
const text = `{"senha":"${SECRET}","a":"x%20y\\n","b":"${hidden}"}`
const mostMs = 1_000

/** A clock that jumps once it was asked so often. */
function recordedBy(jumpAfter: number) {
  let asked = 0
  const clock = { now: () => (asked++ < jumpAfter ? 5 : 5 + mostMs + 1) }
  const masker = createMasker({ time: { clock, mostMs } })
  const exchange = record(
    raw({
      request: { ...raw().request, headers: [['Authorization', `Bearer ${SECRET}`]], body: body(text) },
      answer: { status: 200, headers: [['x-echo', SECRET]], body: body(text) },
      gaps: ['times'],
    }),
    masker,
  )
  return { exchange, asked, outOfTime: masker.outOfTime }
}

const whole = recordedBy(Number.POSITIVE_INFINITY)
const sizeBytes = Buffer.byteLength(text)
const lost = { text: null, sizeBytes, flaw: 'not-recorded' }

it('a body is kept where the time suffices', () => {
  const { exchange, asked } = whole
  expect(exchange.answer?.body?.text).toMatch(
    /^\{"senha":"\[access_token#1\]","a":"x%20y\\n","b":"[\w=]+"\}$/,
  )
  expect([exchange.gaps, whole.outOfTime]).toEqual([['times'], 0])
  expect(asked).toBeGreaterThan(10)
})

it('at the very moment is in time', () => {
  let asked = 0
  const clock = { now: () => (asked++ === 0 ? 0 : mostMs) }
  const masker = createMasker({ time: { clock, mostMs } })
  expect(record(raw({ answer: { status: 200, headers: [], body: body(text) } }), masker).gaps).toEqual([])
})

it.each(Array.from({ length: whole.asked - 1 }, (_, i) => i + 1))(
  'of a body that takes too long nothing is kept and a gap said, after %i looks at the clock',
  (jumpAfter) => {
    const { exchange, outOfTime } = recordedBy(jumpAfter)
    const { request, answer, gaps } = exchange
    expect(JSON.stringify(exchange)).not.toContain(SECRET)
    expect(JSON.stringify(exchange)).not.toContain(hidden)
    expect(answer?.body).toEqual(lost)
    expect(gaps).toContain('answer-bodies')
    expect(gaps.includes('request-bodies')).toBe(request.body?.flaw === 'not-recorded')
    expect(gaps[0]).toBe('times')
    expect(outOfTime).toBe(gaps.length - 1)
  },
)

it('of the request as of the answer', () => {
  expect(recordedBy(1).exchange.request.body).toEqual(lost)
  expect(recordedBy(1).exchange.gaps).toEqual(['times', 'request-bodies', 'answer-bodies'])
})

it.each([
  ['alone', ''],
  ['at its beginning, and is long', ' '.repeat(100_000)],
])('a token that stands in it %s is known all the same', (_how, rest) => {
  let asked = 0
  const clock = { now: () => (asked++ === 0 ? 0 : mostMs + 1) }
  const masker = createMasker({ time: { clock, mostMs } })
  const answer = { status: 200, headers: [], body: body(`{"access_token":"${SECRET}"${rest}}`) }
  const given = record(raw({ channel: 'token', answer }), masker)
  expect(given.answer?.body?.flaw).toBe('not-recorded')
  const later = record(
    raw({ answer: { status: 401, headers: [['x-reason', `${SECRET} is expired`]], body: null } }),
    masker,
  )
  expect(later.answer?.headers).toEqual([['x-reason', '[access_token#1] is expired']])
})

it('other trouble is none of the clock', () => {
  const clock = {
    now: (): number => {
      throw new RangeError('no clock')
    },
  }
  const masker = createMasker({ time: { clock, mostMs } })
  expect(() => record(raw(), masker)).toThrow(RangeError)
})
