import { deposito, error, notFound, page, proxied, type Sample } from '../sample.fixture.js'

const category = { descricao: 'Copos' }
const dead = { error: { type: 'invalid_token', message: 'm', description: 'd' } }

export const envelopeSamples: readonly Sample[] = [
  {
    code: 'envelope/status:other-spelling',
    broken: [{ ask: 'GET /formas-pagamentos', ...notFound }],
    harmless: [[{ ask: 'GET /formas-pagamentos', data: page(1) }]],
  },
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
    broken: [{ ask: 'GET /vendedores', status: 404, response: '<h1>404</h1>', responseType: 'text/html' }],
    harmless: [[{ ask: 'GET /vendedores', status: 401, response: error }]],
  },
  {
    code: 'envelope/status:named-only',
    severity: 'info',
    broken: [{ ask: 'GET /usuarios', status: 405, ...proxied }],
  },
  {
    code: 'envelope/status:named-refused',
    severity: 'info',
    broken: [{ ask: 'GET /logisticas/etiquetas', status: 400, response: error }],
    harmless: [[{ ask: 'GET /logisticas/etiquetas', status: 400, response: error, step: null }]],
  },
  {
    code: 'envelope/status:token-refused',
    shownBy: 'e1',
    broken: [
      { ask: 'GET /contatos', status: 401, response: error },
      { ask: 'GET /depositos', data: page(1) },
    ],
    harmless: [
      [{ ask: 'GET /contatos', status: 401, response: error }],
      [
        { ask: 'GET /contatos', status: 401, response: error },
        { ask: 'GET /depositos', status: 401, response: error },
      ],
      [
        { ask: 'GET /contatos', status: 401, response: error },
        { ask: 'GET /contatos', data: page(1) },
      ],
      [
        { ask: 'GET /contatos', status: 401, response: error },
        { ask: 'GET /depositos', data: page(1), headers: [['Authorization', 'Bearer [access_token#2]']] },
      ],
      [
        { ask: 'GET /contatos', status: 401, response: error, atMs: 1000 },
        { ask: 'GET /depositos', data: page(1), atMs: 1004 },
      ],
      [
        { ask: 'GET /contatos', status: 429, response: error },
        { ask: 'GET /depositos', data: page(1) },
      ],
      [
        { ask: 'PUT /contatos/7', body: [], status: 400, response: dead, intent: 'invalid' },
        { ask: 'GET /depositos', data: page(1) },
      ],
      [
        { ask: 'GET /contatos', status: 401, response: error },
        { ask: 'GET /homologacao/produtos', data: { nome: 'x' } },
      ],
      [
        { ask: 'GET /contatos', status: 401, response: error, intent: 'without-token', headers: [] },
        { ask: 'GET /depositos', data: page(1) },
      ],
      [
        { ask: 'GET /contatos', status: 401, response: error, step: null },
        { ask: 'GET /depositos', data: page(1), step: null },
      ],
      [
        { ask: 'GET /contatos', status: 401, response: error },
        { ask: 'GET /depositos/7', ...notFound, intent: 'unknown-record' },
      ],
    ],
  },
  {
    code: 'envelope/status:token-refused',
    shownBy: 'e1',
    profile: 'bling',
    broken: [
      { ask: 'GET /contatos', status: 400, response: dead },
      { ask: 'GET /formas-pagamentos', data: [] },
    ],
  },
  {
    code: 'envelope/status:server-error',
    broken: [{ ask: 'GET /vendedores', status: 500, response: '<h1>oops</h1>' }],
    harmless: [[{ ask: 'GET /vendedores', status: 429, response: error }]],
  },
  {
    code: 'envelope/status:server-error',
    broken: [{ ask: 'GET /contatos/7', status: 500, response: '<h1>oops</h1>', ...proxied }],
    harmless: [[{ ask: 'GET https://outro.invalid/', status: 500, headers: [], channel: 'elsewhere' }]],
  },
  {
    code: 'envelope/status:forbidden',
    broken: [{ ask: 'GET /nfe', status: 403, response: error }],
    harmless: [
      [{ ask: 'GET /nfe', status: 403, response: error, ...proxied }],
      [{ ask: 'GET /nfe', status: 401, response: error }],
      [{ ask: 'GET /nfe', status: 429, response: error }],
    ],
  },
  {
    code: 'envelope/status:not-found',
    broken: [
      { ask: 'GET /produtos/9', data: { id: 9 }, ...proxied },
      { ask: 'GET /produtos/9', ...notFound, ...proxied },
    ],
    harmless: [
      [
        { ask: 'GET /produtos/9', data: { id: 9 }, ...proxied },
        { ask: 'DELETE /produtos/9', status: 204, ...proxied },
        { ask: 'GET /produtos/9', ...notFound, ...proxied },
      ],
      [
        { ask: 'GET /produtos/9', data: { id: 9 }, step: null, session: 'a', source: 'examine' },
        { ask: 'GET /produtos/9', ...notFound, step: null, session: 'b', source: 'examine' },
      ],
    ],
  },
  {
    code: 'envelope/status:not-found',
    shownBy: 'e2',
    broken: [
      { ask: 'GET /produtos', data: page(8, 9), step: 'produtos/list' },
      { ask: 'GET /produtos/9', ...notFound, rechecked: true },
      { ask: 'GET /produtos', data: page(9, 10) },
    ],
    harmless: [
      [
        { ask: 'GET /produtos', data: page(8, 9), step: 'produtos/list' },
        { ask: 'GET /produtos/9', ...notFound, rechecked: true },
        { ask: 'GET /produtos', data: page(8) },
      ],
      [
        { ask: 'GET /contas/pagar/7', data: { id: 7, borderos: [9] }, step: 'contas-pagar/read' },
        { ask: 'GET /borderos/9', ...notFound, rechecked: true },
        { ask: 'GET /contas/pagar/7', data: { id: 7, borderos: [99] } },
      ],
      [
        { ask: 'GET /produtos', data: page(9), step: 'produtos/list' },
        { ask: 'GET /produtos/9', ...notFound, rechecked: true },
        { ask: 'GET /produtos', data: page(9), step: 'produtos/other' },
      ],
    ],
  },
  {
    code: 'envelope/status:not-found',
    shownBy: 'e2',
    broken: [
      { ask: 'GET /contas/pagar/7', data: { id: 7, borderos: [9] }, step: 'contas-pagar/read' },
      { ask: 'GET /borderos/9', ...notFound, rechecked: true },
      { ask: 'GET /contas/pagar/7', data: { id: 7, borderos: [8, 9] } },
    ],
  },
  {
    code: 'envelope/status:not-found',
    severity: 'warning',
    broken: [{ ask: 'GET /produtos', ...notFound, ...proxied }],
    harmless: [[{ ask: 'GET /produtos', status: 400, response: error, ...proxied }]],
  },
  {
    code: 'envelope/status:not-found',
    broken: [{ ask: 'GET /produtos', ...notFound }],
    harmless: [
      [{ ask: 'GET /produtos/9', ...notFound, step: null, source: 'examine' }],
      [
        { ask: 'DELETE /produtos/9', status: 204 },
        { ask: 'GET /produtos/9', ...notFound },
      ],
    ],
  },
  {
    code: 'envelope/status:refused',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 302 }],
    harmless: [[{ ask: 'POST /contatos', body: { nome: 'x' }, status: 302, ...proxied }]],
  },
  {
    code: 'envelope/status:redirected',
    broken: [{ ask: 'GET /contatos', status: 301, responseHeaders: [['location', 'https://erp.exemplo/x']] }],
    harmless: [
      [{ ask: 'GET /contatos', status: 301, responseHeaders: [['location', '/x']], ...proxied }],
      [{ ask: 'GET /contatos', data: [], responseHeaders: [['location', '/x']] }],
    ],
  },
  {
    code: 'envelope/status:refused',
    broken: [
      { ask: 'GET /produtos/9', data: { id: 9 }, ...proxied },
      { ask: 'GET /produtos/9', status: 400, response: error, ...proxied },
    ],
    harmless: [
      [
        { ask: 'GET /produtos/9', data: { id: 9 }, ...proxied },
        { ask: 'GET /produtos/9', status: 304, ...proxied },
        { ask: 'GET /produtos/9', status: 403, response: error, ...proxied },
        { ask: 'PUT /produtos/9', body: {}, status: 400, response: error, ...proxied },
      ],
    ],
  },
  {
    code: 'envelope/status:refused',
    broken: [{ ask: 'GET /anuncios?pagina=1&limite=5', status: 400, response: error }],
    harmless: [
      [{ ask: 'GET /anuncios?pagina=1', status: 400, response: error, step: null, source: 'recording' }],
    ],
  },
  {
    code: 'envelope/status:reference-refused',
    severity: 'warning',
    broken: [
      { ask: 'GET /contatos', data: [{ id: '7' }] },
      { ask: 'POST /pedidos/vendas', body: { contato: { id: '7' } }, status: 400, response: error },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: [{ id: '7' }] },
        { ask: 'POST /pedidos/vendas', body: { contato: { id: '7' } }, status: 201, data: { id: 8 } },
      ],
    ],
  },
  {
    code: 'envelope/status:sample-refused',
    severity: 'warning',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 400, response: error }],
    harmless: [[{ ask: 'POST /contatos', body: {}, status: 400, response: error, intent: 'invalid' }]],
  },
  {
    code: 'envelope/json:not-json',
    broken: [{ ask: 'GET /borderos/7', response: '{"data":', step: null }],
    harmless: [
      [{ ask: 'GET /borderos/7', response: '{"data":', gaps: ['answer-bodies'] }],
      [{ ask: 'GET /borderos/7', response: ' {"data": {"id": 7}}\n' }],
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
    broken: [{ ask: 'GET /borderos/7', response: '\uFEFF{"data": {"id": 7}}' }],
    harmless: [[{ ask: 'GET /borderos/7', response: '{"data": {"id": 7, "nome": "\uFEFFa"}}' }]],
  },
  {
    code: 'envelope/json:not-declared',
    broken: [{ ask: 'GET /borderos/7', data: { id: 7 }, responseType: 'text/html' }],
    harmless: [
      [
        {
          ask: 'GET /borderos/7',
          data: { id: 7 },
          responseType: null,
          responseHeaders: [['CONTENT-TYPE', 'application/json']],
        },
      ],
      [{ ask: 'GET /borderos/7', data: { id: 7 }, responseType: 'APPLICATION/JSON;charset=UTF-8' }],
      [{ ask: 'GET /borderos/7', data: { id: 7 }, responseType: 'application/hal+json' }],
    ],
  },
  {
    code: 'envelope/json:not-declared',
    broken: [
      {
        ask: 'GET /borderos/7',
        data: { id: 7 },
        responseType: null,
        responseHeaders: [
          ['Server', 'x'],
          ['Content-TYPE', 'text/plain'],
        ],
      },
    ],
  },
  {
    code: 'envelope/json:not-declared',
    broken: [{ ask: 'GET /borderos/7', data: { id: 7 }, responseType: null }],
  },
  {
    code: 'envelope/data:no-object',
    broken: [{ ask: 'GET /categorias/produtos', response: page(1, 2) }],
    harmless: [[{ ask: 'POST /nfe/7/enviar', response: [1] }]],
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
    broken: [{ ask: 'GET /borderos/7', response: { id: 7 } }],
    harmless: [[{ ask: 'POST /contas/pagar/7/baixar', body: { data: '2026-08-10' }, response: { id: 7 } }]],
  },
  {
    code: 'envelope/data:missing',
    broken: [{ ask: 'GET /contatos/7', response: { id: 7 } }],
    harmless: [[{ ask: 'GET /contatos/7', data: { id: 7 } }]],
  },
  {
    code: 'envelope/data:extra',
    broken: [{ ask: 'GET /categorias/produtos', response: { data: page(1), total: 1 } }],
    harmless: [
      [
        {
          ask: 'POST /categorias/produtos',
          body: category,
          status: 201,
          response: { data: { id: 1 }, alertas: [] },
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
    harmless: [
      [{ ask: 'GET /vendedores', status: 404, response: { data: 'nada' }, intent: 'unknown-record' }],
    ],
  },
  {
    code: 'envelope/json:not-json',
    broken: [{ ask: 'GET /vendedores', response: '<html>', responseType: 'text/html' }],
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
    broken: [{ ask: 'DELETE /borderos/7', status: 204, response: 'ok' }],
    harmless: [[{ ask: 'DELETE /borderos/7', status: 204, response: '' }]],
  },
  {
    code: 'envelope/no-content:body',
    broken: [{ ask: 'DELETE /borderos/7', status: 204, responseHeaders: [['Content-Length', '3']] }],
    harmless: [[{ ask: 'DELETE /borderos/7', status: 204, responseHeaders: [['Content-Length', '']] }]],
  },
  {
    code: 'envelope/no-content:chunked',
    broken: [{ ask: 'DELETE /borderos/7', status: 204, responseHeaders: [['Transfer-Encoding', 'chunked']] }],
    harmless: [
      [{ ask: 'GET /borderos/7', data: { id: 7 }, responseHeaders: [['Transfer-Encoding', 'chunked']] }],
      [{ ask: 'DELETE /borderos/7', status: 204, responseHeaders: [['Content-Length', '0']] }],
    ],
  },
  {
    code: 'envelope/created:no-data',
    broken: [{ ask: 'POST /categorias/lojas', body: category, status: 201, response: { id: 7 } }],
    harmless: [
      [{ ask: 'PUT /contatos/7', body: { nome: 'x' }, status: 204 }],
      [{ ask: 'POST /categorias/lojas', body: category, status: 201, gaps: ['answer-bodies'] }],
    ],
  },
  {
    code: 'envelope/created:no-data',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 201 }],
  },
  {
    code: 'envelope/json:not-json',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 201, response: ' ' }],
  },
  { code: 'envelope/json:not-json', broken: [{ ask: 'GET /contatos', response: ' ' }] },
  {
    code: 'envelope/created:no-data',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 201, response: [7] }],
  },
  {
    code: 'envelope/created:no-data',
    broken: [{ ask: 'POST /homologacao/produtos', body: { nome: 'x' }, status: 201, response: { id: 7 } }],
    harmless: [
      [{ ask: 'POST /homologacao/produtos', body: { nome: 'x' }, status: 201, data: { id: 0 } }],
      [{ ask: 'POST /homologacao/produtos', body: { nome: 'x' }, status: 201 }],
      [{ ask: 'GET /homologacao/produtos', data: [] }],
    ],
  },
  {
    code: 'envelope/data:extra',
    broken: [{ ask: 'GET /homologacao/produtos', response: { data: { nome: 'x' }, sucesso: true } }],
    harmless: [[{ ask: 'GET /homologacao/produtos', response: { nome: 'x' } }]],
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
    code: 'envelope/data:twice',
    profile: 'bling',
    broken: [{ ask: 'GET /depositos/7', data: { data: { ...deposito, id: 7 } } }],
    harmless: [[{ ask: 'GET /depositos/7', data: { ...deposito, id: 7 } }]],
  },
  {
    code: 'envelope/data:twice',
    broken: [{ ask: 'GET /categorias/lojas', data: { data: [{ id: 7 }] } }],
    harmless: [[{ ask: 'GET /pedidos/vendas/7', data: { id: 7, data: '2026-05-04' } }]],
  },
  {
    code: 'envelope/data:twice',
    severity: 'info',
    broken: [{ ask: 'GET /contatos', data: { data: [{ id: 7 }] } }],
    harmless: [[{ ask: 'GET /vendedores', data: { data: [{ nome: 'x' }] } }]],
  },
  {
    code: 'envelope/data:twice',
    severity: 'warning',
    profile: 'bling',
    broken: [{ ask: 'GET /depositos', data: { data: [{ ...deposito, id: 7 }] } }],
  },
  {
    code: 'envelope/created:twice',
    profile: 'bling',
    broken: [{ ask: 'POST /depositos', body: deposito, status: 201, data: { data: { id: 7 } } }],
    harmless: [[{ ask: 'POST /depositos', body: deposito, status: 201, data: { id: 7 } }]],
  },
  {
    code: 'envelope/created:rounded',
    severity: 'info',
    broken: [
      {
        ask: 'POST /contatos',
        body: { nome: 'a' },
        status: 201,
        response: '{"data":{"id":9007199254740993}}',
      },
    ],
    harmless: [[{ ask: 'POST /contatos', body: { nome: 'a' }, status: 201, data: { id: 7 } }]],
  },
  {
    code: 'envelope/created:not-an-identifier',
    broken: [{ ask: 'POST /contatos', body: { nome: 'x' }, status: 201, response: '{"data":{"id":1e400}}' }],
  },
  {
    code: 'envelope/created:not-an-identifier',
    broken: [{ ask: 'POST /contatos', body: category, status: 201, data: { id: 0 } }],
    harmless: [[{ ask: 'POST /categorias/lojas', body: category, status: 201, data: { id: 'A7' } }]],
  },
]
