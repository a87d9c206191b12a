import type { PageData, PageRun } from '../../report/page-data.js'
import type { Report } from '../../report/report.js'
import type { Profile } from '../../specification/profile.js'
import type { Catalogue, Lang } from '../../words/catalogue.js'
import type { Unsaid } from '../../words/errors.js'

/** Messages between the page and its worker. */

/** The catalogues, in every language. */
export type JudgeWords = Readonly<Record<Lang, Catalogue>>

/** By what a recording is judged: a built-in profile, one of the user's, or (null) the recording's own, else `spec`. */
export type ProfileChoice = 'spec' | 'bling' | { readonly name: string; readonly text: string } | null

/**
 * Facts that the user gives about the recording. An empty one is taken from the recording, or else from the command's
 * default.
 */
export interface Terms {
  readonly baseUrl: string
  /** Milliseconds. */
  readonly toleranceMs: string
}

export const noTerms: Terms = { baseUrl: '', toleranceMs: '' }

export interface JudgeOrder {
  readonly recording: Blob
  /** The file's name. */
  readonly name: string
  readonly profile: ProfileChoice
  readonly terms: Terms
  readonly words: JudgeWords
  /** ISO 8601: when this was asked for. */
  readonly askedAt: string
}

export type JudgeNews =
  /** The share of the file that was read, 0 to 1. */
  | { readonly is: 'progress'; readonly share: number }
  | { readonly is: 'judged'; readonly outcome: JudgedOnPage }
  /** The user can mend it. */
  | { readonly is: 'refused'; readonly why: Unsaid }
  /** An internal error. */
  | { readonly is: 'broken'; readonly detail: string }

/** A recording's report in every language, and what the page shows of it. */
export interface JudgedOnPage {
  readonly name: string
  readonly data: PageData
  readonly reports: Readonly<Record<Lang, Report>>
  /** The single runs, where there were several. */
  readonly runs?: Readonly<Record<Lang, readonly PageRun[]>>
  readonly profile: Profile
  readonly seen: number
  /** Notices for the user in addition to the verdict. */
  readonly notices: readonly Unsaid[]
  /** Kinds of requests, if there is no homologation. */
  readonly kinds: readonly string[]
}

/** What the page is doing with the recording that it was given. */
export type Course =
  | { readonly is: 'waiting' }
  | { readonly is: 'judging'; readonly share: number }
  | Extract<JudgeNews, { readonly is: 'judged' | 'refused' }>
