import { FileFlaw, type Position, type ReadDocument } from '../documents/read-document.js'
import type { ErrorValues, UiKey } from '../words/errors.js'

/** The codes of the sentences under `drift.input.` in the catalogues: `baseline-line`. */
export type InputCode =
  Extract<UiKey, `drift.input.${string}`> extends `drift.input.${infer Code}` ? Code : never

/** The user's baseline, OpenAPI document or list of acceptances cannot be read. */
export class InputError extends FileFlaw {
  constructor(code: InputCode, file: string, position: Position | null, values: ErrorValues = {}) {
    super(code, file, position, { key: `drift.input.${code}`, values })
  }

  /** An error at the part of a document under these keys. */
  static async at(
    document: Pick<ReadDocument, 'file' | 'locate'>,
    path: readonly (string | number)[],
    code: InputCode,
    values?: ErrorValues,
  ): Promise<InputError> {
    return new InputError(code, document.file, await document.locate(path), values)
  }
}
