// kept in the declarations, where the lines below would else find nothing to add to
import 'vitest'
import { expect } from 'vitest'
import { type Fixtures, test } from './app/library/fixtures.js'
import { toPassHomologation } from './app/library/matchers.js'
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
export { type Fixtures, test, toPassHomologation }

/**
 * Turns suites of your own into tests, one a step: `await hostContract(suite)` at the top of a test file. They run against
 * the service that the environment names, reading alone, or against the embedded one.
 */
export async function hostContract(...suites: readonly UserSuite[]): Promise<void> {
  const host = await import('./app/library/host.js')
  await host.hostContract(...suites)
}
