import type { Unsaid } from '../../words/errors.js'
import type { JudgedOnPage } from './protocol.js'

export type Course =
  | { readonly is: 'waiting' }
  | { readonly is: 'judging'; readonly share: number }
  | { readonly is: 'judged'; readonly outcome: JudgedOnPage }
  | { readonly is: 'refused'; readonly why: Unsaid }
