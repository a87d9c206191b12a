import { type Exchange, endMs } from '../../src/exchange/exchange.js'
import type { Note, WatchPlan } from '../../src/exchange/journal.js'
import { TrafficGrader } from '../../src/judging/grade-traffic.js'
import {
  collectRecovery,
  everyRevocation,
  type GradedTraffic,
  type Revocation,
} from '../../src/judging/graded-traffic.js'
import { contextOf, type RunFacts } from '../../src/judging/judged.js'
import type { RunEndedNote } from '../../src/judging/notes.js'
import type { Clock } from '../../src/node/clock.js'
import { loadShapes } from '../../src/specification/shapes.js'
import { watchTraffic } from '../../src/watching/watch-traffic.js'

/** A clock that stands still until it is moved: every sleep that is over by then returns. */
export function createHandClock(): Clock & { moveTo(ms: number): Promise<void> } {
  let nowMs = 0
  let asleep: { readonly untilMs: number; readonly wake: () => void }[] = []
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    now: () => nowMs,
    wall: () => new Date(Date.UTC(2026, 0, 1) + nowMs),
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        const leave = () => reject(signal?.reason)
        signal?.addEventListener('abort', leave, { once: true })
        const wake = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        asleep.push({ untilMs: nowMs + ms, wake })
      })
    },
    async moveTo(ms) {
      nowMs = Math.max(nowMs, ms)
      const over = asleep.filter(({ untilMs }) => untilMs <= nowMs)
      asleep = asleep.filter((one) => !over.includes(one))
      for (const { wake } of over) wake()
      await settled()
    },
  }
}

export interface Watched {
  readonly traffic: GradedTraffic
  /** What passed before it ended: the journal's lines. */
  readonly exchanges: readonly Exchange[]
  readonly notes: readonly Note[]
}

export interface WatchedCourse {
  readonly facts: Omit<RunFacts, 'watch'>
  readonly plan: WatchPlan
  /** In the order of their ends; `null`: the client's process ended here. */
  readonly passing: readonly (Exchange | null)[]
  /** Whether every death is tried, one a run. */
  readonly isEach?: boolean
}

/** Watches traffic as `examine` and `proxy` do, by the very loop of theirs, in virtual time. */
export async function watchVirtually({ facts, plan, passing, isEach }: WatchedCourse): Promise<Watched> {
  const clock = createHandClock()
  const exchanges: Exchange[] = []
  const notes: Note[] = []
  const recovery = collectRecovery()
  const died = new Map<string, number>()
  const grader = new TrafficGrader({
    context: contextOf(facts, await loadShapes()),
    runs: plan.runs,
    idleMs: plan.idleMs ?? Number.MAX_SAFE_INTEGER,
    ...(plan.newRunAfterMs === null ? {} : { newRunAfterMs: plan.newRunAfterMs }),
  })
  const deathOf = (session: string | null): Revocation => {
    const count = died.get(session ?? '') ?? 0
    died.set(session ?? '', count + 1)
    return everyRevocation[count % everyRevocation.length] as Revocation
  }
  let isOver = false
  const watch = watchTraffic({
    grader,
    clock,
    originMs: 0,
    timeoutMs: plan.idleMs,
    isBusy: () => false,
    onRun(run, note: RunEndedNote) {
      const death = isEach ? deathOf(run.session) : null
      if (death !== null) recovery.see(death, run)
      notes.push(death === null ? note : { ...note, death })
    },
    close: async () => {
      isOver = true
    },
  })
  for (const one of passing) {
    if (isOver) break
    if (one === null) {
      watch.endRuns()
      continue
    }
    await clock.moveTo(one.sentAtMs)
    await clock.moveTo(endMs(one))
    if (isOver) break
    watch.see(one)
    exchanges.push(one)
  }
  const lastMs = exchanges.at(-1)?.respondedAtMs ?? 0
  await clock.moveTo(lastMs + 10_000)
  if (!isOver && plan.idleMs !== null) await clock.moveTo(lastMs + plan.idleMs + 10_000)
  watch.stop()
  notes.push({ kind: 'ended', ending: await watch.done })
  return { traffic: grader.graded({ recovery: recovery.recovery }), exchanges, notes }
}
