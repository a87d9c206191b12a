import { FileFlaw, type Position, type ReadDocument } from '../documents/read-document.js'
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

  /** The problem with the part of a document under these keys. */
  static async at(
    document: Pick<ReadDocument, 'file' | 'locate'>,
    path: readonly (string | number)[],
    code: InputCode,
    values?: ErrorValues,
  ): Promise<InputError> {
    return new InputError(code, document.file, await document.locate(path), values)
  }
}
