import type { Exchange } from '../exchange/exchange.js'
import type { RunHeader } from '../exchange/journal.js'
import { underTestOf } from '../exchange/sources.js'
import type { JudgeContext } from '../rules/context.js'
import type { Judgement, ProcedureRequest } from '../rules/finding.js'
import { procedureOf } from '../rules/procedure.js'
import { Trace } from '../rules/trace.js'
import type { Profile } from '../specification/profile.js'
import type { Shapes } from '../specification/shapes.js'
import { type GradedTraffic, judgementOf } from './graded-traffic.js'
import { judge } from './judge.js'

/** Facts that a judgement needs in addition to the exchanges. They are part of every journal's header. */
export type RunFacts = Pick<
  RunHeader,
  'profile' | 'baseUrl' | 'tokenUrl' | 'toleranceMs' | 'source' | 'watch'
> &
  Partial<Pick<RunHeader, 'embedded'>>

/** The base address that is assumed for a recording that does not name its own. */
const UNKNOWN_ADDRESS = 'http://unknown.invalid/Api/v3'

/** The facts of a recording: its own, unless others are given; of a foreign one the given ones, or `fallback`. */
export function factsOf(
  recording: {
    readonly header: RunHeader | null
    readonly baseUrl?: string | null
    readonly tokenUrl?: string | null
  },
  given: { readonly [K in 'profile' | 'baseUrl' | 'tokenUrl' | 'toleranceMs']?: RunFacts[K] | null } & {
    /** Routes from the user's document, in addition to the profile's. */
    readonly routes?: readonly string[]
    /** Changes the recording's own profile. */
    readonly override?: (profile: Profile) => Profile
  },
  fallback: Pick<RunFacts, 'profile' | 'toleranceMs'>,
): RunFacts {
  const { header } = recording
  const { routes = [], override = (own: Profile) => own } = given
  const profile = given.profile ?? (header ? override(header.profile) : fallback.profile)
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

/** The context that the judge needs in addition to the exchanges of a run, both live and for a recording. */
export function contextOf(
  facts: Omit<RunFacts, 'watch'>,
  shapes: Shapes | null,
): Omit<JudgeContext, 'ended'> {
  const { profile, baseUrl, tokenUrl, toleranceMs, embedded = false } = facts
  return { profile, baseUrl, tokenUrl, toleranceMs, embedded, shapes, underTest: underTestOf(facts) }
}

/** A run, or traffic, with its judgement. */
export interface Judged {
  /** The one that decides. */
  readonly judgement: Judgement
  /** The runs one by one if traffic was watched; else null. */
  readonly traffic: GradedTraffic | null
  /** Routes below which a contract run has not passed; null, or left out: any number will do. */
  readonly leastRoutes?: number | null
}

/** The requests of the procedure in all runs. */
export function judgedProcedure({ judgement, traffic }: Judged): readonly ProcedureRequest[] {
  return traffic?.runs.flatMap((run) => run.judgement.procedure ?? []) ?? judgement.procedure ?? []
}

/** The procedure in the exchanges of one client that nobody judges again. */
export function procedureIn(
  exchanges: readonly Exchange[],
  facts: Omit<RunFacts, 'watch'>,
): readonly ProcedureRequest[] {
  const run = new Trace({ ...contextOf(facts, null), ended: true })
  for (const exchange of exchanges.toSorted((a, b) => a.sentAtMs - b.sentAtMs)) run.add(exchange)
  return procedureOf(run)
}

/** Judges a run of our own. One that its user broke off is not judged for what it lacks. */
export function judgeOwnRun(
  exchanges: readonly Exchange[],
  facts: RunFacts & Pick<JudgeContext, 'hasLost'>,
  stopped: string | null,
  shapes: Shapes,
): Judgement {
  const { hasLost = false } = facts
  return judge(exchanges, { ...contextOf(facts, shapes), ended: stopped !== 'interrupted', hasLost })
}

/** Judges a run whose recorder was killed: unless it was whole by then, nothing is judged by what is missing. */
export function judgeKilled(exchanges: readonly Exchange[], context: Omit<JudgeContext, 'ended'>): Judgement {
  const whole = judge(exchanges, { ...context, ended: true })
  return whole.verdict === 'pass' ? whole : judge(exchanges, { ...context, ended: false })
}

export function judgedTraffic(traffic: GradedTraffic): Judged {
  return { judgement: judgementOf(traffic), traffic }
}
