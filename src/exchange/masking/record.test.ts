import { describe, expect, it } from 'vitest'
import type { Header } from '../exchange.js'
import { createMasker, record } from '../masking.js'
import type { RawBody } from '../raw.js'
import { body, raw } from './canaries.fixture.js'

const form = 'Content-Type: application/x-www-form-urlencoded'

function kept(sent: RawBody, headers: readonly Header[] = [], maxBodyBytes?: number) {
  const masker = createMasker(maxBodyBytes === undefined ? {} : { maxBodyBytes })
  return record(raw({ answer: { status: 200, headers, body: sent } }), masker).answer?.body
}

it('masks the very same headers anew when more is known', () => {
  const masker = createMasker()
  const headers: Header[] = [['X-Trace', 'Zx81kQ0pLm22vT']]
  const others: Header[] = [['X-Trace', 'other']]
  const both = () => [headers, others].map((list) => masker.maskHeaders(list).flat())
  expect([both(), both()]).toEqual([
    [headers.flat(), others.flat()],
    [headers.flat(), others.flat()],
  ])
  masker.register('secret', 'Zx81kQ0pLm22vT')
  expect(both()).toEqual([['X-Trace', '[secret#1]'], others.flat()])
})

it('masks the very same headers anew, asked for them alone', () => {
  const masker = createMasker()
  const headers: Header[] = [['X-Trace', 'Zx81kQ0pLm22vT']]
  expect(masker.maskHeaders(headers)).toEqual(headers)
  expect(masker.maskHeaders(headers)).toBe(masker.maskHeaders(headers))
  masker.register('secret', 'Zx81kQ0pLm22vT')
  expect(masker.maskHeaders(headers)).toEqual([['X-Trace', '[secret#1]']])
  expect(masker.maskHeaders(headers)).toBe(masker.maskHeaders(headers))
})

const typed = (line: string): Header[] => [[line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']]

it.each([
  ['token', '/x?code=[code%231]'],
  ['service', '/x?code=Zx81'],
] as const)('in an address of the channel %s a short code is kept as %s', (channel, expected) => {
  const request = { ...raw().request, url: '/x?code=Zx81' }
  expect(record(raw({ channel, request }), createMasker()).request.url).toBe(expected)
})

describe('the body of an exchange', () => {
  it.each<[string, Header[], string, string]>([
    ['a form by its header', typed(form), 'senha=a b c&x=1', 'senha=[secret#1]&x=1'],
    [
      'a form by its header in capitals',
      typed(form.toUpperCase()),
      'senha=a b c&x=1',
      'senha=[secret#1]&x=1',
    ],
    ['a form by its looks', [], 'senha=a+b+c&x=1', 'senha=[secret#1]&x=1'],
    ['no form', typed('Content-Type: text/plain'), 'senha=abcdefgh e mais', 'senha=[secret#1] e mais'],
    [
      'no form by another header',
      typed(form.replace('Content-Type', 'X-Type')),
      'senha=abcdefgh e mais',
      'senha=[secret#1] e mais',
    ],
    ['JSON, whatever its header', typed(form), '{"senha":"a b c"}', '{"senha":"[secret#1]"}'],
  ])('is read as %s', (_what, headers, text, expected) => {
    expect(kept(body(text), [['Server', 'x'], ...headers])?.text).toBe(expected)
  })

  it.each([
    ['a[b].c%20-+_1=7&senha=ab,cd&x=1', 'a[b].c%20-+_1=7&senha=[secret#1]&x=1'],
    [`senha=ab,cd&x=${'y'.repeat(5_000)} z`, `senha=[secret#1]&x=${'y'.repeat(5_000)} z`],
    ['<p>x=1&senha=ab,cd', '<p>x=1&senha=[secret#1],cd'],
    ...[' ', '{', '}', '<', '>', '"'].map((sign) => [`senha=ab,cd${sign}`, `senha=[secret#1],cd${sign}`]),
  ])('without a header is a form by its signs alone: %s', (text, expected) => {
    expect(kept(body(text))?.text).toBe(expected)
  })

  it('is cut at the bound, and only beyond it', () => {
    const text = 'b'.repeat(1_000)
    expect(kept(body(text), [], 1_000)).toEqual({ text, sizeBytes: 1_000, flaw: null })
    expect(kept(body(`${text}b`), [], 1_000)).toMatchObject({ text, flaw: 'truncated' })
    const read = { bytes: new Uint8Array(), text, sizeBytes: 1_000, flaw: null }
    expect(kept(read, [], 1_000)).toEqual({ text, sizeBytes: 1_000, flaw: null })
    expect(kept({ ...read, text: `${text}b` }, [], 1_000)).toMatchObject({ text, flaw: 'truncated' })
  })

  it.each(['not-recorded', 'undecodable'] as const)('that is %s has no text', (flaw) => {
    for (const most of [5, 4])
      expect(kept({ bytes: Buffer.from('token'), sizeBytes: 5, flaw }, [], most)).toEqual({
        text: null,
        sizeBytes: 5,
        flaw,
      })
  })
})
