/** What a source of exchanges knows, and which side of the traffic is ours. */
export interface SourceTraits {
  /** The side that homologa plays itself, which is not under test; null if it only records. */
  readonly plays: 'client' | 'service' | null
  /** Whether every exchange is complete. In a file of another tool, credentials or bodies may be missing. */
  readonly isComplete: boolean
}

/** The sources of exchanges. Rules and judge use these properties, never the name of a source, so that a new source is one line here. */
export const sources = {
  /** We sent the requests. */
  run: { plays: 'client', isComplete: true },
  /** We received the requests and responded. */
  examine: { plays: 'service', isComplete: true },
  /** The traffic passed through our proxy. */
  proxy: { plays: null, isComplete: true },
  /** Another tool recorded the traffic in a file. */
  recording: { plays: null, isComplete: false },
} as const satisfies Record<string, SourceTraits>

/** Where an exchange comes from. */
export type Source = keyof typeof sources

export const sourceNames = Object.keys(sources) as [Source, ...Source[]]

/** Returns the properties of an exchange's source. A source of a newer version is treated like a file of another tool. */
export function traitsOfSource({ source }: { readonly source: Source }): SourceTraits {
  return sources[source] ?? sources.recording
}

/** Returns the side under test: the one that is not ours, or the application if we only record. */
export function underTestOf(source: { readonly source: Source }): 'service' | 'application' {
  return traitsOfSource(source).plays === 'client' ? 'service' : 'application'
}
