import type { Exchange } from '../exchange/exchange.js'
import type { Note } from '../exchange/journal.js'
import { sources } from '../exchange/sources.js'
import { observers } from '../rules/observers.js'
import type { Shapes } from '../specification/shapes.js'
import { type ContractJudge, createContractJudge } from './contract-judge.js'
import { createTrafficGrader, type EndedRun } from './grade-traffic.js'
import { type Judged, judgedTraffic, judgeKilled, judgeOwnRun } from './judged.js'
import { type ContractNote, contractEndOf, hasEnd } from './notes.js'
import { replayEnds } from './replay-ends.js'
import { contextOf, type RunFacts } from './run-facts.js'
import { IDLE_MS } from './traffic-run.js'

/** How exchanges of one kind are judged. */
export interface Course {
  /** Hears that entries after this moment, and before the next exchange or the end, cannot be read. */
  lose(afterMs: number): void
  see(exchange: Exchange): { readonly isNews: boolean; readonly ended: readonly EndedRun[] }
  /** `lastMs`: when the last exchange was over. */
  end(lastMs: number): Judged & { readonly ended: readonly EndedRun[] }
}

const none: readonly EndedRun[] = []

const nothingNew = { isNews: false, ended: none }

export function courseOf(facts: RunFacts, notes: readonly Note[], shapes: Shapes): Course {
  if (notes.some(({ kind }) => kind === 'contract-plan')) return contractCourse(facts, notes, shapes)
  return sources[facts.source].plays === 'client'
    ? ownCourse(facts, notes, shapes)
    : trafficCourse(facts, notes, shapes)
}

function ownCourse(facts: RunFacts, notes: readonly Note[], shapes: Shapes): Course {
  const exchanges: Exchange[] = []
  let hasLost = false
  return {
    lose() {
      hasLost = true
    },
    see(exchange) {
      exchanges.push(exchange)
      return nothingNew
    },
    end() {
      const judgement = wasKilled(facts, notes)
        ? judgeKilled(exchanges, { ...contextOf(facts, shapes), hasLost })
        : judgeOwnRun(exchanges, { ...facts, hasLost }, stoppedIn(notes), shapes)
      return { judgement, traffic: null, ended: [] }
    },
  }
}

/** Whether the recorder, which was ours, did not come to write the end. Notes are complete once the exchanges were read. */
function wasKilled({ source }: RunFacts, notes: readonly Note[]): boolean {
  return source !== 'recording' && !hasEnd(notes)
}

function stoppedIn(notes: readonly Note[]): string | null {
  const note = notes.findLast(({ kind }) => kind === 'stopped')
  return typeof note?.code === 'string' ? note.code : null
}

function contractCourse(facts: RunFacts, notes: readonly Note[], shapes: Shapes): Course {
  const contractNotes = () => notes as readonly ContractNote[]
  const plan = contractNotes().find((note) => note.kind === 'contract-plan')
  const { profile, baseUrl, tokenUrl } = facts
  const contract: ContractJudge = createContractJudge({
    context: { profile, baseUrl, tokenUrl, shapes, mark: plan?.mark ?? null },
    observers,
    steps: plan?.steps ?? [],
    notPlanned: plan?.notPlanned ?? [],
  })
  let hasLost = false
  return {
    lose() {
      hasLost = true
    },
    see(exchange) {
      const isNews = contract.see(exchange).length > 0
      return isNews ? { isNews, ended: [] } : nothingNew
    },
    end() {
      for (const note of contractNotes())
        if (note.kind === 'contract-step') contract.notReached(note.step, note.reason)
      const end = contractEndOf(notes)
      // one that did not come to its end lacks steps anyway
      if (hasLost && end.ended) contract.lose()
      const judgement = contract.judgement(end)
      return { judgement, traffic: null, leastRoutes: plan?.leastRoutes ?? null, ended: [] }
    },
  }
}

/** Beyond it a run in a file may be taken for one that never goes on. */
const LATEST_MS = 3_600_000

/** Exchanges between two looks at runs whose time is over. */
const PASS_EVERY = 256

function trafficCourse(facts: RunFacts, notes: readonly Note[], shapes: Shapes): Course {
  const { watch } = facts
  const grader = createTrafficGrader({
    context: contextOf(facts, shapes),
    idleMs: watch ? (watch.idleMs ?? Number.MAX_SAFE_INTEGER) : IDLE_MS,
    runs: watch ? watch.runs : wantedOf(facts),
    resumes: !watch,
    ...(watch?.newRunAfterMs == null ? {} : { newRunAfterMs: watch.newRunAfterMs }),
  })
  const replay = replayEnds(notes)
  let news = 0

  const end = (number: number): readonly EndedRun[] => {
    const run = grader.splitter.open.find((one) => one.number === number)
    return run ? replay.hear(grader.end(run)) : []
  }

  return {
    lose: grader.lose,
    see(exchange) {
      const due = replay.due(grader.seen)
      let ended = joined(due.length === 0 ? none : due.flatMap(end), replay.hear(grader.see(exchange)))
      // the notes contain the ends that a live watch's clock caused; the slack is for runs that were cut off and runs
      // that continue late
      const slackMs = watch ? IDLE_MS : LATEST_MS
      if (grader.seen % PASS_EVERY === 0)
        ended = joined(ended, replay.hear(grader.pass(exchange.sentAtMs - slackMs)))
      const isNews = grader.found > news
      news = grader.found
      return isNews || ended.length > 0 ? { isNews, ended } : nothingNew
    },
    end(lastMs) {
      const due = replay.due(grader.seen).flatMap(end)
      const open = wasKilled(facts, notes) ? grader.abandon(lastMs) : grader.end()
      const ended = [...due, ...replay.hear(open)]
      return { ...judgedTraffic(grader.graded({ recovery: replay.recovery })), ended }
    },
  }
}

/** Returns the first list unchanged when there is nothing to append, which is the usual case. */
function joined(ended: readonly EndedRun[], more: readonly EndedRun[]): readonly EndedRun[] {
  return more.length === 0 ? ended : [...ended, ...more]
}

/** Journals of before tell not how many runs an examination wanted. */
function wantedOf({ source }: RunFacts): number | null {
  return sources[source].plays === 'service' ? 1 : null
}
