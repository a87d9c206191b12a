import { profiles } from '../specification/profile.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Passing } from './passing.fixture.js'

/** Whose knowledge may judge a sample. */
export const known = {
  ...profiles,
  threeASecond: { ...profiles.spec, rate: { ...profiles.spec.rate, perSecond: 3 } },
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
  fewADay: { ...profiles.spec, rate: { ...profiles.spec.rate, perDay: 3 } },
}

export interface Sample {
  /** The code that the last exchange, and nothing else, must bring. */
  readonly code: FindingCode
  /** Where it is not the last, which one brings it. */
  readonly shownBy?: string
  readonly broken: readonly Passing[]
  /** Neighbours that break nothing; default: none. */
  readonly harmless?: readonly (readonly Passing[])[]
  readonly severity?: 'info' | 'warning'
  /** Whose knowledge judges; default: `spec`. */
  readonly profile?: keyof typeof known
}

export const error = { error: { type: 'VALIDATION_ERROR', message: 'm', fields: [] } }
export const missing = { error: { type: 'RESOURCE_NOT_FOUND', message: 'm' } }
export const notFound = { status: 404, response: missing }
/** A request of an application, recorded by the proxy. */
export const proxied = { step: null, source: 'proxy' } as const
export const listing = (id: number, situacao: unknown = 1) => ({ id, titulo: 'Caneca', situacao })
export const field = '/campos-customizados/7'
export const page = (...ids: number[]) => ids.map((id) => ({ id, descricao: 'x' }))
export const deposito = { descricao: 'Geral', situacao: 1, padrao: true, desconsiderarSaldo: false }
