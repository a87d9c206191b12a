import { test as base, type TestAPI } from 'vitest'
import { toCurl } from '../../exchange/curl.js'
import { isRootError } from '../../rules/finding.js'
import type { Emulated, EmulateOptions } from './emulate.js'
import type { Examinee, ExamineOptions, ExamineResult } from './examine.js'

/** What `test` hands to a test that names it. The options are changed by `test.extend({ homologationOptions: { … } })`. */
export interface Fixtures {
  readonly erpOptions: EmulateOptions
  readonly homologationOptions: ExamineOptions
  /** The emulated service; it is closed after the test. */
  readonly erp: Emulated
  /** The service that grades its client; a `result()` that fails annotates the test with the fix and the request as cURL. */
  readonly homologation: Examinee
}

/**
 * vitest's `test`, with a service for each test that asks for one.
 *
 * ```ts
 * test('passes homologation', async ({ homologation }) => {
 *   await runOurHomologation(homologation.baseUrl, homologation.accessToken)
 *   expect(await homologation.result()).toPassHomologation()
 * })
 * ```
 */
export const test: TestAPI<Fixtures> = base.extend<Fixtures>({
  erpOptions: {},
  homologationOptions: {},
  erp: async ({ erpOptions }, use) => {
    const { emulate } = await import('./emulate.js')
    const erp = await emulate(erpOptions)
    await use(erp)
    await erp.close()
  },
  homologation: async ({ homologationOptions, annotate }, use) => {
    const { examine } = await import('./examine.js')
    const service = await examine(homologationOptions)
    const result = async () => {
      const judged = await service.result()
      // younger than vitest 3.0
      for (const [type, text] of annotationsOf(judged)) await annotate?.(text, type)
      return judged
    }
    await use({ ...service, result })
    await service.close()
  },
})

function annotationsOf({ exchanges, report }: ExamineResult): (readonly [type: string, text: string])[] {
  const cause = report.findings.find(isRootError)
  const exchange = exchanges.find(({ id }) => id === cause?.exchange)
  const curl = exchange ? [['curl', toCurl(exchange)] as const] : []
  return cause ? [['fix', cause.hint] as const, ...curl] : []
}
