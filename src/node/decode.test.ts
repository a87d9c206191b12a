import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { systemClock } from './clock.js'
import { contentEncodings, cutBody, decodeBody, KEPT_OF_CUT_BYTES } from './decode.js'

const text = Buffer.from('um texto que se repete, um texto que se repete')
const zipped = gzipSync(text)

async function decoded(bytes: Buffer, encodings: readonly string[], maxBytes = 1_000) {
  const { bytes: found, sizeBytes, flaw } = await decodeBody(bytes, encodings, maxBytes)
  return [Buffer.from(found).toString('latin1'), sizeBytes, flaw]
}

const whole = [text.toString(), text.length, null]

describe('an encoded body', () => {
  it.each<[string, Buffer, string[]]>([
    ['not at all', text, []],
    ['gzip', zipped, ['gzip']],
    ['x-gzip', zipped, ['x-gzip']],
    ['br', brotliCompressSync(text), ['br']],
    ['deflate', deflateSync(text), ['deflate']],
    ['deflate without its header', deflateRawSync(text), ['deflate']],
    ['twice, the last undone first', gzipSync(brotliCompressSync(text)), ['br', 'gzip']],
  ])('(%s) is read', async (_, bytes, encodings) => {
    expect(await decoded(bytes, encodings)).toEqual(whole)
  })

  it('in five layers is read, in six no more', async () => {
    const layers = (count: number) => Array<string>(count).fill('gzip')
    const packed = (count: number) => layers(count).reduce((bytes) => gzipSync(bytes), text)
    expect(await decoded(packed(5), layers(5))).toEqual(whole)
    expect(await decoded(packed(6), layers(6))).toMatchObject([
      expect.anything(),
      packed(6).length,
      'undecodable',
    ])
  })

  it('of many bytes is read whole, and ends where it takes too long', async () => {
    const letters = Buffer.from(
      Array.from({ length: 300_000 }, (_, i) => 97 + ((i * i) % 26) + ((i * 7919) % 3)),
    )
    const salted = Buffer.concat([letters, randomBytes(200_000)])
    const packed = gzipSync(salted)
    const asked = async (tickMs: number, layers = ['gzip'], bytes = packed) => {
      let ms = 0
      const clock = { ...systemClock, now: () => (ms += tickMs) }
      return await decodeBody(bytes, layers, 1_000_000, clock)
    }
    expect(await asked(0)).toMatchObject({ sizeBytes: salted.length, flaw: null })
    expect(Buffer.from((await asked(0)).bytes).equals(salted)).toBe(true)
    const late = await asked(900)
    expect(late.flaw).toBe('truncated')
    expect(late.sizeBytes).toBeLessThan(salted.length)
    const short = await asked(0, ['gzip'], packed.subarray(0, -1_000))
    expect(short.flaw).toBe('truncated')
    const spoilt = Buffer.from(packed).fill(0xff, 100_000, 100_400)
    expect((await asked(0, ['gzip'], spoilt)).flaw).toBe('undecodable')
    const twice = await asked(300, ['gzip', 'gzip'], gzipSync(packed))
    expect(twice.flaw).toBe('truncated')
  })

  it('of nothing is nothing, whatever it is called', async () => {
    expect(await decoded(Buffer.alloc(0), ['gzip'])).toEqual(['', 0, null])
    expect(await decoded(Buffer.alloc(0), ['unheard'])).toEqual(['', 0, null])
  })

  it('that nobody knows, or that is broken, is left as it came', async () => {
    expect(await decoded(text, ['unheard'])).toEqual([text.toString(), text.length, 'undecodable'])
    expect(await decoded(text, ['gzip'])).toEqual([text.toString(), text.length, 'undecodable'])
    expect(await decoded(zipped, ['br', 'gzip'])).toMatchObject([
      expect.anything(),
      zipped.length,
      'undecodable',
    ])
  })

  it('that ends early is read as far as it goes', async () => {
    const [found, , flaw] = await decoded(
      gzipSync(Buffer.alloc(100_000, 'ab')).subarray(0, 100),
      ['gzip'],
      1e6,
    )
    expect(flaw).toBe('truncated')
    expect(found).toMatch(/^(ab)+/)
  })

  it('of just the most bytes is whole, and of one more is cut', async () => {
    expect(await decoded(zipped, ['gzip'], text.length)).toEqual(whole)
    expect(await decoded(zipped, ['gzip'], text.length - 1)).toEqual([
      text.toString(),
      text.length,
      'truncated',
    ])
  })

  it('is cut to what shows what it was', () => {
    const { bytes, sizeBytes, flaw } = cutBody(Buffer.alloc(KEPT_OF_CUT_BYTES + 1, 'a'), 1e9)
    expect([bytes.length, sizeBytes, flaw]).toEqual([KEPT_OF_CUT_BYTES, 1e9, 'truncated'])
  })

  it.each([
    [[], []],
    [['gzip'], ['gzip']],
    [['GZip , br'], ['gzip', 'br']],
    [
      ['br', 'gzip'],
      ['br', 'gzip'],
    ],
    [['identity', ', gzip,'], ['gzip']],
  ])('is called by %j', (values, names) => {
    expect(contentEncodings(values)).toEqual(names)
  })
})
