import { expect, it } from 'vitest'
import type { Body, Exchange, Header } from './exchange.js'
import { exchangeLine } from './exchange-line.js'
import { jsonLine } from './plain-text.js'

const some: readonly Header[] = [['Accept', 'a"b\\c']]
const others: readonly Header[] = [['Accept', 'é\u2028\u202e\ud800']]

function body(text: string | null): Body {
  return { text, sizeBytes: 3, flaw: text === null ? 'not-utf8' : null }
}

function exchange(more: Partial<Exchange> = {}): Exchange {
  return {
    ...{ id: 'e1', source: 'proxy', channel: 'service', session: null, step: null },
    request: { method: 'GET', url: 'https://api.example/p?"\\\u202e', headers: some, body: null },
    answer: { status: 200, headers: some, body: body('{"data":"é"}') },
    failure: null,
    startedAt: '2026-03-01T02:00:00.000Z',
    ...{ sentAtMs: 0.1, answeredAtMs: 1e21, gaps: [] },
    ...more,
  }
}

function answered(headers: readonly Header[], text: string | null): Partial<Exchange> {
  return { answer: { status: 200, headers, body: body(text) } }
}

it('is the line of JSON that the whole exchange makes, whatever came before it', () => {
  const long = 'x"'.repeat(40_000)
  const asked = { method: 'PUT', url: '', headers: others, body: body('{"data":"é"}') }
  const all = [
    exchange(),
    exchange({ request: asked }),
    exchange(answered(others, '\u202e')),
    exchange(answered(some, '{"data":"é"}')),
    exchange(answered(others, '')),
    exchange(answered(others, null)),
    exchange(answered(some, long)),
    exchange(answered(some, `${long}y`)),
    exchange({ answer: null, failure: { kind: 'reset', message: '\u009f"' }, answeredAtMs: null }),
    exchange({ gaps: ['headers'], intent: 'invalid', sentAgain: true, spoilt: true, sentAtMs: Number.NaN }),
    exchange({ intent: undefined } as unknown as Exchange),
  ]
  for (const one of [...all, ...all.toReversed(), ...all])
    expect(exchangeLine(one)).toBe(`${jsonLine({ exchange: one })}\n`)
})
