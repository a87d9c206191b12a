import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../exchange/exchange.js'
import type { RawExchange } from '../../exchange/raw.js'
import type { Finding, Judgement } from '../../rules/finding.js'
import { type Catalogue, fill, type Lang } from '../../words/catalogue.js'
import type { RunEvent, RunOutcome } from '../run-event.js'
import { stopSentence } from '../stop-sentence.js'
import type { Suite, SuiteStep } from '../suite.js'

/** A suite that is ready to run, with everything that a host must not know. */
export interface HostedRun {
  readonly words: Catalogue
  readonly lang: Lang
  run(onExchange: (exchange: RawExchange) => void, onEvent: (event: RunEvent) => void): Promise<RunOutcome>
  record(exchange: RawExchange): Exchange
  judge(exchanges: readonly Exchange[], ended: boolean): Judgement
  close(): Promise<void>
}

/** Longest time for one step: the wait, the request, a renewal and both repeats after the limit. */
const STEP_TIMEOUT_MS = 300_000

/**
 * Turns a suite into tests, one a step, on the same runner and the same judge as the command line. A step's test ends
 * when the step does, and fails with its findings; a step that was not reached fails, and says why. The last test holds
 * the verdict of the whole.
 *
 * @param target where it runs, for the title: an address, or the embedded service
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

/** With its tags, so that `-t '[paging'` picks by them. */
function titleOf({ title, tags = [] }: SuiteStep): string {
  return tags.length === 0 ? title : `${title} ${tags.map((tag) => `[${tag}]`).join('')}`
}

/** An error of the step, or of a cause that shows in several. */
function concerns({ severity, step, places = [] }: Finding, id: string): boolean {
  return severity === 'error' && (step === id || places.some((place) => place.step === id))
}

interface Watch {
  readonly ended: Promise<RunOutcome>
  /** Why a step was not reached. */
  readonly notReached: ReadonlyMap<string, string>
  /** Steps that could not apply here: no record to ask for, or one that the gate keeps. */
  readonly notApplicable: ReadonlySet<string>
  /** Resolves when nothing more will happen to the step; rejects where the run itself broke down. */
  until(step: string): Promise<void>
  judgement(): Judgement
}

function startWatch(suite: Suite, hosted: HostedRun): Watch {
  const exchanges: Exchange[] = []
  const notReached = new Map<string, string>()
  const notApplicable = new Set<string>()
  const steps = suite.steps.map(({ id }) => id)
  const isDone = new Set<string>()
  const waiters: (() => void)[] = []
  let isOver = false

  const onEvent = (event: RunEvent) => {
    if (event.kind === 'not-reached') {
      const { reason, step } = event
      notReached.set(step, stopSentence(reason, hosted.words, hosted.lang))
      const isOwnAffair = reason.code === 'missing-capture' || reason.code === 'not-permitted'
      if (isOwnAffair && suite.withoutSuccess === 'goes-on') notApplicable.add(step)
    }
    if (event.kind === 'restarting') isDone.clear()
    if (event.kind === 'sending' || event.kind === 'waiting') {
      for (const step of steps.slice(0, steps.indexOf(event.step))) isDone.add(step)
    }
    for (const check of waiters.splice(0)) check()
  }
  const ended = hosted
    .run((raw) => exchanges.push(hosted.record(raw)), onEvent)
    .finally(() => {
      isOver = true
      for (const check of waiters.splice(0)) check()
    })
  ended.catch(() => undefined)

  return {
    ended,
    notReached,
    notApplicable,
    judgement: () => hosted.judge(exchanges, isOver),
    async until(step) {
      while (!isOver && !isDone.has(step)) await new Promise<void>((resolve) => waiters.push(resolve))
      if (isOver) await ended
    },
  }
}

function words({ lang, words: catalogue }: HostedRun, finding: Finding): string {
  const sentences = catalogue.findings[finding.code]
  const said = [sentences.message, sentences.expected, sentences.actual, sentences.hint]
  return `${finding.requirement}: ${said.map((one) => fill(one, finding.values, lang)).join(' | ')}`
}
