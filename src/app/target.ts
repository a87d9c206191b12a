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

/** The service that a run of our own connects to. */
export interface Target {
  readonly baseUrl: string
  readonly embedded: boolean
  readonly credentials: Credentials
  /** Seed of everything random in the embedded service; null for a live one. */
  readonly seed: string | null
  /** Notes the faults of `--fault` that never took effect. Missing for a live service, which has none. */
  noteIdleFaults?(journal: Pick<Journal, 'note'>): void
  close(): Promise<void>
}

/** A service that is running already. */
export function liveTarget(baseUrl: string, credentials: Credentials): Target {
  return { baseUrl, embedded: false, credentials, seed: null, close: async () => {} }
}

/** The target of a command: the live service, or the embedded one, which `serve` starts with the faults that the user named. */
export async function openTarget(
  { options, settings }: Invocation<EmbeddedOptions>,
  baseUrl: string | null,
  serve: (service: EmbeddedService) => Promise<Target>,
): Promise<Target> {
  if (baseUrl !== null) return liveTarget(baseUrl, settings.credentials)
  const { faults, noteIdleFaults } = await watchedFaults(options)
  const target = await serve({ profile: settings.profile, faults, seed: options.seed })
  return { ...target, noteIdleFaults }
}

/** Starts the embedded service for one run. `close` ends it. */
export async function startEmbeddedTarget(options: EmbeddedService, listening: EmbeddedListening = {}) {
  const { service, listener } = await startEmbedded(options, listening)
  return {
    baseUrl: listener.baseUrl,
    embedded: true,
    credentials: { ...service.credentials, tokenCommand: null, tokenUrl: listener.tokenUrl },
    seed: service.seed,
    close: () => listener.close(),
  } satisfies Target
}

/** Starts the embedded service for the five steps: it enforces their rules and serves no resources, because the steps call none. */
export function startStepsTarget(options: EmbeddedService) {
  return startEmbeddedTarget({ ...options, enforce: true }, { resources: false })
}
