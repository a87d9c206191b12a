import type { Credentials } from '../client/token-source.js'
import type { Journal } from '../exchange/journal.js'
import {
  type EmbeddedListening,
  type EmbeddedOptions,
  type EmbeddedService,
  startEmbedded,
  watchedFaults,
} from './embedded.js'
import type { Invocation } from './invocation.js'

/** The service that our own run connects to. */
export interface Target {
  readonly baseUrl: string
  readonly embedded: boolean
  readonly credentials: Credentials
  /** Seed of everything random in the embedded service; null for a live one. */
  readonly seed: string | null
  /** Notes the planted faults that never took place. */
  noteIdle(journal: Pick<Journal, 'note'>): void
  close(): Promise<void>
}

/** A service that somebody else runs. */
export function liveTarget(baseUrl: string, credentials: Credentials): Target {
  return { baseUrl, embedded: false, credentials, seed: null, noteIdle() {}, close: async () => {} }
}

/** The target of a command: the service that was named, or the embedded one. */
export async function targetOf(
  { options, settings }: Invocation<EmbeddedOptions>,
  baseUrl: string | null,
  serve: (own: EmbeddedService) => Promise<Target>,
): Promise<Target> {
  if (baseUrl !== null) return liveTarget(baseUrl, settings.credentials)
  const { faults, noteIdle } = await watchedFaults(options)
  const target = await serve({ profile: settings.profile, faults, seed: options.seed })
  return { ...target, noteIdle }
}

/** The embedded service, started for this run and closed with it. */
export async function embeddedTarget(options: EmbeddedService, listening: EmbeddedListening = {}) {
  const { service, listener } = await startEmbedded(options, listening)
  return {
    baseUrl: listener.baseUrl,
    embedded: true,
    credentials: { ...service.credentials, tokenCommand: null, tokenUrl: listener.tokenUrl },
    seed: service.seed,
    noteIdle() {},
    close: () => listener.close(),
  } satisfies Target
}

/** … for the five steps: it insists on their rules, and serves no resource, which they never call. */
export function embeddedSteps(options: EmbeddedService) {
  return embeddedTarget({ ...options, enforce: true }, { resources: false })
}
