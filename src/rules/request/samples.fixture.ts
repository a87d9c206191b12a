import { deposito, error, field, missing, page, type Sample } from '../sample.fixture.js'

export const requestSamples: readonly Sample[] = [
  {
    code: 'request/query:missing',
    severity: 'warning',
    profile: 'bling',
    broken: [{ ask: 'GET /anuncios?pagina=1&idLoja=5', status: 400, response: error }],
    harmless: [],
  },
  {
    code: 'request/query:missing',
    severity: 'warning',
    profile: 'bling',
    broken: [{ ask: 'GET /anuncios?situacao=2&idLoja=5', status: 400, response: error }],
    harmless: [],
  },
  {
    code: 'request/query:missing',
    severity: 'warning',
    profile: 'bling',
    broken: [{ ask: 'GET /anuncios/7?idLoja=5', status: 400, response: error, intent: 'unknown-record' }],
    harmless: [],
  },
  {
    code: 'request/query:doubled',
    severity: 'info',
    broken: [
      {
        ask: 'GET /categorias/lojas?idLoja=5&idLoja=6',
        data: [{ id: 7, idLoja: 6 }],
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [
      [{ ask: 'GET /categorias/lojas?idLoja=5&idLoja=5', data: [{ id: 7, idLoja: 5 }], step: null }],
    ],
  },
  {
    code: 'request/query:doubled',
    severity: 'info',
    broken: [
      { ask: 'GET /categorias/lojas?limite=1&limite=2', data: page(1, 2), step: null, source: 'proxy' },
    ],
    harmless: [],
  },
  {
    code: 'request/query:value',
    severity: 'warning',
    profile: 'bling',
    broken: [{ ask: 'GET /depositos?limite=0', data: [], step: null, source: 'proxy' }],
    harmless: [[{ ask: 'GET /depositos?limite=1', data: [], step: null, source: 'proxy' }]],
  },
  {
    code: 'request/identifier:not-integer',
    profile: 'bling',
    broken: [
      { ask: 'GET /pedidos/vendas/PV-7', status: 404, response: missing, step: null, source: 'proxy' },
    ],
    harmless: [
      [{ ask: 'GET /pedidos/vendas/7', status: 404, response: missing, step: null, source: 'proxy' }],
      [
        {
          ask: 'GET /anuncios/categorias/MLB1?tipoIntegracao=x&idLoja=5',
          data: { nome: 'x' },
          step: null,
          source: 'proxy',
        },
      ],
    ],
  },
  {
    code: 'request/content-type:byte-order-mark',
    severity: 'warning',
    broken: [{ ask: 'PUT /depositos/7', body: '\uFEFF{"descricao":"x"}', status: 204 }],
    harmless: [[{ ask: 'PUT /depositos/7', body: '{"descricao":"\uFEFFx"}', status: 204 }]],
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
    code: 'request/body:none',
    broken: [
      { ask: 'PUT /categorias/produtos/7', status: 400, response: error, step: null, source: 'proxy' },
    ],
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
      [{ ask: 'PUT /categorias/produtos/7', status: 400, response: error, intent: 'invalid' }],
    ],
  },
  {
    code: 'request/body:none',
    severity: 'warning',
    broken: [{ ask: 'POST /contatos', status: 400, response: error, step: null, source: 'proxy' }],
    harmless: [[{ ask: 'PATCH /pedidos/vendas/7/situacoes/9', status: 204, step: null, source: 'proxy' }]],
  },
  {
    code: 'request/body:surplus',
    severity: 'warning',
    broken: [
      { ask: 'DELETE /categorias/lojas/7', body: { id: 7 }, status: 204, step: null, source: 'proxy' },
    ],
    harmless: [
      [{ ask: 'DELETE /categorias/lojas/7', status: 204, step: null, source: 'proxy' }],
      // where no table says that there is none, nothing is known of it
      [{ ask: 'DELETE /contatos/7', body: { id: 7 }, status: 204, step: null, source: 'proxy' }],
      [{ ask: 'POST /pedidos/vendas/7/gerar-nfe', body: { a: 1 }, status: 200, step: null, source: 'proxy' }],
    ],
  },
  ...['/homologacao/produtos', '/contatos/7', '/vendedores'].map((path) => ({
    code: 'request/body:surplus' as const,
    severity: 'warning' as const,
    broken: [{ ask: `GET ${path}`, body: {}, data: { id: 7 }, step: null, source: 'proxy' as const }],
    harmless: [[{ ask: `GET ${path}`, data: { id: 7 }, step: null, source: 'proxy' as const }]],
  })),
  {
    code: 'request/body:surplus',
    severity: 'warning',
    broken: [{ ask: 'POST /anuncios/7/publicar', body: '{', status: 204, step: null, source: 'proxy' }],
    // told as a step of the procedure
    harmless: [
      [{ ask: 'DELETE /homologacao/produtos/7', body: {}, status: 204, step: null, source: 'proxy' }],
    ],
  },
  {
    code: 'request/body:not-json',
    broken: [{ ask: 'PUT /depositos/7', body: '{"a":', status: 400, response: error, step: null }],
    harmless: [[{ ask: 'PUT /depositos/7', body: '{"a":', status: 400, response: error, intent: 'invalid' }]],
  },
  {
    code: 'request/body:too-deep',
    broken: [
      {
        ask: 'PUT /depositos/7',
        body: `{"descricao":${'['.repeat(300)}${']'.repeat(300)}}`,
        status: 400,
        response: error,
        step: null,
      },
    ],
    harmless: [[{ ask: 'PUT /depositos/7', body: { descricao: '['.repeat(300) }, status: 204, step: null }]],
  },
  {
    code: 'request/body:doubled',
    severity: 'info',
    broken: [{ ask: 'PUT /depositos/7', body: '{"descricao":"x","descricao":"y"}', status: 204, step: null }],
    harmless: [[{ ask: 'PUT /depositos/7', body: '{"descricao":"descricao"}', status: 204, step: null }]],
  },
  {
    code: 'request/body:wrapped',
    broken: [{ ask: 'PUT /depositos/7', body: { data: { descricao: 'x' } }, status: 204, step: null }],
    harmless: [
      [{ ask: 'POST /contas/pagar/7/baixar', body: { data: '2026-08-10' }, response: { id: 7 }, step: null }],
    ],
  },
  {
    code: 'request/body:value',
    broken: [
      {
        ask: `PATCH ${field}/situacoes`,
        body: { situacao: 7 },
        status: 400,
        response: error,
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [[{ ask: `PATCH ${field}/situacoes`, body: { situacao: 1 }, status: 204, step: null }]],
  },
  {
    code: 'request/body:missing',
    broken: [{ ask: `PATCH ${field}/situacoes`, body: {}, status: 400, response: error, step: null }],
    harmless: [
      [{ ask: `PATCH ${field}/situacoes`, body: {}, status: 400, response: error, intent: 'invalid' }],
    ],
  },
  {
    code: 'request/body:type',
    broken: [
      { ask: 'POST /anuncios', body: [], status: 400, response: error, step: null, source: 'examine' },
    ],
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
    broken: [{ ask: 'GET /anuncios?situacao=9', status: 400, response: error, step: null, source: 'proxy' }],
    harmless: [[{ ask: 'GET /anuncios?situacao=4', data: [], step: null, source: 'proxy' }]],
  },
  {
    code: 'request/query:missing',
    profile: 'bling',
    severity: 'warning',
    broken: [{ ask: 'GET /anuncios?idLoja=5', status: 400, response: error, step: null, source: 'proxy' }],
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
    code: 'request/identifier:other-field',
    broken: [
      {
        ask: 'GET /pedidos/vendas',
        data: [{ id: 16_000_000_001, numero: 123 }],
        step: null,
        source: 'proxy',
      },
      {
        ask: 'PUT /pedidos/vendas/123',
        body: {},
        status: 404,
        response: missing,
        step: null,
        source: 'proxy',
      },
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
        { ask: 'GET /pedidos/vendas/124', status: 404, response: missing, step: null, source: 'proxy' },
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
      { ask: 'GET /contatos/C-77', status: 404, response: missing, step: null, source: 'proxy' },
    ],
    harmless: [
      [{ ask: 'GET /contatos/C-77', status: 404, response: missing, step: null, source: 'proxy' }],
      [
        { ask: 'GET /notificacoes', data: [{ id: '01HX' }], step: null, source: 'proxy' },
        { ask: 'GET /contatos', data: page(1, 2), step: null, source: 'proxy' },
        { ask: 'GET /anuncios/categorias/MLB1', data: { nome: 'x' }, step: null, source: 'proxy' },
        { ask: 'GET /contatos/[cpf%231]', status: 404, response: missing, step: null, source: 'proxy' },
      ],
    ],
  },
  {
    code: 'request/identifier:placeholder',
    broken: [
      { ask: 'DELETE /contatos/undefined', status: 404, response: missing, step: null, source: 'proxy' },
    ],
    harmless: [
      [{ ask: 'DELETE /contatos/undefined', status: 404, response: missing, intent: 'invalid' }],
      [{ ask: 'GET /contatos?pesquisa=undefined', data: [], step: null, source: 'proxy' }],
    ],
  },
]
