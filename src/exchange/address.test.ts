import { describe, expect, it } from 'vitest'
import {
  collectionPath,
  isThisMachine,
  pathBelow,
  pathOf,
  placeBelow,
  readAddress,
  sameOrigin,
  targetOf,
  trimSlash,
} from './address.js'

describe('an address', () => {
  it.each([
    [
      'https://api.exemplo.com.br/Api/v3/produtos?pagina=1#x',
      'https://api.exemplo.com.br',
      '/Api/v3/produtos',
      'pagina=1',
    ],
    ['HTTPS://API.Exemplo.com.br/Api/V3', 'https://api.exemplo.com.br', '/Api/V3', ''],
    ['https://a.invalid:443/x', 'https://a.invalid', '/x', ''],
    ['http://a.invalid:80/x', 'http://a.invalid', '/x', ''],
    ['https://a.invalid:80/x', 'https://a.invalid:80', '/x', ''],
    ['http://a.invalid:443/x', 'http://a.invalid:443', '/x', ''],
    ['http://a.invalid:8080/x', 'http://a.invalid:8080', '/x', ''],
    ['http://a.invalid:/x', 'http://a.invalid', '/x', ''],
    ['http://[::1]:3000/x', 'http://[::1]:3000', '/x', ''],
    ['http://[FE80::1]/x', 'http://[fe80::1]', '/x', ''],
    ['http://[::80]/x', 'http://[::80]', '/x', ''],
    ['https://user:p@ss@a.invalid/x', 'https://a.invalid', '/x', ''],
    ['https://a.invalid', 'https://a.invalid', '/', ''],
    ['https://a.invalid?x=1', 'https://a.invalid', '/', 'x=1'],
    ['https://a.invalid#top', 'https://a.invalid', '/', ''],
    ['https://a.invalid/x?a=http://b.invalid/y?z', 'https://a.invalid', '/x', 'a=http://b.invalid/y?z'],
    ['/Api/v3/produtos?x=1', '', '/Api/v3/produtos', 'x=1'],
    ['/a//b/./%2e%2e/c', '', '/a//b/./%2e%2e/c', ''],
    ['/a#x?y', '', '/a', ''],
    ['//host/x', '', '//host/x', ''],
    ['*', '', '/*', ''],
    ['', '', '/', ''],
    ['?x', '', '/', 'x'],
  ])('%s is taken apart', (text, origin, path, query) => {
    expect(readAddress(text)).toEqual({ origin, path, query })
    expect(pathOf(text)).toBe(path)
  })
})

describe('the target that is sent on', () => {
  it.each([
    ['/Api/v3/produtos?x=1', '/Api/v3/produtos?x=1'],
    ['http://proxy.invalid/Api/v3/produtos?x=1', '/Api/v3/produtos?x=1'],
    ['HTTPS://proxy.invalid:1', '/'],
    ['http://proxy.invalid?x', '/?x'],
    ['/x?', '/x?'],
    ['/x?a#b', '/x?a'],
    ['/x#a?b', '/x'],
    ['/%2e%2e/x', '/%2e%2e/x'],
  ])('of %s is %s', (text, target) => {
    expect(targetOf(text)).toBe(target)
  })
})

describe('a path without what names a record', () => {
  it.each([
    ['/nada', '/nada'],
    ['/nada/7', '/nada'],
    ['/nada/7/', '/nada'],
    ['/nada/7/itens/9', '/nada/{}/itens'],
    ['/nada/7/8/x', '/nada/{}/{}/x'],
    ['/nada/7/8', '/nada/{}'],
    ['/v2nada/7a', '/v2nada/7a'],
    ['/nada/3f2b8c1e-0000-4000-8000-00000000abcd', '/nada'],
    ['/ordens-de-producao', '/ordens-de-producao'],
    ['/', '/'],
  ])('of %s is %s', (path, expected) => {
    expect(collectionPath(path)).toBe(expected)
  })
})

describe('a path below a base', () => {
  it.each([
    ['/Api/v3/produtos', '/Api/v3', '/produtos'],
    ['/Api/v3/produtos/', '/Api/v3', '/produtos/'],
    ['/Api/v3/', '/Api/v3', '/'],
    ['/Api/v3/produtos', '/Api/v3/', '/produtos'],
    ['/produtos', '/', '/produtos'],
    ['/Api/v3', '/Api/v3', null],
    ['/Api/v30/produtos', '/Api/v3', null],
    ['/api/v3/produtos', '/Api/v3', null],
    ['/produtos', '/Api/v3', null],
    ['/Api/v3/%70rodutos/%31', '/Api/v3', '/produtos/1'],
    ['/Api/v3/campos%2Dcustomizados/%5f%7E%7a%7A%4f%6F', '/Api/v3', '/campos-customizados/_~zzOo'],
    [
      '/Api/v3/%2e%2E/%2f/%25/%40/%60/%5b/%7b/%3a/%2c/%7',
      '/Api/v3',
      '/%2e%2E/%2f/%25/%40/%60/%5b/%7b/%3a/%2c/%7',
    ],
    ['/Api/%763/produtos', '/Api/v3', null],
  ])('%s below %s is %s', (path, base, below) => {
    expect(pathBelow(path, base)).toBe(below)
  })

  it.each([
    ['https://a.invalid/Api/v3/x', '/x'],
    ['https://A.invalid:443/Api/v3/x?y', '/x'],
    ['https://a.invalid/Api/v3/%78%2e', '/x%2e'],
    ['https://b.invalid/Api/v3/x', null],
    ['http://a.invalid/Api/v3/x', null],
    ['/Api/v3/x', null],
  ])('is told of %s by origin and path', (text, below) => {
    expect(placeBelow(text, 'https://a.invalid/Api/v3/').below).toBe(below)
  })
})

it.each([
  ['https://a.invalid/x', 'https://A.INVALID:443/y', true],
  ['https://a.invalid', 'http://a.invalid', false],
  ['https://a.invalid', 'https://a.invalid:8443', false],
  ['/x', '/y', false],
])('%s and %s are of one origin: %s', (a, b, same) => {
  expect(sameOrigin(a, b)).toBe(same)
})

it.each([
  ['/x/', '/x'],
  ['/x', '/x'],
  ['/', '/'],
  ['/x//', '/x/'],
])('trims the slash of %s', (path, trimmed) => {
  expect(trimSlash(path)).toBe(trimmed)
})

it.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['localhost.', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['127.0.0.10', true],
  ['127.10.100.255', true],
  ['[::1]', true],
  ['::1', true],
  ['127.0.0.1.exemplo.invalid', false],
  ['x127.0.0.1', false],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['localhost.exemplo.invalid', false],
  ['[::2]', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isThisMachine(host)).toBe(expected)
})
