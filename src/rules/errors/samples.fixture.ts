import { error, listing, notFound, proxied, type Sample } from '../sample.fixture.js'

export const errorsSamples: readonly Sample[] = [
  {
    code: 'errors/unknown-record:accepted',
    broken: [{ ask: 'GET /borderos/99', data: [], intent: 'unknown-record' }],
    harmless: [
      [{ ask: 'GET /borderos/99', ...notFound, intent: 'unknown-record' }],
      [{ ask: 'GET /campos-customizados/modulos/99', data: [], intent: 'unknown-record' }],
      [{ ask: 'GET /contatos/99/tipos', data: [], intent: 'unknown-record' }],
    ],
  },
  {
    code: 'errors/unknown-record:other-status',
    broken: [{ ask: 'DELETE /borderos/99', status: 400, response: error, intent: 'unknown-record' }],
    harmless: [
      [{ ask: 'PUT /anuncios/99', body: {}, status: 400, response: error, intent: 'unknown-record' }],
      [{ ask: 'DELETE /borderos/99', status: 401, response: error, intent: 'unknown-record' }],
    ],
  },
  {
    code: 'errors/unknown-record:other-status',
    broken: [{ ask: 'GET /contatos/99', status: 500, response: '<h1>oops</h1>', intent: 'unknown-record' }],
    harmless: [[{ ask: 'POST /nfe/99/enviar', ...notFound, intent: 'unknown-record' }]],
  },
  {
    code: 'errors/unknown-record:accepted',
    broken: [
      { ask: 'DELETE /borderos/7', status: 204 },
      { ask: 'DELETE /borderos/7', status: 204, ...proxied },
    ],
    harmless: [
      [
        { ask: 'DELETE /borderos/7', status: 204, atMs: 1000 },
        { ask: 'DELETE /borderos/7', status: 204, atMs: 1002 },
      ],
      [
        { ask: 'DELETE /produtos/7', status: 204 },
        { ask: 'PUT /produtos/7', body: {}, ...notFound, step: null },
        { ask: 'PATCH /produtos/7/situacoes', body: {}, status: 400, response: error, step: null },
      ],
    ],
  },
  {
    code: 'errors/invalid-request:accepted',
    broken: [{ ask: 'POST /anuncios', body: {}, status: 201, data: { id: 7 }, intent: 'invalid' }],
    harmless: [
      [{ ask: 'POST /anuncios', body: {}, status: 400, response: error, intent: 'invalid' }],
      [{ ask: 'GET /contatos?limite=x', data: [], intent: 'invalid' }],
    ],
  },
  {
    code: 'errors/invalid-request:accepted',
    severity: 'warning',
    broken: [{ ask: 'POST /contatos', body: {}, status: 201, data: { id: 7 }, intent: 'invalid' }],
    harmless: [[{ ask: 'POST /contatos', body: {}, status: 400, response: error, intent: 'invalid' }]],
  },
  {
    code: 'errors/invalid-request:accepted-query',
    severity: 'warning',
    broken: [{ ask: 'GET /categorias/lojas?idLoja=x', data: [], intent: 'invalid' }],
    harmless: [[{ ask: 'GET /categorias/lojas?idLoja=x', status: 400, response: error, intent: 'invalid' }]],
  },
  {
    code: 'errors/invalid-request:other-status',
    broken: [{ ask: 'POST /contatos', body: {}, status: 500, response: error, intent: 'invalid' }],
    harmless: [[{ ask: 'POST /contatos', body: {}, status: 400, response: error, intent: 'invalid' }]],
  },
  {
    code: 'errors/invalid-request:accepted-query',
    broken: [{ ask: 'GET /anuncios?situacao=9', data: [], intent: 'invalid' }],
    harmless: [
      [{ ask: 'GET /anuncios?situacao=4', data: [listing(7, 4)], step: null }],
      [{ ask: 'GET /categorias/lojas?idLoja=5', data: [], step: null }],
      [{ ask: 'GET /anuncios?situacao=9', status: 400, response: error, intent: 'invalid' }],
    ],
  },
  {
    code: 'errors/invalid-request:other-status',
    broken: [{ ask: 'POST /anuncios', body: {}, status: 422, response: error, intent: 'invalid' }],
    harmless: [[{ ask: 'POST /anuncios', body: {}, status: 422, response: error, ...proxied }]],
  },
  {
    code: 'errors/shape:empty',
    broken: [{ ask: 'GET /borderos/9', status: 404, step: null }],
    harmless: [[{ ask: 'GET /borderos/9', status: 404, step: null, gaps: ['answer-bodies'] }]],
  },
  {
    code: 'errors/shape:not-json',
    broken: [
      {
        ask: 'GET /borderos/9',
        status: 404,
        response: '<h1>404</h1>',
        responseType: 'text/html',
        step: null,
      },
    ],
    harmless: [
      [
        {
          ask: 'GET https://outro.invalid/9',
          status: 404,
          response: '<h1>404</h1>',
          responseType: 'text/html',
          step: null,
          headers: [],
          channel: 'elsewhere',
        },
      ],
    ],
  },
  {
    code: 'errors/shape:not-declared',
    broken: [{ ask: 'GET /borderos/9', ...notFound, responseType: 'text/html', step: null }],
    harmless: [
      [{ ask: 'GET /borderos/9', ...notFound, responseType: 'application/problem+json', step: null }],
    ],
  },
  {
    code: 'errors/shape:other-shape',
    broken: [
      { ask: 'GET /borderos/9', ...notFound, step: null },
      { ask: 'PUT /anuncios/9', body: {}, status: 400, response: { erro: 'x' }, step: null },
    ],
    harmless: [
      [
        { ask: 'GET /borderos/9', ...notFound, step: null },
        { ask: 'PUT /anuncios/9', body: {}, status: 400, response: error, step: null },
      ],
      [
        { ask: 'GET /borderos/9', status: 404, response: { code: 4, message: 'm' }, step: null },
        {
          ask: 'PUT /anuncios/9',
          body: {},
          status: 400,
          response: { code: 5, message: null, fields: [] },
          step: null,
        },
      ],
    ],
  },
]
