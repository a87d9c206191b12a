import type { Exchange } from '../exchange/exchange.js'
import type { JudgeContext } from '../rules/context.js'
import type { Judgement } from '../rules/finding.js'
import { createRunJudge, type RunJudge } from './judge.js'
import type { TrafficRun } from './traffic-run.js'

/** A run under way, as far as it was judged. */
interface SoFar {
  readonly judge: RunJudge
  count: number
  last: Exchange | undefined
  lastSentAtMs: number
  judgement: Judgement | null
}

/**
 * Judges open runs and does not report anything as missing. Repeated calls are cheap because only new exchanges are
 * placed and read. Exchanges arrive in the order of their ends. If one was sent before another that is judged
 * already, or turns out to belong to another run, the run is judged again from the beginning.
 */
export function createJudgeSoFar(context: Omit<JudgeContext, 'ended'>): (run: TrafficRun) => Judgement {
  const runs = new WeakMap<TrafficRun, SoFar>()

  const begin = (): SoFar => ({
    judge: createRunJudge({ ...context, ended: false }),
    count: 0,
    last: undefined,
    lastSentAtMs: Number.NEGATIVE_INFINITY,
    judgement: null,
  })

  function see(it: SoFar, exchanges: readonly Exchange[]): SoFar {
    if (exchanges[it.count - 1] !== it.last) return see(begin(), exchanges)
    const news = exchanges.slice(it.count).sort((a, b) => a.sentAtMs - b.sentAtMs)
    const [first] = news
    if (first && first.sentAtMs < it.lastSentAtMs) return see(begin(), exchanges)
    for (const exchange of news) it.judge.see(exchange)
    it.lastSentAtMs = news.at(-1)?.sentAtMs ?? it.lastSentAtMs
    it.count = exchanges.length
    it.last = exchanges.at(-1)
    if (news.length > 0) it.judgement = null
    return it
  }

  return (run) => {
    const soFar = see(runs.get(run) ?? begin(), run.exchanges)
    runs.set(run, soFar)
    soFar.judgement ??= soFar.judge.judgement()
    return soFar.judgement
  }
}
