import type { Examination } from '../examine/examination.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import type { ShownEvent } from '../report/terminal.js'
import type { ObservedBreach } from '../rules/observer.js'

/** Shows what happens while a use case runs. */
export interface Stage {
  /** The steps of a run of our own. */
  steps(steps: readonly ShownStep[]): StepsShown
  /** A contract run of so many steps; `ratePerSecond` null: unlimited. */
  contract(steps: number, ratePerSecond: number | null): ContractShown
  /** Shows clients that connect, and their requests. */
  waiting(): WaitingShown
  /** Exchanges that pass. */
  traffic(): TrafficShown
  /** Opens the log of a run. */
  log(masker: Masker): Promise<RunLog>
}

export interface RunLog {
  begun(facts: object): void
  exchange(exchange: Exchange): void
  /** A renewal by the user's own command, which is no exchange. */
  command(facts: object): void
  ended(facts: object): void
  /** An error that ends the command. */
  fault(error: unknown): void
}

/** A log that drops everything. */
export const emptyLog: RunLog = {
  begun: () => {},
  exchange: () => {},
  command: () => {},
  ended: () => {},
  fault: () => {},
}

/** Shows nothing. */
export const silentStage: Stage = {
  steps: () => ({ see: () => {}, end: () => {} }),
  contract: () => ({ see: () => {}, skip: () => {}, end: () => {} }),
  waiting: () => ({ begin: () => {}, request: () => {}, note: () => {}, end: () => {} }),
  traffic: () => ({ request: () => {}, end: () => {} }),
  log: async () => emptyLog,
}

export interface ShownStep {
  readonly id: string
  readonly method: string
  readonly path: string
}

export interface StepsShown {
  see(event: ShownEvent): void
  end(): void
}

export interface ContractShown {
  see(exchange: Exchange, breaches: readonly ObservedBreach[]): void
  /** A planned step was not sent. */
  skip(): void
  /** Twice is once. */
  end(): void
}

export interface WaitingShown {
  /** `wanted`: once so many runs are judged, nothing is awaited any more. */
  begin(examination: Examination, wanted: number): void
  /** An exchange has passed. */
  request(exchange: Exchange): void
  /** A line that stays. */
  note(line: string): void
  end(): void
}

/** Most lines shown in a second. The number of further ones is shown instead. */
export const MOST_SHOWN_A_SECOND = 40

export interface TrafficShown {
  request(exchange: Exchange): void
  end(): void
}
