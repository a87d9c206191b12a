import type { InvalidateAt } from '../service/settings.js'
import type { EmbeddedOptions, StockedOptions, TimedOptions } from './embedded.js'
import type { OwnDocumentOptions } from './openapi.js'

export interface ExamineOptions extends EmbeddedOptions, StockedOptions, TimedOptions, OwnDocumentOptions {
  readonly port?: number
  readonly pagePort?: number
  readonly noPage?: boolean
  readonly host?: string
  /** File for the settings of the client. */
  readonly writeEnv?: string
  /** Runs after which the examination ends; 0: whatever the client does is graded, until it ends. Default: 1, with every death 6. */
  readonly runs?: number
  /** Milliseconds without a request after which it ends. */
  readonly timeout?: number
  readonly invalidateAt?: InvalidateAt | 'each'
  /** File or folder: whenever something in it changes, the command is run and graded again. */
  readonly watch?: string
  /** Answer broken rules as the service would. */
  readonly enforce?: boolean
}
