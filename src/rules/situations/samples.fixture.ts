import type { Passing } from '../passing.fixture.js'
import { error, field, listing, missing, page, type Sample } from '../sample.fixture.js'

const set = (situacao: unknown, status: number, more: Partial<Passing> = {}): Passing => ({
  ask: `PATCH ${field}/situacoes`,
  body: { situacao },
  status,
  ...more,
})

export const situationsSamples: readonly Sample[] = [
  {
    code: 'situations/listing:value',
    broken: [{ ask: 'GET /anuncios/7', data: listing(7, 5), step: null }],
    harmless: [
      [{ ask: 'GET /anuncios/7', data: listing(7, 3), step: null }],
      [{ ask: 'GET /anuncios/7', data: { id: 7 } }],
    ],
  },
  {
    code: 'situations/listing:action',
    broken: [
      { ask: 'POST /anuncios/7/pausar', status: 204 },
      { ask: 'GET /anuncios/7', data: listing(7, 1) },
    ],
    harmless: [
      [
        { ask: 'POST /anuncios/7/pausar', status: 204 },
        { ask: 'GET /anuncios/7', data: listing(7, 4) },
        { ask: 'POST /anuncios/7/publicar', status: 204 },
        { ask: 'GET /anuncios/7', data: listing(7, 1) },
        { ask: 'GET /anuncios/7', data: listing(7, 3) },
      ],
    ],
  },
  {
    code: 'situations/listing-default:other',
    broken: [{ ask: 'GET /anuncios', data: [listing(7), listing(8, 4)], step: null }],
    harmless: [
      [{ ask: 'GET /anuncios?situacao=4', data: [listing(8, 4)] }],
      [{ ask: 'GET /anuncios', data: page(1) }],
    ],
  },
  {
    code: 'situations/custom-field:accepted',
    broken: [set('1', 204, { intent: 'invalid' })],
    harmless: [[set('1', 400, { response: error, intent: 'invalid' })]],
  },
  {
    code: 'situations/custom-field:other-status',
    broken: [set(2, 422, { response: error, intent: 'invalid' })],
    harmless: [[set(1, 404, { response: missing, intent: 'unknown-record' })]],
  },
  {
    code: 'situations/custom-field:refused',
    broken: [set(0, 400, { response: error })],
    harmless: [[set(0, 400, { response: error, step: null })]],
  },
  {
    code: 'situations/custom-field:not-set',
    broken: [set(0, 204), { ask: `GET ${field}`, data: { id: 7, situacao: 1 } }],
    harmless: [
      [
        { ask: `GET ${field}`, data: { id: 7, nome: 'x', situacao: 1 } },
        set(0, 204),
        { ask: `GET ${field}`, data: { id: 7, nome: 'x', situacao: 0 } },
      ],
    ],
  },
  {
    code: 'situations/custom-field:value',
    broken: [{ ask: `GET ${field}`, data: { id: 7, situacao: 'A' }, step: null }],
    harmless: [[{ ask: `GET ${field}`, data: { id: 7 }, step: null }]],
  },
]
