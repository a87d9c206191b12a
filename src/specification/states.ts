/**
 * The states of listings, custom fields and applications, and the moves between them that the specification shows.
 * §States and transitions
 */

/** 1: published, 2: draft, 3: with a problem, 4: paused. §Listing situation */
export type ListingSituation = 1 | 2 | 3 | 4

/** The situation that an action gives to a listing, by the last segment of the action's path. */
export const listingActions = { publicar: 1, pausar: 4 } as const satisfies Record<string, ListingSituation>

/** The situation that GET /anuncios lists by default. §Listing (anuncio) */
export const defaultListingSituation: ListingSituation = 1

export function isListingSituation(value: unknown): value is ListingSituation {
  return value === 1 || value === 2 || value === 3 || value === 4
}

/** 0: inactive, 1: active. Each can be changed to the other. §Custom field situation */
export function isCustomFieldSituation(value: unknown): value is 0 | 1 {
  return value === 0 || value === 1
}

/** The states of a registered application, with the service's name of each. §Application lifecycle */
export const applicationStates = {
  'em-desenvolvimento': 'Em desenvolvimento',
  'em-revisao': 'Em revisão',
  aprovado: 'Aprovado',
  rejeitado: 'Rejeitado',
  inativado: 'Inativado',
} as const
export type ApplicationState = keyof typeof applicationStates

type ApplicationTrigger =
  | 'saved-as-public' // saving an application of public visibility
  | 'review-requested' // the owner clicks "request review" while editing
  | 'review-passed'
  | 'review-failed'
  | 'adjusted-and-saved' // the owner adjusts and saves, which requests a new review
  | 'abuse-found' // abuse identified or reported

export interface ApplicationMove {
  /** null if the application does not exist yet. */
  readonly from: ApplicationState | null
  readonly to: ApplicationState
  readonly trigger: ApplicationTrigger
  readonly by: 'owner' | 'service'
  readonly revokesTokens: boolean
}

const owner = { by: 'owner', revokesTokens: false } as const
const service = { by: 'service', revokesTokens: false } as const
const abuse = { to: 'inativado', trigger: 'abuse-found', by: 'service', revokesTokens: true } as const

export const applicationMoves: readonly ApplicationMove[] = [
  { from: null, to: 'em-desenvolvimento', trigger: 'saved-as-public', ...owner },
  { from: 'em-desenvolvimento', to: 'em-revisao', trigger: 'review-requested', ...owner },
  { from: 'em-revisao', to: 'aprovado', trigger: 'review-passed', ...service },
  { from: 'em-revisao', to: 'rejeitado', trigger: 'review-failed', ...service },
  { from: 'rejeitado', to: 'em-revisao', trigger: 'adjusted-and-saved', ...owner },
  { from: 'em-desenvolvimento', ...abuse },
  { from: 'em-revisao', ...abuse },
  { from: 'aprovado', ...abuse },
  { from: 'rejeitado', ...abuse },
]

/** The moves that the specification shows from a state. There is none from `inativado`, which only the service team can end. */
export function allowedNext(state: ApplicationState | null): readonly ApplicationMove[] {
  return applicationMoves.filter(({ from }) => from === state)
}

/** Why a move is refused. */
type MoveRefusal =
  | 'same-state' // the application is in that state already
  | 'starts-in-development' // a new application begins in development
  | 'contact-the-team' // only the service team reactivates an application
  | 'review-first' // approval and rejection are outcomes of a review
  | 'adjust-first' // a rejected application must be adjusted and saved, which requests a new review
  | 'no-way-back' // the specification shows no such move

export type Move =
  | { readonly allowed: true; readonly move: ApplicationMove }
  | { readonly allowed: false; readonly reason: MoveRefusal }

export function moveApplication(from: ApplicationState | null, to: ApplicationState): Move {
  const move = allowedNext(from).find((candidate) => candidate.to === to)
  return move ? { allowed: true, move } : { allowed: false, reason: refusalOf(from, to) }
}

function refusalOf(from: ApplicationState | null, to: ApplicationState): MoveRefusal {
  if (from === to) return 'same-state'
  if (from === null) return 'starts-in-development'
  if (from === 'inativado') return 'contact-the-team'
  if (from === 'rejeitado' && to === 'aprovado') return 'adjust-first'
  if (from === 'em-desenvolvimento' && (to === 'aprovado' || to === 'rejeitado')) return 'review-first'
  return 'no-way-back'
}
