import { expect, it } from 'vitest'
import { isOwnRoute } from './versioning/versioning.js'

const routes = ['GET /lojas/{idLoja}', 'GET /lojas/{idLoja}/vagas', 'GET /vagas/{idVaga}', 'POST /lojas/']

it.each([
  ['GET', '/lojas/7', true],
  ['GET', '/lojas/7/', true],
  ['GET', '/vagas/7', true],
  ['GET', '/lojas/7/vagas', true],
  ['GET', '/lojas/7/vagas/8', false],
  ['GET', '/lojas', false],
  ['GET', '/lojas//', false],
  ['POST', '/lojas', true],
  ['POST', '/lojas/7', false],
  ['GET', '/', false],
])('%s %s: %s', (method, path, expected) => expect(isOwnRoute(routes, method, path)).toBe(expected))

it('is none where none are named', () => {
  expect(isOwnRoute(undefined, 'GET', '/lojas/7')).toBe(false)
  expect(isOwnRoute([], 'GET', '/lojas/7')).toBe(false)
})
