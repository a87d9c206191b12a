import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './test/slow-first.js'

const exclude = ['node_modules/**', 'dist/**', '**/*.fixture.ts']

/**
 * Files that touch neither the process nor a module of Node: they share what they load, for most of what such a file takes is to
 * load it again.
 */
const pure = [
  'src/{specification,words,rules,drift,page,report,settings}/**/*.test.ts',
  'src/exchange/**/!(journal-disk).test.ts',
]

/**
 * Unit and end-to-end tests of the repository. The suites have a configuration of their own (`npm run suites`). The tool is
 * built for the end-to-end tests alone, and only where one of them runs.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line.ts'],
    // the machines of a gate are shared and stall for seconds; what fails twice is broken
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    // runs of one user meet below this folder: those of tests must not meet the user's own
    env: { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'homologa-state-')) },
    hookTimeout: 60_000,
    // vitest leaves one core free, which on a machine of two is half of it
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          exclude,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...exclude, ...pure, 'test/end-to-end/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'end-to-end',
          include: ['test/end-to-end/**/*.test.ts'],
          exclude,
          globalSetup: 'test/end-to-end/build-tool.ts',
        },
      },
    ],
  },
})
