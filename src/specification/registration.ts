import type { RequirementId } from './requirements.js'

/**
 * The data that an application registers, and the questions of the homologation that only a person can answer.
 * §Authentication 4
 */

/** The access that a scope opens: `read` opens GET, `write` opens everything. */
export type Access = 'read' | 'write'

/** Shorter texts are probably placeholders, and longer ones are cut when shown. We chose the limits; the specification has none. */
export const sensibleLengths = {
  name: { min: 3, max: 60 },
  'short-description': { min: 20, max: 160 },
  description: { min: 80, max: 4000 },
  category: { min: 3, max: 60 },
} as const

/** The sides of a logo in pixels, and the size of its file. We chose these limits, too. */
export const sensibleLogo = { minPx: 100, maxPx: 2048, maxBytes: 2_000_000 } as const

/** Days after which a person's answer is too old and must be given again. */
export const MAX_ANSWER_AGE_DAYS = 180

/** A question that only a person can answer. Answering "no" breaks the requirement. */
export interface Question {
  readonly id: string
  readonly requirement: RequirementId
  /** Whether the answer needs a file as evidence, such as a screenshot. */
  readonly evidence: boolean
}

export const questions = [
  { id: 'name-fits', requirement: 'application/name', evidence: false },
  { id: 'description-true', requirement: 'application/description', evidence: false },
  { id: 'category-fits', requirement: 'application/category', evidence: false },
  { id: 'logo-own', requirement: 'application/logo', evidence: false },
  { id: 'homepage-tells', requirement: 'application/homepage-link', evidence: true },
  { id: 'manual-complete', requirement: 'application/manual-link', evidence: true },
  { id: 'video-shows', requirement: 'application/video-link', evidence: true },
  { id: 'scopes-needed', requirement: 'application/scopes', evidence: false },
  { id: 'pages-help', requirement: 'application/redirect-error', evidence: true },
  { id: 'ready-to-operate', requirement: 'application/situation', evidence: false },
] as const satisfies readonly Question[]

export type QuestionId = (typeof questions)[number]['id']
