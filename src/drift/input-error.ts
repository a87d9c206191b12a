import { FileFlaw, type Position, type ReadDocument } from '../documents/read-document.js'
import type { ErrorValues, UiKey } from '../words/errors.js'

/** A problem with a file that the user gave: its sentence is in the catalogues under `drift.input.<code>`. */
export type InputCode = UiKey extends infer K ? (K extends `drift.input.${infer Code}` ? Code : never) : never

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
