import type { Passing } from '../passing.fixture.js'
import { error, page, type Sample } from '../sample.fixture.js'

function withCredentials(...values: string[]): Passing {
  const headers = values.map((value) => ['Authorization', value] as const)
  return { ask: 'GET /contatos', data: [], headers, step: null, source: 'proxy' }
}

export function dead(token = '[access_token#1]'): Passing {
  return { ...withCredentials(`Bearer ${token}`), status: 401, data: undefined, response: error }
}

function renewal(sent: string): Passing {
  return {
    ask: 'POST https://api.exemplo.invalid/oauth/token',
    body: `grant_type=refresh_token&refresh_token=${sent}`,
    response: { access_token: 'A2', refresh_token: 'R2' },
    channel: 'token',
    step: null,
    source: 'proxy',
    headers: [],
  }
}

const forbidden = (type: string, more: Partial<Passing> = {}): Passing => ({
  ask: 'GET /contatos',
  status: 403,
  response: { error: { type, message: 'm' } },
  step: null,
  source: 'proxy',
  ...more,
})

export const authSamples: readonly Sample[] = [
  ...[
    forbidden('insufficient_scope'),
    forbidden('insufficient_scope', { step: 'contract/x', source: 'run' }),
    forbidden('x', {
      responseHeaders: [['WWW-Authenticate', 'Bearer error="insufficient_scope", scope="98309"']],
    }),
  ].map(
    (broken): Sample => ({
      code: 'auth/scope:missing',
      broken: [broken],
      harmless: [[forbidden('FORBIDDEN')], [forbidden('insufficient_scope', { status: 401 })]],
    }),
  ),
  {
    code: 'auth/bearer:missing',
    broken: [
      { ask: 'DELETE /contatos/7', status: 401, response: error, headers: [], step: null, source: 'examine' },
    ],
    harmless: [
      [{ ask: 'GET /contatos/7', data: { id: 7 }, headers: [], step: null, gaps: ['authorization'] }],
      [{ ask: 'OPTIONS /contatos/7', status: 204, headers: [], step: null, source: 'proxy' }],
      [{ ask: 'GET /produtos', status: 401, response: error, headers: [], intent: 'without-token' }],
      [{ ask: 'GET https://outro.invalid/', channel: 'elsewhere', headers: [], step: null }],
    ],
  },
  {
    code: 'auth/bearer:several',
    broken: [withCredentials('Bearer [access_token#1]', 'Bearer [access_token#2]')],
    harmless: [[withCredentials('bearer  [access_token#1]')]],
  },
  {
    code: 'auth/bearer:several',
    broken: [withCredentials('Bearer [access_token#1], Bearer [access_token#2]')],
    harmless: [],
  },
  { code: 'auth/bearer:not-bearer', broken: [withCredentials('Basic [basic#1]')], harmless: [] },
  { code: 'auth/bearer:not-bearer', broken: [withCredentials('Token [access_token#1]')], harmless: [] },
  { code: 'auth/bearer:raw', broken: [withCredentials('[access_token#1]')], harmless: [] },
  { code: 'auth/bearer:doubled', broken: [withCredentials('Bearer Bearer [access_token#1]')], harmless: [] },
  {
    code: 'auth/bearer:no-token',
    broken: [withCredentials('Bearer [unusable_token#1]')],
    harmless: [[withCredentials('Bearer [access_token#1]')]],
  },
  { code: 'auth/bearer:quoted', broken: [withCredentials('Bearer "[access_token#1]"')], harmless: [] },
  { code: 'auth/bearer:placeholder', broken: [withCredentials('Bearer undefined')], harmless: [] },
  { code: 'auth/bearer:placeholder', broken: [withCredentials('Bearer')], harmless: [] },
  { code: 'auth/bearer:placeholder', broken: [withCredentials('')], harmless: [] },
  { code: 'auth/bearer:refresh-token', broken: [withCredentials('Bearer [refresh_token#1]')], harmless: [] },
  {
    code: 'auth/bearer:refresh-token',
    broken: [renewal('R1'), withCredentials('Bearer R2')],
    harmless: [
      [renewal('R1'), withCredentials('Bearer A2')],
      // the access token, sent to the token address by mistake and labelled by the place it was seen in
      [
        { ...renewal('[refresh_token#1]'), status: 400, response: error },
        withCredentials('Bearer [refresh_token#1]'),
      ],
    ],
  },
  {
    code: 'auth/bearer:dead-token',
    broken: [dead(), dead(), dead()],
    harmless: [
      [dead(), dead(), withCredentials('Bearer [access_token#2]'), dead('[access_token#2]')],
      [dead(), dead(), withCredentials('Bearer [access_token#1]'), dead()],
      // all that were on their way when the first was refused, and all that left before the second refusal came
      [dead(), { ...dead(), atMs: 1001 }, { ...dead(), atMs: 1002 }],
      [1000, 2000, 2001, 2054].map((atMs) => ({ ...dead(), atMs })),
      [1000, 1055, 1056, 1057].map((atMs) => ({ ...dead(), atMs })),
      [dead(), dead(), { ...dead(), gaps: ['times'] }],
    ],
  },
  {
    code: 'auth/refused:accepted',
    broken: [{ ask: 'GET /produtos', data: page(1), headers: [], intent: 'without-token' }],
    harmless: [
      [{ ask: 'GET /produtos', status: 401, response: error, headers: [], intent: 'without-token' }],
      [{ ask: 'GET /produtos', status: 400, response: error, headers: [], intent: 'without-token' }],
      [
        {
          ask: 'GET /produtos',
          data: page(1),
          headers: [],
          step: null,
          source: 'recording',
          gaps: ['authorization'],
        },
      ],
    ],
  },
  {
    code: 'auth/https:plain',
    broken: [{ ask: 'GET http://api.exemplo.invalid/Api/v3/x', data: [], step: null, source: 'proxy' }],
    harmless: [
      [{ ask: 'GET http://localhost:3000/Api/v3/x', data: [] }],
      [{ ask: 'GET http://[::1]:3000/Api/v3/x', data: [] }],
      [{ ask: 'GET http://127.0.0.1/Api/v3/x', data: [] }],
      [{ ask: 'GET http://192.168.0.9/Api/v3/x', data: [], source: 'examine', step: null }],
    ],
  },
  {
    code: 'auth/same-origin:token-elsewhere',
    severity: 'info',
    broken: [
      {
        ask: 'POST https://outro.invalid/oauth/token',
        channel: 'token',
        response: { access_token: '[access_token#2]', token_type: 'Bearer', expires_in: 3600 },
        step: null,
        source: 'recording',
      },
    ],
    harmless: [
      [
        {
          ask: 'POST https://api.exemplo.invalid/oauth/token',
          channel: 'token',
          response: { access_token: '[access_token#2]', token_type: 'Bearer', expires_in: 3600 },
          step: null,
          source: 'recording',
        },
      ],
      [
        {
          ask: 'POST http://localhost:8080/oauth/token',
          channel: 'token',
          response: { access_token: '[access_token#2]', token_type: 'Bearer', expires_in: 3600 },
          step: null,
          source: 'examine',
        },
      ],
    ],
  },
  {
    code: 'auth/same-origin:foreign',
    broken: [
      { ask: 'GET /contatos', data: [], step: null, source: 'recording' },
      { ask: 'GET https://outro.invalid/x', channel: 'elsewhere', step: null, source: 'recording' },
    ],
    harmless: [
      [
        { ask: 'GET /contatos', data: [], step: null, source: 'recording' },
        {
          ask: 'POST https://outro.invalid/aviso?token=[access_token%233]',
          channel: 'elsewhere',
          headers: [
            ['Authorization', 'Bearer [access_token#2]'],
            ['X-Api-Key', '[api_key#1]'],
          ],
          step: null,
          source: 'recording',
        },
      ],
      [
        {
          ask: 'GET https://outro.invalid/x',
          channel: 'elsewhere',
          headers: [],
          step: null,
          source: 'recording',
        },
      ],
    ],
  },
  {
    code: 'auth/same-origin:in-url',
    broken: [
      { ask: 'GET /contatos', data: [], step: null, source: 'proxy' },
      {
        ask: 'GET https://outro.invalid/x?chave=%5Baccess_token%231%5D',
        channel: 'elsewhere',
        headers: [],
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [],
  },
  {
    code: 'auth/same-origin:in-url',
    profile: 'bling',
    broken: [
      { ask: 'GET /produtos?access_token=%5Baccess_token%231%5D', data: [], step: null, source: 'proxy' },
    ],
    harmless: [],
  },
  {
    code: 'auth/same-origin:in-url',
    broken: [
      {
        ask: 'GET /produtos?access_token=%5Baccess_token%231%5D',
        data: page(1),
        step: null,
        source: 'proxy',
      },
    ],
    harmless: [
      [
        {
          ask: 'GET https://app.invalid/retorno?code=abc&state=x',
          channel: 'elsewhere',
          headers: [],
          step: null,
        },
      ],
      [{ ask: 'GET /produtos?tokens=1', data: page(1) }],
    ],
  },
]
