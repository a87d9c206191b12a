import { describe, expect, it } from 'vitest'
import { type ContractTrial, tryContract } from './contract.fixture.js'
import { embeddedPermissions } from './permissions.js'

/** Every identifier that the service shows, in lists and in responses to creates, is this one. */
function showing(id: string): NonNullable<ContractTrial['vary']> {
  return (response, { method }) => {
    if (
      response.status >= 300 ||
      typeof response.body !== 'string' ||
      (method !== 'GET' && method !== 'POST')
    )
      return response
    return {
      ...response,
      body: response.body.replace(/"id":\s*("[^"]*"|\d+)/g, `"id":${JSON.stringify(id)}`),
    }
  }
}

describe('an identifier that is not one segment of letters, digits, hyphens and underscores', () => {
  it.each(['../../produtos', '..%2F..%2Fprodutos', '7/8', '7,8', '7;v=1', '7?x=1', 'São', '7 8', '...'])(
    'is used in no path, no query and no body: %s',
    async (id) => {
      const bodies: string[] = []
      const { log, judgement } = await tryContract({
        selected: ['contatos', 'pedidos-vendas'],
        permissions: embeddedPermissions,
        vary: showing(id),
        onRequest: ({ body }) => void bodies.push(body === null ? '' : Buffer.from(body).toString('utf8')),
      })
      const spellings = [id, encodeURIComponent(id), new URLSearchParams({ id }).toString().slice(3)]
      const using = [...log, ...bodies].filter((text) => spellings.some((one) => text.includes(one)))
      expect(using).toEqual([])
      expect(judgement.steps.find((step) => step.id === 'contatos/read')).toMatchObject({
        verdict: 'not-applicable',
        reason: 'contract.reason.no-identifier',
      })
    },
  )

  it('is no hindrance where it is one such segment', async () => {
    const { log } = await tryContract({ selected: ['contatos'], vary: showing('A7-b_8') })
    expect(log).toContain('GET /contatos/A7-b_8')
  })
})
