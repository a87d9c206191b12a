import { expect, it } from 'vitest'
import { type Lang, langs, nextLang } from './lang.js'
import { formatNumber, oneDecimal } from './numerals.js'

it('turns from each language to all others, and back', () => {
  const turned: Lang[] = ['en']
  while (turned.length < langs.length) turned.push(nextLang(turned.at(-1) ?? 'en'))
  expect([new Set(turned).size, nextLang(turned.at(-1) ?? 'en')]).toEqual([langs.length, 'en'])
})

it.each([
  ['en', '1.0', '12,345.5'],
  ['pt-BR', '1,0', '12.345,5'],
] as const)('writes numbers in %s as its readers do', (lang, second, large) => {
  expect([oneDecimal(1, lang), formatNumber(12_345.5, lang)]).toEqual([second, large])
})
