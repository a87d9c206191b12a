import { test as base, expect, inject, type TestAPI } from 'vitest'
import type { Emulated, EmulateOptions } from './app/library/emulate.js'
import type { Examinee, ExamineOptions } from './app/library/examine.js'
import { toPassHomologation } from './app/library/matchers.js'
import { annotateWith, journalOpenerFor } from './app/library/reporting.js'
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

/** The fixtures of {@link test}. Change the options by `test.extend({ homologationOptions: { … } })`. */
export interface Fixtures {
  /** Options of the fixture `erp`. */
  readonly erpOptions: EmulateOptions
  /** Options of the fixture `homologation`. */
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
    const { examineWithJournal } = await import('./app/library/examine.js')
    // The reporter `homologa/vitest/reporter`, if it is configured, provides a folder. The journal of the run is written there
    // under the test's id, and the reporter reads it at the end.
    const openJournal = journalOpenerFor(inject('homologa'), task.id)
    const service = await examineWithJournal(homologationOptions, openJournal)
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
 * Turns your own suites into tests of the file that calls it, one for each step: call `await hostContract(suite)` at its top. If
 * `HOMOLOGA_BASE_URL` is set, in the environment or in `.env`, the steps run against that service, and those that write are
 * skipped. Otherwise all run against the embedded service.
 */
export async function hostContract(...suites: readonly UserSuite[]): Promise<void> {
  const host = await import('./app/library/host.js')
  await host.hostContract(...suites)
}
