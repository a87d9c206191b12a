import { defineConfig } from 'vitest/config'

/** The tests that mutants of a folder are tried against (`scripts/mutants.mjs` names them): those that hold it, no browser, no process. */
const folders = (process.env.MUTANTS_TESTS ?? 'src').split(',')

export default defineConfig({
  test: {
    testTimeout: 30_000,
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['node_modules/**', 'dist/**', 'src/run/vitest/**'],
  },
})
