import { fill } from '../words/catalogue.js'
import en from '../words/en.json' with { type: 'json' }
import { SettingsError } from '../words/errors.js'

type Key = keyof typeof en.ui & `client.${string}`

/**
 * An error that the user can fix before anything is sent again. The message is English, so that the folder can be
 * used without the rest.
 */
export abstract class FixableError extends SettingsError {
  constructor(key: Key, values: Readonly<Record<string, string | number>>) {
    super(key, values)
    this.message = fill(en.ui[key], values)
  }
}
