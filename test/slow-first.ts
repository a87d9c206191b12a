import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes ten seconds and more: begun last, it would keep one core at work while the others idle. */
const slow = [
  'test/verdicts/verdicts.test.ts',
  'test/end-to-end/watching.test.ts',
  'src/run/contract/contract.test.ts',
  'test/browser/page.test.ts',
  'test/browser/faults.test.ts',
  'test/browser/judge-page.test.ts',
  'test/end-to-end/conformant.test.ts',
  'test/end-to-end/writing.test.ts',
  'src/exchange/masking/growth.test.ts',
  'src/judging/judge-growth.test.ts',
]

/** Without what an earlier run left in a cache, the runner begins with the largest files, which are not the slowest. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = slow.findIndex((name) => moduleId.endsWith(name))
  return rank < 0 ? slow.length : rank
}
