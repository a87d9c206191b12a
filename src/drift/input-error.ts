import { FileFlaw, type Position } from '../documents/read-document.js'
import type { ErrorValues } from '../words/errors.js'

/** Problems with a file that the user gave. The sentences are in the catalogues under `drift.input.<code>`. */
export type InputCode =
  | 'not-a-baseline'
  | 'baseline-version'
  | 'baseline-line'
  | 'baseline-order'
  | 'baseline-count'
  | 'baseline-twice'
  | 'not-openapi'
  | 'openapi-version'
  | 'openapi-part'
  | 'openapi-empty'
  | 'openapi-size'
  | 'ref-remote'
  | 'ref-missing'
  | 'ref-circular'
  | 'schema-unusable'
  | 'acceptances-shape'
  | 'acceptance-target'
  | 'acceptance-reason'
  | 'acceptance-expiry'
  | 'acceptance-key'

/** A baseline, an OpenAPI document or a list of acceptances that cannot be read as such. */
export class InputError extends FileFlaw {
  constructor(code: InputCode, file: string, position: Position | null, values: ErrorValues = {}) {
    super(code, file, position, { key: `drift.input.${code}`, values })
  }
}
