import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In the order of their beginning: a worker goes on with what it has loaded only where the next file is of the same project. */
const projects = ['end-to-end', 'alone', 'unit']

/** What takes ten seconds and more: begun last, it would keep one core at work while the others idle. */
const slow = [
  'test/end-to-end/command-blocks.test.ts',
  'test/end-to-end/watching.test.ts',
  'test/end-to-end/life.test.ts',
  'test/package/package.test.ts',
  'test/package/start.test.ts',
  'test/end-to-end/writing.test.ts',
  'test/browser/page.test.ts',
  'test/browser/faults.test.ts',
  'test/browser/judge-page.test.ts',
  'test/end-to-end/killed.test.ts',
  'test/end-to-end/conformant.test.ts',
  'test/verdicts/verdicts.test.ts',
  'src/run/contract/contract.test.ts',
  'test/contract/faults.test.ts',
  'src/rules/shapes/every-family.test.ts',
  'src/run/contract/cleanup.test.ts',
  'src/judging/judge-growth.test.ts',
  'test/sample-application/sample-application.test.ts',
  'src/cli/contract.test.ts',
]

/** Without what an earlier run left in a cache, the runner begins with the largest files, which are not the slowest. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId, project }: TestSpecification): number {
  const rank = slow.findIndex((name) => moduleId.endsWith(name))
  return projects.indexOf(project.name) * 1_000 + (rank < 0 ? slow.length : rank)
}
