import { fill } from '../words/catalogue.js'
import { runUi } from '../words/en/run.js'
import { SettingsError } from '../words/errors.js'

type Key = keyof typeof runUi & `client.${string}`

/** What the user can mend before anything is sent again. The message is English, for whoever uses this folder alone. */
export abstract class MendableError extends SettingsError {
  constructor(key: Key, values: Readonly<Record<string, string | number>>) {
    super(key, values)
    this.message = fill(runUi[key], values)
  }
}
