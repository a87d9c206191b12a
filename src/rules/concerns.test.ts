import { expect, it } from 'vitest'
import { bling, spec } from '../specification/profile.js'
import { loadShapes } from '../specification/shapes.js'
import { observers } from './observers.js'
import { baseUrl, type Passing, passing } from './passing.fixture.js'
import { see } from './seen.js'

const shapes = await loadShapes()

/** A rule that is asked where it has nothing to say costs time with every exchange of a night. */
it.each<[string, Partial<Passing>]>([
  ['GET /contatos', { status: 200 }],
  ['GET /contatos', { status: 404 }],
  ['GET /contatos', { status: 500 }],
  ['GET /contatos', { failure: { kind: 'reset', message: 'x' } }],
  ['GET /contatos/7', { status: 200 }],
  ['POST /contatos', { status: 201 }],
  ['POST /contatos', { status: 400 }],
  ['PUT /contatos/7', { status: 204 }],
  ['GET /vendedores', { status: 200 }],
  ['GET /homologacao/produtos', { status: 200 }],
  ['PUT /homologacao/produtos/7', { status: 204 }],
  ['GET /homologacao/produtos', { status: 400 }],
  ['GET /anuncios', { status: 200 }],
  ['GET /anuncios', { status: 400 }],
  ['GET /anuncios/7', { status: 200 }],
  ['POST /anuncios/7/pausar', { status: 204 }],
  ['GET /categorias/produtos', { status: 200 }],
  ['GET /categorias/produtos/7', { status: 404 }],
  ['PATCH /campos-customizados/7/situacoes', { status: 400 }],
  ['GET /nada', { status: 200 }],
  ['GET /nada', { status: 404 }],
])('who is asked of %s: %j', (ask, more) => {
  const seen = see(passing({ ask, ...more }), { profile: spec, baseUrl, tokenUrl: null, shapes })
  const asked = observers.filter(({ concerns }) => concerns(seen)).map(({ id }) => id)
  expect(asked.join(' ')).toMatchSnapshot()
})

it.each([
  [spec, false],
  [bling, true],
  [{ ...spec, rate: { ...spec.rate, perDay: 9 } }, true],
])('the rate is asked for where the profile knows one', (profile, isAsked) => {
  const seen = see(passing({ ask: 'GET /contatos' }), { profile, baseUrl, tokenUrl: null, shapes })
  expect(observers.find(({ id }) => id === 'limits/rate')?.concerns(seen)).toBe(isAsked)
})
