import type { Network } from '../../client/network.js'
import type { Credentials } from '../../client/token-source.js'
import type { Exchange } from '../../exchange/exchange.js'
import { createMasker, record } from '../../exchange/masking.js'
import type { JudgeContext } from '../../rules/context.js'
import type { Judgement } from '../../rules/finding.js'
import type { Profile } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import { type Lang, loadCatalogue } from '../../words/catalogue.js'
import { runLive } from '../homologation/live-run.js'
import type { Suite } from '../suite.js'
import { embeddedTarget, type HostedTarget, liveTarget } from './hosted-target.js'
import type { HostedRun } from './step-watch.js'

/** As much of the settings as a hosted suite needs. */
export interface HostSettings {
  readonly profile: Profile
  /** null: the embedded service. */
  readonly baseUrl: string | null
  readonly credentials: Credentials
  readonly spacingMs: number
  readonly timeoutMs: number
  /** Default: directly. */
  readonly network?: Network
  readonly lang: Lang
  /** Folder of what a run must remember: `.homologa`. */
  readonly stateDir: string
}

export interface HostOptions {
  readonly settings: HostSettings
  readonly judge: (exchanges: readonly Exchange[], context: JudgeContext) => Judgement
  readonly userAgent: string
}

/** Makes a suite ready to run under a host: against the service that the settings name, or the embedded one. */
export async function prepareHostedRun(
  suite: Suite,
  { settings, judge, userAgent }: HostOptions,
): Promise<HostedRun> {
  const masker = createMasker()
  const { profile, lang, spacingMs, timeoutMs } = settings
  const target =
    settings.baseUrl === null
      ? await embedded(profile)
      : liveTarget(settings.credentials, settings.stateDir, settings.baseUrl)
  const { baseUrl, credentials, lock, store } = target
  const context = {
    profile,
    baseUrl,
    tokenUrl: credentials.tokenUrl,
    toleranceMs: 0,
    underTest: 'service' as const,
    shapes: await loadShapes(),
  }
  return {
    lang,
    words: await loadCatalogue(lang),
    run: (onExchange, onEvent) =>
      runLive({
        suite,
        ...{
          profile,
          baseUrl,
          credentials,
          userAgent,
          store,
          lock,
          spacingMs,
          timeoutMs,
          onExchange,
          onEvent,
        },
        onSecret: (kind, value) => masker.register(kind, value),
        ...(settings.network && { network: settings.network }),
      }),
    record: (exchange) => record(exchange, masker),
    judge: (exchanges, ended) => judge(exchanges, { ...context, ended }),
    close: target.close,
  }
}

async function embedded(profile: Profile): Promise<HostedTarget> {
  const { createService } = await import('../../service/service.js')
  return embeddedTarget(createService({ profile, enforce: true }))
}
