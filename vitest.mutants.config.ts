import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests that mutants are tried against (`scripts/mutants.mjs` names them): those that hold a folder, no browser, no process. */
const folders = (process.env.MUTANTS_TESTS ?? 'src').split(',')

export default defineConfig({
  test: {
    testTimeout: 30_000,
    // a mutant of the token store must not meet the user's own tokens
    env: { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'homologa-mutants-')) },
    include: folders.map((name) => (name.endsWith('.ts') ? name : `${name}/**/*.test.ts`)),
    // growth and the whole document take seconds for each mutant, and tell little that smaller tests do not
    exclude: [
      'node_modules/**',
      'dist/**',
      'src/app/library/host.test.ts',
      '**/*growth.test.ts',
      'src/exchange/masking/many.test.ts',
      'src/rules/shapes/every-family.test.ts',
    ],
  },
})
