import { describe, expect, it } from 'vitest'
import type { Header } from '../exchange.js'
import { createMasker, record } from '../masking.js'
import type { RawBody } from '../raw.js'
import { body, raw } from './canaries.fixture.js'

const form = 'Content-Type: application/x-www-form-urlencoded'

function kept(sent: RawBody, headers: readonly Header[] = [], maxBodyBytes?: number) {
  const masker = createMasker(maxBodyBytes === undefined ? {} : { maxBodyBytes })
  return record(raw({ response: { status: 200, headers, body: sent } }), masker).response?.body
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
  masker.register('secret', 'Zx81kQ0pLm22vT')
  expect(masker.maskHeaders(headers)).toEqual([['X-Trace', '[secret#1]']])
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
    const text = `[${'[1],'.repeat(249)}[]]`
    expect(text.length).toBe(1_000)
    expect(kept(body(text), [], 1_000)).toEqual({ text, sizeBytes: 1_000, flaw: null })
    expect(kept(body(`${text} `), [], 1_000)).toMatchObject({ text, flaw: 'truncated' })
    const read = { bytes: new Uint8Array(), text, sizeBytes: 1_000, flaw: null }
    expect(kept(read, [], 1_000)).toEqual({ text, sizeBytes: 1_000, flaw: null })
    expect(kept({ ...read, text: `${text} ` }, [], 1_000)).toMatchObject({ text, flaw: 'truncated' })
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

describe('a body that is neither JSON nor a form', () => {
  const keep = (text: string, flaw: RawBody['flaw'] = null) => kept(body(text, flaw))

  it('is kept up to 500 characters, and its size told', () => {
    const page = `<p>${'é '.repeat(248)}x`
    expect(keep(page)).toEqual({ text: page, sizeBytes: Buffer.byteLength(page), flaw: null })
    expect(keep(`${page}y`)).toEqual({
      text: `${page}…`,
      sizeBytes: Buffer.byteLength(page) + 1,
      flaw: 'excerpt',
    })
  })

  it('is cut after it was masked, and in no label', () => {
    expect(keep(`${'a '.repeat(245)}maria@exemplo.com e mais`)?.text).toBe(`${'a '.repeat(245)}[email#1] …`)
    expect(keep(`${'a '.repeat(247)}maria@exemplo.com e mais`)?.text).toBe(`${'a '.repeat(247)}…`)
  })

  it('leaves nothing of a secret that the end of the window or of the body cuts', () => {
    const secret = 'a secret of several words that is long 0123456789'
    const masker = createMasker()
    masker.register('secret', secret)
    const respond = (text: string, flaw: RawBody['flaw']) =>
      record(raw({ response: { status: 200, headers: [], body: body(text, flaw) } }), masker).response?.body
        ?.text
    for (let length = 1; length < secret.length; length++) {
      expect(respond(`x ${secret.slice(0, length)}`, 'truncated')).toBe('…')
      const long = `${'YWJj'.repeat(990)} ${'b '.repeat(8)}${secret.slice(0, length)}`
      expect(respond(long, 'truncated')).not.toContain(secret.slice(0, Math.max(6, length)))
    }
  })

  it('ends where a control character shows that it is no text', () => {
    expect(keep('abc\u0000d')).toEqual({ text: 'abc…', sizeBytes: 5, flaw: 'excerpt' })
    expect(keep('a\tb\r\nc\fd')).toEqual({ text: 'a\tb\r\nc\fd', sizeBytes: 8, flaw: null })
  })

  it.each([
    ['JSON that breaks off', '{"data":[{"nome":"Caneca'],
    ['JSON in lines', '{"a":1}\n{"b":2}'],
    ['a form', 'a=1&b=2'],
  ])('is not %s, however long', (_what, text) => {
    const long = text + text.slice(-1).repeat(600)
    expect(keep(long)).toEqual({ text: long, sizeBytes: long.length, flaw: null })
  })

  it('is what JSON with anything else beside it is', () => {
    const text = `{"nome":"Jo"ao"}${' '.repeat(600)}`
    expect(keep(text)).toMatchObject({ text: `${text.slice(0, 500)}…`, flaw: 'excerpt' })
  })
})
