import type { Sample } from '../sample.fixture.js'

export const categoriesSamples: readonly Sample[] = [
  {
    code: 'categories/parent:no-object',
    broken: [{ ask: 'GET /categorias/produtos/7', data: { id: 7, categoriaPai: 5 } }],
    harmless: [
      [{ ask: 'GET /categorias/produtos/7', data: { id: 7 } }],
      [{ ask: 'GET /categorias/produtos', data: [{ id: 7 }, { id: 8, categoriaPai: { id: 7 } }] }],
    ],
  },
  {
    code: 'categories/parent:null',
    severity: 'info',
    broken: [{ ask: 'GET /categorias/produtos', data: [{ id: 7, categoriaPai: null }] }],
    harmless: [[{ ask: 'GET /categorias/produtos', data: [{ id: 7, categoriaPai: {} }] }]],
  },
]
