import type { ReadingId, ReadingJudgement, RunVerdict, Values } from '../rules/finding.js'
import {
  carriers,
  type HashReading,
  stepsWithoutHash,
  unseenCarriers,
} from '../rules/homologation/hash-carried.js'
import { type Interval, intervals, isKept, type SpacingReading } from '../rules/homologation/spacing.js'
import { examineRenewals, examineTokens } from '../rules/homologation/token-renewed.js'
import { isWithin, totalOf } from '../rules/homologation/total-time.js'
import { ms } from '../rules/rule.js'
import { outcomeOf, type Placed, type Trace } from '../rules/trace.js'
import type { Profile } from '../specification/profile.js'

/**
 * Judges the run under every reading of every ambiguous clause. The profile's own readings decide the verdict; the
 * others show how the run would fare if the service read the clause that way.
 */
export function judgeReadings(run: Trace): ReadingJudgement[] {
  const { profile } = run
  const all = [
    ...(['at-least', 'at-most', 'free'] as const).map((reading) => spacingReading(run, reading)),
    ...(['every-step', 'after-invalidation'] as const).map((reading) => hashReading(run, reading)),
    ...(['401', '400'] as const).map((reading) => tokenReading(run, reading)),
    totalReading(run, 'unlimited', null),
    totalReading(run, 'limited', profile.total.maxMs ?? 10_000),
  ]
  return run.hasLost ? all.map(unlessMissing) : all
}

/** Requests that are lost can neither make intervals shorter nor the whole longer; all else may seem broken without them. */
function unlessMissing(reading: ReadingJudgement): ReadingJudgement {
  if (reading.verdict !== 'fail' || reading.id === 'spacing/at-least' || reading.id === 'total/limited')
    return reading
  return outcome(reading, 'incomplete', 'lost')
}

interface Named {
  readonly id: ReadingId
  readonly inForce: boolean
}

interface Evidence {
  readonly values?: Values
  readonly marginMs?: number | null
}

function outcome(
  { id, inForce }: Named,
  verdict: RunVerdict,
  code: string,
  { values = {}, marginMs = null }: Evidence = {},
): ReadingJudgement {
  return {
    id,
    verdict,
    inForce,
    because: { code, values },
    marginMs: marginMs === null ? null : ms(marginMs),
  }
}

function spacingReading(run: Trace, reading: SpacingReading): ReadingJudgement {
  const id = `spacing/${reading}` as const
  const inForce = run.profile.spacing.reading === reading
  if (reading === 'free') return outcome({ id, inForce }, 'pass', 'spacing:free')
  const tightest = intervals(run, reading).reduce<Interval | null>(
    (least, one) => (least === null || one.marginMs < least.marginMs ? one : least),
    null,
  )
  if (!tightest) return outcome({ id, inForce }, 'incomplete', 'spacing:unmeasured')
  const kept = isKept(run, tightest)
  const values = { step: tightest.to.step, gapMs: ms(tightest.gapMs), pauseMs: ms(tightest.pauseMs) }
  const codes =
    reading === 'at-least' ? ['spacing:kept', 'spacing:too-close'] : ['spacing:pause-kept', 'spacing:too-far']
  return outcome({ id, inForce }, kept ? 'pass' : 'fail', codes[kept ? 0 : 1] ?? '', {
    values,
    marginMs: tightest.marginMs,
  })
}

function hashReading(run: Trace, reading: HashReading): ReadingJudgement {
  const id = `hash/${reading}` as const
  const inForce = run.profile.hash.carriedOn === reading
  const carried = carriers(run, reading).length
  const [first] = stepsWithoutHash(run, reading)
  if (first) return outcome({ id, inForce }, 'fail', 'hash:broken', { values: { step: first.step } })
  const [unseen] = unseenCarriers(run, reading)
  if (unseen) return outcome({ id, inForce }, 'incomplete', 'hash:unseen', { values: { step: unseen.step } })
  if (carried === 0) return outcome({ id, inForce }, 'incomplete', 'hash:unmeasured')
  return outcome({ id, inForce }, 'pass', 'hash:kept', { values: { carried } })
}

/** The readings differ in which responses refuse a token, but not in where these responses occur in the procedure. */
function tokenReading(run: Trace, reading: '401' | '400'): ReadingJudgement {
  const id = `token/${reading}` as const
  const { deadToken } = run.profile
  const inForce = [reading, 'either'].includes(deadToken.reading)
  const profile: Profile = { ...run.profile, deadToken: { ...deadToken, reading } }
  const refusals = new Set(run.procedure.filter(({ exchange }) => outcomeOf(exchange, profile) === 'refused'))
  const [first] = refusals
  if (!first) return outcome({ id, inForce }, 'incomplete', 'token:unmeasured')
  const kept = keepsProcedure(run, (placed) => refusals.has(placed))
  return outcome({ id, inForce }, kept ? 'pass' : 'fail', kept ? 'token:kept' : 'token:broken', {
    values: { step: first.step },
  })
}

function keepsProcedure(run: Trace, isRefused: (placed: Placed) => boolean): boolean {
  let kept = true
  const note = {
    tested: () => {},
    breach: () => {
      kept = false
    },
  }
  examineTokens(run, isRefused, note)
  examineRenewals(run, isRefused, note)
  return kept
}

function totalReading(run: Trace, kind: 'unlimited' | 'limited', maxMs: number | null): ReadingJudgement {
  const id = `total/${kind}` as const
  const inForce = (run.profile.total.maxMs === null) === (kind === 'unlimited')
  const total = totalOf(run)
  if (maxMs === null) return outcome({ id, inForce }, 'pass', 'total:free')
  if (total === null) return outcome({ id, inForce }, 'incomplete', 'total:unmeasured')
  const { tookMs } = total
  const marginMs = maxMs - tookMs
  const kept = isWithin(run, total, maxMs)
  const values = { tookMs: ms(tookMs), maxMs, overMs: ms(-marginMs) }
  return outcome({ id, inForce }, kept ? 'pass' : 'fail', kept ? 'total:kept' : 'total:broken', {
    values,
    marginMs,
  })
}
