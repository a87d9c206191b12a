import { fill } from '../words/catalogue.js'
import { contractRunUi } from '../words/en/contract-run.js'
import { runUi } from '../words/en/run.js'

const english = { ...runUi, ...contractRunUi }

type Key = keyof typeof english & `${'client' | 'contract.error'}.${string}`

/** What the user can mend. The message is English; `key` and `values` say it in any language of the catalogues (`ui`). */
export abstract class MendableError extends Error {
  constructor(
    readonly key: Key,
    readonly values: Readonly<Record<string, string | number>>,
  ) {
    super(fill(english[key], values))
  }
}
