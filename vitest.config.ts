import { defineConfig } from 'vitest/config'

/** Unit and end-to-end tests of the repository. The suites have a configuration of their own (`npm run suites`). */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', '**/*.fixture.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
