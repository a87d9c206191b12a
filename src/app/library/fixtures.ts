import { test as base, inject, type TestAPI } from 'vitest'
import { isRootError } from '../../rules/finding.js'
import { annotateWith } from './annotations.js'
import type { Emulated, EmulateOptions } from './emulate.js'
import type { Examinee, ExamineOptions } from './examine.js'
import { keepFor } from './reporting.js'

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
  homologation: async ({ homologationOptions, annotate, task }, use) => {
    const { examineKept } = await import('./examine.js')
    const service = await examineKept(homologationOptions, keepFor(inject('homologa'), task.id))
    const result = async () => {
      const judged = await service.result()
      await annotateWith(annotate, judged.report.findings.find(isRootError), judged.exchanges)
      return judged
    }
    await use({ ...service, result })
    await service.close()
  },
})
