import type { RunHeader } from '../exchange/journal.js'
import { underTestOf } from '../exchange/sources.js'
import type { JudgeContext } from '../rules/context.js'
import type { Profile } from '../specification/profile.js'
import type { Shapes } from '../specification/shapes.js'

/** What a judgement rests on beside the exchanges: a part of every journal's header. */
export type RunFacts = Pick<
  RunHeader,
  'profile' | 'baseUrl' | 'tokenUrl' | 'toleranceMs' | 'source' | 'watch'
> &
  Partial<Pick<RunHeader, 'embedded'>>

/** What is judged by where a recording tells nothing of itself. */
const UNKNOWN_ADDRESS = 'http://unknown.invalid/Api/v3'

/** The facts of a recording: its own, unless others are given; of a foreign one the given ones, or `fallback`. */
export function factsOf(
  recording: {
    readonly header: RunHeader | null
    readonly baseUrl?: string | null
    readonly tokenUrl?: string | null
  },
  given: { readonly [K in 'profile' | 'baseUrl' | 'tokenUrl' | 'toleranceMs']?: RunFacts[K] | null } & {
    /** Routes of the user's document, beside those of the profile. */
    readonly routes?: readonly string[]
    /** What is changed of the recording's own profile. */
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

/** What the judge must know beside the exchanges of a run, live and again. */
export function contextOf(facts: Omit<RunFacts, 'watch'>, shapes: Shapes): Omit<JudgeContext, 'ended'> {
  const { profile, baseUrl, tokenUrl, toleranceMs, embedded = false } = facts
  return { profile, baseUrl, tokenUrl, toleranceMs, embedded, shapes, underTest: underTestOf(facts) }
}
