import { defineConfig } from 'vitest/config'

/**
 * `npm run suites`: the suites of this repository, one test a step. One worker for all files, so that they share one
 * pacer's time and one account's tokens, and nothing of them runs at once.
 */
export default defineConfig({
  test: {
    reporters: ['default', './src/vitest-reporter.ts'],
    include: ['suites/**/*.test.ts'],
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    sequence: { concurrent: false, shuffle: false },
    // a step that failed is not tried again: the service has seen it
    retry: 0,
  },
})
