import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodings, holds, places, raw } from '../../src/exchange/masking/canaries.fixture.js'
import { looksLikeJson } from '../../src/exchange/masking/json.js'
import { createMasker, record } from '../../src/exchange/masking.js'
import { patienceMs, tries } from './runs.js'

describe('masking', () => {
  const secret = 'zz99yy88xx77-Fuzz'
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      '"',
      '\\',
      '%25',
      '&#',
      '{"token":"',
      '":',
      ',',
      '[',
      '}',
      '[access_token#1]',
      'maria@exemplo.com',
      '529.982.247-25',
      '52998224725',
      'Bearer ',
      '\\u0022',
      '=',
      '/',
      '#',
    ),
  )

  it(
    'of any text leaves no known secret, and of parts that stand apart no person; and masks nothing twice',
    { timeout: patienceMs },
    () =>
      fc.assert(
        fc.property(fc.array(part, { maxLength: 30 }), fc.boolean(), (parts, isForm) => {
          const masker = createMasker()
          masker.register('access_token', secret)
          const context = { isForm }
          expect(masker.maskText(parts.join(''), context)).not.toContain(secret)
          const masked = masker.maskText(parts.join(' '), context)
          expect(masked).not.toContain(secret)
          expect(masked).not.toContain('maria@exemplo.com')
          // where JSON is broken, a label may make a value of what was a name, so that a second pass hides more
          const isJson = !isForm && (parts.includes('{"token":"') || looksLikeJson(parts.join(' ')))
          if (!isJson) expect(masker.maskText(masked, context)).toBe(masked)
        }),
        tries,
      ),
  )

  it('keeps JSON JSON', { timeout: patienceMs }, () =>
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.json({ maxDepth: 2 }), (outer, inner) => {
        const masker = createMasker()
        masker.register('access_token', secret)
        masker.register('secret', '123456')
        const written = JSON.stringify({
          [secret]: JSON.parse(outer),
          senha: inner,
          token: 1234567,
          cpf: '52998224725',
        })
        expect(() => JSON.parse(masker.maskText(written))).not.toThrow()
      }),
      tries,
    ),
  )

  it('of any address leaves an address', { timeout: patienceMs }, () =>
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        const masked = createMasker().maskUrl(url)
        expect(URL.canParse(masked)).toBe(true)
        expect(new URL(masked).origin).toBe(new URL(url).origin)
      }),
      tries,
    ),
  )
})

/** Secrets of any kind that are neither words nor digits alone, for these are hunted only where they stand apart. */
const anySecret = fc
  .tuple(fc.string({ minLength: 3, maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 8 }))
  .map(([one, other]) => `k7${one}Q${other}z`)

/** One encoding over another; base64 and its like lie innermost, for they are undone once. */
const written = fc.tuple(
  fc.constantFrom(...Object.entries(encodings)),
  fc.constantFrom(
    encodings.raw,
    encodings['percent, every byte'],
    encodings.json,
    encodings['numeric entities'],
  ),
)

/** Letters beyond Latin are compared as they are, and neither Latin-1 nor UTF-16 without its mark is read beyond them. */
function isKnownAs(encoding: string, secret: string): boolean {
  return !/lower case|Latin-1|UTF-16/.test(encoding) || !/[\u0100-\uffff]/.test(secret)
}

describe('a secret that is known', () => {
  it('is kept nowhere, however it is written', { timeout: patienceMs }, () =>
    fc.assert(
      fc.property(
        anySecret,
        written,
        fc.constantFrom(...Object.keys(places)),
        fc.string({ unit: 'binary', maxLength: 8 }),
        (secret, [[encoding, inner], outer], place, beside) => {
          fc.pre(isKnownAs(encoding, secret))
          const masker = createMasker()
          masker.register('access_token', secret)
          const text = (outer ?? String)(inner(secret))
          const at = places[place] ?? raw
          expect(holds(record(at(text), masker), text)).toBe(false)
          expect(holds(record(at(`${beside} ${text} ${beside}`), masker), text)).toBe(false)
        },
      ),
      tries,
    ),
  )

  it('leaves nothing of itself before the end of a body that was cut in it', { timeout: patienceMs }, () =>
    fc.assert(
      fc.property(
        anySecret,
        fc.constantFrom(...Object.entries(encodings)),
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.nat({ max: 400 }),
        (secret, [encoding, encode], before, cut) => {
          fc.pre(isKnownAs(encoding, secret))
          const text = encode(secret)
          const whole = Buffer.from(`${before} ${text}`)
          const beforeBytes = Buffer.byteLength(`${before} `)
          const maxBodyBytes = beforeBytes + (cut % (whole.length - beforeBytes))
          const masker = createMasker({ maxBodyBytes })
          masker.register('access_token', secret)
          const exchange = record(
            raw({
              response: {
                status: 200,
                headers: [],
                body: { bytes: whole, sizeBytes: whole.length, flaw: null },
              },
            }),
            masker,
          )
          const kept = exchange.response?.body?.text ?? ''
          // what is shorter than six characters is everybody's
          const first = [...secret].slice(0, 7).join('')
          const least = Math.max(encode(first).length, (7 * text.length) / secret.length)
          for (let length = Math.ceil(least) + 4; length < text.length; length++)
            expect(kept.endsWith(text.slice(0, length))).toBe(false)
        },
      ),
      tries,
    ),
  )
})

it('leaves a list of harmless records as it is', { timeout: patienceMs }, () => {
  const word = fc.stringMatching(/^[A-Za-zç ãé]{0,12}$/)
  const item = fc.record({
    id: fc.integer({ min: 1, max: 99_999_999_999 }),
    nome: word,
    descricaoCurta: word,
    preco: fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100),
    codigo: fc.integer({ min: 0 }).map(String),
    gtin: fc.integer({ min: 1e12, max: 9e12 }).map(String),
    data: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((date) => date.toISOString()),
    situacao: fc.constantFrom('A', 'I'),
    tipo: fc.boolean(),
    peso: fc.option(fc.double({ noNaN: true })),
  })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), fc.nat(3), (data, space) => {
      const text = JSON.stringify({ data }, null, space)
      const masker = createMasker()
      masker.register('access_token', 'zz99yy88xx77-Fuzz')
      expect(masker.maskText(text)).toBe(text)
      expect(masker.maskText(JSON.stringify({ text }))).toBe(JSON.stringify({ text }))
    }),
    tries,
  )
})
