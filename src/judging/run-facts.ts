import type { RunHeader } from '../exchange/journal.js'
import { underTestOf } from '../exchange/sources.js'
import type { JudgeContext } from '../rules/context.js'
import type { Profile } from '../specification/profile.js'
import type { Shapes } from '../specification/shapes.js'

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
export function contextOf(facts: Omit<RunFacts, 'watch'>, shapes: Shapes): Omit<JudgeContext, 'ended'> {
  const { profile, baseUrl, tokenUrl, toleranceMs, embedded = false } = facts
  return { profile, baseUrl, tokenUrl, toleranceMs, embedded, shapes, underTest: underTestOf(facts) }
}
