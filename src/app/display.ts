import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import type { TrafficGrader } from '../judging/grade-traffic.js'
import type { ShownEvent } from '../report/terminal.js'
import type { ObservedBreach } from '../rules/observer.js'

/** Shows what happens while a use case runs. */
export interface Display {
  /** Begins an empty screen, where there is one. */
  clear(): void
  /** The steps of a run of our own. */
  steps(steps: readonly ShownStep[]): StepsShown
  /** A contract run of so many steps; `ratePerSecond` null: unlimited. */
  contract(steps: number, ratePerSecond: number | null): ContractShown
  /** Shows requests that somebody else sends. */
  traffic(): TrafficShown
  /** Opens the log of a run. `access`: every request is logged at info, unless the user asked for less. */
  log(masker: Masker, kind?: 'access'): Promise<RunLog>
}

export interface RunLog {
  info(message: 'run begun' | 'run ended' | 'token command', facts: object): void
  exchange(exchange: Exchange): void
  /** An error that ends the command. */
  fault(error: unknown): void
}

/** A log that drops everything. */
export const emptyLog: RunLog = { info() {}, exchange() {}, fault() {} }

/** Shows nothing. */
export const silentDisplay: Display = {
  clear: () => {},
  steps: () => ({ see: () => {}, end: () => {} }),
  contract: () => ({ see: () => {}, skip: () => {}, end: () => {} }),
  traffic: () => ({ begin: () => {}, request: () => {}, note: () => {}, end: () => {} }),
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

/** Runs of somebody else, as they are watched. */
export interface Watched {
  readonly grader: Pick<TrafficGrader, 'splitter' | 'judgeSoFar' | 'runs'>
  /** Milliseconds on the exchanges' clock. */
  nowMs(): number
}

export interface TrafficShown {
  /** `wanted`: once so many runs are judged, nothing is awaited any more. */
  begin(watched: Watched, wanted: number): void
  /** An exchange has passed, and was graded. */
  request(exchange: Exchange): void
  /** A run is over: a line that stays. */
  note(line: string): void
  end(): void
}
