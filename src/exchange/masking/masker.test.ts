import { expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import type { MaskingContext } from './masker.js'

const S = 'Zx81kQ0pLm22vT'

it('masks a text by what is known beside it, whatever the same text was masked by before', () => {
  // nothing in it is learned, so that only the context makes a difference
  const text = '{"a":1,"code=Zx81&senha=ab,c d&nome=52998224725&maria@'
  const contexts = [true, false].flatMap((isForm) =>
    [true, false].map((hasCodes): MaskingContext => ({ isForm, hasCodes })),
  )
  const masker = createMasker()
  // labels keep their numbers from one to the next
  const masked = (context: MaskingContext, by = masker) => by.maskText(text, context).replace(/#\d+/g, '')
  for (const context of [...contexts, ...contexts.toReversed()])
    expect([context, masked(context)]).toEqual([context, masked(context, createMasker())])
  expect(masked({})).toBe(masked({ hasCodes: false }))
})

it('seeks what was registered without the blanks around it', () => {
  const masker = createMasker()
  masker.register('secret', `  ${S}\n`)
  expect(masker.maskText(`x${S}y`)).toBe('x[secret#1]y')
})

it('takes neither nothing nor a label for a value', () => {
  const masker = createMasker()
  for (const value of ['', ' \n', '[secret#5]', ' [secret#5] ']) masker.register('secret', value)
  expect(masker.maskText('senha=abcdefgh')).toBe('senha=[secret#1]')
})

it.each([1_024, 1_025])('masks a header of %i signs anew when more is known', (length) => {
  const masker = createMasker()
  const value = `x ${S}`.padEnd(length, '.')
  const kept = () => [
    masker.maskHeaders([['X-Trace', value]])[0]?.[1],
    masker.maskText(value),
    masker.maskUrl(value),
  ]
  expect(kept()).toEqual([value, value, value])
  masker.register('secret', S)
  const masked = value.replace(S, '[secret#1]')
  expect(kept()).toEqual([masked, masked, masked.replace('#', '%23')])
})

it('masks the same value under each name by that name', () => {
  const masker = createMasker()
  const names = Array.from({ length: 70 }, (_, i) => `X-Trace-${i}`)
  for (let round = 0; round < 2; round++) {
    for (const name of names) expect(masker.maskHeaders([[name, 'abcdefgh']])).toEqual([[name, 'abcdefgh']])
    expect(masker.maskHeaders([['Cookie', 'abcdefgh']])).toEqual([['Cookie', '[secret#1]']])
  }
})

it('masks known values in the names of headers, and in texts of unknown form', () => {
  const masker = createMasker()
  expect(masker.maskKnown(`x ${S} maria@exemplo.com`)).toBe(`x ${S} maria@exemplo.com`)
  masker.register('secret', S)
  masker.register('secret', 'zx81k')
  expect(
    masker.maskHeaders([
      [`X-${S}`, 'a'],
      ['zx81k', 'b'],
    ]),
  ).toEqual([
    ['X-[secret#1]', 'a'],
    ['zx81k', 'b'],
  ])
  expect([masker.maskKnown(`x ${S} maria@exemplo.com`), masker.maskKnown('')]).toEqual([
    'x [secret#1] maria@exemplo.com',
    '',
  ])
})

it('reads as JSON what looks so', () => {
  expect(createMasker().maskText('{"senha":123456}')).toBe('{"senha":"[secret#1]"}')
})

it('masks numbers at their places also where another number is known', () => {
  const masker = createMasker()
  masker.register('secret', '998877665')
  expect(masker.maskText('{"senha":123456,"cpf":52998224725,"a":998877665,"preco":1998877665.5}')).toBe(
    '{"senha":"[secret#2]","cpf":"[cpf#1]","a":"[secret#1]","preco":1998877665.5}',
  )
})

it.each(['x', 'aB1'])('keeps nothing of a header of millions of signs: %s', (sign) => {
  const value = sign.repeat(10_000_000 / sign.length)
  expect(createMasker().maskHeaders([['X-Filler', value]])).toEqual([['X-Filler', '[opaque#1]']])
})
