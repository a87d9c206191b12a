import { expect, it } from 'vitest'
import { bling, spec } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import { baseUrl, passing } from '../passing.fixture.js'
import { SeenExchange } from '../seen.js'
import { lacksRequired } from './knowledge.js'

const shapes = await loadShapes()

it.each([
  ['GET /produtos/lotes', 400, bling, true],
  ['GET /produtos/lotes?pagina=1', 400, bling, true],
  ['GET /produtos/lotes?idsProdutos[]=7', 400, bling, false],
  ['GET /produtos/lotes?idsProdutos[]=x', 400, bling, false],
  ['GET /produtos/lotes', 404, bling, false],
  ['GET /produtos/lotes', 400, spec, false],
  ['GET /contatos', 400, bling, false],
])('%s, answered %i, is refused for what it lacks', (ask, status, profile, expected) => {
  const context = { profile, baseUrl, tokenUrl: null, shapes }
  expect(lacksRequired(new SeenExchange(passing({ ask, status, response: {} }), context))).toBe(expected)
})
