/** What was wrong with a file that the user gave; the words are in the catalogues under `drift.input.<code>`. */
export type InputCode =
  | 'syntax'
  | 'not-a-baseline'
  | 'baseline-version'
  | 'baseline-line'
  | 'baseline-order'
  | 'baseline-count'
  | 'baseline-twice'
  | 'not-openapi'
  | 'openapi-version'
  | 'openapi-part'
  | 'ref-remote'
  | 'ref-missing'
  | 'ref-circular'
  | 'unknown-kind'
  | 'different-kinds'
  | 'acceptances-shape'
  | 'acceptance-target'
  | 'acceptance-reason'
  | 'acceptance-expiry'
  | 'acceptance-key'

export interface Position {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

/** A file of the user's that cannot be read as what it should be: with its name, the place, and what was found there. */
export class InputError extends Error {
  override readonly name = 'InputError'

  constructor(
    readonly code: InputCode,
    readonly file: string,
    readonly position: Position | null,
    readonly values: Readonly<Record<string, string | number | boolean | null>> = {},
  ) {
    super(`${placeText(file, position)}: ${code} ${JSON.stringify(values)}`)
  }
}

/** `openapi.yaml:12:3`, as editors and terminals link it. */
export function placeText(file: string, position: Position | null): string {
  return position ? `${file}:${position.line}:${position.column}` : file
}
