import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
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

  it('of many bytes is read whole, or as far as it is sound', async () => {
    const salted = randomBytes(500_000)
    const packed = gzipSync(salted)
    const asked = (bytes: Buffer) => decodeBody(bytes, ['gzip'], 1_000_000)
    expect(await asked(packed)).toMatchObject({ sizeBytes: salted.length, flaw: null })
    expect(Buffer.from((await asked(packed)).bytes).equals(salted)).toBe(true)
    expect((await asked(packed.subarray(0, -1_000))).flaw).toBe('truncated')
    const spoilt = gzipSync(Buffer.alloc(500_000, 'abc')).fill(0xff, 100, 400)
    expect((await asked(spoilt)).flaw).toBe('undecodable')
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

  it('that ends early between two encodings shows no compressed bytes', async () => {
    const twice = gzipSync(brotliCompressSync(randomBytes(5_000)))
    const [found, sizeBytes, flaw] = await decoded(twice.subarray(0, -1_000), ['br', 'gzip'], 1e6)
    expect([found, flaw]).toEqual(['', 'truncated'])
    expect(sizeBytes).toBeGreaterThan(0)
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
