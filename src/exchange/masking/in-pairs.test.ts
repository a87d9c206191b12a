import { expect, it } from 'vitest'
import { createMasker } from '../masking.js'
import { decodePair } from './in-pairs.js'

it.each([
  ['a+b', 'a b'],
  ['a%20b', 'a b'],
  ['a+%2B', 'a +'],
  ['a+%zz', 'a %zz'],
  ['ab', 'ab'],
])('%s stands for %j', (text, expected) => {
  expect(decodePair(text)).toBe(expected)
})

it.each([
  ['grant_type=authorization_code&code=Zx81', 'grant_type=authorization_code&code=[code#1]'],
  ['code=Zx81&grant_type=authorization_code', 'code=[code#1]&grant_type=authorization_code'],
  ['code=Zx81&x_grant_type=1', 'code=Zx81&x_grant_type=1'],
  ['senha', 'senha'],
  ['&senha=Zx81&&x=1&', '&senha=[secret#1]&&x=1&'],
  ['nome=52998224725&x=1', 'nome=[cpf#1]&x=1'],
  ['id=52998224725', 'id=52998224725'],
  ['nome=5299822472', 'nome=5299822472'],
  ['nome=5299822472%35', 'nome=[cpf#1]'],
  ['pedido=52998224725', 'pedido=52998224725'],
])('of the form %s is kept %s', (text, expected) => {
  expect(createMasker().maskText(text, { form: 'form' })).toBe(expected)
})

it.each([
  ['https://app.example/callback?code=Zx81', 'https://app.example/callback?code=[code%231]'],
  ['https://app.example/?code=Zx81&state=a1', 'https://app.example/?code=[code%231]&state=a1'],
  ['https://app.example/?code=Zx81', 'https://app.example/?code=Zx81'],
])('of the address %s is kept %s', (url, expected) => {
  expect(createMasker().maskUrl(url)).toBe(expected)
})
