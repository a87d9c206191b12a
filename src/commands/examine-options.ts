import { everyDeath } from '../judging/recovery.js'
import type { InvalidateAt } from '../service/settings.js'
import type { Profile } from '../specification/profile.js'
import type { EmbeddedOptions, StockedOptions, TimedOptions } from './embedded.js'

export interface ExamineOptions extends EmbeddedOptions, StockedOptions, TimedOptions {
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

type Asked = Pick<ExamineOptions, 'runs' | 'invalidateAt' | 'enforce'>

/** Runs that are to be judged; 0: any number. Where nobody said, one for each death that is tried. */
export function wantedRuns({ runs, invalidateAt }: Pick<Asked, 'runs' | 'invalidateAt'>): number {
  return runs ?? (invalidateAt === 'each' ? everyDeath.length : 1)
}

/** How strict the service is with its client, and when it lets tokens die. */
export function examinedAs({ enforce = false, invalidateAt }: Asked, profile: Profile) {
  return {
    ...{ profile, enforce, ...(enforce && { rate: profile.rate }) },
    ...(invalidateAt !== undefined && { invalidateAt }),
  }
}
