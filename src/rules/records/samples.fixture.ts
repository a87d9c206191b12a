import { error, field, notFound, type Sample } from '../sample.fixture.js'

export const recordsSamples: readonly Sample[] = [
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
      [{ ask: 'GET /borderos/7', ...notFound, intent: 'unknown-record' }],
      [{ ask: 'GET /nfse/configuracoes', data: {} }],
      [{ ask: 'GET /anuncios/categorias/MLB1', data: {} }],
    ],
  },
  {
    code: 'records/same-identifier:rounded',
    severity: 'info',
    broken: [{ ask: 'GET /contatos/9007199254740993', response: '{"data":{"id":9007199254740993}}' }],
    harmless: [[{ ask: 'GET /contatos/9007199254740991', response: '{"data":{"id":9007199254740991}}' }]],
  },
  {
    code: 'records/same-identifier:other',
    broken: [{ ask: 'GET /contatos/7', response: '{"data":{"id":9007199254740993}}' }],
  },
  {
    // a service that keeps identifiers as doubles
    code: 'records/same-identifier:other',
    broken: [{ ask: 'GET /contatos/1234567890123456789', response: '{"data":{"id":1234567890123456800}}' }],
  },
  {
    code: 'records/same-identifier:missing',
    broken: [{ ask: 'GET /contatos/1', response: '{"data":{"id":1e400,"nome":"a"}}' }],
  },
  {
    code: 'records/same-identifier:missing',
    broken: [{ ask: 'GET /borderos/7', data: { data: '2026-05-04', id: 0 } }],
    harmless: [[{ ask: 'GET /borderos/7', data: { data: '2026-05-04', idBordero: 7 } }]],
  },
  {
    // that the list shows a field more is the same fault
    code: 'records/same-identifier:missing',
    broken: [
      { ask: 'GET /depositos', data: [{ id: 7, descricao: 'x', padrao: true }] },
      { ask: 'GET /depositos/7', data: { descricao: 'x', padrao: true } },
    ],
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
      { ask: 'GET /depositos/7', ...notFound },
    ],
    harmless: [
      [
        { ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 7 } },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'x' } },
        { ask: 'DELETE /contatos?idsContatos[]=7', status: 204 },
        { ask: 'GET /contatos/7', ...notFound },
      ],
    ],
  },
  {
    code: 'records/created-readable:other-record',
    shownBy: 'e2',
    broken: [
      { ask: 'GET /contatos', data: [{ id: 6 }, { id: 7 }] },
      { ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 7 } },
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'z' } },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: [{ id: 7 }] },
        { ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 7 } },
        { ask: 'GET /contatos/7', data: { id: 7, nome: 'x' } },
      ],
    ],
  },
  {
    code: 'records/created-readable:other-record',
    shownBy: 'e2',
    broken: [
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'z' } },
      { ask: 'POST /contatos', body: { nome: 'x' }, status: 201, data: { id: 7 } },
      { ask: 'GET /contatos/7', data: { id: 7, nome: 'z' } },
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
        { ask: 'POST /contatos', body: { nome: 'x' }, status: 400, response: error, step: null },
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
            id: 7,
            descricao: 'Copo',
            valor: 49.9000015259,
            data: '2026-05-04 00:00:00',
            vazio: null,
            ativo: 1,
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
        { ask: 'PUT /depositos/7', body: { descricao: 'Copo' }, status: 400, response: error, step: null },
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
  },
  {
    code: 'records/patched:other-field',
    severity: 'warning',
    broken: [
      { ask: 'GET /logisticas/servicos/7', data: { id: 7, descricao: 'x', ativo: true } },
      { ask: 'PATCH /logisticas/7/situacoes', body: { situacao: 0 }, status: 204 },
      { ask: 'GET /logisticas/servicos/7', data: { id: 7, descricao: 'y', ativo: false } },
    ],
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
        { ask: 'DELETE /borderos/7', status: 400, response: error, step: null },
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
      { ask: 'GET /borderos/7', status: 410, response: error, intent: 'unknown-record' },
    ],
    harmless: [
      [
        { ask: 'DELETE /borderos/7', status: 204 },
        { ask: 'GET /borderos/7', ...notFound, intent: 'unknown-record' },
      ],
    ],
  },
]
