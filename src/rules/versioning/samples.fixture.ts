import type { Passing } from '../passing.fixture.js'
import { missing, page, type Sample } from '../sample.fixture.js'

const lost = (ask: string, more: Partial<Passing> = {}): readonly Passing[] => [
  { ask, status: 404, response: missing, step: null, source: 'proxy', ...more },
]
const host = 'https://api.exemplo.invalid'

export const versioningSamples: readonly Sample[] = [
  ...[
    '/v3/produtos',
    '/produtos',
    '/Api/contatos/7',
    '/Api/v3/v3/contatos',
    '/Api/v3/Api/v3/pedidos/vendas',
    '/api/v3/nfe',
  ].map(
    (path): Sample => ({
      code: 'versioning/base-address:lost',
      broken: lost(`GET ${host}${path}`),
      harmless: [
        lost(`OPTIONS ${host}${path}`),
        lost(`GET https://outro.invalid${path}`, { channel: 'elsewhere', headers: [] }),
      ],
    }),
  ),
  {
    code: 'versioning/base-address:lost',
    broken: lost(`GET ${host}/v3/produtos`, { source: 'recording', status: 401 }),
    harmless: [
      lost(`GET ${host}/v3/nada`),
      lost(`GET ${host}/painel/produtos`),
      lost(`GET ${host}/v3/homologacao/nada`),
      lost('GET /produtos/7', { step: 'contract/x', source: 'run', intent: 'unknown-record' }),
    ],
  },
  {
    code: 'versioning/base-address:lost',
    severity: 'info',
    broken: [{ ask: `GET ${host}/v3/produtos`, data: page(1), step: null, source: 'proxy' }],
    harmless: [],
  },
  {
    code: 'versioning/host:other',
    profile: 'bling',
    broken: [
      { ask: 'GET https://www.bling.com.br/Api/v3/produtos', data: [], step: null, source: 'recording' },
    ],
    harmless: [
      [{ ask: 'GET https://api.bling.com.br/Api/v3/produtos', data: [], step: null, source: 'recording' }],
      [{ ask: 'GET /produtos', data: [], step: null, source: 'recording' }],
      [
        {
          ask: 'GET https://www.bling.com.br/Api/v3/x',
          channel: 'elsewhere',
          step: null,
          source: 'recording',
        },
      ],
    ],
  },
  {
    code: 'versioning/v2-route:successor',
    broken: [{ ask: 'GET /pedido/7', status: 404, response: missing, step: null, source: 'proxy' }],
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
        ask: 'GET https://api.exemplo.invalid/Api/v2/campanhas/json',
        status: 404,
        step: null,
        source: 'proxy',
      },
    ],
    harmless: ['campanhas/json', 'Api/v2/campanhas/json', 'api/v2/produtos/json', 'Api/v2/orders/7'].map(
      (path) => [{ ask: `GET https://outro.invalid/${path}`, channel: 'elsewhere', headers: [], step: null }],
    ),
  },
  {
    code: 'versioning/v2-route:successor',
    broken: [
      {
        ask: 'GET https://outro.invalid/b/Api/v2/pedidos/json/',
        channel: 'elsewhere',
        headers: [],
        step: null,
      },
    ],
    harmless: [],
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
    broken: [{ ask: 'GET /nada/7', status: 404, response: missing, step: null, source: 'recording' }],
    harmless: [
      [{ ask: 'OPTIONS /nada/7', status: 404, response: missing, step: null, source: 'proxy' }],
      [{ ask: 'GET /homologacao/nada', status: 404, response: missing, step: null, source: 'proxy' }],
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
    broken: [{ ask: 'GET /lojas/7/vagas', status: 404, response: missing, step: null, source: 'proxy' }],
    harmless: [],
  },
  ...['GET /lojas/7', 'GET /lojas', 'PUT /lojas', 'GET /lojas/7/vagas/1', 'GET /filiais/7/vagas'].map(
    (ask): Sample => ({
      code: 'versioning/unavailable:unknown-path',
      profile: 'ownRoutes',
      severity: 'warning',
      broken: [{ ask, status: 404, response: missing, step: null, source: 'proxy' }],
      harmless: [],
    }),
  ),
  {
    code: 'versioning/unavailable:asked',
    profile: 'ownRoutes',
    severity: 'info',
    broken: [{ ask: 'GET /ordens-producao', status: 404, response: missing, step: null, source: 'proxy' }],
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
    broken: [{ ask: 'GET /vendedores/7', status: 404, response: missing, step: null, source: 'proxy' }],
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
    code: 'versioning/v2-key:sent',
    profile: 'bling',
    broken: [{ ask: 'GET /produtos?apikey=[api_key%231]', data: [], step: null, source: 'proxy' }],
    harmless: [],
  },
]
