import { pathOf } from '../exchange/address.js'
import { authorizationOf, type Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import { readRecording } from '../exchange/recording.js'
import { sources } from '../exchange/sources.js'
import { judgeRecording, lastRunOf, type RecordedExchanges } from '../judging/judge-recording.js'
import { factsOf } from '../judging/judged.js'
import type { TrafficFacts } from '../rules/application/index.js'
import { labelIn } from '../rules/auth/same-origin.js'
import type { Finding, Judgement } from '../rules/finding.js'
import { matchRoute } from '../specification/find-route.js'
import { knownService } from '../specification/known-service.js'
import type { Profile } from '../specification/profile.js'
import { routeName } from '../specification/route.js'

/** A run of the five steps, read from a journal or a HAR. */
export interface RecordedRun {
  readonly path: string
  readonly judgement: Judgement
  /** The client was homologa itself, and the service was embedded. Such a run says nothing about the application. */
  readonly isOurOwn: boolean
  /** Name of the profile under which it was recorded; null if it is unknown. */
  readonly profileName: string | null
}

/**
 * Reads recordings in order, and returns the last run of the last recording that has one. Calls `see` with every exchange.
 *
 * @throws RecordingError
 */
export async function readLastRun(
  paths: readonly string[],
  { masker, profile, toleranceMs }: { masker: Masker; profile: Profile; toleranceMs: number },
  see: (exchange: Exchange) => void,
): Promise<RecordedRun | null> {
  let run: RecordedRun | null = null
  for (const path of paths) {
    const recording = await readRecording(path, { masker, known: knownService(profile) })
    // judged under the profile of the review, whatever profile the recording names
    const facts = factsOf(recording, { profile }, { profile, toleranceMs })
    const judgement = await judgeLastRun({ ...recording, facts }, see)
    const isOurOwn = recording.header?.embedded === true && sources[facts.source].plays === 'client'
    const profileName = recording.header?.profile.name ?? null
    if (judgement) run = { path, judgement: renameExchanges(judgement), isOurOwn, profileName }
  }
  return run
}

/** Renames `e4` to `recorded-e4`, because the review has an exchange `e4` of its own. */
function renameExchanges(judgement: Judgement): Judgement {
  const rename = (exchange: string) => `recorded-${exchange}`
  const renameIn = <T extends { readonly exchange: string | null }>(part: T): T =>
    part.exchange === null ? part : { ...part, exchange: rename(part.exchange) }
  const renameInFinding = (finding: Finding): Finding => ({
    ...renameIn(finding),
    ...(finding.places && { places: finding.places.map(renameIn) }),
  })
  const { cause, findings, steps } = judgement
  return {
    ...judgement,
    cause: cause && renameInFinding(cause),
    findings: findings.map(renameInFinding),
    steps: steps.map((step) => ({ ...step, exchanges: step.exchanges.map(rename) })),
  }
}

/**
 * Judges the last run of the five steps among the exchanges; null if there is no run. The run fails if credentials
 * were sent to another address at any time.
 */
export async function judgeLastRun(
  { exchanges, ...recorded }: RecordedExchanges,
  see: (exchange: Exchange) => void,
): Promise<Judgement | null> {
  const judged = await judgeRecording(
    { ...recorded, exchanges: withoutOtherAddresses(exchanges) },
    { onExchange: see },
  )
  const run = lastRunOf(judged)
  // requests to other addresses belong to no run, so their findings are outside of all
  const outside = judged.traffic?.outside.findings ?? []
  const leaks = outside.filter(({ requirement }) => requirement === 'auth/same-origin')
  const [leak] = leaks
  if (run === null || leak === undefined) return run
  return { ...run, verdict: 'fail', cause: run.cause ?? leak, findings: [...run.findings, ...leaks] }
}

/** Omits requests to other addresses, such as the application's pages, unless they contain credentials. */
async function* withoutOtherAddresses(
  exchanges: RecordedExchanges['exchanges'],
): AsyncGenerator<Exchange, void> {
  for await (const exchange of exchanges) {
    const hasCredentials = authorizationOf(exchange).length > 0 || labelIn(exchange.request.url) !== null
    if (exchange.channel !== 'elsewhere' || hasCredentials) yield exchange
  }
}

/** Collects which routes an application uses. It keeps the routes, not the exchanges. */
export function watchTraffic() {
  const used = new Map<string, TrafficFacts['used'][number]>()
  let exchanges = 0
  return {
    see({ channel, request }: Exchange) {
      if (channel !== 'service') return
      exchanges++
      // the part after `/v3`, because a recording may have any host and prefix
      const path = pathOf(request.url).replace(/^.*?\/v3(?=\/)/i, '')
      const match = matchRoute(request.method, path, 'document')
      if (!match) return
      const route = routeName(match.route)
      const access = request.method === 'GET' ? 'read' : 'write'
      used.set(route, { family: match.route.family, access, route })
    },
    get facts(): TrafficFacts {
      return { exchanges, used: [...used.values()] }
    },
  }
}
