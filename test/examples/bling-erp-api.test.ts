import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { examine } from '../../src/index.js'

/** The published client, unchanged: its constructor takes the base address, so nothing has to be put in its way. */
const { default: Bling } = createRequire(import.meta.url)('bling-erp-api') as {
  default: new (accessToken: string, baseUrl: string) => { homologacao: { execute(): Promise<void> } }
}

async function findingsOf(invalidateAt: 1 | 2 | 3 | 4 | 5 | 'never') {
  const service = await examine({ profile: 'bling', invalidateAt, seed: 'bling-erp-api' })
  const outcome = await new Bling(service.accessToken, service.baseUrl).homologacao.execute().then(
    () => 'resolved',
    (error: Error) => error.constructor.name,
  )
  const { report, exchanges, verdict } = await service.result()
  const roots = report.findings.filter(
    ({ consequenceOf, severity }) => consequenceOf === null && severity !== 'info',
  )
  const sent = exchanges.map(({ request, response }) => {
    const path = request.url.replace(/^.*\/Api\/v3/, '').replace(/\d{11}/, '{id}')
    return `${request.method} ${path} ${response?.status}`
  })
  return { outcome, verdict, report, sent, roots: roots.map(({ code, step }) => `${code} ${step}`) }
}

describe('the run of five steps in bling-erp-api 5.8.1', () => {
  it('sends steps 3 and 4 both as PATCH to the product, while it believes to have succeeded', async () => {
    const { outcome, verdict, sent, roots, report } = await findingsOf('never')
    expect(sent).toEqual([
      'GET /homologacao/produtos 200',
      'POST /homologacao/produtos 201',
      'PATCH /homologacao/produtos/{id} 204',
      'PATCH /homologacao/produtos/{id} 204',
      'DELETE /homologacao/produtos/{id} 204',
    ])
    expect(roots).toEqual([
      'homologation/put-change:method homologation/3',
      'homologation/situation:path homologation/4',
    ])
    expect([outcome, verdict]).toEqual(['resolved', 'fail'])
    expect(report.cause).toBe(report.findings[0]?.message)
  })

  it.each([1, 2] as const)('ends at the first refusal when the token is revoked at step %i', async (at) => {
    const { outcome, verdict, roots } = await findingsOf(at)
    expect(roots).toEqual([`homologation/token-renewed:gave-up homologation/${at}`])
    expect([outcome, verdict]).toEqual(['BlingApiException', 'fail'])
  })
})
