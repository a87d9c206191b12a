import { placeText, type ReadDocument } from '../documents/read-document.js'
import type { Unsaid } from '../words/errors.js'
import { ContractInputError } from './input-error.js'

/** A flaw in a user's file, with the keys that lead to it. */
export class PlacedFlaw extends Error {
  constructor(
    readonly problem: Unsaid,
    readonly at: readonly (string | number)[] = [],
  ) {
    super(problem.key)
  }
}

/**
 * Does work on a file and adds the position to a flaw. @throws ContractInputError with the line of what is wrong in
 * it
 */
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
