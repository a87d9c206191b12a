import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainText, withoutCommands } from '../../exchange/plain-text.js'
import type { Finding } from '../../rules/finding.js'
import { fill } from '../../words/catalogue.js'
import type { Suite } from '../suite.js'
import { concerns, type HostedRun, startWatch, titleOf, type Watch } from './step-watch.js'

/** Longest time for one step: the wait, the request, a renewal and both repeats after the limit. */
const STEP_TIMEOUT_MS = 300_000

/**
 * Turns a suite into tests, one per step, with the same runner and judge as the command line. A step's test ends when
 * the step does, and fails with its findings; a step that was not reached fails with the reason. The last test holds
 * the verdict of the whole run.
 *
 * @param target the service as titles name it: an address, or the embedded service
 */
export function hostSuite(suite: Suite, target: string, prepare: () => Promise<HostedRun>): void {
  describe(`${suite.title}, against ${target}`, () => {
    let hosted: HostedRun
    let watch: Watch
    beforeAll(async () => {
      hosted = await prepare()
      watch = startWatch(suite, hosted)
    }, STEP_TIMEOUT_MS)
    afterAll(async () => {
      await watch?.ended.catch(() => undefined)
      await hosted?.close()
    }, STEP_TIMEOUT_MS)

    it.for(suite.steps.map((step) => [step.id, titleOf(step)] as const))(
      '%s: %s',
      { timeout: STEP_TIMEOUT_MS },
      async ([id], { skip }) => {
        await watch.until(id)
        const reason = watch.notReached.get(id)
        if (watch.notApplicable.has(id)) skip(reason)
        const findings = watch.judgement().findings.filter((one) => concerns(one, id))
        const said = findings.map((one) => words(hosted, one))
        expect(said, said.join('\n')).toEqual([])
        expect(reason, `${id} was not reached: ${reason}`).toBeUndefined()
      },
    )

    it(
      'the run as a whole',
      async () => {
        await watch.ended
        const { cause, verdict } = watch.judgement()
        const said = cause === null ? null : words(hosted, cause)
        expect(said, said ?? '').toBeNull()
        expect(verdict).toBe('pass')
      },
      STEP_TIMEOUT_MS,
    )
  })
}

function words({ lang, words: catalogue }: HostedRun, finding: Finding): string {
  const sentences = catalogue.findings[finding.code]
  const said = [sentences.message, sentences.expected, sentences.actual, sentences.hint]
  const text = said.map((one) => fill(one, finding.values, lang)).join(' | ')
  return withoutCommands(plainText(`${finding.requirement}: ${text}`))
}
