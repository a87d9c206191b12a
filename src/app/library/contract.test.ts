import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Exchange } from '../../exchange/exchange.js'
import { contract, toPassHomologation } from '../../index.js'
import { listen } from '../../service/listen.js'
import { openResources } from '../../service/resources/open.js'
import { createService } from '../../service/service.js'

/** A service that stands for a live one: the address is named, so nothing may be written. */
async function liveService() {
  const service = createService({
    seed: 'live',
    invalidateAt: 'never',
    resources: await openResources({ seed: 'live' }),
  })
  const listener = await listen(service)
  const { accessToken, refreshToken, clientId, clientSecret } = service.credentials
  const credentials = { accessToken, refreshToken, clientId, clientSecret, tokenUrl: listener.tokenUrl }
  return { baseUrl: listener.baseUrl, credentials, close: () => listener.close() }
}

describe('contract', () => {
  it('passes the embedded service, and says what it exercised', async () => {
    const result = await contract({ resources: ['contatos'] })
    expect(toPassHomologation(result)).toMatchObject({ pass: true })
    const { exercised, notExercised } = result.report.coverage.routes
    expect(exercised).toContain('POST /contatos')
    expect(notExercised.map(({ route }) => route)).toContain('GET /produtos')
  })

  it('only reads where an address is named, and masks what it tells', async () => {
    const service = await liveService()
    const exchanges: Exchange[] = []
    try {
      const { baseUrl, credentials } = service
      const onExchange = (exchange: Exchange) => exchanges.push(exchange)
      const { verdict } = await contract({
        resources: ['contatos'],
        baseUrl,
        credentials,
        ratePerSecond: 200,
        write: true,
        onExchange,
      })
      expect(verdict).toBe('pass')
      expect(new Set(exchanges.map(({ request }) => request.method))).toEqual(new Set(['GET']))
      expect(JSON.stringify(exchanges)).not.toContain(credentials.accessToken)
    } finally {
      await service.close()
    }
  })

  it('refuses a suite with a part that nobody knows', async () => {
    const step = { id: 'list', method: 'GET' as const, path: '/produtos', qurey: { limite: 3 } }
    await expect(contract({ suites: [{ id: 'ours', steps: [step] }] })).rejects.toThrow(
      /"qurey" of "list" is not known.*"query"/,
    )
  })

  it.each([
    'produtos',
    '/../x',
    '/a b',
    '/..\\x',
    '/ação',
    '/produtos/{id',
    '/produtos/{a-b}',
    '/{}',
    'https://x.example/y',
  ])('refuses a suite with the path %s, which no address holds or nobody meant', async (path) => {
    const steps = [{ id: 'list', method: 'GET' as const, path }]
    await expect(contract({ suites: [{ id: 'ours', steps }] })).rejects.toThrow(
      'the step "list" needs a "path"',
    )
  })

  it('runs suites of one’s own', async () => {
    const steps = [{ id: 'list', method: 'GET', path: '/produtos' }] as const
    const { report } = await contract({ resources: ['ours'], suites: [{ id: 'ours', steps }] })
    expect(report.steps.map(({ id, verdict }) => [id, verdict])).toEqual([['ours/list', 'pass']])
  })

  it('holds answers against schemas of one’s own', async () => {
    const steps = [{ id: 'list', method: 'GET', path: '/produtos' }] as const
    const ours = (codigo: z.ZodType) => ({
      id: 'ours',
      steps,
      shapes: { 'GET /produtos': { data: z.array(z.looseObject({ codigo })) } },
    })
    const right = await contract({ resources: ['ours'], suites: [ours(z.string())] })
    expect(right.verdict).toBe('pass')
    const { report, verdict } = await contract({ resources: ['ours'], suites: [ours(z.number())] })
    expect(verdict).toBe('fail')
    expect(report.findings.map(({ requirement, severity }) => [requirement, severity])).toEqual([
      ['data/shape', 'error'],
    ])
    expect(JSON.stringify(report.findings)).toContain('$.data[].codigo')
  })

  it('is incomplete where it was stopped before it began', async () => {
    const { verdict } = await contract({ resources: ['contatos'], signal: AbortSignal.abort() })
    expect(verdict).toBe('incomplete')
  })

  it('is incomplete where it was stopped under way, though all that came was right', async () => {
    const stop = new AbortController()
    const { verdict, report } = await contract({
      resources: ['contatos'],
      signal: stop.signal,
      onExchange: () => stop.abort(),
    })
    expect([verdict, report.findings]).toEqual(['incomplete', []])
  })

  it('refuses a suite that has the id of one of ours', async () => {
    const steps = [{ id: 'first', method: 'GET', path: '/vendedores' } as const]
    await expect(contract({ suites: [{ id: 'vendedores', steps }] })).rejects.toThrow(
      'The suite "vendedores" in \'suites\' has an id that is taken already',
    )
  })

  it('refuses an unknown resource, and a live service without a token', async () => {
    await expect(contract({ resources: ['contato'] })).rejects.toThrow(
      /no resource "contato"; there are .*contatos/,
    )
    const baseUrl = 'https://erp.example/Api/v3'
    await expect(contract({ baseUrl })).rejects.toThrow(/access token/)
    // A variable of the environment that is not set.
    const credentials = { accessToken: undefined as unknown as string }
    await expect(contract({ baseUrl, credentials })).rejects.toThrow(/access token/)
  })
})
