import type { Exchange } from '../exchange/exchange.js'
import type { Note } from '../exchange/journal.js'
import { sources } from '../exchange/sources.js'
import { observers } from '../rules/observers.js'
import type { Shapes } from '../specification/shapes.js'
import { type ContractJudge, createContractJudge } from './contract-judge.js'
import { createTrafficGrader, type EndedRun } from './grade-traffic.js'
import { watchRecovery } from './graded-traffic.js'
import { type Judged, judgedTraffic, judgeKilled, judgeOwnRun } from './judged.js'
import { type ContractNote, contractEndOf, hasEnd, runEndOf } from './notes.js'
import { contextOf, type RunFacts } from './run-facts.js'
import { IDLE_MS } from './traffic-run.js'

/** Judges the exchanges of one kind of recording as they were judged live. */
export interface RecordingJudge {
  /** Hears that entries after this moment, and before the next exchange or the end, cannot be read. */
  lose(afterMs: number): void
  see(exchange: Exchange): { readonly isNews: boolean; readonly ended: readonly EndedRun[] }
  /** `lastMs`: when the last exchange was over. */
  end(lastMs: number): Judged & { readonly ended: readonly EndedRun[] }
}

export function recordingJudgeOf(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  if (notes.some(({ kind }) => kind === 'contract-plan')) return judgeOfContract(facts, notes, shapes)
  return sources[facts.source].plays === 'client'
    ? judgeOfOwnRun(facts, notes, shapes)
    : judgeOfTraffic(facts, notes, shapes)
}

function judgeOfOwnRun(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  const exchanges: Exchange[] = []
  let hasLost = false
  return {
    lose() {
      hasLost = true
    },
    see(exchange) {
      exchanges.push(exchange)
      return { isNews: false, ended: [] }
    },
    end() {
      const code = notes.findLast(({ kind }) => kind === 'stopped')?.code
      const stopped = typeof code === 'string' ? code : null
      const judgement = wasKilled(facts, notes)
        ? judgeKilled(exchanges, { ...contextOf(facts, shapes), hasLost })
        : judgeOwnRun(exchanges, { ...facts, hasLost }, stopped, shapes)
      return { judgement, traffic: null, ended: [] }
    },
  }
}

/** Whether the recorder, which was ours, did not come to write the end. Notes are complete once the exchanges were read. */
function wasKilled({ source }: RunFacts, notes: readonly Note[]): boolean {
  return source !== 'recording' && !hasEnd(notes)
}

function judgeOfContract(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
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
      return { isNews: contract.see(exchange).length > 0, ended: [] }
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

function judgeOfTraffic(facts: RunFacts, notes: readonly Note[], shapes: Shapes): RecordingJudge {
  const { watch } = facts
  const grader = createTrafficGrader({
    context: contextOf(facts, shapes),
    idleMs: watch ? (watch.idleMs ?? Number.MAX_SAFE_INTEGER) : IDLE_MS,
    // older journals do not say how many runs an examination wanted
    runs: watch ? watch.runs : sources[facts.source].plays === 'service' ? 1 : null,
    resumes: !watch,
    ...(watch?.newRunAfterMs == null ? {} : { newRunAfterMs: watch.newRunAfterMs }),
  })
  let next = 0
  let news = 0

  /** Ends the runs that were over after so many exchanges, and whose end the exchanges do not show. */
  function endNoted(): EndedRun[] {
    const ended: EndedRun[] = []
    for (; next < notes.length; next++) {
      const end = runEndOf(notes[next] as Note)
      if (end && end.after > grader.seen) break
      const run = end?.by !== 'traffic' && grader.splitter.open.find(({ number }) => number === end?.run)
      if (run) ended.push(...grader.end(run))
    }
    return ended
  }

  return {
    lose: grader.lose,
    see(exchange) {
      const ended = [...endNoted(), ...grader.see(exchange)]
      // the notes contain the ends that a live watch's clock caused; the slack is for runs that were cut off and runs
      // that continue late
      const slackMs = watch ? IDLE_MS : LATEST_MS
      if (grader.seen % PASS_EVERY === 0) ended.push(...grader.pass(exchange.sentAtMs - slackMs))
      const isNews = grader.found > news
      news = grader.found
      return { isNews, ended }
    },
    end(lastMs) {
      const noted = endNoted()
      const open = wasKilled(facts, notes) ? grader.abandon(lastMs) : grader.end()
      const deaths = watchRecovery()
      for (const end of notes.map(runEndOf)) {
        const run = end && grader.runs.find(({ number }) => number === end.run)
        if (run && end.death !== undefined) deaths.see(end.death, run)
      }
      const { recovery } = deaths
      return { ...judgedTraffic(grader.graded({ recovery })), ended: [...noted, ...open] }
    },
  }
}
