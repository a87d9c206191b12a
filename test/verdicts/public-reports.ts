import type { Asked } from './asked.js'

/** Recordings of kinds that people who integrate the service have reported, with values of our own, and what is right of each. */
export interface PublicReport {
  readonly asked: readonly Asked[]
  readonly verdict: 'pass' | 'fail' | 'incomplete'
  /** Code of the first thing that went wrong, and who is to mend it; null where nothing did. */
  readonly cause: readonly [code: string, blame: string] | null
  /** Codes of what is told beside it: errors that are no consequence, and notices. */
  readonly beside?: readonly string[]
  /** Only in the file of another tool: a proxy before the service sees nothing of others. */
  readonly isForeignOnly?: true
}

const base = 'https://api.bling.com.br/Api/v3'
const products = `${base}/homologacao/produtos`
const data = { nome: 'Caneca', preco: 18.9, codigo: 'CAN-77' }
const token = (name: string) => ({ authorization: `Bearer ${name}` })
const hash = (value: string) => ({ 'x-bling-homologacao': value })
const old = token('5f1d0c7be2a94c3f8e60')
const missingScope = {
  error: { type: 'insufficient_scope', message: 'insufficient_scope', description: 'higher privileges' },
}
const unknown = { error: { type: 'RESOURCE_NOT_FOUND', message: 'Recurso', description: 'Verifique' } }

const step1: Asked = { ask: products, headers: old, response: { data }, given: hash('h1=') }
const barred2: Asked = {
  ask: `POST ${products}`,
  headers: { ...old, ...hash('h1=') },
  body: data,
  status: 403,
  response: missingScope,
  afterMs: 600,
}

const renewed: Asked = {
  ask: `POST ${base}/oauth/token`,
  headers: { authorization: 'Basic YXBwOnNlZ3JlZG8=' },
  body: 'grant_type=refresh_token&refresh_token=b7b0e4a2c9d84f17a6e3',
  response: {
    access_token: '9ac14f0d7b3e4852bd61',
    refresh_token: 'c0ffee11aa22bb33cc44',
    token_type: 'Bearer',
    expires_in: 21600,
  },
}
const exchanged: Asked = { ...renewed, body: 'grant_type=authorization_code&code=4e7d2b90ac15f36880aa' }
const spentCode = {
  error: {
    type: 'VALIDATION_ERROR',
    message: 'Invalid authorization code',
    description: 'This authorization code has already been used, so the user is revoked.',
  },
}
const refused: Asked = {
  ask: products,
  headers: token('9ac14f0d7b3e4852bd61'),
  status: 401,
  response: { error: { type: 'invalid_token', message: 'invalid_token', description: 'invalid' } },
}

export const publicReports: Readonly<Record<string, PublicReport>> = {
  'a base address without /Api': {
    asked: [{ ask: 'https://api.bling.com.br/v3/contatos', headers: old, status: 404, response: unknown }],
    verdict: 'fail',
    cause: ['versioning/base-address:lost', 'application'],
  },
  'a base address without any prefix, beside requests that have it': {
    asked: [
      { ask: `${base}/depositos`, headers: old, response: { data: [] } },
      {
        ask: 'POST https://api.bling.com.br/contatos',
        headers: old,
        body: { nome: 'x' },
        status: 404,
        response: '<html>',
      },
    ],
    verdict: 'fail',
    cause: ['versioning/base-address:lost', 'application'],
  },
  'a host that is not the documented one, and responds': {
    asked: [{ ask: 'https://www.bling.com.br/Api/v3/depositos', headers: old, response: { data: [] } }],
    verdict: 'pass',
    cause: null,
    beside: ['versioning/host:other'],
  },
  'a host that is not the documented one, and has no such page': {
    asked: [
      {
        ask: 'https://www.bling.com.br/Api/v3/homologacao/produtos',
        headers: old,
        status: 404,
        response: '<title>Ops</title>',
      },
    ],
    verdict: 'fail',
    cause: ['homologation/answer-status:other-host', 'environment'],
    beside: ['versioning/host:other'],
  },
  'a scope that the registration lacks': {
    asked: [step1, barred2],
    verdict: 'fail',
    cause: ['auth/scope:missing', 'application'],
  },
  'a scope that the registration lacks, and a repeat with a new token': {
    asked: [
      step1,
      barred2,
      {
        ask: `POST ${base}/oauth/token`,
        headers: { authorization: 'Basic YXBwOnNlZ3JlZG8=' },
        body: 'grant_type=refresh_token&refresh_token=b7b0e4a2c9d84f17a6e3',
        response: {
          access_token: '9ac14f0d7b3e4852bd61',
          refresh_token: 'c0ffee11aa22bb33cc44',
          token_type: 'Bearer',
          expires_in: 21600,
        },
      },
      { ...barred2, headers: { ...token('9ac14f0d7b3e4852bd61'), ...hash('h1=') } },
    ],
    verdict: 'fail',
    cause: ['auth/scope:missing', 'application'],
  },
  'a scope that the registration lacks, outside the five steps': {
    asked: [{ ask: `${base}/nfe?pagina=1`, headers: old, status: 403, response: missingScope }],
    verdict: 'fail',
    cause: ['auth/scope:missing', 'application'],
  },
  'a limit of the day that is used up': {
    asked: [
      step1,
      {
        ...barred2,
        status: 429,
        response: {
          error: { type: 'TOO_MANY_REQUESTS', message: 'm', description: 'd', limit: 120000, period: 'day' },
        },
      },
    ],
    verdict: 'incomplete',
    cause: ['homologation/limit-hit:day', 'environment'],
  },
  'a limit of the second that ends the run': {
    asked: [
      step1,
      { ...barred2, status: 429, response: { error: { type: 'TOO_MANY_REQUESTS', period: 'second' } } },
    ],
    verdict: 'fail',
    cause: ['homologation/limit-hit:gave-up', 'application'],
  },
  'an authorization code that is exchanged a second time': {
    asked: [exchanged, { ...exchanged, status: 400, response: spentCode }, refused],
    verdict: 'fail',
    cause: ['auth/renewal:code-again', 'application'],
  },
  'an authorization code that was exchanged before the recording began': {
    asked: [{ ...exchanged, status: 400, response: spentCode }],
    verdict: 'fail',
    cause: ['auth/renewal:code-again', 'application'],
  },
  'an old refresh token that comes again outside the five steps': {
    asked: [
      { ...refused, ask: `${base}/contatos` },
      renewed,
      {
        ...renewed,
        status: 400,
        response: {
          error: { type: 'invalid_grant', message: 'invalid_grant', description: 'Invalid refresh token' },
        },
      },
      { ask: `${base}/contatos`, headers: token('9ac14f0d7b3e4852bd61'), response: { data: [] } },
    ],
    verdict: 'fail',
    cause: ['auth/renewal:old-refresh-token', 'application'],
  },
  'credentials of another client': {
    asked: [
      {
        ...renewed,
        status: 401,
        response: {
          error: {
            type: 'invalid_client',
            message: 'invalid_client',
            description: 'The client credentials are invalid',
          },
        },
      },
    ],
    verdict: 'fail',
    cause: ['auth/renewal:refused', 'application'],
  },
  'an account that is inactive': {
    asked: [
      {
        ...renewed,
        status: 403,
        response: {
          error: {
            type: 'UNAUTHORIZED_ERROR',
            message: 'Empresa inativa',
            description: 'A empresa vinculada ao token esta inativa.',
          },
        },
      },
    ],
    verdict: 'fail',
    cause: ['auth/renewal:inactive-account', 'environment'],
  },
  'tokens of another service beside those of this one': {
    asked: [
      { ask: `${base}/depositos`, headers: old, response: { data: [] } },
      {
        ask: 'POST https://id.outro.invalid/oauth/token',
        body: { grant_type: 'refresh_token' },
        status: 400,
        response: { error: 'invalid_grant' },
      },
    ],
    verdict: 'pass',
    cause: null,
    isForeignOnly: true,
  },
}
