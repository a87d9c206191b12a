import { expect, it } from 'vitest'
import { type Lang, langs, nextLang, readLang, systemLang } from './lang.js'
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

it.each([
  ['pt', 'pt-BR'],
  ['pt_BR.UTF-8', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['en_GB', 'en'],
  ['de', null],
  ['', null],
])('reads the language %j as %j', (text, lang) => {
  expect(readLang(text)).toBe(lang)
})

it.each([
  [{ LANG: 'pt_BR.UTF-8' }, 'pt-BR'],
  [{ LANG: 'pt_BR.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'pt_PT' }, 'pt-BR'],
  [{ LANG: 'pt_BR', LC_ALL: '' }, 'pt-BR'],
  [{ LANG: 'C' }, 'en'],
  [{}, 'en'],
])('takes from the system %j the language %s', (env, lang) => {
  expect(systemLang(env)).toBe(lang)
})
