import type { Exchange } from '../exchange/exchange.js'
import type { Masker } from '../exchange/masking.js'
import type { TrafficGrader } from '../judging/grade-traffic.js'
import type { ShownEvent } from '../report/terminal.js'
import type { ObservedBreach } from '../rules/observer.js'
import type { SuiteStep } from '../run/suite.js'

/** Shows the progress of a use case. `src/cli` implements it for a terminal. */
export interface Display {
  clear(): void
  /** Shows the steps of our own run. */
  steps(steps: readonly Pick<SuiteStep, 'id' | 'method' | 'path'>[]): StepsShown
  /** Shows a contract run. `steps`: number of planned requests; `ratePerSecond` null: unlimited. */
  contract(steps: number, ratePerSecond: number | null): ContractShown
  /** Shows requests of clients under test. */
  traffic(): TrafficShown
  /** Opens the log of a run. `access`: every request is logged at level info, unless the user chose another level. */
  log(masker: Masker, kind?: 'access'): Promise<RunLog>
}

export interface RunLog {
  /** False if the level leaves requests out. Then a caller need not mask them for the log. */
  readonly logsRequests: boolean
  info(message: 'run begun' | 'run ended' | 'token command', facts: object): void
  exchange(exchange: Exchange): void
  /** An error that ends the command. */
  fault(error: unknown): void
}

export const emptyLog: RunLog = { logsRequests: false, info() {}, exchange() {}, fault() {} }

export const silentDisplay: Display = {
  clear: () => {},
  steps: () => ({ see: () => {}, end: () => {} }),
  contract: () => ({ see: () => {}, skip: () => {}, end: () => {} }),
  traffic: () => ({ begin: () => {}, request: () => {}, note: () => {}, end: () => {} }),
  log: async () => emptyLog,
}

export interface StepsShown {
  see(event: ShownEvent): void
  end(): void
}

export interface ContractShown {
  see(exchange: Exchange, breaches: readonly ObservedBreach[]): void
  /** A planned step was not sent. */
  skip(): void
  /** May be called twice: before the clean-up is printed, and when the command ends. */
  end(): void
}

/** The runs of clients under test while they are watched. */
export interface Watched {
  readonly grader: Pick<TrafficGrader, 'splitter' | 'judgeSoFar' | 'runs'>
  /** Milliseconds on the exchanges' clock. */
  nowMs(): number
}

export interface TrafficShown {
  /** `wanted`: the number of runs after which the command ends; 0: any number. */
  begin(watched: Watched, wanted: number): void
  /** Shows an exchange that was graded; it may come before `begin`. */
  request(exchange: Exchange): void
  /** Prints a line that stays, when a run is over. */
  note(line: string): void
  end(): void
}
