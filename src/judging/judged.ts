import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import { underTestOf } from '../exchange/sources.js'
import type { JudgeContext } from '../rules/context.js'
import type { Judgement, ProcedureRequest } from '../rules/finding.js'
import { procedureOf } from '../rules/procedure.js'
import { Trace } from '../rules/trace.js'
import type { Profile } from '../specification/profile.js'
import type { Shapes } from '../specification/shapes.js'
import { combineJudgements, type GradedTraffic } from './graded-traffic.js'
import { judge } from './judge.js'

/** Facts that a judgement needs in addition to the exchanges. Every journal has them in its header. */
export type RunFacts = Pick<
  RunHeader,
  'profile' | 'baseUrl' | 'tokenUrl' | 'toleranceMs' | 'source' | 'watch'
> &
  Partial<Pick<RunHeader, 'embedded'>>

/** The base address of a recording that does not name its own. */
const UNKNOWN_ADDRESS = 'http://unknown.invalid/Api/v3'

/**
 * Returns the facts of a recording. A fact that the user gives (`given`) goes before the recording's own, and `fallback` is for
 * recordings of other tools, which have none.
 */
export function factsOf(
  recording: {
    readonly header: RunHeader | null
    readonly baseUrl?: string | null
    readonly tokenUrl?: string | null
  },
  given: { readonly [K in 'profile' | 'baseUrl' | 'tokenUrl' | 'toleranceMs']?: RunFacts[K] | null } & {
    /** Routes from the user's document, in addition to the profile's. */
    readonly routes?: readonly string[]
    /** Changes the recording's own profile, if `profile` is not given. */
    readonly override?: (profile: Profile) => Profile
  },
  fallback: Pick<RunFacts, 'profile' | 'toleranceMs'>,
): RunFacts {
  const { header } = recording
  const { routes = [], override } = given
  const recorded = header && (override?.(header.profile) ?? header.profile)
  const profile = given.profile ?? recorded ?? fallback.profile
  return {
    profile: routes.length > 0 ? { ...profile, routes: [...(profile.routes ?? []), ...routes] } : profile,
    baseUrl: given.baseUrl ?? header?.baseUrl ?? recording.baseUrl ?? UNKNOWN_ADDRESS,
    tokenUrl: given.tokenUrl ?? header?.tokenUrl ?? recording.tokenUrl ?? null,
    toleranceMs: given.toleranceMs ?? header?.toleranceMs ?? fallback.toleranceMs,
    source: header?.source ?? 'recording',
    ...(header ? { embedded: header.embedded } : {}),
    ...(header?.watch ? { watch: header.watch } : {}),
  }
}

/** The context of a judgement, the same for live traffic and for a recording. */
export function contextOf(
  facts: Omit<RunFacts, 'watch'>,
  shapes: Shapes | null,
): Omit<JudgeContext, 'ended'> {
  const { profile, baseUrl, tokenUrl, toleranceMs, embedded = false } = facts
  return { profile, baseUrl, tokenUrl, toleranceMs, embedded, shapes, underTest: underTestOf(facts) }
}

/** The judgement of a command, whether it judged one run or traffic with several. */
export interface Judged {
  /** Decides the verdict and the exit status. */
  readonly judgement: Judgement
  /** Each run by itself if traffic was watched; else null. */
  readonly traffic: GradedTraffic | null
  /** A contract run that exercised fewer routes than this has not passed. null or missing: any number is enough. */
  readonly leastRoutes?: number | null
}

/** The procedure requests of all runs. */
export function judgedProcedure({ judgement, traffic }: Judged): readonly ProcedureRequest[] {
  return traffic?.runs.flatMap((run) => run.judgement.procedure ?? []) ?? judgement.procedure ?? []
}

/** Finds the procedure requests among the exchanges of one client without judging them. */
export function procedureIn(
  exchanges: readonly Exchange[],
  facts: Omit<RunFacts, 'watch'>,
): readonly ProcedureRequest[] {
  const run = new Trace({ ...contextOf(facts, null), ended: true })
  for (const exchange of exchanges.toSorted((a, b) => a.sentAtMs - b.sentAtMs)) run.add(exchange)
  return procedureOf(run)
}

/** Judges a run of our own. `stopped`: why it stopped early, or null. If the user interrupted it, missing steps are not reported. */
export function judgeOwnRun(
  exchanges: readonly Exchange[],
  facts: RunFacts & Pick<JudgeContext, 'hasLost'>,
  stopped: string | null,
  shapes: Shapes,
): Judgement {
  const { hasLost = false } = facts
  return judge(exchanges, { ...contextOf(facts, shapes), ended: stopped !== 'interrupted', hasLost })
}

/** Judges a run whose recorder was killed. Unless it passes as it is, missing steps are not reported. */
export function judgeKilled(exchanges: readonly Exchange[], context: Omit<JudgeContext, 'ended'>): Judgement {
  const judgement = judge(exchanges, { ...context, ended: true })
  return judgement.verdict === 'pass' ? judgement : judge(exchanges, { ...context, ended: false })
}

/** The graded traffic, with the one judgement that decides. */
export function judgedTraffic(traffic: GradedTraffic): Judged {
  return { judgement: combineJudgements(traffic), traffic }
}
