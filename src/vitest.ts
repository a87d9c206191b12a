// kept in the declarations, where the lines below would else find nothing to add to
import 'vitest'
import { test as base, expect, inject, type TestAPI } from 'vitest'
import type { Emulated, EmulateOptions } from './app/library/emulate.js'
import type { Examinee, ExamineOptions } from './app/library/examine.js'
import { toPassHomologation } from './app/library/matchers.js'
import { annotateWith, keepFor } from './app/library/reporting.js'
import { isRootError } from './rules/finding.js'
import type { UserSuite } from './run/user-suite.js'

declare module 'vitest' {
  // the parameter must read as vitest's own does, or the declarations do not merge
  // biome-ignore lint/suspicious/noExplicitAny: vitest's own default
  interface Assertion<T = any> {
    /** Passes where the verdict of an `examine`, `check` or `judge` is `pass`; else says what went wrong first. */
    toPassHomologation(): void
  }
}

/**
 * Importing it teaches vitest's `expect` the matcher, types included: `setupFiles: ['homologa/vitest']`, or
 * `import 'homologa/vitest'` at the top of a test.
 */
expect.extend({ toPassHomologation })

export type { Captures, StepResponse, SuiteStep } from './run/suite.js'
export type { UserStep, UserSuite } from './run/user-suite.js'
export { toPassHomologation }

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
 * Turns suites of your own into tests, one a step: `await hostContract(suite)` at the top of a test file. They run against
 * the service that the environment names, reading alone, or against the embedded one.
 */
export async function hostContract(...suites: readonly UserSuite[]): Promise<void> {
  const host = await import('./app/library/host.js')
  await host.hostContract(...suites)
}
