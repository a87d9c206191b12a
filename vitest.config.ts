import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { scratchFolder } from './test/scratch.js'
import { SlowFirst } from './test/slow-first.js'

const scratch = scratchFolder()
const exclude = ['node_modules/**', 'dist/**', '**/*.fixture.ts']

/** What uses the tool as it is built. */
const built = ['test/{browser,end-to-end,package}/**/*.test.ts', 'test/examples/{image,workflows}.test.ts']

/** What takes minutes to build, such as the single executable. */
const slow = 'test/slow/**/*.test.ts'

/** Files that put another module in a module's place, and so share nothing that was loaded. */
const alone = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && readFileSync(join('src', name), 'utf8').includes('vi.mock('))
  .map((name) => join('src', name))

/**
 * Unit and end-to-end tests of the repository. The suites have a configuration of their own (`npm run suites`). The tool is
 * built once, for the tests that use it alone, and only where one of them runs. Files share what their worker has loaded, for most
 * of what a small file takes is to load it again.
 */
export default defineConfig({
  test: {
    // those that are named here replace vitest's own choice
    reporters: [
      'default',
      ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []),
      './test/closing-line.ts',
    ],
    // the machines of a gate are shared and stall for seconds; what fails twice is broken
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    // runs of one user meet below this folder: those of tests must not meet the user's own
    env: { TMPDIR: scratch, XDG_STATE_HOME: join(scratch, 'state') },
    hookTimeout: 60_000,
    // vitest leaves one core free; here a worker more than there are cores fills what others wait for: processes, browsers, intervals
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'end-to-end', include: built, exclude, globalSetup: 'test/end-to-end/build-tool.ts' },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...exclude, ...built, ...alone, slow],
        },
      },
      // a job of its own: `npm run test:slow`
      { extends: true, test: { name: 'slow', include: [slow], exclude } },
      { extends: true, test: { name: 'alone', include: alone, exclude, isolate: true } },
    ],
  },
})
