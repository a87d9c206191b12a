import { loadOpenApi, type OpenApiDocument } from './document.js'

/** A small document in which every schema is used once, so that one mutation is one change. */
export const sample = () => ({
  openapi: '3.0.3',
  info: { title: 'Sample', version: '1' },
  servers: [{ url: 'https://service.example/Api/v3' }],
  security: [{ OAuth2: ['read'] }],
  paths: {
    '/produtos': {
      parameters: [{ name: 'loja', in: 'query', schema: { type: 'integer' } }],
      get: {
        operationId: 'list',
        tags: ['Produtos'],
        summary: 'Lists products',
        parameters: [
          { $ref: '#/components/parameters/pagina' },
          { name: 'tipo', in: 'query', schema: { type: 'string', enum: ['P', 'S'], default: 'P' } },
          { name: 'X-Canal', in: 'header', required: true, schema: { type: 'string' } },
        ],
        responses: {
          '200': {
            description: 'ok',
            headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data'],
                  properties: {
                    data: { type: 'array', maxItems: 100, items: { $ref: '#/components/schemas/Produto' } },
                  },
                },
              },
            },
          },
          '400': { description: 'bad', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Novo' } },
            'text/csv': { schema: { type: 'string' } },
          },
        },
        responses: { '201': { description: 'made' }, '204': { description: 'nothing' } },
      },
    },
    '/produtos/{idProduto}': {
      delete: {
        deprecated: true,
        'x-sunset': '2026-06-30',
        parameters: [{ name: 'idProduto', in: 'path', required: true, schema: { type: 'integer' } }],
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { motivo: { type: 'string' } } } },
          },
        },
        responses: { '204': { description: 'gone' } },
        security: [{ OAuth2: ['write'] }, { Key: [] }],
      },
    },
  },
  components: {
    parameters: {
      pagina: { name: 'pagina', in: 'query', description: 'page', schema: { type: 'integer', minimum: 1 } },
    },
    securitySchemes: {
      OAuth2: { type: 'oauth2', flows: {} },
      Key: { type: 'apiKey', in: 'header', name: 'k' },
    },
    schemas: {
      Produto: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer', format: 'int64' },
          nome: { type: 'string', maxLength: 120 },
          preco: { type: 'number', minimum: 0, exclusiveMinimum: true },
          situacao: { type: 'string', enum: ['A', 'I'] },
          senha: { type: 'string', writeOnly: true },
          marca: { type: 'string', nullable: true },
          codigo: { type: 'string', pattern: '^[A-Z]+$' },
          categoria: { $ref: '#/components/schemas/Categoria' },
          midia: { oneOf: [{ $ref: '#/components/schemas/Foto' }, { $ref: '#/components/schemas/Video' }] },
          extra: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
          solto: { type: 'object', properties: { b: { type: 'string' } } },
        },
      },
      Categoria: {
        type: 'object',
        properties: { id: { type: 'integer' }, pai: { $ref: '#/components/schemas/Categoria' } },
      },
      Foto: { type: 'object', properties: { url: { type: 'string' } } },
      Video: { type: 'object', properties: { link: { type: 'string' } } },
      Base: { type: 'object', required: ['nome'], properties: { nome: { type: 'string' } } },
      Novo: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            type: 'object',
            properties: {
              preco: { type: 'number', maximum: 1000 },
              tipo: { type: 'string', enum: ['P', 'S'] },
              estoque: { type: 'integer', readOnly: true },
              obs: { type: 'string', nullable: true },
              itens: { type: 'array', items: { type: 'object', properties: { q: { type: 'integer' } } } },
            },
          },
        ],
      },
    },
  },
})

export type Sample = ReturnType<typeof sample>

/** The document of a value. */
export function documentOf(value: unknown): Promise<OpenApiDocument> {
  return loadOpenApi(JSON.stringify(value), 'openapi.json')
}
