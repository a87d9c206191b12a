import { expect, it } from 'vitest'
import { fingerprint } from '../rules/fingerprint.js'
import { combineFindings } from './together.js'

const on = (route: string) => ({
  requirement: 'envelope/data',
  code: 'envelope/data:missing',
  severity: 'error',
  blame: 'service',
  route,
  step: null,
  exchange: null,
  fingerprint: route,
})

it('names a place of each step before a second of any, and further ones in their order', () => {
  const at = (step: string, exchange: string) => ({ ...on('GET /a'), step, exchange })
  const [one] = combineFindings([at('a', '1'), at('a', '2'), at('b', '3'), at('c', '4'), at('b', '5')])
  expect(one).toMatchObject({ step: 'a', exchange: '1' })
  const { places = [] } = one as { places?: { exchange: string | null }[] }
  expect(places.map(({ exchange }) => exchange)).toEqual(['3', '4', '2', '5'])
})

it.each([
  ['of one route alone keeps what names it', ['GET /a', 'GET /a', 'GET /a'], 'GET /a'],
  ['of several is named by its code', ['GET /a', 'GET /a', 'GET /b'], fingerprint(['envelope/data:missing'])],
])('a cause %s', (_what, routes, named) => {
  expect(combineFindings(routes.map(on)).map((one) => one.fingerprint)).toEqual([named])
})
