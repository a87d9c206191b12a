import { expect, it } from 'vitest'
import { fingerprint } from '../rules/fingerprint.js'
import { together } from './together.js'

const on = (route: string) => ({
  ...{ requirement: 'envelope/data', code: 'envelope/data:missing', severity: 'error', blame: 'service' },
  ...{ route, step: null, exchange: null, fingerprint: route },
})

it.each([
  ['of one route alone keeps what names it', ['GET /a', 'GET /a', 'GET /a'], 'GET /a'],
  ['of several is named by its code', ['GET /a', 'GET /a', 'GET /b'], fingerprint(['envelope/data:missing'])],
])('a cause %s', (_what, routes, named) => {
  expect(together(routes.map(on)).map((one) => one.fingerprint)).toEqual([named])
})
