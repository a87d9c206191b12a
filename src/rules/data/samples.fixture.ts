import { deposito, error, missing, notFound, proxied, type Sample } from '../sample.fixture.js'

/** A profile's own schema demands more than the specification, and nothing of what it names is passed over. */
const ofOwnShapes: readonly Sample[] = (
  [
    ['missing', { id: 7, turno: 'tarde' }],
    ['type', { id: 7, apelido: 'Ana', chefe: { nome: 'Bia', chefe: { nome: 5 } } }],
    ['value', { id: 7, apelido: 'Ana', turno: 'noite' }],
    ['unknown', { id: 7, apelido: 'Ana', chefe: { idade: 5 } }],
  ] as const
).map(([suffix, data]) => ({
  code: `data/shape:${suffix}`,
  profile: 'ownShapes',
  broken: [{ ask: 'GET /depositos/7', data }],
  harmless: [
    [{ ask: 'GET /depositos/7', data: { id: 7, apelido: null, turno: 'tarde', chefe: { chefe: {} } } }],
    [{ ask: 'GET /depositos/7', ...notFound, intent: 'unknown-record' }],
    [{ ask: 'GET /depositos', data: [{ id: 7 }] }],
  ],
}))

export const dataSamples: readonly Sample[] = [
  ...ofOwnShapes,
  {
    code: 'data/shape:type',
    profile: 'bling',
    severity: 'warning',
    broken: [{ ask: 'GET /depositos/7', data: { id: 7, ...deposito, padrao: 'sim' } }],
    harmless: [
      [{ ask: 'GET /depositos/7', data: { id: 7, ...deposito, novo: 'x' } }],
      [
        {
          ask: 'GET /depositos/7',
          status: 404,
          response: { data: { padrao: 'sim' }, ...missing },
          step: null,
        },
      ],
      [{ ask: 'GET /depositos/7', data: { id: 7, ...deposito, padrao: 'sim' }, gaps: ['answer-bodies'] }],
      [{ ask: 'POST /contas/pagar', status: 400, response: error, step: null, gaps: ['request-bodies'] }],
    ],
  },
  {
    code: 'data/shape:value',
    profile: 'bling',
    severity: 'warning',
    broken: [{ ask: 'GET /contatos', data: [{ id: 7, nome: 'x', situacao: 'Z' }] }],
    harmless: [[{ ask: 'GET /contatos', data: [{ id: 7, nome: 'x', situacao: 'A' }] }]],
  },
  {
    code: 'data/shape:missing',
    profile: 'bling',
    severity: 'warning',
    broken: [{ ask: 'GET /contatos', data: [{ id: 7, situacao: 'A' }] }],
    harmless: [
      [{ ask: 'GET /contatos', data: [] }],
      // shown without the envelope that the specification demands
      [{ ask: 'PUT /depositos/7', body: deposito, status: 200, response: { data: { id: 7 } }, ...proxied }],
    ],
  },
]

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
