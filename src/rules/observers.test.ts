import { describe, expect, it } from 'vitest'
import type { Exchange } from '../exchange/exchange.js'
import { createWatch } from '../judging/watch.js'
import { type Profile, profiles } from '../specification/profile.js'
import type { RequirementId } from '../specification/requirements.js'
import { loadShapes, loadShapesOf } from '../specification/shapes.js'
import { contractFindings as english } from '../words/en/contract.js'
import { contractFindings as portuguese } from '../words/pt-BR/contract.js'
import { observers } from './observers.js'
import { baseUrl, type Passing, passing } from './passing.fixture.js'

const known = {
  ...profiles,
  threeASecond: { ...profiles.spec, rate: { perSecond: 3, perDay: null } },
  ownShapes: {
    ...profiles.spec,
    shapes: {
      'GET /depositos/{id}': {
        data: {
          type: 'object',
          required: ['id', 'apelido'],
          properties: { id: { type: 'integer' }, chefe: { $ref: '#/$defs/Pessoa' } },
          allOf: [{ type: 'object', properties: { turno: { enum: ['manhã', 'tarde'] } } }],
          $defs: {
            Pessoa: {
              type: 'object',
              additionalProperties: false,
              properties: { nome: { type: 'string' }, chefe: { $ref: '#/$defs/Pessoa' } },
            },
          },
        },
      },
    },
  },
  ownRoutes: {
    ...profiles.spec,
    routes: ['GET /lojas/{idLoja}/vagas', 'POST /lojas', 'GET /ordens-producao'],
  },
  fewADay: { ...profiles.spec, rate: { perSecond: null, perDay: 3 } },
}

interface Sample {
  /** The code that the last exchange, and nothing else, must bring. */
  readonly code: keyof typeof english
  /** Where it is not the last, which one brings it. */
  readonly shownBy?: string
  readonly broken: readonly Passing[]
  /** Neighbours that break nothing. */
  readonly harmless: readonly (readonly Passing[])[]
  readonly severity?: 'info' | 'warning'
  /** Whose knowledge judges; default: `spec`. */
  readonly profile?: keyof typeof known
}

const error = { error: { type: 'VALIDATION_ERROR', message: 'm', fields: [] } }
const missing = { error: { type: 'RESOURCE_NOT_FOUND', message: 'm' } }
const listing = (id: number, situacao: unknown = 1) => ({ id, titulo: 'Caneca', situacao })
const field = '/campos-customizados/7'
const page = (...ids: number[]) => ids.map((id) => ({ id, descricao: 'x' }))
const category = { descricao: 'Copos' }
const deposito = { descricao: 'Geral', situacao: 1, padrao: true, desconsiderarSaldo: false }

function withCredentials(...values: string[]): Passing {
  const headers = values.map((value) => ['Authorization', value] as const)
  return { ask: 'GET /contatos', data: [], headers, step: null, source: 'proxy' }
}

/** A read of others at a moment of the traffic. */
function at(atMs: number): Passing {
  return { ask: 'GET /contatos', data: [], step: null, source: 'proxy', atMs }
}

function dead(token = '[access_token#1]'): Passing {
  return { ...withCredentials(`Bearer ${token}`), status: 401, data: undefined, answer: error }
}

function renewal(sent: string): Passing {
  return {
    ask: 'POST https://api.exemplo.invalid/oauth/token',
    body: `grant_type=refresh_token&refresh_token=${sent}`,
    answer: { access_token: 'A2', refresh_token: 'R2' },
    ...{ channel: 'token', step: null, source: 'proxy', headers: [] },
  }
}

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
    [{ ask: 'GET /depositos/7', status: 404, answer: missing, intent: 'unknown-record' }],
    [{ ask: 'GET /depositos', data: [{ id: 7 }] }],
  ],
}))

const samples: readonly Sample[] = [
  ...ofOwnShapes,
  {
    code: 'envelope/status:other-success',
    broken: [{ ask: 'POST /categorias/produtos', body: category, status: 200, data: { id: 7 } }],
    harmless: [
      [{ ask: 'POST /categorias/produtos', body: category, status: 201, data: { id: 7 } }],
      [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 7 } }],
      [{ ask: 'PUT /campos-customizados/7', body: { nome: 'x' }, status: 200, data: { id: 7, nome: 'x' } }],
      [{ ask: 'POST /nfe/7/enviar', status: 200, data: {} }],
      [{ ask: 'POST /estoques', body: { quantidade: 1 }, status: 200, data: {} }],
      [{ ask: 'DELETE /contatos?idsContatos[]=7', status: 200, data: { alertas: [] } }],
    ],
  },
  {
    code: 'envelope/status:other-success',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 200, data: { id: 7 } }],
    harmless: [],
  },
  {
    code: 'envelope/status:other-success',
    broken: [{ ask: 'GET /vendedores', status: 204 }],
    harmless: [[{ ask: 'GET /vendedores', data: [] }], [{ ask: 'GET /vendedores', data: {} }]],
  },
  {
    code: 'envelope/status:other-success',
    severity: 'warning',
    broken: [{ ask: 'PUT /contatos/7', body: { nome: 'x' }, status: 200, data: { id: 7 } }],
    harmless: [[{ ask: 'PUT /contatos/7', body: { nome: 'x' }, status: 204 }]],
  },
  {
    code: 'envelope/status:no-success',
    broken: [{ ask: 'POST /nfe/7/enviar', status: 202 }],
    harmless: [[{ ask: 'POST /nfe/7/enviar', status: 201 }]],
  },
  {
    code: 'envelope/status:named-only',
    severity: 'info',
    broken: [{ ask: 'GET /vendedores', status: 404, answer: '<h1>404</h1>', answerType: 'text/html' }],
    harmless: [[{ ask: 'GET /vendedores', status: 401, answer: error }]],
  },
  {
    code: 'envelope/status:named-only',
    severity: 'info',
    broken: [{ ask: 'GET /usuarios', status: 405, step: null, source: 'proxy' }],
    harmless: [],
  },
  {
    code: 'envelope/status:server-error',
    broken: [{ ask: 'GET /vendedores', status: 500, answer: '<h1>oops</h1>' }],
    harmless: [[{ ask: 'GET /vendedores', status: 429, answer: error }]],
  },
  {
    code: 'envelope/status:server-error',
    broken: [{ ask: 'GET /contatos/7', status: 500, answer: '<h1>oops</h1>', step: null, source: 'proxy' }],
    harmless: [[{ ask: 'GET https://outro.invalid/', status: 500, headers: [], channel: 'elsewhere' }]],
  },
  {
    code: 'envelope/status:forbidden',
    broken: [{ ask: 'GET /nfe', status: 403, answer: error }],
    harmless: [
      [{ ask: 'GET /nfe', status: 403, answer: error, step: null, source: 'proxy' }],
      [{ ask: 'GET /nfe', status: 401, answer: error }],
      [{ ask: 'GET /nfe', status: 429, answer: error }],
    ],
  },
  {
    code: 'envelope/status:not-found',
    broken: [
      { ask: 'GET /produtos/9', data: { id: 9 }, step: null, source: 'proxy' },
      { ask: 'GET /produtos/9', status: 404, answer: missing, step: null, source: 'proxy' },
    ],
    harmless: [
      [
        { ask: 'GET /produtos/9', data: { id: 9 }, step: null, source: 'proxy' },
        { ask: 'DELETE /produtos/9', status: 204, step: null, source: 'proxy' },
        { ask: 'GET /produtos/9', status: 404, answer: missing, step: null, source: 'proxy' },
      ],
      [
        { ask: 'GET /produtos/9', data: { id: 9 }, step: null, session: 'a', source: 'examine' },
        { ask: 'GET /produtos/9', status: 404, answer: missing, step: null, session: 'b', source: 'examine' },
      ],
    ],
  },
  {
    code: 'envelope/status:not-found',
    severity: 'warning',
    broken: [{ ask: 'GET /produtos', status: 404, answer: missing, step: null, source: 'proxy' }],
    harmless: [[{ ask: 'GET /produtos', status: 400, answer: error, step: null, source: 'proxy' }]],
  },
  {
    code: 'envelope/status:not-found',
    broken: [{ ask: 'GET /produtos', status: 404, answer: missing }],
    harmless: [
      [{ ask: 'GET /produtos/9', status: 404, answer: missing, step: null, source: 'examine' }],
      [
        { ask: 'DELETE /produtos/9', status: 204 },
        { ask: 'GET /produtos/9', status: 404, answer: missing },
      ],
    ],
  },
  {
    code: 'envelope/status:refused',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 302 }],
    harmless: [[{ ask: 'POST /contatos', body: { nome: 'x' }, status: 302, step: null, source: 'proxy' }]],
  },
  {
    code: 'envelope/status:redirected',
    broken: [{ ask: 'GET /contatos', status: 301, answerHeaders: [['location', 'https://erp.exemplo/x']] }],
    harmless: [
      [
        {
          ask: 'GET /contatos',
          status: 301,
          answerHeaders: [['location', '/x']],
          step: null,
          source: 'proxy',
        },
      ],
      [{ ask: 'GET /contatos', data: [], answerHeaders: [['location', '/x']] }],
    ],
  },
  {
    code: 'envelope/status:refused',
    broken: [
      { ask: 'GET /produtos/9', data: { id: 9 }, step: null, source: 'proxy' },
      { ask: 'GET /produtos/9', status: 400, answer: error, step: null, source: 'proxy' },
    ],
    harmless: [
      [
        { ask: 'GET /produtos/9', data: { id: 9 }, step: null, source: 'proxy' },
        { ask: 'GET /produtos/9', status: 304, step: null, source: 'proxy' },
        { ask: 'GET /produtos/9', status: 403, answer: error, step: null, source: 'proxy' },
        { ask: 'PUT /produtos/9', body: {}, status: 400, answer: error, step: null, source: 'proxy' },
      ],
    ],
  },
  {
    code: 'envelope/status:refused',
    broken: [{ ask: 'GET /anuncios?pagina=1&limite=5', status: 400, answer: error }],
    harmless: [
      [{ ask: 'GET /anuncios?pagina=1', status: 400, answer: error, step: null, source: 'recording' }],
    ],
  },
  {
    code: 'lists/filter:refused',
    profile: 'bling',
    broken: [{ ask: 'GET /anuncios?tipoIntegracao=Shopee&idLoja=5', status: 400, answer: error }],
    harmless: [],
  },
  {
    code: 'request/query:missing',
    severity: 'warning',
    profile: 'bling',
    broken: [{ ask: 'GET /anuncios?pagina=1&idLoja=5', status: 400, answer: error }],
    harmless: [],
  },
  {
    code: 'request/query:missing',
    severity: 'warning',
    profile: 'bling',
    broken: [{ ask: 'GET /anuncios?situacao=2&idLoja=5', status: 400, answer: error }],
    harmless: [],
  },
  {
    code: 'request/query:missing',
    severity: 'warning',
    profile: 'bling',
    broken: [{ ask: 'GET /anuncios/7?idLoja=5', status: 400, answer: error, intent: 'unknown-record' }],
    harmless: [],
  },
  {
    code: 'envelope/status:sample-refused',
    severity: 'warning',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 400, answer: error }],
    harmless: [[{ ask: 'POST /contatos', body: {}, status: 400, answer: error, intent: 'invalid' }]],
  },
  {
    code: 'envelope/json:not-json',
    broken: [{ ask: 'GET /borderos/7', answer: '{"data":', step: null }],
    harmless: [
      [{ ask: 'GET /borderos/7', answer: '{"data":', gaps: ['answer-bodies'] }],
      [{ ask: 'GET /borderos/7', answer: ' {"data": {"id": 7}}\n' }],
    ],
  },
  {
    code: 'envelope/json:not-utf8',
    broken: [{ ask: 'GET /borderos/7', data: { id: 7 }, flaw: 'not-utf8' }],
    harmless: [[{ ask: 'GET /borderos/7', data: { id: 7 }, flaw: 'not-recorded' }]],
  },
  {
    code: 'envelope/json:byte-order-mark',
    severity: 'warning',
    broken: [{ ask: 'GET /borderos/7', answer: '\uFEFF{"data": {"id": 7}}' }],
    harmless: [[{ ask: 'GET /borderos/7', answer: '{"data": {"id": 7, "nome": "\uFEFFa"}}' }]],
  },
  {
    code: 'envelope/json:not-declared',
    broken: [{ ask: 'GET /borderos/7', data: { id: 7 }, answerType: 'text/html' }],
    harmless: [
      [
        {
          ask: 'GET /borderos/7',
          data: { id: 7 },
          answerType: null,
          answerHeaders: [['CONTENT-TYPE', 'application/json']],
        },
      ],
      [{ ask: 'GET /borderos/7', data: { id: 7 }, answerType: 'APPLICATION/JSON;charset=UTF-8' }],
      [{ ask: 'GET /borderos/7', data: { id: 7 }, answerType: 'application/hal+json' }],
    ],
  },
  {
    code: 'envelope/json:not-declared',
    broken: [
      {
        ask: 'GET /borderos/7',
        data: { id: 7 },
        answerType: null,
        answerHeaders: [
          ['Server', 'x'],
          ['Content-TYPE', 'text/plain'],
        ],
      },
    ],
    harmless: [],
  },
  {
    code: 'envelope/json:not-declared',
    broken: [{ ask: 'GET /borderos/7', data: { id: 7 }, answerType: null }],
    harmless: [],
  },
  {
    code: 'envelope/data:no-object',
    broken: [{ ask: 'GET /categorias/produtos', answer: page(1, 2) }],
    harmless: [[{ ask: 'POST /nfe/7/enviar', answer: [1] }]],
  },
  {
    code: 'envelope/data:no-object',
    broken: [{ ask: 'GET /borderos/7' }],
    harmless: [
      [{ ask: 'GET /borderos/7', gaps: ['answer-bodies'] }],
      [{ ask: 'DELETE /borderos/7', status: 204 }],
    ],
  },
  {
    code: 'envelope/data:missing',
    broken: [{ ask: 'GET /borderos/7', answer: { id: 7 } }],
    harmless: [[{ ask: 'POST /contas/pagar/7/baixar', body: { data: '2026-08-10' }, answer: { id: 7 } }]],
  },
  {
    code: 'envelope/data:missing',
    broken: [{ ask: 'GET /contatos/7', answer: { id: 7 } }],
    harmless: [[{ ask: 'GET /contatos/7', data: { id: 7 } }]],
  },
  {
    code: 'envelope/data:extra',
    broken: [{ ask: 'GET /categorias/produtos', answer: { data: page(1), total: 1 } }],
    harmless: [
      [
        {
          ask: 'POST /categorias/produtos',
          body: category,
          status: 201,
          answer: { data: { id: 1 }, alertas: [] },
        },
      ],
    ],
  },
  {
    code: 'envelope/data:kind',
    broken: [{ ask: 'GET /borderos/7', data: [{ id: 7 }] }],
    harmless: [[{ ask: 'GET /borderos/7', data: { id: 7, outro: [null] } }]],
  },
  {
    code: 'envelope/data:kind',
    broken: [{ ask: 'GET /contatos/7', data: [{ id: 7 }] }],
    harmless: [
      [{ ask: 'GET /situacoes/modulos/7', data: [{ id: 7 }] }],
      [{ ask: 'GET /vendedores', data: { id: 7 } }],
    ],
  },
  {
    code: 'envelope/data:neither',
    broken: [{ ask: 'GET /vendedores', data: 'nada' }],
    harmless: [[{ ask: 'GET /vendedores', status: 404, answer: { data: 'nada' }, intent: 'unknown-record' }]],
  },
  {
    code: 'envelope/json:not-json',
    broken: [{ ask: 'GET /vendedores', answer: '<html>', answerType: 'text/html' }],
    harmless: [],
  },
  {
    code: 'envelope/data:no-object',
    broken: [{ ask: 'GET /vendedores' }],
    harmless: [[{ ask: 'POST /nfe/7/enviar' }]],
  },
  {
    code: 'envelope/created:other-record',
    broken: [{ ask: 'PUT /campos-customizados/7', body: { nome: 'x' }, status: 200, data: { id: 8 } }],
    harmless: [
      [{ ask: 'PUT /campos-customizados/7', body: { nome: 'x' }, status: 200, data: { id: '7' } }],
      [{ ask: 'PATCH /produtos/fornecedores/7', body: { precoCusto: 1 }, status: 204 }],
    ],
  },
  {
    code: 'envelope/no-content:body',
    broken: [{ ask: 'DELETE /borderos/7', status: 204, answer: 'ok' }],
    harmless: [[{ ask: 'DELETE /borderos/7', status: 204, answer: '' }]],
  },
  {
    code: 'envelope/no-content:body',
    broken: [{ ask: 'DELETE /borderos/7', status: 204, answerHeaders: [['Content-Length', '3']] }],
    harmless: [[{ ask: 'DELETE /borderos/7', status: 204, answerHeaders: [['Content-Length', '']] }]],
  },
  {
    code: 'envelope/no-content:chunked',
    broken: [{ ask: 'DELETE /borderos/7', status: 204, answerHeaders: [['Transfer-Encoding', 'chunked']] }],
    harmless: [
      [{ ask: 'GET /borderos/7', data: { id: 7 }, answerHeaders: [['Transfer-Encoding', 'chunked']] }],
      [{ ask: 'DELETE /borderos/7', status: 204, answerHeaders: [['Content-Length', '0']] }],
    ],
  },
  {
    code: 'envelope/created:no-data',
    broken: [{ ask: 'POST /categorias/lojas', body: category, status: 201, answer: { id: 7 } }],
    harmless: [
      [{ ask: 'PUT /contatos/7', body: { nome: 'x' }, status: 204 }],
      [{ ask: 'POST /categorias/lojas', body: category, status: 201, gaps: ['answer-bodies'] }],
    ],
  },
  {
    code: 'envelope/created:no-data',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 201 }],
    harmless: [],
  },
  {
    code: 'envelope/json:not-json',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 201, answer: ' ' }],
    harmless: [],
  },
  {
    code: 'envelope/json:not-json',
    broken: [{ ask: 'GET /contatos', answer: ' ' }],
    harmless: [],
  },
  {
    code: 'envelope/created:no-data',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 201, answer: [7] }],
    harmless: [],
  },
  {
    code: 'envelope/created:no-data',
    broken: [{ ask: 'POST /homologacao/produtos', body: { nome: 'x' }, status: 201, answer: { id: 7 } }],
    harmless: [
      [{ ask: 'POST /homologacao/produtos', body: { nome: 'x' }, status: 201, data: { id: 0 } }],
      [{ ask: 'POST /homologacao/produtos', body: { nome: 'x' }, status: 201 }],
      [{ ask: 'GET /homologacao/produtos', data: [] }],
    ],
  },
  {
    code: 'envelope/data:extra',
    broken: [{ ask: 'GET /homologacao/produtos', answer: { data: { nome: 'x' }, sucesso: true } }],
    harmless: [[{ ask: 'GET /homologacao/produtos', answer: { nome: 'x' } }]],
  },
  {
    code: 'envelope/created:no-identifier',
    broken: [{ ask: 'POST /categorias/lojas', body: category, status: 201, data: { descricao: 'Copos' } }],
    harmless: [
      [{ ask: 'POST /categorias/lojas', body: category, status: 201, data: 16_000_000_001 }],
      [
        {
          ask: 'POST /categorias/lojas',
          body: category,
          status: 201,
          data: { idCategoriaLoja: 16_000_000_001 },
        },
      ],
    ],
  },
  {
    code: 'envelope/created:not-an-identifier',
    broken: [{ ask: 'POST /contatos', body: category, status: 201, data: { id: 0 } }],
    harmless: [[{ ask: 'POST /categorias/lojas', body: category, status: 201, data: { id: 'A7' } }]],
  },
  {
    code: 'errors/unknown-record:accepted',
    broken: [{ ask: 'GET /borderos/99', data: [], intent: 'unknown-record' }],
    harmless: [
      [{ ask: 'GET /borderos/99', status: 404, answer: missing, intent: 'unknown-record' }],
      [{ ask: 'GET /campos-customizados/modulos/99', data: [], intent: 'unknown-record' }],
      [{ ask: 'GET /contatos/99/tipos', data: [], intent: 'unknown-record' }],
    ],
  },
  {
    code: 'errors/unknown-record:other-status',
    broken: [{ ask: 'DELETE /borderos/99', status: 400, answer: error, intent: 'unknown-record' }],
    harmless: [
      [{ ask: 'PUT /anuncios/99', body: {}, status: 400, answer: error, intent: 'unknown-record' }],
      [{ ask: 'DELETE /borderos/99', status: 401, answer: error, intent: 'unknown-record' }],
    ],
  },
  {
    code: 'errors/unknown-record:other-status',
    broken: [{ ask: 'GET /contatos/99', status: 500, answer: '<h1>oops</h1>', intent: 'unknown-record' }],
    harmless: [[{ ask: 'POST /nfe/99/enviar', status: 404, answer: missing, intent: 'unknown-record' }]],
  },
  {
    code: 'errors/unknown-record:accepted',
    broken: [
      { ask: 'DELETE /borderos/7', status: 204 },
      { ask: 'DELETE /borderos/7', status: 204, step: null, source: 'proxy' },
    ],
    harmless: [
      [
        { ask: 'DELETE /borderos/7', status: 204, atMs: 1000 },
        { ask: 'DELETE /borderos/7', status: 204, atMs: 1002 },
      ],
      [
        { ask: 'DELETE /produtos/7', status: 204 },
        { ask: 'PUT /produtos/7', body: {}, status: 404, answer: missing, step: null },
        { ask: 'PATCH /produtos/7/situacoes', body: {}, status: 400, answer: error, step: null },
      ],
    ],
  },
  {
    code: 'errors/invalid-request:accepted',
    broken: [{ ask: 'POST /anuncios', body: {}, status: 201, data: { id: 7 }, intent: 'invalid' }],
    harmless: [
      [{ ask: 'POST /anuncios', body: {}, status: 400, answer: error, intent: 'invalid' }],
      [{ ask: 'GET /contatos?limite=x', data: [], intent: 'invalid' }],
    ],
  },
  {
    code: 'errors/invalid-request:accepted',
    severity: 'warning',
    broken: [{ ask: 'POST /contatos', body: {}, status: 201, data: { id: 7 }, intent: 'invalid' }],
    harmless: [[{ ask: 'POST /contatos', body: {}, status: 400, answer: error, intent: 'invalid' }]],
  },
  {
    code: 'errors/invalid-request:accepted-query',
    severity: 'warning',
    broken: [{ ask: 'GET /categorias/lojas?idLoja=x', data: [], intent: 'invalid' }],
    harmless: [[{ ask: 'GET /categorias/lojas?idLoja=x', status: 400, answer: error, intent: 'invalid' }]],
  },
  {
    code: 'errors/invalid-request:other-status',
    broken: [{ ask: 'POST /contatos', body: {}, status: 500, answer: error, intent: 'invalid' }],
    harmless: [[{ ask: 'POST /contatos', body: {}, status: 400, answer: error, intent: 'invalid' }]],
  },
  {
    code: 'errors/invalid-request:accepted-query',
    broken: [{ ask: 'GET /anuncios?situacao=9', data: [], intent: 'invalid' }],
    harmless: [
      [{ ask: 'GET /anuncios?situacao=4', data: [listing(7, 4)], step: null }],
      [{ ask: 'GET /categorias/lojas?idLoja=5', data: [], step: null }],
      [{ ask: 'GET /anuncios?situacao=9', status: 400, answer: error, intent: 'invalid' }],
    ],
  },
  {
    code: 'errors/invalid-request:other-status',
    broken: [{ ask: 'POST /anuncios', body: {}, status: 422, answer: error, intent: 'invalid' }],
    harmless: [
      [{ ask: 'POST /anuncios', body: {}, status: 422, answer: error, step: null, source: 'proxy' }],
    ],
  },
  {
    code: 'errors/shape:empty',
    broken: [{ ask: 'GET /borderos/9', status: 404, step: null }],
    harmless: [[{ ask: 'GET /borderos/9', status: 404, step: null, gaps: ['answer-bodies'] }]],
  },
  {
    code: 'errors/shape:not-json',
    broken: [
      { ask: 'GET /borderos/9', status: 404, answer: '<h1>404</h1>', answerType: 'text/html', step: null },
    ],
    harmless: [
      [
        {
          ask: 'GET https://outro.invalid/9',
          status: 404,
          answer: '<h1>404</h1>',
          answerType: 'text/html',
          step: null,
          headers: [],
          channel: 'elsewhere',
        },
      ],
    ],
  },
  {
    code: 'errors/shape:not-declared',
    broken: [{ ask: 'GET /borderos/9', status: 404, answer: missing, answerType: 'text/html', step: null }],
    harmless: [
      [
        {
          ask: 'GET /borderos/9',
          status: 404,
          answer: missing,
          answerType: 'application/problem+json',
          step: null,
        },
      ],
    ],
  },
  {
    code: 'errors/shape:other-shape',
    broken: [
      { ask: 'GET /borderos/9', status: 404, answer: missing, step: null },
      { ask: 'PUT /anuncios/9', body: {}, status: 400, answer: { erro: 'x' }, step: null },
    ],
    harmless: [
      [
        { ask: 'GET /borderos/9', status: 404, answer: missing, step: null },
        { ask: 'PUT /anuncios/9', body: {}, status: 400, answer: error, step: null },
      ],
      [
        { ask: 'GET /borderos/9', status: 404, answer: { code: 4, message: 'm' }, step: null },
        {
          ask: 'PUT /anuncios/9',
          body: {},
          status: 400,
          answer: { code: 5, message: null, fields: [] },
          step: null,
        },
      ],
    ],
  },
  {
    code: 'lists/array:no-array',
    broken: [{ ask: 'GET /categorias/produtos', data: { id: 7 } }],
    harmless: [
      [{ ask: 'GET /categorias/produtos', data: [] }],
      [{ ask: 'GET /situacoes/modulos/7', data: { id: 7 } }],
    ],
  },
  {
    code: 'lists/array:no-array',
    severity: 'info',
    broken: [{ ask: 'GET /depositos', data: { id: 7 } }],
    harmless: [[{ ask: 'GET /depositos', data: page(7) }]],
  },
  {
    code: 'lists/array:no-array',
    broken: [{ ask: 'GET /depositos', data: null }],
    harmless: [[{ ask: 'GET /depositos', data: [] }]],
  },
  {
    code: 'lists/array:no-objects',
    broken: [{ ask: 'GET /categorias/produtos', data: [{ id: 7 }, 'x'] }],
    harmless: [[{ ask: 'GET /categorias/produtos', data: [{ id: 7 }, { id: 8 }] }]],
  },
  {
    code: 'lists/array:listing-object',
    severity: 'info',
    broken: [{ ask: 'GET /anuncios', data: { total: 1, paginas: [], anuncios: [listing(7)] } }],
    harmless: [[{ ask: 'GET /anuncios', data: [listing(7)] }]],
  },
  {
    code: 'lists/array:listing-without-array',
    severity: 'info',
    broken: [{ ask: 'GET /anuncios', data: { a: [listing(7)], b: [listing(8)] } }],
    harmless: [[{ ask: 'GET /anuncios', data: [] }]],
  },
  /** Balances have no identifier where the document shows none; a create that it answers with a list is held against that. */
  {
    code: 'lists/identifier:missing',
    profile: 'bling',
    broken: [
      {
        ask: 'GET /depositos',
        data: [{ descricao: 'Copos', situacao: 1, padrao: false, desconsiderarSaldo: false }],
      },
    ],
    harmless: [
      [
        {
          ask: 'GET /estoques/saldos?idsProdutos[]=16000000001',
          data: [
            {
              produto: { id: 16_000_000_001, codigo: 'a' },
              saldoFisicoTotal: 1,
              saldoVirtualTotal: 1,
              depositos: [],
            },
          ],
        },
      ],
    ],
  },
  {
    code: 'lists/identifier:missing',
    broken: [{ ask: 'GET /categorias/produtos', data: [{ id: 7 }, { descricao: 'x' }] }],
    harmless: [
      [{ ask: 'GET /notificacoes', data: [{ titulo: 'x' }] }],
      [{ ask: 'GET /anuncios/categorias', data: [{ id: 'MLB1' }] }],
    ],
  },
  {
    code: 'lists/limit:longer',
    broken: [{ ask: 'GET /contatos?limite=2', data: page(1, 2, 3) }],
    harmless: [
      [{ ask: 'GET /contatos?limite=3', data: page(1, 2, 3) }],
      [{ ask: 'GET /contatos?limite=0', data: page(1, 2, 3) }],
    ],
  },
  {
    code: 'lists/limit:longer',
    severity: 'info',
    broken: [{ ask: 'GET /contatos/tipos?limite=2', data: page(1, 2, 3) }],
    harmless: [[{ ask: 'GET /contatos/tipos', data: page(1, 2, 3) }]],
  },
  {
    code: 'lists/page:repeated',
    broken: [
      { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2) },
      { ask: 'GET /contatos?pagina=2&limite=2', data: page(2, 3) },
    ],
    harmless: [
      [
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2) },
        { ask: 'GET /contatos?limite=2&pagina=2', data: page(3) },
        { ask: 'GET /contatos?limite=2', data: page(1, 2) },
        { ask: 'GET /contatos?pagina=3&limite=2', data: [] },
      ],
      [
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2) },
        { ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 9 } },
        { ask: 'GET /contatos?pagina=2&limite=2', data: page(2, 3) },
      ],
      [
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2), atMs: 0 },
        { ask: 'GET /contatos?pagina=2&limite=2', data: page(2, 3), atMs: 90_000 },
      ],
      [
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2), session: 'a' },
        { ask: 'GET /contatos?pagina=2&limite=2', data: page(1, 2), session: 'b' },
      ],
    ],
  },
  {
    code: 'lists/page:unsettled',
    severity: 'info',
    broken: [
      { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2) },
      { ask: 'GET /contatos?pagina=2&limite=2', data: page(2, 3), rechecked: true },
      { ask: 'GET /contatos?pagina=1&limite=2', data: page(9, 1) },
    ],
    harmless: [
      [
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2) },
        { ask: 'GET /contatos?pagina=2&limite=2', data: page(3) },
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(9, 1) },
      ],
    ],
  },
  {
    code: 'lists/page:twice',
    broken: [{ ask: 'GET /contatos?pagina=1&limite=3', data: page(1, 2, 1) }],
    harmless: [
      [{ ask: 'GET /contatos?pagina=1&limite=3', data: page(1, 2, 3) }],
      [
        {
          ask: 'GET /contatos?pagina=1&limite=3',
          data: [
            { idLoja: 5, nome: 'a' },
            { idLoja: 5, nome: 'b' },
          ],
        },
      ],
    ],
  },
  {
    code: 'lists/page:twice',
    severity: 'info',
    broken: [{ ask: 'GET /contatos/tipos', data: page(1, 1) }],
    harmless: [[{ ask: 'GET /contatos/tipos', data: page(1, 2) }]],
  },
  {
    code: 'lists/page:empty',
    broken: [
      { ask: 'GET /contatos', data: page(1, 2, 3) },
      { ask: 'GET /contatos?pagina=2&limite=2', data: [] },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: page(1, 2) },
        { ask: 'GET /contatos?pagina=2&limite=2', data: [] },
      ],
      [
        { ask: 'GET /categorias/lojas?idLoja=5', data: page(1) },
        { ask: 'GET /categorias/lojas', data: page(1, 2, 3) },
        { ask: 'GET /categorias/lojas?idLoja=5&pagina=2&limite=1', data: [] },
      ],
      [
        { ask: 'GET /contatos', data: page(1, 2, 3) },
        { ask: 'DELETE /contatos/3', status: 204 },
        { ask: 'GET /contatos?pagina=2&limite=2', data: [] },
      ],
    ],
  },
  {
    code: 'lists/page:empty',
    broken: [
      { ask: 'GET /contatos?pagina=3&limite=2', data: page(5) },
      { ask: 'GET /contatos?pagina=2&limite=2', data: [] },
    ],
    harmless: [
      [
        { ask: 'GET /contatos?pagina=3&limite=2', data: page(5) },
        { ask: 'GET /contatos?pagina=4&limite=2', data: [] },
      ],
    ],
  },
  {
    code: 'lists/page:beyond',
    broken: [
      { ask: 'GET /contatos', data: page(1, 2, 3) },
      { ask: 'GET /contatos?pagina=100000&limite=2', data: page(3) },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: page(1, 2, 3) },
        { ask: 'GET /contatos?pagina=100000&limite=2', data: [] },
      ],
      [
        { ask: 'GET /contatos', data: page(1, 2, 3) },
        { ask: 'GET /contatos?pagina=2&limite=2', data: page(3, 4) },
        { ask: 'GET /contatos?pagina=3&limite=2', data: page(5) },
      ],
    ],
  },
  {
    code: 'lists/page:not-found',
    severity: 'info',
    broken: [
      { ask: 'GET /contatos?pagina=1&limite=2', data: page(1) },
      { ask: 'GET /contatos?pagina=9&limite=2', status: 404, answer: missing },
    ],
    harmless: [[{ ask: 'GET /contatos?pagina=9&limite=2', status: 404, answer: missing, step: null }]],
  },
  {
    code: 'lists/filter:refused',
    broken: [{ ask: 'GET /anuncios?situacao=4', status: 400, answer: error }],
    harmless: [
      [{ ask: 'GET /anuncios?situacao=9', status: 400, answer: error, intent: 'invalid' }],
      [{ ask: 'GET /anuncios?idProduto=5', status: 400, answer: error, step: null }],
    ],
  },
  {
    code: 'lists/filter:other-value',
    broken: [
      {
        ask: 'GET /categorias/lojas?idLoja=5',
        data: [
          { id: 1, loja: { id: 5 } },
          { id: 2, loja: { id: 6 } },
        ],
      },
    ],
    harmless: [
      [
        {
          ask: 'GET /categorias/lojas?idLoja=5',
          data: [
            { id: 1, loja: { id: 5 } },
            { id: 2, idLoja: '5' },
          ],
        },
      ],
      [
        {
          ask: 'GET /anuncios?tipoIntegracao=mercadolivre',
          data: [{ id: 1, tipoIntegracao: 'MercadoLivre' }],
        },
      ],
    ],
  },
  {
    code: 'lists/filter:same-for-two',
    broken: [
      { ask: 'GET /anuncios?situacao=1', data: page(1, 2) },
      { ask: 'GET /anuncios?situacao=4', data: page(1, 2) },
    ],
    harmless: [
      [
        { ask: 'GET /anuncios?situacao=1', data: page(1, 2) },
        { ask: 'GET /anuncios?situacao=4', data: page(3) },
        { ask: 'GET /anuncios?situacao=2', data: [] },
      ],
      [
        { ask: 'GET /anuncios?situacao=1', data: page(1) },
        { ask: 'POST /anuncios/1/pausar', status: 204 },
        { ask: 'GET /anuncios?situacao=4', data: page(1) },
      ],
    ],
  },
  {
    code: 'lists/filter:lost',
    broken: [
      { ask: 'GET /categorias/lojas?limite=5', data: [{ id: 1, loja: { id: 5 } }] },
      { ask: 'GET /categorias/lojas?idLoja=5', data: [] },
    ],
    harmless: [
      [
        { ask: 'GET /categorias/lojas', data: [{ id: 1, loja: { id: 5 } }] },
        { ask: 'GET /categorias/lojas?idLoja=6', data: [] },
      ],
      [
        { ask: 'GET /anuncios?situacao=1', data: [{ id: 1, situacao: 1 }] },
        { ask: 'GET /anuncios?idProduto=5', data: [] },
      ],
    ],
  },
  {
    code: 'lists/filter:not-shown',
    severity: 'info',
    broken: [{ ask: 'GET /anuncios?idProduto=5', data: page(1, 2) }],
    harmless: [
      [{ ask: 'GET /anuncios?idProduto=5', data: [{ id: 1, produto: { id: 5 } }] }],
      [{ ask: 'GET /anuncios?idProduto=5', data: [] }],
      [{ ask: 'GET /anuncios?idLojaQuery=5', data: [{ id: 1, loja: { id: 5 } }, { id: 2 }] }],
      [{ ask: 'GET /anuncios?situacao=1', data: page(1, 2) }],
    ],
  },
  {
    code: 'lists/summary:as-full',
    broken: [
      { ask: 'GET /contatos', data: [{ id: 7, nome: 'a', endereco: { uf: 'RS' } }] },
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'a', endereco: { uf: 'RS' } } },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: [{ id: 7, nome: 'a', endereco: { uf: 'RS' } }] },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'a', endereco: { uf: 'RS', cep: '95700-000' } } },
      ],
      [
        { ask: 'POST /contatos', body: { nome: 'a' }, status: 201, data: { id: 7 } },
        { ask: 'GET /contatos', data: [{ id: 7, nome: 'a' }] },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'a' } },
      ],
      [
        { ask: 'GET /contatos', data: [{ id: 7, nome: 'a' }] },
        { ask: 'PUT /contatos/7', body: { fantasia: 'b' }, status: 204 },
        { ask: 'GET /contatos/7', data: { id: 7, fantasia: 'b' } },
      ],
      [
        { ask: 'GET /contatos', data: [{ id: 7, itens: [] }] },
        { ask: 'GET /contatos/7', data: { id: 7, itens: [1] } },
      ],
      [
        { ask: 'GET /contatos', data: [{ id: 7, nome: 'a' }] },
        { ask: 'GET /contatos/8', data: { id: 8, nome: 'a' } },
      ],
    ],
  },
  {
    code: 'lists/summary:fewer',
    broken: [
      { ask: 'GET /categorias/lojas', data: [{ id: 7, codigo: 'a', descricao: 'b' }] },
      { ask: 'GET /categorias/lojas/7', data: { id: 7, codigo: 'a' } },
    ],
    harmless: [
      [
        { ask: 'GET /categorias/lojas', data: [{ id: 7, codigo: 'a' }] },
        { ask: 'GET /categorias/lojas/7', data: { id: 7, codigo: 'a' } },
      ],
    ],
  },
  {
    code: 'records/same-identifier:other',
    broken: [{ ask: 'GET /borderos/7', data: { id: 8 }, step: null }],
    harmless: [
      [{ ask: 'GET /borderos/7', data: { id: '7' }, step: null }],
      [{ ask: 'GET /borderos/16000000022', data: { id: '[cpf#1]' }, step: null }],
      [{ ask: 'GET /borderos/7', data: { idBordero: 7 }, step: null }],
      [{ ask: 'GET /anuncios/categorias/MLB1', data: { id: 3 }, step: null }],
    ],
  },
  {
    code: 'records/same-identifier:empty',
    broken: [
      { ask: 'GET /contatos', data: [{ id: 7, nome: 'a' }] },
      { ask: 'GET /contatos/7', data: {} },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: [{ id: 7 }] },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'a' } },
      ],
    ],
  },
  {
    code: 'records/same-identifier:empty',
    broken: [{ ask: 'GET /borderos/7', data: {} }],
    harmless: [
      [{ ask: 'GET /borderos/7', status: 404, answer: missing, intent: 'unknown-record' }],
      [{ ask: 'GET /nfse/configuracoes', data: {} }],
      [{ ask: 'GET /anuncios/categorias/MLB1', data: {} }],
    ],
  },
  {
    code: 'records/same-identifier:missing',
    broken: [{ ask: 'GET /borderos/7', data: { data: '2026-05-04', id: 0 } }],
    harmless: [[{ ask: 'GET /borderos/7', data: { data: '2026-05-04', idBordero: 7 } }]],
  },
  {
    code: 'records/same-identifier:missing',
    severity: 'info',
    broken: [{ ask: 'GET /logisticas/objetos/7', data: { rastreamento: {} } }],
    harmless: [[{ ask: 'GET /logisticas/objetos/7', data: { id: 7 } }]],
  },
  {
    code: 'records/same-identifier:other-type',
    broken: [
      { ask: 'GET /contatos', data: [{ id: 7 }] },
      { ask: 'GET /contatos/7', data: { id: '7', nome: 'a' } },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: [{ id: '7' }] },
        { ask: 'GET /contatos/7', data: { id: '7', nome: 'a' } },
      ],
      [
        { ask: 'GET /contatos', data: [{ id: 7 }, { id: '[cpf#1]' }] },
        { ask: 'GET /contatos/16000000022', data: { id: '[cpf#1]', nome: 'a' } },
      ],
      [
        { ask: 'GET /contatos', data: [{ id: 7 }], session: 'a' },
        { ask: 'GET /contatos/7', data: { id: '7', nome: 'a' }, session: 'b' },
      ],
    ],
  },
  {
    code: 'records/same-identifier:created-type',
    broken: [
      { ask: 'POST /contatos', body: { nome: 'a' }, status: 201, data: { id: '7' } },
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'a' } },
    ],
    harmless: [
      [
        { ask: 'POST /contatos', body: { nome: 'a' }, status: 201, data: { id: '7' } },
        { ask: 'GET /contatos/7', data: { id: '7', nome: 'a' } },
      ],
      [
        { ask: 'POST /contatos', body: { nome: 'a' }, status: 201, data: { id: '[cpf#1]' } },
        { ask: 'GET /contatos/16000000022', data: { id: 16000000022, nome: 'a' } },
      ],
      [
        { ask: 'POST /contatos', body: { nome: 'a' }, status: 201, data: { id: '7' }, session: 'a' },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'a' }, session: 'b' },
      ],
    ],
  },
  {
    code: 'records/created-readable:unknown',
    broken: [
      { ask: 'POST /depositos', body: { descricao: 'x' }, status: 201, data: { id: 7 } },
      { ask: 'GET /depositos/7', status: 404, answer: missing },
    ],
    harmless: [
      [
        { ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 7 } },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'x' } },
        { ask: 'DELETE /contatos?idsContatos[]=7', status: 204 },
        { ask: 'GET /contatos/7', status: 404, answer: missing },
      ],
    ],
  },
  {
    code: 'records/created-readable:field',
    broken: [
      { ask: 'POST /contatos', body: { nome: 'x', fantasia: 'y' }, status: 201, data: { id: 7 } },
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'x', fantasia: 'z' } },
    ],
    harmless: [
      [
        {
          ask: 'POST /pedidos/vendas',
          body: { contato: { id: 5, nome: 'sent' }, situacao: 1, total: 10, itens: [{ valor: 5 }] },
          status: 201,
          data: { id: 7 },
        },
        {
          ask: 'GET /pedidos/vendas/7',
          data: {
            id: 7,
            contato: { id: 5, nome: 'shown' },
            situacao: { id: 6 },
            total: '10.00',
            itens: [{ id: 1, valor: 5.0000001 }],
          },
        },
      ],
      [
        { ask: 'POST /contatos', body: { nome: 'x', situacao: 'A' }, status: 201, data: { id: 7 } },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'x', situacao: 'I' } },
      ],
      [
        { ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 7 } },
        { ask: 'PUT /contatos/7', body: { nome: 'y' }, status: 204 },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'y' } },
      ],
      [
        { ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 7 } },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'x' } },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'changed by somebody' } },
      ],
      [
        { ask: 'POST /contatos', body: { nome: 'x' }, status: 400, answer: error, step: null },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'y' } },
      ],
    ],
  },
  {
    code: 'records/created-readable:field',
    broken: [
      { ask: 'POST /contatos', body: { vendedor: { id: 5 } }, status: 201, data: { id: 7 } },
      { ask: 'GET /contatos/7', data: { id: 7, vendedor: { id: 6 } } },
    ],
    harmless: [
      [
        { ask: 'POST /contatos', body: { vendedor: { id: 0 } }, status: 201, data: { id: 7 } },
        { ask: 'GET /contatos/7', data: { id: 7, vendedor: { id: 6 } } },
      ],
    ],
  },
  {
    code: 'records/created-readable:not-shown',
    severity: 'info',
    broken: [
      { ask: 'POST /contatos', body: { nome: 'x', oculto: 1 }, status: 201, data: { id: 7 } },
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'x' } },
    ],
    harmless: [
      [
        { ask: 'POST /contatos', body: { nome: 'x', email: '', tipos: [] }, status: 201, data: { id: 7 } },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'x' } },
      ],
    ],
  },
  {
    code: 'records/replaced:merged',
    severity: 'warning',
    broken: [
      { ask: 'PUT /depositos/7', body: { descricao: 'Copo', endereco: 'Rua', cor: 'azul' }, status: 204 },
      { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Copo', endereco: 'Rua', cor: 'azul' } },
      { ask: 'PUT /depositos/7', body: { descricao: 'Copo' }, status: 204 },
      { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Copo', endereco: 'Rua', cor: 'azul' } },
    ],
    harmless: [
      [
        { ask: 'PUT /depositos/7', body: { descricao: 'Copo', endereco: 'Rua', ativo: false }, status: 204 },
        { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Copo', endereco: 'Rua', ativo: false } },
        { ask: 'PUT /depositos/7', body: { descricao: 'Copo' }, status: 204 },
        { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Copo', endereco: '', ativo: false } },
      ],
      [
        { ask: 'POST /depositos', body: { descricao: 'x', cor: 'azul' }, status: 201, data: { id: 7 } },
        { ask: 'GET /depositos/7', data: { id: 7, descricao: 'x', cor: 'azul' } },
        { ask: 'PUT /depositos/7', body: { descricao: 'y' }, status: 204 },
        { ask: 'GET /depositos/7', data: { id: 7, descricao: 'y', cor: 'azul' } },
      ],
      [
        { ask: 'PUT /depositos/7', body: { descricao: 'Copo', cor: 'azul' }, status: 204 },
        { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Copo', cor: 'azul' } },
        { ask: 'PUT /depositos/7', body: { descricao: 'Copo' }, status: 204 },
        { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Copo', cor: 'branco' } },
      ],
    ],
  },
  {
    code: 'records/replaced:kept',
    severity: 'info',
    broken: [
      { ask: 'PUT /depositos/7', body: { descricao: 'Copo', endereco: 'Rua', tipo: 'P' }, status: 204 },
      { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Copo', endereco: 'Rua', tipo: 'P' } },
      { ask: 'PUT /depositos/7', body: { descricao: 'Copo' }, status: 204 },
      { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Copo', tipo: 'P' } },
    ],
    harmless: [
      [
        { ask: 'PUT /produtos/fornecedores/7', body: { descricao: 'Copo', tipo: 'P' }, status: 204 },
        { ask: 'GET /produtos/fornecedores/7', data: { id: 7, descricao: 'Copo', tipo: 'P' } },
        { ask: 'PATCH /produtos/fornecedores/7', body: { descricao: 'Taça' }, status: 204 },
        { ask: 'GET /produtos/fornecedores/7', data: { id: 7, descricao: 'Taça', tipo: 'P' } },
      ],
    ],
  },
  {
    code: 'records/replaced:field',
    broken: [
      { ask: 'PUT /depositos/7', body: { descricao: 'Copo', valor: 49.9 }, status: 204 },
      { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Antes', valor: 49.9 } },
    ],
    harmless: [
      [
        {
          ask: 'PUT /depositos/7',
          body: {
            descricao: ' Copo ',
            valor: 49.9,
            data: '2026-05-04',
            loja: { id: 5 },
            oculto: 1,
            vazio: '',
            ativo: true,
          },
          status: 204,
        },
        {
          ask: 'GET /depositos/7',
          data: {
            ...{
              id: 7,
              descricao: 'Copo',
              valor: 49.9000015259,
              data: '2026-05-04 00:00:00',
              vazio: null,
              ativo: 1,
            },
            loja: { id: 5, nome: 'Loja' },
          },
        },
      ],
      [
        { ask: 'PUT /depositos/7', body: { descricao: 'Copo' }, status: 204 },
        { ask: 'PUT /depositos/7', body: { descricao: 'Taça' }, status: 204 },
        { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Taça' } },
      ],
      [
        { ask: 'PUT /depositos/7', body: { descricao: 'Copo' }, status: 400, answer: error, step: null },
        { ask: 'GET /depositos/7', data: { id: 7, descricao: 'Antes' }, step: null },
      ],
    ],
  },
  {
    code: 'records/patched:field',
    broken: [
      { ask: 'PATCH /produtos/fornecedores/7', body: { precoCusto: 5 }, status: 204 },
      { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 4 } },
    ],
    harmless: [
      [
        { ask: 'PATCH /produtos/fornecedores/7', body: { precoCusto: 5 }, status: 204 },
        { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: '5.00' } },
      ],
    ],
  },
  {
    code: 'records/patched:no-effect',
    severity: 'warning',
    broken: [
      { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
      { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'I' }, status: 204 },
      { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
    ],
    harmless: [
      [
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'A' } },
        { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'I' }, status: 204 },
        { ask: 'GET /contatos/7', data: { id: 7, situacao: 'E' } },
      ],
    ],
  },
  {
    code: 'records/patched:other-field',
    broken: [
      { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 4, codigo: 'a' } },
      { ask: 'PATCH /produtos/fornecedores/7', body: { precoCusto: 5 }, status: 204 },
      { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 5, codigo: 'b' } },
    ],
    harmless: [
      [
        {
          ask: 'GET /produtos/fornecedores/7',
          data: { id: 7, precoCusto: 4, codigo: 'a', dataAlteracao: 1 },
        },
        { ask: 'PATCH /produtos/fornecedores/7', body: { precoCusto: 5 }, status: 204 },
        {
          ask: 'GET /produtos/fornecedores/7',
          data: { id: 7, precoCusto: 5, codigo: 'a', dataAlteracao: 2 },
        },
      ],
      [
        { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 4, codigo: 'a' } },
        { ask: 'PUT /produtos/fornecedores/7', body: { precoCusto: 4, codigo: 'b' }, status: 204 },
        { ask: 'PATCH /produtos/fornecedores/7', body: { precoCusto: 5 }, status: 204 },
        { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 5, codigo: 'b' } },
      ],
    ],
  },
  {
    code: 'records/patched:other-field',
    broken: [
      { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 4 } },
      { ask: 'PATCH /produtos/fornecedores/7', body: { precoCusto: 5 }, status: 204 },
      { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 5, codigo: 'b' } },
    ],
    harmless: [
      [
        { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 4 } },
        { ask: 'PATCH /produtos/fornecedores/7', body: { precoCusto: 5 }, status: 204 },
        { ask: 'GET /produtos/fornecedores/7', data: { id: 7, precoCusto: 5, codigo: '' } },
      ],
    ],
  },
  {
    code: 'records/patched:other-field',
    severity: 'warning',
    broken: [
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'a', situacao: 'A' } },
      { ask: 'PATCH /contatos/7/situacoes', body: { situacao: 'I' }, status: 204 },
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'b', situacao: 'I' } },
    ],
    harmless: [
      [
        { ask: 'GET /pedidos/vendas/7', data: { id: 7, numero: 3, situacao: { id: 6 } } },
        { ask: 'PATCH /pedidos/vendas/7/situacoes/9', status: 204 },
        { ask: 'GET /pedidos/vendas/7', data: { id: 7, numero: 3, situacao: { id: 9 } } },
      ],
      [
        { ask: 'GET /logisticas/servicos/7', data: { id: 7, descricao: 'x', ativo: true } },
        { ask: 'PATCH /logisticas/7/situacoes', body: { situacao: 0 }, status: 204 },
        { ask: 'GET /logisticas/servicos/7', data: { id: 7, descricao: 'x', ativo: false } },
      ],
    ],
  },
  {
    code: 'records/patched:other-field',
    broken: [
      { ask: `GET ${field}`, data: { id: 7, nome: 'a', situacao: 1 } },
      { ask: `PATCH ${field}/situacoes`, body: { situacao: 0 }, status: 204 },
      { ask: `GET ${field}`, data: { id: 7, nome: 'b', situacao: 0 } },
    ],
    harmless: [],
  },
  {
    code: 'records/patched:other-field',
    severity: 'warning',
    broken: [
      { ask: 'GET /logisticas/servicos/7', data: { id: 7, descricao: 'x', ativo: true } },
      { ask: 'PATCH /logisticas/7/situacoes', body: { situacao: 0 }, status: 204 },
      { ask: 'GET /logisticas/servicos/7', data: { id: 7, descricao: 'y', ativo: false } },
    ],
    harmless: [],
  },
  {
    code: 'records/deleted:still-there',
    shownBy: 'e2',
    broken: [
      { ask: 'DELETE /borderos/7', status: 204 },
      { ask: 'GET /borderos/7', data: { id: 7 }, intent: 'unknown-record' },
    ],
    harmless: [
      [
        { ask: 'DELETE /borderos/7', status: 400, answer: error, step: null },
        { ask: 'GET /borderos/7', data: { id: 7 } },
      ],
      [
        { ask: 'DELETE /contatos?idsContatos[]=7', status: 200, data: { alertas: ['x'] } },
        { ask: 'GET /contatos/7', data: { id: 7 } },
      ],
    ],
  },
  {
    code: 'records/deleted:other-status',
    broken: [
      { ask: 'DELETE /borderos/7', status: 204 },
      { ask: 'GET /borderos/7', status: 410, answer: error, intent: 'unknown-record' },
    ],
    harmless: [
      [
        { ask: 'DELETE /borderos/7', status: 204 },
        { ask: 'GET /borderos/7', status: 404, answer: missing, intent: 'unknown-record' },
      ],
    ],
  },
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
    broken: [{ ask: `PATCH ${field}/situacoes`, body: { situacao: '1' }, status: 204, intent: 'invalid' }],
    harmless: [
      [
        {
          ask: `PATCH ${field}/situacoes`,
          body: { situacao: '1' },
          status: 400,
          answer: error,
          intent: 'invalid',
        },
      ],
    ],
  },
  {
    code: 'situations/custom-field:other-status',
    broken: [
      {
        ask: `PATCH ${field}/situacoes`,
        body: { situacao: 2 },
        status: 422,
        answer: error,
        intent: 'invalid',
      },
    ],
    harmless: [
      [
        {
          ask: `PATCH ${field}/situacoes`,
          body: { situacao: 1 },
          status: 404,
          answer: missing,
          intent: 'unknown-record',
        },
      ],
    ],
  },
  {
    code: 'situations/custom-field:refused',
    broken: [{ ask: `PATCH ${field}/situacoes`, body: { situacao: 0 }, status: 400, answer: error }],
    harmless: [
      [{ ask: `PATCH ${field}/situacoes`, body: { situacao: 0 }, status: 400, answer: error, step: null }],
    ],
  },
  {
    code: 'situations/custom-field:not-set',
    broken: [
      { ask: `PATCH ${field}/situacoes`, body: { situacao: 0 }, status: 204 },
      { ask: `GET ${field}`, data: { id: 7, situacao: 1 } },
    ],
    harmless: [
      [
        { ask: `GET ${field}`, data: { id: 7, nome: 'x', situacao: 1 } },
        { ask: `PATCH ${field}/situacoes`, body: { situacao: 0 }, status: 204 },
        { ask: `GET ${field}`, data: { id: 7, nome: 'x', situacao: 0 } },
      ],
    ],
  },
  {
    code: 'situations/custom-field:value',
    broken: [{ ask: `GET ${field}`, data: { id: 7, situacao: 'A' }, step: null }],
    harmless: [[{ ask: `GET ${field}`, data: { id: 7 }, step: null }]],
  },
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
  {
    code: 'versioning/v2-route:successor',
    broken: [{ ask: 'GET /pedido/7', status: 404, answer: missing, step: null, source: 'proxy' }],
    harmless: [
      [{ ask: 'GET /pedidos/vendas/7', data: { id: 7 }, step: null, source: 'proxy' }],
      [
        {
          ask: 'GET https://outro.invalid/pedido/7',
          status: 404,
          channel: 'elsewhere',
          headers: [],
          step: null,
        },
      ],
    ],
  },
  {
    code: 'versioning/v2-route:no-successor',
    broken: [
      {
        ask: 'GET https://outro.invalid/Api/v2/campanhas/json',
        channel: 'elsewhere',
        headers: [],
        step: null,
      },
    ],
    harmless: [
      [{ ask: 'GET https://outro.invalid/campanhas/json', channel: 'elsewhere', headers: [], step: null }],
    ],
  },
  {
    code: 'versioning/v2-key:sent',
    broken: [{ ask: 'GET /produtos?apikey=[api_key%231]', data: page(1), step: null, source: 'proxy' }],
    harmless: [
      [{ ask: 'GET /produtos?chave=apikey', data: page(1), step: null, source: 'proxy' }],
      [
        {
          ask: 'GET /produtos',
          data: page(1),
          headers: [
            ['authorization', 'Bearer [access_token#1]'],
            ['X-Request-Id', 'apikey'],
          ],
        },
      ],
    ],
  },
  {
    code: 'versioning/unavailable:asked',
    broken: [
      {
        ask: 'GET https://api.exemplo.invalid/Api/v2/propostascomerciais/json',
        status: 404,
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [
      [
        {
          ask: 'GET https://outro.invalid/propostas',
          channel: 'elsewhere',
          status: 404,
          headers: [],
          step: null,
        },
      ],
    ],
  },
  {
    code: 'versioning/unavailable:asked',
    severity: 'info',
    broken: [{ ask: 'GET /propostas-comerciais', data: page(1), step: null, source: 'proxy' }],
    harmless: [],
  },
  {
    code: 'versioning/unavailable:unknown-path',
    severity: 'warning',
    broken: [{ ask: 'GET /nada/7', status: 404, answer: missing, step: null, source: 'recording' }],
    harmless: [
      [{ ask: 'OPTIONS /nada/7', status: 404, answer: missing, step: null, source: 'proxy' }],
      [{ ask: 'GET /homologacao/nada', status: 404, answer: missing, step: null, source: 'proxy' }],
      [{ ask: 'HEAD /produtos', step: null, source: 'proxy' }],
      [
        {
          ask: 'GET https://api.exemplo.invalid/favicon.ico',
          status: 404,
          headers: [],
          step: null,
          source: 'proxy',
        },
      ],
    ],
  },
  {
    code: 'versioning/unavailable:unknown-path',
    profile: 'ownRoutes',
    severity: 'info',
    broken: [{ ask: 'GET /lojas/7/vagas', status: 404, answer: missing, step: null, source: 'proxy' }],
    harmless: [],
  },
  ...['GET /lojas/7', 'GET /lojas', 'PUT /lojas', 'GET /lojas/7/vagas/1', 'GET /filiais/7/vagas'].map(
    (ask): Sample => ({
      code: 'versioning/unavailable:unknown-path',
      profile: 'ownRoutes',
      severity: 'warning',
      broken: [{ ask, status: 404, answer: missing, step: null, source: 'proxy' }],
      harmless: [],
    }),
  ),
  {
    code: 'versioning/unavailable:asked',
    profile: 'ownRoutes',
    severity: 'info',
    broken: [{ ask: 'GET /ordens-producao', status: 404, answer: missing, step: null, source: 'proxy' }],
    harmless: [],
  },
  {
    code: 'versioning/unavailable:unknown-path',
    severity: 'info',
    broken: [{ ask: 'GET /caixas', data: page(1), step: null, source: 'proxy' }],
    harmless: [],
  },
  {
    code: 'versioning/unavailable:unknown-path',
    severity: 'info',
    broken: [{ ask: 'GET /vendedores/7', status: 404, answer: missing, step: null, source: 'proxy' }],
    harmless: [],
  },
  {
    code: 'versioning/unavailable:unknown-path',
    severity: 'info',
    broken: [{ ask: 'POST /usuarios', status: 405, step: null, source: 'proxy' }],
    harmless: [],
  },
  {
    code: 'versioning/v2-route:other-spelling',
    severity: 'info',
    broken: [{ ask: 'GET /forma-pagamentos/7', data: { id: 7 }, step: null, source: 'proxy' }],
    harmless: [[{ ask: 'GET /formas-pagamentos/7', data: { id: 7 }, step: null, source: 'proxy' }]],
  },
  {
    code: 'service/answers:timeout',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'timeout', message: '10,000 ms' } }],
    harmless: [[{ ask: 'GET /produtos', failure: { kind: 'aborted', message: 'interrupted' } }]],
  },
  {
    code: 'service/answers:unreachable',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'refused', message: 'ECONNREFUSED' } }],
    harmless: [
      [
        {
          ask: 'GET https://outro.invalid/',
          channel: 'elsewhere',
          headers: [],
          failure: { kind: 'refused', message: 'x' },
        },
      ],
    ],
  },
  {
    code: 'service/answers:reset',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'reset', message: 'ECONNRESET' } }],
    harmless: [[{ ask: 'GET /produtos', data: page(1) }]],
  },
  {
    code: 'service/answers:sent-again',
    severity: 'info',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'reset', message: 'ECONNRESET' }, sentAgain: true }],
    harmless: [[{ ask: 'GET /produtos', data: page(1) }]],
  },
  {
    code: 'service/answers:too-large',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'too-large', message: '64 MB' } }],
    harmless: [[{ ask: 'GET /produtos', data: page(1) }]],
  },
  {
    code: 'service/answers:malformed',
    broken: [{ ask: 'GET /produtos', failure: { kind: 'malformed', message: 'not HTTP' } }],
    harmless: [[{ ask: 'GET /produtos', data: page(1) }]],
  },
  {
    code: 'service/answers:surplus',
    broken: [{ ask: 'GET /produtos', data: page(1), surplus: { answer: 7 } }],
    harmless: [[{ ask: 'GET /produtos', data: page(1), surplus: { answer: 0 } }]],
    severity: 'warning',
  },
  {
    code: 'request/content-type:surplus',
    broken: [{ ask: 'GET /produtos', data: page(1), surplus: { request: 1 } }],
    harmless: [[{ ask: 'GET /produtos', data: page(1), surplus: { request: 0 } }]],
  },
  {
    code: 'request/content-type:missing',
    broken: [
      {
        ask: 'PUT /depositos/7',
        body: { descricao: 'x' },
        status: 204,
        headers: [['authorization', 'Bearer x']],
      },
    ],
    harmless: [
      [
        {
          ask: 'PUT /depositos/7',
          body: { descricao: 'x' },
          status: 204,
          headers: [['authorization', 'Bearer x']],
          gaps: ['request-bodies'],
        },
      ],
    ],
  },
  {
    code: 'request/content-type:other',
    broken: [
      {
        ask: 'PUT /depositos/7',
        body: { descricao: 'x' },
        status: 204,
        headers: [
          ['authorization', 'Bearer x'],
          ['content-type', 'text/plain'],
        ],
      },
    ],
    harmless: [
      [
        {
          ask: 'PUT /depositos/7',
          body: { descricao: 'x' },
          status: 204,
          headers: [
            ['authorization', 'Bearer x'],
            ['content-type', 'application/json; charset=utf-8'],
          ],
        },
      ],
    ],
  },
  {
    code: 'request/content-type:without-body',
    broken: [
      {
        ask: 'GET /produtos',
        data: page(1),
        headers: [
          ['authorization', 'Bearer x'],
          ['content-type', 'application/json'],
        ],
      },
    ],
    harmless: [
      [
        {
          ask: 'GET /produtos',
          data: page(1),
          headers: [
            ['authorization', 'Bearer x'],
            ['content-length', '0'],
          ],
        },
      ],
    ],
  },
  {
    code: 'data/shape:type',
    profile: 'bling',
    severity: 'warning',
    broken: [{ ask: 'GET /depositos/7', data: { id: 7, ...deposito, padrao: 'sim' } }],
    harmless: [
      [{ ask: 'GET /depositos/7', data: { id: 7, ...deposito, novo: 'x' } }],
      [{ ask: 'GET /depositos/7', status: 404, answer: { data: { padrao: 'sim' }, ...missing }, step: null }],
      [{ ask: 'GET /depositos/7', data: { id: 7, ...deposito, padrao: 'sim' }, gaps: ['answer-bodies'] }],
      [{ ask: 'POST /contas/pagar', status: 400, answer: error, step: null, gaps: ['request-bodies'] }],
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
      [
        {
          ask: 'PUT /depositos/7',
          body: deposito,
          status: 200,
          answer: { data: { id: 7 } },
          step: null,
          source: 'proxy',
        },
      ],
    ],
  },
  {
    code: 'request/body:none',
    broken: [{ ask: 'PUT /categorias/produtos/7', status: 400, answer: error, step: null, source: 'proxy' }],
    harmless: [
      [
        {
          ask: 'PUT /categorias/produtos/7',
          status: 204,
          step: null,
          source: 'recording',
          gaps: ['request-bodies'],
        },
      ],
      [{ ask: 'POST /anuncios/7/publicar', status: 204, step: null, source: 'proxy' }],
      [{ ask: 'PUT /categorias/produtos/7', status: 400, answer: error, intent: 'invalid' }],
    ],
  },
  {
    code: 'request/body:none',
    severity: 'warning',
    broken: [{ ask: 'POST /contatos', status: 400, answer: error, step: null, source: 'proxy' }],
    harmless: [[{ ask: 'PATCH /pedidos/vendas/7/situacoes/9', status: 204, step: null, source: 'proxy' }]],
  },
  {
    code: 'request/body:not-json',
    broken: [{ ask: 'PUT /depositos/7', body: '{"a":', status: 400, answer: error, step: null }],
    harmless: [[{ ask: 'PUT /depositos/7', body: '{"a":', status: 400, answer: error, intent: 'invalid' }]],
  },
  {
    code: 'request/body:wrapped',
    broken: [{ ask: 'PUT /depositos/7', body: { data: { descricao: 'x' } }, status: 204, step: null }],
    harmless: [
      [{ ask: 'POST /contas/pagar/7/baixar', body: { data: '2026-08-10' }, answer: { id: 7 }, step: null }],
    ],
  },
  {
    code: 'request/body:value',
    broken: [
      {
        ask: `PATCH ${field}/situacoes`,
        body: { situacao: 7 },
        status: 400,
        answer: error,
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [[{ ask: `PATCH ${field}/situacoes`, body: { situacao: 1 }, status: 204, step: null }]],
  },
  {
    code: 'request/body:missing',
    broken: [{ ask: `PATCH ${field}/situacoes`, body: {}, status: 400, answer: error, step: null }],
    harmless: [
      [{ ask: `PATCH ${field}/situacoes`, body: {}, status: 400, answer: error, intent: 'invalid' }],
    ],
  },
  {
    code: 'request/body:type',
    broken: [{ ask: 'POST /anuncios', body: [], status: 400, answer: error, step: null, source: 'examine' }],
    harmless: [
      [
        {
          ask: 'POST /anuncios',
          body: { x: 1 },
          status: 201,
          data: { id: 7 },
          step: null,
          source: 'examine',
        },
      ],
    ],
  },
  {
    code: 'request/body:type',
    profile: 'bling',
    severity: 'warning',
    broken: [
      {
        ask: 'PUT /depositos/7',
        body: { ...deposito, descricao: 5 },
        status: 204,
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [[{ ask: 'PUT /depositos/7', body: deposito, status: 204, step: null, source: 'proxy' }]],
  },
  {
    code: 'request/body:unknown',
    profile: 'bling',
    severity: 'warning',
    broken: [
      {
        ask: 'PUT /depositos/7',
        body: { ...deposito, nomee: 1 },
        status: 204,
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [],
  },
  {
    code: 'request/query:value',
    broken: [{ ask: 'GET /anuncios?situacao=9', status: 400, answer: error, step: null, source: 'proxy' }],
    harmless: [[{ ask: 'GET /anuncios?situacao=4', data: [], step: null, source: 'proxy' }]],
  },
  {
    code: 'request/query:missing',
    profile: 'bling',
    severity: 'warning',
    broken: [{ ask: 'GET /anuncios?idLoja=5', status: 400, answer: error, step: null, source: 'proxy' }],
    harmless: [
      [{ ask: 'GET /anuncios?idLoja=5&tipoIntegracao=x', data: [], step: null, source: 'proxy' }],
      [{ ask: 'DELETE /contatos?idsContatos[]=7&idsContatos[]=8', status: 204, step: null, source: 'proxy' }],
    ],
  },
  {
    code: 'request/query:unknown',
    severity: 'warning',
    broken: [{ ask: 'GET /categorias/lojas?idLojas=5', data: [], step: null, source: 'proxy' }],
    harmless: [
      [{ ask: 'GET /anuncios/categorias?pagina=1&limite=5&idLoja=5', data: [], step: null, source: 'proxy' }],
      [{ ask: 'GET /contatos?nada=5', data: [], step: null, source: 'proxy' }],
    ],
  },
  {
    code: 'request/query:unknown',
    profile: 'bling',
    severity: 'warning',
    broken: [{ ask: 'GET /contatos?nada=5', data: [], step: null, source: 'proxy' }],
    harmless: [[{ ask: 'GET /contatos?pesquisa=5', data: [], step: null, source: 'proxy' }]],
  },
  {
    code: 'limits/rate:second',
    profile: 'threeASecond',
    broken: [at(0), at(10), at(20), at(940)],
    harmless: [
      [at(0), at(10), at(20), at(960)],
      [at(0), at(10), at(20), { ...at(30), session: 'b' }],
      [at(0), at(10), at(20), { ...at(30), headers: [['Authorization', 'Bearer [access_token#2]']] }],
      [at(0), at(10), at(20), { ...at(30), gaps: ['times'] }],
      [at(0), at(10), at(20), { ...at(30), ask: 'GET /homologacao/produtos', data: { nome: 'x' } }],
      [at(0), at(10), at(20), { ...at(30), ask: 'OPTIONS /contatos', status: 204, data: undefined }],
    ],
  },
  {
    code: 'limits/rate:second',
    profile: 'threeASecond',
    broken: [at(0), at(10), at(900), at(300)],
    harmless: [[at(0), at(10), at(1200), at(300)]],
  },
  {
    code: 'limits/rate:second',
    profile: 'threeASecond',
    broken: [at(0), at(10), at(20), at(30)].map(
      (it): Passing => ({ ...it, source: 'run', step: 'contract/x' }),
    ),
    harmless: [],
  },
  {
    code: 'limits/rate:day',
    profile: 'fewADay',
    broken: [at(0), at(1), at(2), at(3)],
    harmless: [[at(0), at(1), at(2), at(86_400_000)]],
  },
  {
    code: 'request/identifier:other-field',
    broken: [
      {
        ask: 'GET /pedidos/vendas',
        data: [{ id: 16_000_000_001, numero: 123 }],
        step: null,
        source: 'proxy',
      },
      { ask: 'PUT /pedidos/vendas/123', body: {}, status: 404, answer: missing, step: null, source: 'proxy' },
    ],
    harmless: [
      [
        {
          ask: 'GET /pedidos/vendas',
          data: [{ id: 16_000_000_001, numero: 123 }],
          step: null,
          source: 'proxy',
        },
        { ask: 'GET /pedidos/vendas?numero=123', data: [], step: null, source: 'proxy' },
        { ask: 'GET /pedidos/vendas/124', status: 404, answer: missing, step: null, source: 'proxy' },
      ],
      [
        {
          ask: 'GET /pedidos/vendas',
          data: [
            { id: 123, numero: 124 },
            { id: 124, numero: 125 },
          ],
          step: null,
        },
        { ask: 'GET /pedidos/vendas/124', data: { id: 124, numero: 125, total: 1 }, step: null },
      ],
    ],
  },
  {
    code: 'request/identifier:text',
    broken: [
      { ask: 'GET /contatos', data: page(1, 2), step: null, source: 'proxy' },
      { ask: 'GET /contatos/C-77', status: 404, answer: missing, step: null, source: 'proxy' },
    ],
    harmless: [
      [{ ask: 'GET /contatos/C-77', status: 404, answer: missing, step: null, source: 'proxy' }],
      [
        { ask: 'GET /notificacoes', data: [{ id: '01HX' }], step: null, source: 'proxy' },
        { ask: 'GET /contatos', data: page(1, 2), step: null, source: 'proxy' },
        { ask: 'GET /anuncios/categorias/MLB1', data: { nome: 'x' }, step: null, source: 'proxy' },
        { ask: 'GET /contatos/[cpf%231]', status: 404, answer: missing, step: null, source: 'proxy' },
      ],
    ],
  },
  {
    code: 'request/identifier:placeholder',
    broken: [
      { ask: 'DELETE /contatos/undefined', status: 404, answer: missing, step: null, source: 'proxy' },
    ],
    harmless: [
      [{ ask: 'DELETE /contatos/undefined', status: 404, answer: missing, intent: 'invalid' }],
      [{ ask: 'GET /contatos?pesquisa=undefined', data: [], step: null, source: 'proxy' }],
    ],
  },
  {
    code: 'auth/bearer:missing',
    broken: [
      { ask: 'DELETE /contatos/7', status: 401, answer: error, headers: [], step: null, source: 'examine' },
    ],
    harmless: [
      [{ ask: 'GET /contatos/7', data: { id: 7 }, headers: [], step: null, gaps: ['authorization'] }],
      [{ ask: 'OPTIONS /contatos/7', status: 204, headers: [], step: null, source: 'proxy' }],
      [{ ask: 'GET /produtos', status: 401, answer: error, headers: [], intent: 'without-token' }],
      [{ ask: 'GET https://outro.invalid/', channel: 'elsewhere', headers: [], step: null }],
    ],
  },
  {
    code: 'auth/bearer:several',
    broken: [withCredentials('Bearer [access_token#1]', 'Bearer [access_token#2]')],
    harmless: [[withCredentials('bearer  [access_token#1]')]],
  },
  {
    code: 'auth/bearer:several',
    broken: [withCredentials('Bearer [access_token#1], Bearer [access_token#2]')],
    harmless: [],
  },
  { code: 'auth/bearer:not-bearer', broken: [withCredentials('Basic [basic#1]')], harmless: [] },
  { code: 'auth/bearer:not-bearer', broken: [withCredentials('Token [access_token#1]')], harmless: [] },
  { code: 'auth/bearer:raw', broken: [withCredentials('[access_token#1]')], harmless: [] },
  { code: 'auth/bearer:doubled', broken: [withCredentials('Bearer Bearer [access_token#1]')], harmless: [] },
  { code: 'auth/bearer:quoted', broken: [withCredentials('Bearer "[access_token#1]"')], harmless: [] },
  { code: 'auth/bearer:placeholder', broken: [withCredentials('Bearer undefined')], harmless: [] },
  { code: 'auth/bearer:placeholder', broken: [withCredentials('Bearer')], harmless: [] },
  { code: 'auth/bearer:placeholder', broken: [withCredentials('')], harmless: [] },
  { code: 'auth/bearer:refresh-token', broken: [withCredentials('Bearer [refresh_token#1]')], harmless: [] },
  {
    code: 'auth/bearer:refresh-token',
    broken: [renewal('R1'), withCredentials('Bearer R2')],
    harmless: [
      [renewal('R1'), withCredentials('Bearer A2')],
      // the access token, sent to the token address by mistake and labelled by the place it was seen in
      [
        { ...renewal('[refresh_token#1]'), status: 400, answer: error },
        withCredentials('Bearer [refresh_token#1]'),
      ],
    ],
  },
  {
    code: 'auth/bearer:dead-token',
    broken: [dead(), dead(), dead()],
    harmless: [
      [dead(), dead(), withCredentials('Bearer [access_token#2]'), dead('[access_token#2]')],
      [dead(), dead(), withCredentials('Bearer [access_token#1]'), dead()],
      // all that were on their way when the first was refused, and all that left before the second refusal came
      [dead(), { ...dead(), atMs: 1001 }, { ...dead(), atMs: 1002 }],
      [1000, 2000, 2001, 2054].map((atMs) => ({ ...dead(), atMs })),
      [1000, 1055, 1056, 1057].map((atMs) => ({ ...dead(), atMs })),
      [dead(), dead(), { ...dead(), gaps: ['times'] }],
    ],
  },
  {
    code: 'auth/refused:accepted',
    broken: [{ ask: 'GET /produtos', data: page(1), headers: [], intent: 'without-token' }],
    harmless: [
      [{ ask: 'GET /produtos', status: 401, answer: error, headers: [], intent: 'without-token' }],
      [{ ask: 'GET /produtos', status: 400, answer: error, headers: [], intent: 'without-token' }],
      [
        {
          ask: 'GET /produtos',
          data: page(1),
          headers: [],
          step: null,
          source: 'recording',
          gaps: ['authorization'],
        },
      ],
    ],
  },
  {
    code: 'auth/https:plain',
    broken: [{ ask: 'GET http://api.exemplo.invalid/Api/v3/x', data: [], step: null, source: 'proxy' }],
    harmless: [
      [{ ask: 'GET http://localhost:3000/Api/v3/x', data: [] }],
      [{ ask: 'GET http://[::1]:3000/Api/v3/x', data: [] }],
      [{ ask: 'GET http://127.0.0.1/Api/v3/x', data: [] }],
      [{ ask: 'GET http://192.168.0.9/Api/v3/x', data: [], source: 'examine', step: null }],
    ],
  },
  {
    code: 'auth/same-origin:foreign',
    broken: [
      { ask: 'GET /contatos', data: [], step: null, source: 'recording' },
      { ask: 'GET https://outro.invalid/x', channel: 'elsewhere', step: null, source: 'recording' },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: [], step: null, source: 'recording' },
        {
          ask: 'POST https://outro.invalid/aviso?token=[access_token%233]',
          channel: 'elsewhere',
          headers: [
            ['Authorization', 'Bearer [access_token#2]'],
            ['X-Api-Key', '[api_key#1]'],
          ],
          step: null,
          source: 'recording',
        },
      ],
      [
        {
          ask: 'GET https://outro.invalid/x',
          channel: 'elsewhere',
          headers: [],
          step: null,
          source: 'recording',
        },
      ],
    ],
  },
  {
    code: 'auth/same-origin:in-url',
    broken: [
      { ask: 'GET /contatos', data: [], step: null, source: 'proxy' },
      {
        ask: 'GET https://outro.invalid/x?chave=%5Baccess_token%231%5D',
        channel: 'elsewhere',
        headers: [],
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [],
  },
  {
    code: 'auth/same-origin:in-url',
    profile: 'bling',
    broken: [
      { ask: 'GET /produtos?access_token=%5Baccess_token%231%5D', data: [], step: null, source: 'proxy' },
    ],
    harmless: [],
  },
  {
    code: 'versioning/v2-key:sent',
    profile: 'bling',
    broken: [{ ask: 'GET /produtos?apikey=[api_key%231]', data: [], step: null, source: 'proxy' }],
    harmless: [],
  },
  {
    code: 'auth/same-origin:in-url',
    broken: [
      {
        ask: 'GET /produtos?access_token=%5Baccess_token%231%5D',
        data: page(1),
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [
      [
        {
          ask: 'GET https://app.invalid/retorno?code=abc&state=x',
          channel: 'elsewhere',
          headers: [],
          step: null,
        },
      ],
      [{ ask: 'GET /produtos?tokens=1', data: page(1) }],
    ],
  },
]

const shapes = await loadShapes()
const ownShapes = await loadShapesOf(known.ownShapes as Profile)

function judge(passings: readonly Passing[], profile: keyof typeof known = 'spec') {
  const watch = createWatch(observers, {
    profile: known[profile] as Profile,
    baseUrl,
    tokenUrl: 'https://api.exemplo.invalid/oauth/token',
    shapes: profile === 'ownShapes' ? ownShapes : shapes,
  })
  const breaches = passings.flatMap((it, i) => watch.see(passing(it, i + 1)))
  return { breaches, tested: watch.tested }
}

it('a record that a read shows after its deletion is one fault, though it can still be changed', () => {
  const { breaches } = judge([
    { ask: 'DELETE /contatos/7', status: 204 },
    { ask: 'GET /contatos/7', data: { id: 7, nome: 'a' }, intent: 'unknown-record' },
    { ask: 'PUT /contatos/7', body: { nome: 'b' }, status: 204, intent: 'unknown-record' },
  ])
  expect(breaches.map(({ code }) => code)).toEqual(['records/deleted:still-there'])
})

it('no rate is judged where the specification is silent about one', () => {
  const { breaches, tested } = judge([at(0), at(10), at(20), at(30), at(40)], 'spec')
  expect({ breaches, isTested: tested.has('limits/rate') }).toEqual({ breaches: [], isTested: false })
})

describe('a broken sample', () => {
  it.each(samples.map((sample) => [sample.code, sample] as const))(
    'trips %s and nothing else',
    (code, sample) => {
      const { breaches, tested } = judge(sample.broken, sample.profile)
      expect(breaches.map((breach) => breach.code)).toEqual([code])
      expect(breaches[0]?.severity).toBe(sample.severity)
      expect(breaches[0]?.exchange).toBe(sample.shownBy ?? `e${sample.broken.length}`)
      expect(tested.has(breaches[0]?.requirement as RequirementId)).toBe(true)
    },
  )

  it.each(samples.map((sample) => [sample.code, sample.broken.at(-1)?.ask, sample] as const))(
    'of %s tells at %s who erred, and what was seen',
    (_code, _ask, sample) => {
      const told = judge(sample.broken, sample.profile).breaches.map(
        ({ code, blame, route, step, subject, values }) =>
          // what the engine says of broken JSON changes with it
          `${blame} | ${route} | ${step} | ${subject} | ${JSON.stringify(code.endsWith('json:not-json') ? Object.keys(values) : values)}`,
      )
      expect(told.join('\n')).toMatchSnapshot()
    },
  )

  it('exists for every code, and every observer', () => {
    const shown = new Set<string>(samples.map(({ code }) => code))
    expect(Object.keys(english).filter((code) => !shown.has(code))).toEqual([])
    const ids = new Set(samples.map(({ code }) => code.split(':')[0]))
    // its codes are the homologation's: auth/token-answer.test.ts
    ids.add('auth/renewal')
    expect(observers.filter(({ id }) => !ids.has(id)).map(({ id }) => id)).toEqual([])
  })
})

describe('a harmless variant', () => {
  const variants = samples.flatMap(({ code, harmless, profile }) =>
    harmless.map((it, i) => [`${code} ${i + 1}`, it, profile] as const),
  )
  it.each(variants)('of %s trips nothing', (_, passings, profile) => {
    expect(judge(passings, profile).breaches.map(({ code, values }) => [code, values])).toEqual([])
  })
})

describe('the sentences of a breach', () => {
  it.each(samples.map((sample) => [sample.code, sample] as const))(
    '%s find all their values',
    (code, { broken, profile }) => {
      const values = judge(broken, profile).breaches[0]?.values ?? {}
      for (const sentences of [english[code], portuguese[code]]) {
        const names = [
          ...Object.values(sentences)
            .join(' ')
            .matchAll(/\{(\w+)(?::kind)?\}/g),
        ].map(([, name]) => name ?? '')
        expect(names.filter((name) => !Object.hasOwn(values, name))).toEqual([])
      }
    },
  )
})

describe('a dead token at the edge', () => {
  /** When each request of a dead token was sent; each is refused 5 ms later. */
  const findings = (source: Exchange['source'], ...sentAtMs: number[]) => {
    const watch = createWatch(observers, { profile: profiles.spec, baseUrl, tokenUrl: null })
    return sentAtMs.flatMap((atMs, i) =>
      watch
        .see(passing({ ...dead(), source, atMs }, i + 1))
        .filter(({ requirement: id }) => id === 'auth/bearer'),
    )
  }

  it.each([
    ['run', [1000, 1006, 1011], 0], // the third left in the moment in which the second refusal came
    ['run', [1000, 1006, 1012], 1],
    ['run', [1000, 1005, 1010, 1015], 0],
    ['proxy', [1000, 1056, 1111], 0],
    ['proxy', [1000, 1056, 1112], 1],
    ['run', [1000, 1006, 1012, 1018, 1024], 1],
  ] as const)('%s: sent at %j', (source, sentAtMs, count) => {
    expect(findings(source, ...sentAtMs)).toHaveLength(count)
  })
})
