import { expect } from 'vitest'
import { toPassHomologation } from './library/matchers.js'

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

export { toPassHomologation }
