import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { judge } from '../../src/app/library/judge.js'
import type { Report } from '../../src/report/report.js'
import { type Asked, harWith } from './asked.js'
import { harOf, rightRun, type Sent } from './tool-shapes.js'

/** Recordings of other people's traffic, and recordings that leave out what a judge would need: none of them accuses anybody. */

const dir = mkdtempSync(join(tmpdir(), 'homologa-foreign-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const accusations = ({ findings }: Report) =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ requirement, message }) => `${requirement}: ${message}`)

async function judged(har: object, profile: 'spec' | 'bling' = 'spec'): Promise<Report> {
  const file = join(dir, 'foreign.har')
  writeFileSync(file, JSON.stringify(har))
  return (await judge(file, { profile })).report
}

const bearer = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.c2ln' }
const outro = 'https://api.outro.invalid'
const renewal = 'https://conta.outro.invalid/oauth/token'

/** What other services look like. */
const others: Readonly<Record<string, readonly Asked[]>> = {
  'pages over plain http': ['/', '/app.js', '/logo.png'].map((path) => ({ ask: `http://intranet.outro.invalid${path}` })),
  GraphQL: [{ ask: `POST ${outro}/graphql`, headers: bearer, body: { query: '{a}' }, response: { data: null } }],
  'GraphQL over plain http': [{ ask: 'POST http://10.0.0.7/graphql', body: { query: '{a}' }, status: 400, response: { errors: [] } }],
  'tokens of another service as JSON': [
    { ask: `POST ${renewal}`, body: { grant_type: 'refresh_token', refresh_token: 'r1' }, response: { token: 1 } },
    { ask: `POST ${renewal}`, body: { grant_type: 'refresh_token', refresh_token: 'r1' }, status: 400, response: { error: 'invalid_grant' } },
  ],
  'tokens of another service over plain http': [{ ask: 'POST http://keycloak.outro.invalid/realms/x/protocol/openid-connect/token', body: 'grant_type=password&username=a&password=b', status: 401 }],
  'consent at another service': [{ ask: 'http://id.outro.invalid/oauth/authorize?response_type=code&client_id=a&access_token=x' }],
  'a version 3 of somebody else': ['/v3/mail/send', '/api/v3/ticker', '/public-api/v3/produtos', '/v3/produtos', '/Api/v3/orders/7'].map((path) => ({ ask: `POST ${outro}${path}`, body: {}, status: 401 })),
  'a version 2 of somebody else': ['/api/v2/tickets.json', '/Api/v2/orders/json', '/api/v2/pedidos/json', '/b/api/v2/x'].map((path) => ({ ask: `http://api.outro.invalid${path}`, headers: { 'x-api-key': 'k' } })),
  'a test environment': ['/homologacao/produtos', '/homologacao/', '/api/homologacao/v1/produtos/7', '/homologacao/produtos?pagina=2'].map((path) => ({ ask: `PUT https://loja.outro.invalid${path}`, headers: bearer, body: '' })),
  'a host of that name': [{ ask: 'http://homologacao.outro.invalid/produtos', status: 500 }, { ask: 'POST https://homologacao.nfe.outro.invalid/ws/autorizacao.asmx', body: '<x/>', status: 500 }],
  'basic credentials': [{ ask: `${outro}/contatos`, headers: { authorization: 'Basic YTpi' } }],
  'server errors': [500, 502, 503].map((status) => ({ ask: `${outro}/produtos`, status })),
  'a limit that was hit': [{ ask: `${outro}/produtos`, status: 429, response: { error: { type: 'TOO_MANY_REQUESTS', period: 'day' } } }],
  'a missing scope': [{ ask: `${outro}/produtos`, status: 403, headers: bearer, response: { error: { type: 'insufficient_scope' } } }],
  'a key in an address': [{ ask: 'https://maps.outro.invalid/api/geocode?apikey=AIza&token=1' }],
  'a product page and its data': [{ ask: 'https://loja.outro.invalid/produtos/17' }, { ask: 'https://loja.outro.invalid/Api/produtos/17', status: 404 }],
} // biome-ignore format: a table, one service a line

describe('a recording of another service', () => {
  it.each(Object.entries(others))('accuses nobody, and is incomplete: %s', async (_, asked) => {
    for (const profile of ['spec', 'bling'] as const) {
      const report = await judged(harWith(asked), profile)
      expect([report.verdict, accusations(report)]).toEqual(['incomplete', []])
      expect(report.notices?.join()).toMatch(/goes to the service/)
    }
  })

  it('accuses nobody, and is incomplete: all of them in one session', async () => {
    const report = await judged(harWith(Object.values(others).flat()))
    expect([report.verdict, accusations(report)]).toEqual(['incomplete', []])
  })
})

/** What sanitizers write in place of credentials. */
const crossedOut = [
  '[Authorization redacted]', '__REDACTED__', '-removed-', '<REDACTED: 40 chars>', '[hidden]', 'REDACTED', 'Bearer REDACTED',
  'Bearer [token]', 'Bearer <access-token>', 'bearer ********', '•••••', 'Bearer (removed by policy)', 'SECRET', 'Bearer secret', 'oculto', '***',
  'Bearer xxxxxxxxxxxx', '[REDACTED BY HAR CLEANER v2]', '~~~filtered~~~', 'masked', 'Bearer tok…789',
] // biome-ignore format: a list of words

describe('a recording from which a tool took the credentials', () => {
  it.each(crossedOut)(
    'shows the right run all the same, and says nothing of who called: %s',
    async (value) => {
      const run = rightRun().map(
        (sent): Sent => ({ ...sent, request: { ...sent.request, authorization: value } }),
      )
      const report = await judged(JSON.parse(harOf((entry) => entry, run)))
      expect([report.verdict, accusations(report)]).toEqual(['pass', []])
      expect(report.coverage.requirements.tested).not.toContain('auth/bearer')
    },
  )
})

describe('a recording of requests without responses', () => {
  const without = (which: (at: number) => boolean, comment?: string) =>
    JSON.parse(
      harOf((entry, sent, at) => {
        if (!which(at)) return entry
        const response = {
          ...entry.response,
          status: 0,
          headers: [],
          content: { size: 0, mimeType: '' },
          bodySize: -1,
        }
        return { ...entry, response, time: 0, ...(comment && { comment: `${comment} ${at} ${sent.method}` }) }
      }, rightRun()),
    )

  it.each(['', 'Passo', 'Timeout?', 'erro de conexão: recusada'])(
    'is incomplete, whatever their user noted beside them: %s',
    async (comment) => {
      const report = await judged(without(() => true, comment))
      expect([report.verdict, accusations(report)]).toEqual(['incomplete', []])
      expect(report.notices?.join()).toMatch(/7 requests of this recording have no response/)
    },
  )

  it.each([0, 1, 2, 3, 4, 5, 6])('blames nobody for what it does not show: entry %d', async (lost) => {
    const report = await judged(without((at) => at === lost, 'ver depois'))
    expect(accusations(report)).toEqual([])
    expect(report.verdict).toBe(lost === 2 || lost === 3 ? 'pass' : 'incomplete')
  })
})

it('keeps what a user notes beside an entry out of the judgement', async () => {
  const noted = JSON.parse(
    harOf((entry, _, at) => ({ ...entry, comment: `net::ERR ${at}: aborted, timeout` }), rightRun()),
  )
  const report = await judged(noted)
  expect([report.verdict, accusations(report)]).toEqual(['pass', []])
})
