import { describe, expect } from 'vitest'
import { test as bare } from '../../vitest.js'

const test = bare.extend({ homologationOptions: { profile: 'bling', invalidateAt: 'never' } as const })

describe('the fixtures', () => {
  test('serve an emulated ERP, with the options that the test file extends', async ({ erp }) => {
    const response = await fetch(`${erp.baseUrl}/produtos`, {
      headers: { authorization: `Bearer ${erp.accessToken}` },
    })
    expect(response.status).toBe(200)
    expect(erp.exchanges).toHaveLength(1)
  })

  test('annotate a test with the fix and the request of what failed', async ({ homologation, task }) => {
    const authorization = `Bearer ${homologation.accessToken}`
    const { baseUrl } = homologation
    await fetch(`${baseUrl}/homologacao/produtos`, { headers: { authorization } })
    await fetch(`${baseUrl}/homologacao/produtos`, { method: 'POST', headers: { authorization }, body: '{}' })
    const { report, verdict } = await homologation.result()
    expect([verdict, report.run.profile]).toEqual(['fail', 'bling'])
    const [fix, curl] = task.annotations
    expect(report.findings.map(({ hint }) => hint)).toContain(fix?.message)
    expect([fix?.type, curl?.type, curl?.message]).toEqual([
      'fix',
      'curl',
      expect.stringMatching(/^curl .*homologacao/s),
    ])
    expect(curl?.message).not.toContain(homologation.accessToken)
  })
})
