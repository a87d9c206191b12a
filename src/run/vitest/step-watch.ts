import type { Exchange } from '../../exchange/exchange.js'
import type { RawExchange } from '../../exchange/raw.js'
import type { Finding, Judgement } from '../../rules/finding.js'
import type { Catalogue, Lang } from '../../words/catalogue.js'
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

/** With its tags, so that `-t '[paging'` picks by them. */
export function titleOf({ title, tags = [] }: SuiteStep): string {
  return tags.length === 0 ? title : `${title} ${tags.map((tag) => `[${tag}]`).join('')}`
}

/** An error of the step, or of a cause that shows in several. */
export function concerns({ severity, step, places = [] }: Finding, id: string): boolean {
  return severity === 'error' && (step === id || places.some((place) => place.step === id))
}

/** A run that is under way, step by step. */
export interface Watch {
  readonly ended: Promise<RunOutcome>
  /** Why a step was not reached. */
  readonly notReached: ReadonlyMap<string, string>
  /** Steps that could not apply here: no record to ask for, or one that the gate keeps. */
  readonly notApplicable: ReadonlySet<string>
  /** Resolves when nothing more will happen to the step; rejects where the run itself broke down. */
  until(step: string): Promise<void>
  judgement(): Judgement
}

/** Runs the suite, and keeps what became of each step. */
export function startWatch(suite: Suite, hosted: HostedRun): Watch {
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
