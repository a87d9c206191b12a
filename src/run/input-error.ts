import { SettingsError } from '../words/errors.js'

/** An error in the user's input to a contract run. */
export class ContractInputError extends SettingsError {}
