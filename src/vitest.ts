// without this import the published declarations have no module `vitest` to extend
import 'vitest'
import { test as base, expect, inject, type TestAPI } from 'vitest'
import type { Emulated, EmulateOptions } from './app/library/emulate.js'
import type { Examinee, ExamineOptions } from './app/library/examine.js'
import { toPassHomologation } from './app/library/matchers.js'
import { annotateWith, keepFor } from './app/library/reporting.js'
import { isRootError } from './rules/finding.js'
import type { UserSuite } from './run/user-suite.js'

declare module 'vitest' {
  // the parameter must be declared as vitest's own is, or the declarations do not merge
  // biome-ignore lint/suspicious/noExplicitAny: vitest's own default
  interface Assertion<T = any> {
    /** Passes if the verdict of `examine`, `check` or `judge` is `pass`. If not, the message names the first mistake. */
    toPassHomologation(): void
  }
}

/**
 * Importing this module adds the matcher to vitest's `expect`, with its type. Either set `setupFiles: ['homologa/vitest']`, or
 * write `import 'homologa/vitest'` at the top of a test.
 */
expect.extend({ toPassHomologation })

export type { Captures, StepResponse, SuiteStep } from './run/suite.js'
export type { UserStep, UserSuite } from './run/user-suite.js'
export { toPassHomologation }

/** The fixtures of `test`. Change the options by `test.extend({ homologationOptions: { … } })`. */
export interface Fixtures {
  readonly erpOptions: EmulateOptions
  readonly homologationOptions: ExamineOptions
  /** The simulated ERP. It is closed after the test. */
  readonly erp: Emulated
  /** The service that grades its client. If `result()` fails, the test is annotated with the fix and the request as cURL. */
  readonly homologation: Examinee
}

/**
 * vitest's `test` with a service for each test that uses one.
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
    const { emulate } = await import('./app/library/emulate.js')
    const erp = await emulate(erpOptions)
    await use(erp)
    await erp.close()
  },
  homologation: async ({ homologationOptions, annotate, task }, use) => {
    const { examineKept } = await import('./app/library/examine.js')
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

/**
 * Turns your own suites into tests, one for each step. Call `await hostContract(suite)` at the top of a test file. The steps run
 * against the service that the environment names, where they only read, or else against the embedded service.
 */
export async function hostContract(...suites: readonly UserSuite[]): Promise<void> {
  const host = await import('./app/library/host.js')
  await host.hostContract(...suites)
}
