import { looksLikeJson } from './json-values.js'

/** What is known of a text beside the text. */
export interface MaskingContext {
  /** `form`: name=value pairs; `json`; `text` where neither is known, and the text itself tells. */
  readonly form?: 'text' | 'json' | 'form'
  /** Whether values named `code` are authorization codes here: token requests and redirects. */
  readonly codes?: boolean
  /** Whether the text was cut, so that a value's beginning may stand at its end. */
  readonly cut?: boolean
  /** Whether bare digits may be a CPF or a CNPJ; default: yes. */
  readonly bare?: boolean
  /** Called between one passage through the text and the next; what it throws ends the masking. */
  readonly between?: () => void
}

export function isJson(text: string, context: MaskingContext): boolean {
  return context.form === 'json' || (context.form === undefined && looksLikeJson(text))
}
