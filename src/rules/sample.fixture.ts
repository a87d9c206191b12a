import { profiles } from '../specification/profile.js'
import type { FindingCode } from '../words/catalogue.js'
import type { Passing } from './passing.fixture.js'

/** The profiles that may judge a sample, by the names that `Sample.profile` uses. */
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
  /** The only code that observers may report for `broken`. */
  readonly code: FindingCode
  /** Id of the exchange that shows the breach. Default: the last one. */
  readonly shownBy?: string
  readonly broken: readonly Passing[]
  /** Similar traffic that breaks nothing. Default: none. */
  readonly harmless?: readonly (readonly Passing[])[]
  readonly severity?: 'info' | 'warning'
  /** The profile that judges. Default: `spec`. */
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
