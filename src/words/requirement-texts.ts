import type { RequirementId } from '../specification/requirements.js'

/** What `explain` tells of a requirement, each in the reader's language. */
export interface RequirementText {
  /** The requirement in one line. */
  readonly text: string
  /** What it means, in two or three sentences. */
  readonly means: string
  readonly why: string
  /** What usually breaks it. */
  readonly breaks: string
  /** How to fix it. */
  readonly fix: string
}

export type RequirementTexts = Readonly<Record<RequirementId, RequirementText>>

/** As a language's file holds them; a missing `text` is that of `src/specification/requirements.ts`. */
export type RequirementWords = Readonly<
  Record<RequirementId, Omit<RequirementText, 'text'> & { readonly text?: string }>
>
