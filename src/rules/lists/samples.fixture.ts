import { deposito, error, listing, notFound, page, proxied, type Sample } from '../sample.fixture.js'

export const listsSamples: readonly Sample[] = [
  {
    code: 'lists/page:first',
    severity: 'info',
    broken: [
      { ask: 'GET /contatos', data: page(1, 2, 3, 4, 5) },
      { ask: 'GET /contatos?pagina=1&limite=2', data: page(3, 4) },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: page(1, 2, 3, 4, 5) },
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(2, 1) },
      ],
      [
        { ask: 'GET /contatos', data: page(1, 2) },
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(3, 4) },
      ],
      [
        { ask: 'GET /contatos', data: page(1, 2, 3, 4, 5) },
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(4, 6) },
      ],
    ],
  },
  {
    code: 'lists/page:first',
    severity: 'warning',
    profile: 'bling',
    broken: [
      { ask: 'GET /categorias/produtos', data: page(1, 2, 3, 4, 5) },
      { ask: 'GET /categorias/produtos?pagina=1&limite=2', data: page(3, 4) },
    ],
  },
  {
    code: 'lists/page:short',
    severity: 'info',
    broken: [
      { ask: 'GET /contatos?pagina=1&limite=3', data: page(1, 2) },
      { ask: 'GET /contatos?pagina=2&limite=3', data: page(3, 4) },
    ],
    shownBy: 'e1',
    harmless: [
      [
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2) },
        { ask: 'GET /contatos?pagina=2&limite=2', data: page(3) },
      ],
      [
        { ask: 'GET /contatos?pagina=1&limite=3', data: page(1, 2) },
        { ask: 'GET /contatos?pagina=3&limite=3', data: page(3, 4) },
      ],
    ],
  },
  {
    code: 'lists/filter:refused',
    profile: 'bling',
    broken: [{ ask: 'GET /anuncios?tipoIntegracao=Shopee&idLoja=5', status: 400, response: error }],
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
  {
    code: 'lists/identifier:rounded',
    severity: 'info',
    broken: [
      { ask: 'GET /contatos', response: '{"data":[{"id":9007199254740993},{"id":9007199254740992}]}' },
    ],
    harmless: [[{ ask: 'GET /contatos', response: '{"data":[{"id":9007199254740991}]}' }]],
  },
  {
    code: 'lists/identifier:rounded',
    severity: 'info',
    profile: 'bling',
    broken: [{ ask: 'GET /depositos', data: [{ ...deposito, id: 2 ** 53 }] }],
  },
  ...['1e21', '1e400'].map(
    (id): Sample => ({
      code: 'lists/identifier:missing',
      broken: [{ ask: 'GET /contatos', response: `{"data":[{"id":${id},"nome":"a"}]}` }],
      harmless: [[{ ask: 'GET /contatos', data: [{ id: '1e21', nome: 'a' }] }]],
    }),
  ),
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
      // the public document shows balances without an identifier
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
    code: 'lists/page:left-out',
    broken: [
      { ask: 'GET /contatos', data: page(1, 2, 3, 4, 5) },
      { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2) },
      { ask: 'GET /contatos?pagina=2&limite=2', data: page(4, 5) },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: page(1, 2, 3, 4, 5) },
        { ask: 'GET /contatos?pagina=1&limite=2', data: page(1, 2), step: 'contatos/page-1' },
        { ask: 'GET /contatos?pagina=2&limite=2', data: page(4, 5), rechecked: true },
        { ask: 'GET /contatos', data: page(1, 2, 4, 5) },
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
    code: 'lists/page:lost',
    broken: [
      { ask: 'GET /contatos', data: page(1, 2, 3) },
      { ask: 'GET /contatos?pagina=2&limite=2', ...notFound },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: page(1, 2) },
        { ask: 'GET /contatos?pagina=2&limite=2', ...notFound, step: null },
      ],
      [{ ask: 'GET /contatos?pagina=2&limite=2', ...notFound }],
      [{ ask: 'GET /contatos?pagina=2&limite=2', status: 400, response: error }],
    ],
  },
  {
    code: 'lists/page:lost',
    broken: [
      { ask: 'GET /contatos', data: page(1, 2, 3) },
      { ask: 'GET /contatos?pagina=2&limite=2', status: 400, response: error },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: page(1, 2, 3) },
        { ask: 'GET /contatos?pagina=2&limite=2', status: 400, response: error, step: null },
      ],
    ],
  },
  {
    code: 'lists/page:not-found',
    severity: 'info',
    broken: [
      { ask: 'GET /contatos?pagina=1&limite=2', data: page(1) },
      { ask: 'GET /contatos?pagina=9&limite=2', ...notFound },
    ],
    harmless: [[{ ask: 'GET /contatos?pagina=9&limite=2', ...notFound, step: null }]],
  },
  {
    code: 'lists/page:not-found',
    severity: 'info',
    broken: [
      { ask: 'GET /contatos?pagina=1&limite=2', data: page(1) },
      { ask: 'GET /contatos?pagina=9&limite=2', status: 400, response: error },
    ],
    harmless: [[{ ask: 'GET /contatos?pagina=9&limite=2', status: 400, response: error, step: null }]],
  },
  {
    code: 'lists/filter:refused',
    broken: [{ ask: 'GET /anuncios?situacao=4', status: 400, response: error }],
    harmless: [
      [{ ask: 'GET /anuncios?situacao=9', status: 400, response: error, intent: 'invalid' }],
      [{ ask: 'GET /anuncios?idProduto=5', status: 400, response: error, step: null }],
    ],
  },
  {
    code: 'lists/filter:other-when-read',
    broken: [
      { ask: 'GET /anuncios?situacao=4', data: [{ id: 7, titulo: 'Caneca' }] },
      { ask: 'GET /anuncios/7', data: { ...listing(7, 2), preco: 10 } },
    ],
    harmless: [
      [
        { ask: 'GET /anuncios?situacao=4', data: [{ id: 7, titulo: 'Caneca' }] },
        { ask: 'GET /anuncios/7', data: { ...listing(7, 4), preco: 10 } },
      ],
      [
        { ask: 'GET /anuncios?situacao=4', data: [{ id: 7, titulo: 'Caneca' }] },
        { ask: 'POST /anuncios/7/publicar', status: 204 },
        { ask: 'GET /anuncios/7', data: { ...listing(7, 1), preco: 10 } },
      ],
      [
        { ask: 'GET /anuncios?situacao=4', data: [{ id: 7, titulo: 'Caneca' }], ...proxied, atMs: 0 },
        { ask: 'GET /anuncios/7', data: { ...listing(7, 2), preco: 10 }, ...proxied, atMs: 90_000 },
      ],
      [
        { ask: 'GET /anuncios?situacao=4', data: [listing(7, 4)], step: 'anuncios/list-by-situacao-4' },
        { ask: 'GET /anuncios/7', data: { ...listing(7, 1), preco: 10 }, rechecked: true },
        { ask: 'GET /anuncios?situacao=4', data: [listing(8, 4)] },
      ],
    ],
  },
  {
    code: 'lists/filter:other-when-read',
    shownBy: 'e2',
    broken: [
      { ask: 'GET /anuncios?situacao=4', data: [listing(7, 4)], step: 'anuncios/list-by-situacao-4' },
      { ask: 'GET /anuncios/7', data: { ...listing(7, 1), preco: 10 }, rechecked: true },
      { ask: 'GET /anuncios?situacao=4', data: [listing(7, 4)] },
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
    shownBy: 'e2',
    broken: [
      { ask: 'GET /categorias/lojas', data: [{ id: 1, loja: { id: 5 } }], step: 'categorias-lojas/list' },
      { ask: 'GET /categorias/lojas?idLoja=5', data: [], rechecked: true },
      { ask: 'GET /categorias/lojas', data: [{ id: 1, loja: { id: 5 } }] },
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
        { ask: 'GET /categorias/lojas', data: [{ id: 1, loja: { id: 5 } }], step: 'categorias-lojas/list' },
        { ask: 'GET /categorias/lojas?idLoja=5', data: [], rechecked: true },
        { ask: 'GET /categorias/lojas', data: [{ id: 1, loja: { id: 6 } }] },
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
      [
        {
          ask: 'GET /anuncios?idProduto=1234567890123456789',
          response: '{"data":[{"id":1,"produto":{"id":1234567890123456789}}]}',
        },
      ],
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
]
