import type { StepNumber } from '../../src/specification/homologation.js'
import { type Profile, spec } from '../../src/specification/profile.js'
import { type Course, type Habits, type Outgoing, withBody, withHeader } from './client.js'

/** Ways to keep the rules. None of them may be accused of anything. */

const free: Profile = { ...spec, name: 'free', spacing: { ...spec.spacing, reading: 'free' } }
const everyStep: Profile = { ...spec, name: 'every-step', hash: { ...spec.hash, carriedOn: 'every-step' } }
const textId: Profile = { ...spec, name: 'text-id', product: { idForm: 'text' } }
const eitherId: Profile = { ...spec, name: 'either-id', product: { idForm: 'either' } }
const withDescription: Profile = {
  ...spec,
  name: 'descricao',
  change: { field: 'descricao', text: 'Copo', sends: 'Copo' },
}
const countsRenewal: Profile = {
  ...free,
  name: 'counts-renewal',
  spacing: { ...free.spacing, countsRenewal: true },
}

type Alter = NonNullable<Habits['alter']>

const everyHeader =
  (name: string, value: string | null): Alter =>
  (out) =>
    withHeader(out, name, value)

const respelt =
  (spell: (name: string) => string): Alter =>
  (out) => ({ ...out, headers: out.headers.map(([name, value]) => [spell(name), value]) })

const bodyText =
  (change: (text: string) => string): Alter =>
  (out) =>
    out.body === null ? out : { ...out, body: change(out.body) }

const onStep =
  (wanted: StepNumber, change: (out: Outgoing) => Outgoing): Alter =>
  (out, step) =>
    step === wanted ? change(out) : out

const escaped = (text: string) =>
  text.replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const deaths = ([1, 2, 3, 4, 5, 'never'] as const).flatMap((invalidateAt): [string, Course][] => [
  [`the token dies at ${invalidateAt}, profile spec`, { service: { invalidateAt } }],
  [`the token dies at ${invalidateAt}, profile bling`, { profile: 'bling', service: { invalidateAt } }],
  [`the token dies at ${invalidateAt} with a 400`, { service: { invalidateAt, deadToken: '400' } }],
  [
    `the token dies at ${invalidateAt}, its answer brings a hash`,
    { profile: everyStep, service: { invalidateAt, hashOnRefusal: true } },
  ],
])

const pauses = [2_000, 2_001, 2_050, 2_500, 3_000, 4_000, 5_000].map((pauseMs): [string, Course] => [
  `${pauseMs} ms between answer and request`,
  { habits: { pauseMs } },
])

const shapes = (['bling', 'plain', 'list', 'oauth', 'text'] as const).map((errorShape): [string, Course] => [
  `errors shaped as ${errorShape}`,
  { service: { errorShape } },
])

export const harmlessCourses: readonly (readonly [string, Course])[] = [
  ['nothing changed', {}],
  ...deaths,
  ...pauses,
  ...shapes,
  ['gaps of exactly 2,000 ms from request to request', { habits: { pauseMs: 1_995, latencyMs: 5 } }],
  ['slow answers', { habits: { latencyMs: 700 } }],
  ['quick answers', { habits: { latencyMs: 0.4 } }],
  ['no pause under free spacing', { profile: free, habits: { pauseMs: 0 } }],
  ['no pause under at most 2 s', { profile: 'bling', habits: { pauseMs: 0 } }],
  [
    '1,900 ms under at most 2 s, the token living',
    { profile: 'bling', service: { invalidateAt: 'never' }, habits: { pauseMs: 1_900 } },
  ],
  ['a renewal that counts, under free spacing', { profile: countsRenewal }],
  ['one hash for the whole run', { service: { hash: 'fixed' } }],
  ['one hash for the whole run, on every step', { profile: everyStep, service: { hash: 'fixed' } }],
  [
    'hash only where it is needed',
    {
      habits: {
        alter: (out, _step, _tools, repeat) =>
          repeat > 0 ? out : withHeader(out, 'x-service-homologacao', null),
      },
    },
  ],
  [
    'hash on step 1 of the second run, too',
    { habits: { alter: onStep(1, (out) => withHeader(out, 'x-service-homologacao', 'old')) } },
  ],
  ['header names in lower case', { habits: { alter: respelt((name) => name.toLowerCase()) } }],
  ['header names in upper case', { habits: { alter: respelt((name) => name.toUpperCase()) } }],
  [
    'the hash header in other case, under bling',
    {
      profile: 'bling',
      habits: { alter: respelt((name) => (name.startsWith('x-') ? 'X-Bling-Homologacao' : name)) },
    },
  ],
  [
    'headers in reverse order',
    { habits: { alter: (out) => ({ ...out, headers: [...out.headers].reverse() }) } },
  ],
  [
    'spaces around the hash',
    {
      profile: everyStep,
      habits: {
        alter: (out) => ({
          ...out,
          headers: out.headers.map(([name, value]) => [name, name.startsWith('x-') ? ` ${value}` : value]),
        }),
      },
    },
  ],
  [
    'the scheme in lower case',
    {
      habits: {
        alter: (out, _step, { memory }) => withHeader(out, 'authorization', `bearer ${memory.accessToken}`),
      },
    },
  ],
  ['Accept: application/json', { habits: { alter: everyHeader('accept', 'application/json') } }],
  ['Accept: */*', { habits: { alter: everyHeader('accept', '*/*') } }],
  ['Accept: text/html', { habits: { alter: everyHeader('accept', 'text/html') } }],
  [
    'Accept of several kinds',
    { habits: { alter: everyHeader('accept', 'application/json, text/plain, */*') } },
  ],
  ['Accept: 1.0, as a published client sends it', { habits: { alter: everyHeader('accept', '1.0') } }],
  ['a user agent', { habits: { alter: everyHeader('user-agent', 'GuzzleHttp/7') } }],
  ['no user agent', { habits: { alter: everyHeader('user-agent', null) } }],
  [
    'a trace parent',
    {
      habits: {
        alter: everyHeader('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
      },
    },
  ],
  ['a request id', { habits: { alter: everyHeader('x-request-id', '6f1a') } }],
  [
    'a correlation id as long as a hash',
    { habits: { alter: everyHeader('x-correlation-id', 'a3f5c6e7d8b9a0b1c2d3e4f5a6b7c8d9') } },
  ],
  [
    'Cache-Control and Pragma',
    {
      habits: {
        alter: (out) => withHeader(withHeader(out, 'cache-control', 'no-cache'), 'pragma', 'no-cache'),
      },
    },
  ],
  ['Connection: close', { habits: { alter: everyHeader('connection', 'close') } }],
  ['Connection: keep-alive', { habits: { alter: everyHeader('connection', 'keep-alive') } }],
  [
    'chunked bodies',
    {
      habits: { alter: (out) => (out.body === null ? out : withHeader(out, 'transfer-encoding', 'chunked')) },
    },
  ],
  [
    'Content-Length: 0 where there is no body',
    { habits: { alter: (out) => (out.body === null ? withHeader(out, 'content-length', '0') : out) } },
  ],
  [
    'enable-jwt',
    {
      habits: {
        alter: everyHeader('enable-jwt', '1'),
        alterRenewal: (out) => withHeader(out, 'enable-jwt', '1'),
      },
    },
  ],
  ['tokens that are JWTs', { service: { jwt: true } }],
  ['a cookie', { habits: { alter: everyHeader('cookie', 'sessao=1') } }],
  ['an Accept-Language', { habits: { alter: everyHeader('accept-language', 'pt-BR') } }],
  [
    'JSON with a charset',
    {
      habits: {
        alter: (out) =>
          out.body === null ? out : withHeader(out, 'content-type', 'application/json; charset=UTF-8'),
      },
    },
  ],
  [
    'JSON declared in capitals',
    {
      habits: {
        alter: (out) => (out.body === null ? out : withHeader(out, 'Content-Type', 'Application/JSON')),
      },
    },
  ],
  [
    'keys in reverse order',
    {
      habits: {
        alter: bodyText((text) =>
          JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
        ),
      },
    },
  ],
  ['indented JSON', { habits: { alter: bodyText((text) => JSON.stringify(JSON.parse(text), null, 4)) } }],
  ['JSON that ends with a line', { habits: { alter: bodyText((text) => `${text}\n`) } }],
  ['letters escaped', { habits: { alter: bodyText(escaped) } }],
  ['slashes escaped, as PHP does', { habits: { alter: bodyText((text) => text.replaceAll('/', '\\/')) } }],
  [
    'the price with trailing zeros',
    { habits: { alter: bodyText((text) => text.replace(/("preco":[\d.]+)/, '$100')) } },
  ],
  [
    'the price with an exponent',
    { habits: { alter: bodyText((text) => text.replace(/("preco":[\d.]+)/, '$1e0')) } },
  ],
  [
    'another text for the description',
    { habits: { alter: withBody(3, (body) => ({ ...body, nome: 'Caneca azul' })) } },
  ],
  [
    'a description added',
    { habits: { alter: withBody(3, (_body, { memory }) => ({ ...memory.product, descricao: 'Copo' })) } },
  ],
  ['the description of the profile', { profile: withDescription }],
  ['another situation where none is given', { habits: { alter: withBody(4, () => ({ situacao: 'A' })) } }],
  ['a situation as number', { habits: { alter: withBody(4, () => ({ situacao: 1 })) } }],
  ['a query on every request', { habits: { alter: (out) => ({ ...out, path: `${out.path}?loja=205` }) } }],
  ['an identifier that is text', { profile: textId }],
  ['an identifier of either form', { profile: eitherId }],
  [
    'an identifier percent-encoded',
    {
      habits: {
        alter: (out, _step, { memory }) =>
          memory.id === '' ? out : { ...out, path: out.path.replace(memory.id, `%31${memory.id.slice(1)}`) },
      },
    },
  ],
  [
    'a renewal before the run',
    {
      habits: { before: (step, { renew, memory }) => void (step === 1 && memory.renewals === 0 && renew()) },
    },
  ],
  [
    'a renewal before the run, whose token is revoked at step 1',
    {
      service: { invalidateAt: 1 },
      habits: { before: (step, { renew, memory }) => void (step === 1 && memory.renewals === 0 && renew()) },
    },
  ],
  [
    'a token that expires in the middle',
    { service: { invalidateAt: 'never', accessTokenLifetimeMs: 5_000 } },
  ],
  ['a refresh token that does not rotate', { service: { refreshTokenRotates: false } }],
  [
    'credentials in the body, where either is lawful',
    {
      habits: {
        alterRenewal: (out, { memory }) => ({
          ...withHeader(out, 'authorization', null),
          body: `${out.body}&client_id=${memory.clientId}&client_secret=${memory.clientSecret}`,
        }),
      },
    },
  ],
  ['Accept on the token request', { habits: { alterRenewal: (out) => withHeader(out, 'accept', '1.0') } }],
  [
    'fields of the token request in another order',
    {
      habits: {
        alterRenewal: (out) => ({ ...out, body: [...(out.body ?? '').split('&')].reverse().join('&') }),
      },
    },
  ],
  [
    'a preflight before a step',
    {
      habits: {
        before: (step, { send, request }) => {
          if (step === 2) send({ ...request(1), method: 'OPTIONS' })
        },
      },
    },
  ],
  [
    'a look at the catalogue after the run',
    {
      habits: {
        finish: ({ send, request, wait }) => {
          wait(3_000)
          send({ ...request(1), path: '/produtos' })
        },
      },
    },
  ],
]
