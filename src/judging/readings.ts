import type { ReadingId, ReadingJudgement, RunVerdict, Values } from '../rules/finding.js'
import {
  findCarriers,
  findRequestsWithoutHash,
  findUnseenCarriers,
  type HashReading,
} from '../rules/homologation/hash-carried.js'
import {
  findIntervals,
  type Interval,
  isKept,
  isWithin,
  type SpacingReading,
  totalOf,
} from '../rules/homologation/pace.js'
import { examineRenewals, examineTokens } from '../rules/homologation/token-renewed.js'
import { roundMs } from '../rules/rule.js'
import { outcomeOf, type PlacedExchange, type Trace } from '../rules/trace.js'

/**
 * Judges a run under each reading, that is each interpretation of an ambiguous clause: `spacing/at-least`, `spacing/at-most` and
 * so on. The profile's own readings decide the verdict. The others show what the verdict would be under them.
 */
export function judgeReadings(run: Trace): ReadingJudgement[] {
  const { spacing, hash, deadToken, total } = run.profile
  const isLimited = total.maxMs !== null
  const readHash = (reading: HashReading) =>
    makeReading(run, `hash/${reading}`, hash.carriedOn === reading, judgeHash(run, reading))
  return [
    makeReading(run, 'spacing/at-least', spacing.reading === 'at-least', judgeSpacing(run, 'at-least')),
    makeReading(run, 'spacing/at-most', spacing.reading === 'at-most', judgeSpacing(run, 'at-most')),
    makeReading(run, 'spacing/free', spacing.reading === 'free', makeOutcome('pass', 'spacing:free')),
    readHash('every-step'),
    readHash('after-invalidation'),
    // a profile with the reading `either` has both of these in force
    makeReading(run, 'token/401', deadToken.reading !== '400', judgeToken(run, '401')),
    makeReading(run, 'token/400', deadToken.reading !== '401', judgeToken(run, '400')),
    makeReading(run, 'total/unlimited', !isLimited, makeOutcome('pass', 'total:free')),
    makeReading(run, 'total/limited', isLimited, judgeTotal(run, total.maxMs ?? TOTAL_LIMIT_MS)),
  ]
}

/** Public pages of the service name this limit. It is used if the profile has none. */
const TOTAL_LIMIT_MS = 10_000

/** The verdict under one reading, and the reason for it: a catalogue key like `hash:kept` with its values. */
interface Outcome {
  readonly verdict: RunVerdict
  readonly code: string
  readonly values: Values
  readonly marginMs: number | null
}

function makeOutcome(
  verdict: RunVerdict,
  code: string,
  values: Values = {},
  marginMs: number | null = null,
): Outcome {
  return { verdict, code, values, marginMs }
}

/** Readings that fail even if the recording lost requests: more requests make no interval longer and no run shorter. */
const provenDespiteLoss: readonly ReadingId[] = ['spacing/at-least', 'total/limited']

function makeReading(run: Trace, id: ReadingId, inForce: boolean, measured: Outcome): ReadingJudgement {
  const isUncertain = run.hasLost && measured.verdict === 'fail' && !provenDespiteLoss.includes(id)
  const { verdict, code, values, marginMs } = isUncertain ? makeOutcome('incomplete', 'lost') : measured
  return {
    id,
    verdict,
    inForce,
    because: { code, values },
    marginMs: marginMs === null ? null : roundMs(marginMs),
  }
}

function judgeSpacing(run: Trace, reading: SpacingReading): Outcome {
  const tightest = findIntervals(run, reading).reduce<Interval | null>(
    (least, interval) => (least === null || interval.marginMs < least.marginMs ? interval : least),
    null,
  )
  if (!tightest) return makeOutcome('incomplete', 'spacing:unmeasured')
  const kept = isKept(run, tightest)
  const { to, gapMs, pauseMs } = tightest
  const values = { step: to.step, gapMs: roundMs(gapMs), pauseMs: roundMs(pauseMs) }
  const [ifKept, ifBroken] = reading === 'at-least' ? ['kept', 'too-close'] : ['pause-kept', 'too-far']
  return kept
    ? makeOutcome('pass', `spacing:${ifKept}`, values, tightest.marginMs)
    : makeOutcome('fail', `spacing:${ifBroken}`, values, tightest.marginMs)
}

function judgeHash(run: Trace, reading: HashReading): Outcome {
  const [first] = findRequestsWithoutHash(run, reading)
  if (first) return makeOutcome('fail', 'hash:broken', { step: first.step })
  const [unseen] = findUnseenCarriers(run, reading)
  if (unseen) return makeOutcome('incomplete', 'hash:unseen', { step: unseen.step })
  const carried = findCarriers(run, reading).length
  return carried === 0
    ? makeOutcome('incomplete', 'hash:unmeasured')
    : makeOutcome('pass', 'hash:kept', { carried })
}

/** Judges the run as if only this status refused a token: runs the rules about renewals again, and fails if they report a breach. */
function judgeToken(run: Trace, reading: '401' | '400'): Outcome {
  const profile = { ...run.profile, deadToken: { ...run.profile.deadToken, reading } }
  const refusals = new Set(run.procedure.filter(({ exchange }) => outcomeOf(exchange, profile) === 'refused'))
  const [first] = refusals
  if (!first) return makeOutcome('incomplete', 'token:unmeasured')
  const isRefused = (placed: PlacedExchange) => refusals.has(placed)
  let kept = true
  const breach = () => {
    kept = false
  }
  const note = { tested: () => {}, breach }
  examineTokens(run, isRefused, note)
  examineRenewals(run, isRefused, note)
  const values = { step: first.step }
  return kept ? makeOutcome('pass', 'token:kept', values) : makeOutcome('fail', 'token:broken', values)
}

function judgeTotal(run: Trace, maxMs: number): Outcome {
  const total = totalOf(run)
  if (total === null) return makeOutcome('incomplete', 'total:unmeasured')
  const marginMs = maxMs - total.tookMs
  const values = { tookMs: roundMs(total.tookMs), maxMs, overMs: roundMs(-marginMs) }
  return isWithin(run, total, maxMs)
    ? makeOutcome('pass', 'total:kept', values, marginMs)
    : makeOutcome('fail', 'total:broken', values, marginMs)
}
