import { placeText, type ReadDocument } from '../documents/read-document.js'
import type { Unsaid } from '../words/errors.js'
import { ContractInputError } from './input-error.js'

/** What is wrong in a file of the user's, and under which keys. */
export class PlacedFlaw extends Error {
  constructor(
    readonly problem: Unsaid,
    readonly at: readonly (string | number)[] = [],
  ) {
    super(problem.key)
  }
}

/** What is made of a file. @throws ContractInputError with the line of what is wrong in it */
export async function placed<T>(
  key: 'contract.error.samples-file',
  { file, locate }: Pick<ReadDocument, 'file' | 'locate'>,
  work: () => T,
): Promise<T> {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof PlacedFlaw)) throw error
    const path = placeText(file, await locate(error.at))
    throw new ContractInputError(key, { path, problem: error.problem })
  }
}
