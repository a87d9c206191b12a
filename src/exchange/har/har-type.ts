import type { BodyFlaw, Exchange } from '../exchange.js'
import type { Note, RunHeader } from '../journal.js'

/** HAR 1.2, as much of it as we write. Our own fields begin with an underscore, as the format asks. */
export interface Har {
  readonly log: HarLog & { readonly entries: readonly HarEntry[] }
}

export interface HarLog {
  readonly version: '1.2'
  readonly creator: { readonly name: string; readonly version: string }
  readonly _homologa: { readonly run: RunHeader; readonly notes?: readonly Note[] }
}

export interface HarPair {
  readonly name: string
  readonly value: string
}

export interface HarEntry {
  readonly startedDateTime: string
  /** Milliseconds. */
  readonly time: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly httpVersion: string
    readonly cookies: readonly HarPair[]
    readonly headers: readonly HarPair[]
    readonly queryString: readonly HarPair[]
    readonly headersSize: number
    readonly bodySize: number
    readonly postData?: { readonly mimeType: string; readonly text: string; readonly params: readonly [] }
  }
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly httpVersion: string
    readonly cookies: readonly HarPair[]
    readonly headers: readonly HarPair[]
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string }
    readonly redirectURL: string
    readonly headersSize: number
    readonly bodySize: number
    readonly _error?: string
  }
  readonly cache: Readonly<Record<string, never>>
  readonly timings: {
    readonly blocked: number
    readonly dns: number
    readonly connect: number
    readonly ssl: number
    readonly send: number
    readonly wait: number
    readonly receive: number
  }
  readonly _homologa: OwnFields
}

/** Fields of an exchange for which HAR has no field. */
export interface OwnFields extends Omit<Exchange, 'startedAt' | 'request' | 'answer'> {
  readonly hasAnswer: boolean
  /** null if there is no body. The format's own fields contain its text. */
  readonly requestBody: OwnBody | null
  readonly answerBody: OwnBody | null
  /** Bytes beyond the announced length. */
}

export interface OwnBody {
  readonly sizeBytes: number
  readonly flaw: BodyFlaw | null
}
