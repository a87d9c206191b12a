import { describe, expect, it } from 'vitest'
import { eachEncoded, encodeAs } from './encoded.js'
import { innermost, viewsOf } from './views.js'

/** Each stretch that is readable: what it reads, how it is written, and where. */
function read(text: string) {
  const found: string[] = []
  eachEncoded(innermost(viewsOf(text)), (start, end, as, plain) =>
    found.push(`${plain} ${as} ${start}-${end}`),
  )
  return found
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const url = (text: string) => Buffer.from(text).toString('base64url')
const hex = (text: string) => Buffer.from(text).toString('hex')

describe('a readable stretch', () => {
  it.each<[string, string[]]>([
    [base64('abcdefghi0'), ['abcdefghi0 base64 0-16']],
    [url('abcdefghi0'), ['abcdefghi0 base64url 0-14']],
    [url('abcdefghi'), []],
    [`x ${base64('maria, joão')} y`, ['maria, joão base64url 2-18']],
    [`=${base64('maria@exemplo')}===`, ['maria@exemplo base64 1-21']],
    [`"${base64('maria@exemplo')}"`, ['maria@exemplo base64 1-21']],
    [base64('???>>>???>>>'), ['???>>>???>>> base64 0-16']],
    [url('???>>>???>>>'), ['???>>>???>>> base64url 0-16']],
    [`é${base64('maria@exempl')}é`, ['maria@exempl base64url 1-17']],
    [`{${base64('maria@exempl')}}`, ['maria@exempl base64url 1-17']],
    [`\u0080${base64('maria@exempl')}\u0080`, ['maria@exempl base64url 1-17']],
    [hex('abcdefghi'), ['abcdefghi hex 0-18']],
    [hex('abcdefgh'), []],
    [`${hex('abcdefghi')}a`, []],
    [`x-${hex('abcdefghi')}-`, ['abcdefghi hex 2-20']],
    [`g${hex('abcdefghi')}`, []],
    [`${hex('abcdefghi')}G`, []],
    [`${hex('abcdefghi')}/${hex('jklmnopqr')}`, ['abcdefghi hex 0-18', 'jklmnopqr hex 19-37']],
    [hex('abcdefghi').replace('6', 'g'), []],
    [`${hex('abcdefghi')} ${hex('jklmnopqr').toUpperCase()}`, ['abcdefghi hex 0-18', 'jklmnopqr hex 19-37']],
    [
      `a/${url('maria@exemplo')}/${url('joana@exemplo')}`,
      ['maria@exemplo base64url 2-20', 'joana@exemplo base64url 21-39'],
    ],
    [`a/${url('abcdefghi')}/b`, []],
    [`a-${url('maria@exemplo')}`, []],
    [`%20${base64('maria@exemplo')}`, ['maria@exemplo base64url 3-23']],
    [base64('maria@exemplo').replaceAll('=', '%3D'), ['maria@exemplo base64url 0-24']],
  ])('of %s: %j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each(['\t', '\n', '\r', ' ', '~', 'é', '߿', 'ࠀ', '€', '\uffef', '😀', '\u{10ffff}'])(
    'may begin with %j',
    (sign) => {
      const text = `${sign}maria, joão e joana`
      expect(read(base64(text))).toEqual([expect.stringContaining(text)])
      expect(read(hex(text))).toEqual([expect.stringContaining(text)])
    },
  )

  it.each([
    '\0',
    '\b',
    '\u000b',
    '\u000c',
    '\u000e',
    '\u001f',
    '\u007f',
    '\u0080',
    '\u009f',
    '\ufffd',
    '\uffff',
  ])('holds no %j, wherever it stands', (sign) => {
    for (const text of [
      `${sign}maria, joao e joana`,
      `maria${sign}, joao e joana`,
      `maria, joao e joana${sign}`,
    ])
      expect([...read(base64(text)), ...read(hex(text))].filter((one) => one.includes(sign))).toEqual([])
  })

  it.each([0, 3, 6, 9, 12])('is none where a byte of another kind stands at %i', (at) => {
    const text = [...Buffer.from('maria, joao e joana')]
    for (const wrong of [0x80, 0xbf, 0xc1, 0xf5, 0xff]) {
      const broken = Buffer.from([...text.slice(0, at), wrong, ...text.slice(at)])
      for (const as of ['base64url', 'hex'] as const) expect(read(broken.toString(as))).toEqual([])
    }
  })

  it('is read in pieces where it is long, and one byte that is no text hides one piece', () => {
    const long = 'maria@exemplo '.repeat(8_000)
    const pieceBytes = (65_536 / 4) * 3
    const pieces = [
      long.slice(0, pieceBytes),
      long.slice(pieceBytes, 2 * pieceBytes),
      long.slice(2 * pieceBytes),
    ]
    const plain = (text: string) => read(text).map((one) => one.replace(/ base64(url)? \d+-\d+$/, ''))
    expect(plain(base64(long))).toEqual(pieces)
    expect(plain(base64(`${long.slice(0, 10)}\0${long.slice(11)}`))).toEqual(pieces.slice(1))
    const halves = [
      long.slice(0, 32_768),
      long.slice(32_768, 65_536),
      long.slice(65_536, 98_304),
      long.slice(98_304),
    ]
    expect(read(hex(long)).map((one) => one.replace(/ hex \d+-\d+$/, ''))).toEqual(halves)
    expect(read(hex(`\0${long.slice(1)}`))).toHaveLength(halves.length - 1)
  })
})

it('is written anew as it was written', () => {
  for (const text of ['[email#1] e Ana', '[email#1] é ção', '😀']) {
    expect(encodeAs('base64', text)).toBe(base64(text))
    expect(encodeAs('base64url', text)).toBe(url(text))
    expect(encodeAs('hex', text)).toBe(hex(text))
  }
})
