import { SettingsError } from '../words/errors.js'

/** What the user asked of a contract run and cannot have. */
export class ContractInputError extends SettingsError {}
