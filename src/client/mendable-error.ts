import { fill } from '../words/catalogue.js'
import { runUi } from '../words/run.en.js'

type Key = keyof typeof runUi & `client.${string}`

/** What the user can mend. The message is English; `key` and `values` say it in any language of the catalogues (`ui`). */
export abstract class MendableError extends Error {
  constructor(
    readonly key: Key,
    readonly values: Readonly<Record<string, string | number>>,
  ) {
    super(fill(runUi[key], values))
  }
}
