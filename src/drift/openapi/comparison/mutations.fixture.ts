import { sample } from '../sample.fixture.js'

// biome-ignore lint/suspicious/noExplicitAny: a mutation may put anything anywhere
export type Loose = any
export type Mutation = (document: Loose) => void

export const mutated = (...mutations: Mutation[]) => {
  const document = structuredClone(sample()) as Loose
  for (const mutate of mutations) mutate(document)
  return document
}

export const list = (d: Loose) => d.paths['/produtos'].get
export const create = (d: Loose) => d.paths['/produtos'].post
export const remove = (d: Loose) => d.paths['/produtos/{idProduto}'].delete
export const product = (d: Loose) => d.components.schemas.Produto
export const sent = (d: Loose) => d.components.schemas.Novo.allOf[1]

/** Each with what it must be called, and what its reverse must be called. */
export const mutations: [name: string, mutate: Mutation, forth: string, back: string][] = [
  [
    'operation',
    (d) => delete d.paths['/produtos'].post,
    'error | operation-removed | POST /produtos',
    'info | operation-added | POST /produtos',
  ],
  [
    'deprecation',
    (d) => {
      list(d).deprecated = true
    },
    'info | operation-deprecated | GET /produtos',
    'info | operation-reactivated | GET /produtos',
  ],
  [
    'sunset',
    (d) => {
      remove(d)['x-sunset'] = '2026-12-31'
    },
    'info | sunset-later | DELETE /produtos/{idProduto}',
    'warning | sunset-earlier | DELETE /produtos/{idProduto}',
  ],
  [
    'operationId',
    (d) => {
      list(d).operationId = 'all'
    },
    'info | operation-id-changed | GET /produtos',
    'info | operation-id-changed | GET /produtos',
  ],
  [
    'tags',
    (d) => {
      list(d).tags = ['X']
    },
    'info | tags-changed | GET /produtos',
    'info | tags-changed | GET /produtos',
  ],
  [
    'summary',
    (d) => {
      list(d).summary = 'x'
    },
    'info | text-changed | GET /produtos | (summary)',
    'info | text-changed | GET /produtos | (summary)',
  ],
  [
    'callback',
    (d) => {
      create(d).callbacks = { a: {} }
    },
    'warning | keyword-changed | POST /produtos | (callbacks)',
    'warning | keyword-changed | POST /produtos | (callbacks)',
  ],

  [
    'optional parameter',
    (d) => list(d).parameters.splice(1, 1),
    'warning | parameter-removed | GET /produtos | query tipo',
    'info | parameter-added | GET /produtos | query tipo',
  ],
  [
    'required parameter',
    (d) => list(d).parameters.splice(2, 1),
    'warning | parameter-removed | GET /produtos | header x-canal',
    'error | parameter-added-required | GET /produtos | header x-canal',
  ],
  [
    'requiredness of a parameter',
    (d) => {
      list(d).parameters[1].required = true
    },
    'error | parameter-became-required | GET /produtos | query tipo',
    'info | parameter-became-optional | GET /produtos | query tipo',
  ],
  [
    'default of a parameter',
    (d) => {
      list(d).parameters[1].schema.default = 'S'
    },
    'warning | parameter-default-changed | GET /produtos | query tipo',
    'warning | parameter-default-changed | GET /produtos | query tipo',
  ],
  [
    'enum of a parameter',
    (d) => list(d).parameters[1].schema.enum.push('E'),
    'info | enum-value-added | GET /produtos | query tipo',
    'error | enum-value-removed | GET /produtos | query tipo',
  ],
  [
    'bound of a shared parameter',
    (d) => {
      d.components.parameters.pagina.schema.minimum = 0
    },
    'info | bound-loosened | GET /produtos | query pagina',
    'error | bound-tightened | GET /produtos | query pagina',
  ],
  [
    'style of a parameter',
    (d) => {
      list(d).parameters[1].explode = false
    },
    'error | parameter-style-changed | GET /produtos | query tipo',
    'error | parameter-style-changed | GET /produtos | query tipo',
  ],
  [
    'description of a parameter',
    (d) => {
      d.components.parameters.pagina.description = 'x'
    },
    'info | text-changed | GET /produtos | query pagina (description)',
    'info | text-changed | GET /produtos | query pagina (description)',
  ],

  [
    'requiredness of the body',
    (d) => {
      delete create(d).requestBody.required
    },
    'info | body-became-optional | POST /produtos | body',
    'error | body-became-required | POST /produtos | body',
  ],
  [
    'optional body',
    (d) => {
      delete remove(d).requestBody
    },
    'error | body-removed | DELETE /produtos/{idProduto} | body',
    'info | body-added | DELETE /produtos/{idProduto} | body',
  ],
  [
    'required body',
    (d) => {
      delete create(d).requestBody
    },
    'error | body-removed | POST /produtos | body',
    'error | body-added-required | POST /produtos | body',
  ],
  [
    'media type sent',
    (d) => {
      delete create(d).requestBody.content['text/csv']
    },
    'error | media-type-removed | POST /produtos | body',
    'info | media-type-added | POST /produtos | body',
  ],
  [
    'type of another media type',
    (d) => {
      create(d).requestBody.content['text/csv'].schema.type = 'integer'
    },
    'error | type-changed | POST /produtos | body text/csv $',
    'error | type-changed | POST /produtos | body text/csv $',
  ],

  [
    'success status',
    (d) => {
      delete create(d).responses['201']
    },
    'error | success-status-removed | POST /produtos | 201',
    'info | status-added | POST /produtos | 201',
  ],
  [
    'error status',
    (d) => {
      delete list(d).responses['400']
    },
    'info | status-removed | GET /produtos | 400',
    'info | status-added | GET /produtos | 400',
  ],
  [
    'media type answered',
    (d) => {
      delete list(d).responses['400'].content['application/json']
    },
    'error | media-type-removed | GET /produtos | 400',
    'info | media-type-added | GET /produtos | 400',
  ],
  [
    'header',
    (d) => {
      delete list(d).responses['200'].headers['X-Total']
    },
    'error | header-removed-required | GET /produtos | 200 header x-total',
    'info | header-added | GET /produtos | 200 header x-total',
  ],
  [
    'requiredness of a header',
    (d) => {
      delete list(d).responses['200'].headers['X-Total'].required
    },
    'error | header-became-optional | GET /produtos | 200 header x-total',
    'info | header-became-required | GET /produtos | 200 header x-total',
  ],
  [
    'type of a header',
    (d) => {
      list(d).responses['200'].headers['X-Total'].schema.type = 'string'
    },
    'error | type-changed | GET /produtos | 200 header x-total',
    'error | type-changed | GET /produtos | 200 header x-total',
  ],
  [
    'description of an answer',
    (d) => {
      list(d).responses['200'].description = 'x'
    },
    'info | text-changed | GET /produtos | 200 (description)',
    'info | text-changed | GET /produtos | 200 (description)',
  ],

  [
    'optional property answered',
    (d) => {
      delete product(d).properties.nome
    },
    'warning | property-removed | GET /produtos | 200 $.data[].nome',
    'info | property-added | GET /produtos | 200 $.data[].nome',
  ],
  [
    'required property answered',
    (d) => {
      delete product(d).properties.id
      product(d).required = []
    },
    'error | property-removed-required | GET /produtos | 200 $.data[].id',
    'info | property-added-required | GET /produtos | 200 $.data[].id',
  ],
  [
    'property where none is named as required',
    (d) => {
      delete product(d).properties.solto.properties.b
    },
    'error | property-removed-required | GET /produtos | 200 $.data[].solto.b',
    'info | property-added | GET /produtos | 200 $.data[].solto.b',
  ],
  [
    'requiredness answered',
    (d) => product(d).required.push('nome'),
    'info | property-became-required | GET /produtos | 200 $.data[].nome',
    'error | property-became-optional | GET /produtos | 200 $.data[].nome',
  ],
  [
    'property never answered',
    (d) => {
      delete product(d).properties.senha
    },
    'info | property-removed | GET /produtos | 200 $.data[].senha',
    'info | property-added | GET /produtos | 200 $.data[].senha',
  ],
  [
    'type answered',
    (d) => {
      product(d).properties.nome.type = 'boolean'
    },
    'error | type-changed | GET /produtos | 200 $.data[].nome',
    'error | type-changed | GET /produtos | 200 $.data[].nome',
  ],
  [
    'integer answered',
    (d) => {
      product(d).properties.id.type = 'number'
    },
    'error | type-widened | GET /produtos | 200 $.data[].id',
    'info | type-narrowed | GET /produtos | 200 $.data[].id',
  ],
  [
    'null answered',
    (d) => {
      delete product(d).properties.marca.nullable
    },
    'info | became-not-nullable | GET /produtos | 200 $.data[].marca',
    'error | became-nullable | GET /produtos | 200 $.data[].marca',
  ],
  [
    'value answered',
    (d) => product(d).properties.situacao.enum.push('E'),
    'warning | enum-value-added | GET /produtos | 200 $.data[].situacao',
    'info | enum-value-removed | GET /produtos | 200 $.data[].situacao',
  ],
  [
    'enumeration answered',
    (d) => {
      delete product(d).properties.situacao.enum
    },
    'warning | enum-dropped | GET /produtos | 200 $.data[].situacao',
    'info | enum-introduced | GET /produtos | 200 $.data[].situacao',
  ],
  [
    'length answered',
    (d) => {
      product(d).properties.nome.maxLength = 200
    },
    'error | bound-loosened | GET /produtos | 200 $.data[].nome',
    'info | bound-tightened | GET /produtos | 200 $.data[].nome',
  ],
  [
    'bound answered',
    (d) => {
      delete product(d).properties.nome.maxLength
    },
    'error | bound-dropped | GET /produtos | 200 $.data[].nome',
    'info | bound-introduced | GET /produtos | 200 $.data[].nome',
  ],
  [
    'length of a list answered',
    (d) => {
      list(d).responses['200'].content['application/json'].schema.properties.data.maxItems = 50
    },
    'info | bound-tightened | GET /produtos | 200 $.data',
    'error | bound-loosened | GET /produtos | 200 $.data',
  ],
  [
    'format answered',
    (d) => {
      product(d).properties.id.format = 'int32'
    },
    'error | format-changed | GET /produtos | 200 $.data[].id',
    'error | format-changed | GET /produtos | 200 $.data[].id',
  ],
  [
    'form answered',
    (d) => {
      delete product(d).properties.id.format
    },
    'error | format-dropped | GET /produtos | 200 $.data[].id',
    'info | format-introduced | GET /produtos | 200 $.data[].id',
  ],
  [
    'pattern answered',
    (d) => {
      product(d).properties.codigo.pattern = '^[a-z]+$'
    },
    'info | pattern-changed | GET /produtos | 200 $.data[].codigo',
    'info | pattern-changed | GET /produtos | 200 $.data[].codigo',
  ],
  [
    'alternative answered',
    (d) => product(d).properties.midia.oneOf.pop(),
    'info | alternative-removed | GET /produtos | 200 $.data[].midia',
    'error | alternative-added | GET /produtos | 200 $.data[].midia',
  ],
  [
    'property of an alternative',
    (d) => {
      d.components.schemas.Video.properties.link.type = 'integer'
    },
    'error | type-changed | GET /produtos | 200 $.data[].midia(Video).link',
    'error | type-changed | GET /produtos | 200 $.data[].midia(Video).link',
  ],
  [
    'openness answered',
    (d) => {
      delete product(d).properties.extra.additionalProperties
    },
    'warning | additional-allowed | GET /produtos | 200 $.data[].extra',
    'info | additional-forbidden | GET /produtos | 200 $.data[].extra',
  ],
  [
    'property of a schema that holds itself',
    (d) => {
      d.components.schemas.Categoria.properties.id.type = 'string'
    },
    'error | type-changed | GET /produtos | 200 $.data[].categoria.id',
    'error | type-changed | GET /produtos | 200 $.data[].categoria.id',
  ],
  [
    'description answered',
    (d) => {
      product(d).properties.nome.description = 'x'
    },
    'info | text-changed | GET /produtos | 200 $.data[].nome (description)',
    'info | text-changed | GET /produtos | 200 $.data[].nome (description)',
  ],
  [
    'rare keyword',
    (d) => {
      product(d).properties.preco.multipleOf = 0.01
    },
    'warning | keyword-changed | GET /produtos | 200 $.data[].preco (multipleOf)',
    'warning | keyword-changed | GET /produtos | 200 $.data[].preco (multipleOf)',
  ],
  [
    'deprecated property',
    (d) => {
      product(d).properties.nome.deprecated = true
    },
    'info | deprecated | GET /produtos | 200 $.data[].nome',
    'info | reactivated | GET /produtos | 200 $.data[].nome',
  ],

  [
    'optional property sent',
    (d) => {
      delete sent(d).properties.preco
    },
    'warning | property-removed | POST /produtos | body $.preco',
    'info | property-added | POST /produtos | body $.preco',
  ],
  [
    'required property sent',
    (d) => {
      sent(d).properties.ncm = { type: 'string' }
      sent(d).required = ['ncm']
    },
    'error | property-added-required | POST /produtos | body $.ncm',
    'warning | property-removed-required | POST /produtos | body $.ncm',
  ],
  [
    'requiredness sent, in a merged part',
    (d) => {
      d.components.schemas.Base.required = []
    },
    'info | property-became-optional | POST /produtos | body $.nome',
    'error | property-became-required | POST /produtos | body $.nome',
  ],
  [
    'property never sent',
    (d) => {
      delete sent(d).properties.estoque
    },
    'info | property-removed | POST /produtos | body $.estoque',
    'info | property-added | POST /produtos | body $.estoque',
  ],
  [
    'type of a property never sent',
    (d) => {
      sent(d).properties.estoque.type = 'string'
    },
    'info | type-changed | POST /produtos | body $.estoque',
    'info | type-changed | POST /produtos | body $.estoque',
  ],
  [
    'type sent',
    (d) => {
      sent(d).properties.preco.type = 'integer'
    },
    'error | type-narrowed | POST /produtos | body $.preco',
    'info | type-widened | POST /produtos | body $.preco',
  ],
  [
    'null sent',
    (d) => {
      delete sent(d).properties.obs.nullable
    },
    'error | became-not-nullable | POST /produtos | body $.obs',
    'info | became-nullable | POST /produtos | body $.obs',
  ],
  [
    'value sent',
    (d) => sent(d).properties.tipo.enum.pop(),
    'error | enum-value-removed | POST /produtos | body $.tipo',
    'info | enum-value-added | POST /produtos | body $.tipo',
  ],
  [
    'enumeration sent',
    (d) => {
      delete sent(d).properties.tipo.enum
    },
    'info | enum-dropped | POST /produtos | body $.tipo',
    'error | enum-introduced | POST /produtos | body $.tipo',
  ],
  [
    'bound sent',
    (d) => {
      delete sent(d).properties.preco.maximum
    },
    'info | bound-dropped | POST /produtos | body $.preco',
    'warning | bound-introduced | POST /produtos | body $.preco',
  ],
  [
    'item sent',
    (d) => {
      sent(d).properties.itens.items.properties.q.type = 'string'
    },
    'error | type-changed | POST /produtos | body $.itens[].q',
    'error | type-changed | POST /produtos | body $.itens[].q',
  ],
  [
    'pattern sent',
    (d) => {
      sent(d).properties.obs.pattern = 'x'
    },
    'error | pattern-introduced | POST /produtos | body $.obs',
    'info | pattern-dropped | POST /produtos | body $.obs',
  ],
  [
    'access',
    (d) => {
      delete sent(d).properties.estoque.readOnly
    },
    'info | access-changed | POST /produtos | body $.estoque',
    'info | access-changed | POST /produtos | body $.estoque',
  ],

  [
    'scope',
    (d) => remove(d).security[0].OAuth2.push('admin'),
    'error | scope-added | DELETE /produtos/{idProduto} | security OAuth2',
    'info | scope-removed | DELETE /produtos/{idProduto} | security OAuth2',
  ],
  [
    'way of authorisation',
    (d) => remove(d).security.pop(),
    'error | security-alternative-removed | DELETE /produtos/{idProduto} | security',
    'info | security-alternative-added | DELETE /produtos/{idProduto} | security',
  ],
  [
    'authorisation',
    (d) => {
      remove(d).security = []
    },
    'info | security-dropped | DELETE /produtos/{idProduto} | security',
    'error | security-introduced | DELETE /produtos/{idProduto} | security',
  ],
  [
    'security scheme',
    (d) => {
      d.components.securitySchemes.Key.name = 'key'
    },
    'warning | security-scheme-changed | security scheme Key',
    'warning | security-scheme-changed | security scheme Key',
  ],
  [
    'server',
    (d) => d.servers.push({ url: 'https://b.example' }),
    'info | server-added | server https://b.example',
    'warning | server-removed | server https://b.example',
  ],
  [
    'title',
    (d) => {
      d.info.title = 'x'
    },
    'info | text-changed | (info)',
    'info | text-changed | (info)',
  ],
]
