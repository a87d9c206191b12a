import { fill } from '../words/catalogue.js'
import en from '../words/en.json' with { type: 'json' }
import { SettingsError } from '../words/errors.js'

type Key = keyof typeof en.ui & `client.${string}`

/** An error that the user can fix, thrown before anything is sent. Its `message` is the English sentence, for code that renders no messages. */
export class FixableError extends SettingsError {
  constructor(key: Key, values: Readonly<Record<string, string | number>>) {
    super(key, values)
    this.message = fill(en.ui[key], values)
  }
}
