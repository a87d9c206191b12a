/** How much a source of exchanges can see, and which side of them is ours. */
export interface Sight {
  /** The side that the harness itself plays: its requests, or its responses, are ours. null: it only looks on. */
  readonly plays: 'client' | 'service' | null
  /** Whether all that passed was kept: another's file may lack what a tool left out, such as credentials. */
  readonly isWhole: boolean
}

/** The sources of exchanges. A new source is one line here; rules and judge ask for its sight, never for its name. */
export const sources = {
  /** We sent the requests. */
  run: { plays: 'client', isWhole: true },
  /** We responded to them. */
  examine: { plays: 'service', isWhole: true },
  /** They passed through us. */
  proxy: { plays: null, isWhole: true },
  /** A file of anybody. */
  recording: { plays: null, isWhole: false },
} as const satisfies Record<string, Sight>

/** The recorder of an exchange: our own client, our own service, the proxy, or a file of another tool. */
export type Source = keyof typeof sources

export const sourceNames = Object.keys(sources) as [Source, ...Source[]]

/** How much the source of an exchange can see. A source that this version does not know only watched. */
export function sightOf({ source }: { readonly source: Source }): Sight {
  return sources[source] ?? sources.recording
}

/** The side under test: the one that is not ours; if we only watch, the application. */
export function underTestOf(source: { readonly source: Source }): 'service' | 'application' {
  return sightOf(source).plays === 'client' ? 'service' : 'application'
}
