import { MendableError } from '../client/mendable-error.js'

/** What the user asked of a contract run and cannot have, with what to do next. */
export class ContractInputError extends MendableError {
  override readonly name = 'ContractInputError'
}
