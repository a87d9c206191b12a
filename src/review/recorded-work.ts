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

/** An application's run of the five steps. */
export interface RecordedRun {
  /** The recording that holds it. */
  readonly path: string
  readonly judgement: Judgement
  /** Whether homologa itself was the client, at its own embedded service: that says nothing of the application. */
  readonly isOurOwn: boolean
  /** Name of the profile that it was recorded under; null if it is unknown. */
  readonly madeUnder: string | null
}

/** Reads recordings in order; of several runs the last one counts. `see` gets every exchange. @throws RecordingError */
export async function readWork(
  paths: readonly string[],
  { masker, profile, toleranceMs }: { masker: Masker; profile: Profile; toleranceMs: number },
  see: TrafficWatch['see'],
): Promise<RecordedRun | null> {
  let run: RecordedRun | null = null
  for (const path of paths) {
    const recording = await readRecording(path, { masker, known: knownService(profile) })
    const facts = { ...factsOf(recording, {}, { profile, toleranceMs }), profile }
    const judgement = await gradeWork({ ...recording, facts }, see)
    const isOurOwn = recording.header?.embedded === true && sources[facts.source].plays === 'client'
    const madeUnder = recording.header?.profile.name ?? null
    if (judgement) run = { path, judgement: asRecorded(judgement), isOurOwn, madeUnder }
  }
  return run
}

/** Its exchanges lie in the recording: by their own names they would be taken for calls of the review. */
function asRecorded(judgement: Judgement): Judgement {
  const named = <T extends { readonly exchange: string | null }>(one: T): T =>
    one.exchange === null ? one : { ...one, exchange: recordedName(one.exchange) }
  const moved = (finding: Finding): Finding => ({
    ...named(finding),
    ...(finding.places && { places: finding.places.map(named) }),
  })
  const { cause, findings, steps } = judgement
  return {
    ...judgement,
    cause: cause && moved(cause),
    findings: findings.map(moved),
    steps: steps.map((step) => ({ ...step, exchanges: step.exchanges.map(recordedName) })),
  }
}

/** `recorded-e4` */
function recordedName(exchange: string): string {
  return `recorded-${exchange}`
}

/**
 * Judges the last run of the five steps among the exchanges; null if there is no run. The run fails if credentials
 * were sent to another address at any time.
 */
export async function gradeWork(
  { exchanges, ...recorded }: RecordedExchanges,
  see: (exchange: Exchange) => void,
): Promise<Judgement | null> {
  const judged = await judgeRecording(
    { ...recorded, exchanges: withoutLinks(exchanges) },
    { onExchange: see },
  )
  const run = lastRunOf(judged)
  const leaks =
    judged.traffic?.beside.findings.filter(({ requirement: id }) => id === 'auth/same-origin') ?? []
  const [leak] = leaks
  if (run === null || leak === undefined) return run
  return { ...run, verdict: 'fail', cause: run.cause ?? leak, findings: [...run.findings, ...leaks] }
}

/**
 * Requests to other addresses, such as an application's pages, are not work at the service, unless they contained
 * credentials.
 */
async function* withoutLinks(exchanges: RecordedExchanges['exchanges']): AsyncGenerator<Exchange, void> {
  for await (const exchange of exchanges) {
    const mayLeak = authorizationOf(exchange).length > 0 || labelIn(exchange.request.url) !== null
    if (exchange.channel !== 'elsewhere' || mayLeak) yield exchange
  }
}

/** Learns from exchanges, however many, which resources an application uses. */
interface TrafficWatch {
  see(exchange: Exchange): void
  readonly facts: TrafficFacts
}

export function watchTraffic(): TrafficWatch {
  const used = new Map<string, TrafficFacts['used'][number]>()
  let exchanges = 0
  return {
    see({ channel, request }) {
      if (channel !== 'service') return
      exchanges++
      // below the version prefix, for any host and prefix of the recording
      const path = pathOf(request.url).replace(/^.*?\/v3(?=\/)/i, '')
      const match = matchRoute(request.method, path, 'document')
      if (!match) return
      const route = routeName(match.route)
      const access = request.method === 'GET' ? 'read' : 'write'
      used.set(route, { family: match.route.family, access, route })
    },
    get facts() {
      return { exchanges, used: [...used.values()] }
    },
  }
}
