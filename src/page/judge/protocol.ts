import type { PageData, PageRun } from '../../report/page-data.js'
import type { Report } from '../../report/report.js'
import type { Profile } from '../../specification/profile.js'
import type { Catalogue, Lang } from '../../words/catalogue.js'
import type { MessageReference } from '../../words/errors.js'

/** The whole catalogue of every language. */
export type JudgeWords = Readonly<Record<Lang, Catalogue>>

/** A profile in a file, with the file's name. */
export type ProfileFile = { readonly name: string; readonly text: string }

/** The profile to judge by: a built-in one, one in a file, or null for the recording's own, else `spec`. */
export type ProfileChoice = 'spec' | 'bling' | ProfileFile | null

/**
 * Facts that the user enters about the recording. If one is empty, it is taken from the recording, else the default of
 * `homologa judge` holds.
 */
export interface RecordingFacts {
  readonly baseUrl: string
  /** Milliseconds. */
  readonly toleranceMs: string
}

export const noFacts: RecordingFacts = { baseUrl: '', toleranceMs: '' }

/** The page's message to its worker. */
export interface JudgeRequest {
  readonly recording: Blob
  /** Name of the recording's file. */
  readonly name: string
  readonly profile: ProfileChoice
  readonly facts: RecordingFacts
  readonly words: JudgeWords
  /** The time of the request, ISO 8601. */
  readonly askedAt: string
}

/** A message of the worker to the page. */
export type JudgeMessage =
  /** `share`: how much of the file was read, 0 to 1. */
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'judged'; readonly outcome: JudgedOnPage }
  /** The recording or a fact is wrong, and the user can fix it. */
  | { readonly kind: 'refused'; readonly why: MessageReference }
  /** An internal error. */
  | { readonly kind: 'broken'; readonly detail: string }

/** A judged recording: its report in every language, and the data that the page shows. */
export interface JudgedOnPage {
  readonly name: string
  readonly data: PageData
  readonly reports: Readonly<Record<Lang, Report>>
  /** The single runs, if there are several. */
  readonly runs?: Readonly<Record<Lang, readonly PageRun[]>>
  readonly profile: Profile
  /** Number of exchanges. */
  readonly seen: number
  /** Notices about the recording that are shown above the report. */
  readonly notices: readonly MessageReference[]
  /** The most frequent kinds of requests, if the recording holds no homologation: `GET erp.example /produtos/… (12)`. */
  readonly kinds: readonly string[]
}

export type JudgeState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'judging'; readonly share: number }
  | Extract<JudgeMessage, { readonly kind: 'judged' | 'refused' }>
