/**
 * The library `homologa`. `examine` and `emulate` start the embedded service for your own tests: `examine` grades the homologation
 * of the application that calls it, `emulate` simulates the ERP. `check` and `contract` run the five steps and the contract, and `judge` grades
 * a recording.
 *
 * ```ts
 * import { examine, toPassHomologation } from 'homologa'
 *
 * expect.extend({ toPassHomologation })
 *
 * test('our application passes homologation', async () => {
 *   const service = await examine({ profile: 'bling', invalidateAt: 3 })
 *   await runOurHomologation(service)
 *   expect(await service.result()).toPassHomologation()
 * })
 * ```
 */

export { type CheckOptions, type CheckResult, check } from './app/library/check.js'
export { type ContractOptions, type ContractResult, contract } from './app/library/contract.js'
export { type Emulated, type EmulateOptions, emulate } from './app/library/emulate.js'
export { type Examinee, type ExamineOptions, type ExamineResult, examine } from './app/library/examine.js'
export { type JudgeOptions, type JudgeResult, judge } from './app/library/judge.js'
export { type Graded, type MatcherResult, toPassHomologation } from './app/library/matchers.js'
export type { CommonOptions } from './app/library/options.js'
export type { Credentials } from './client/token-source.js'
export type {
  Body,
  BodyFlaw,
  Channel,
  Exchange,
  Failure,
  FailureKind,
  Gap,
  Header,
  HttpRequest,
  HttpResponse,
  Intent,
  LifeEvent,
  Source,
} from './exchange/exchange.js'
export { RecordingError } from './exchange/journal.js'
export type { Report, ReportFinding, ReportReading, ReportStep } from './report/report.js'
export type { Captures, StepResponse } from './run/suite.js'
export type { UserStep, UserSuite } from './run/user-suite.js'
export type { Notice } from './service/resources/operation.js'
export type { InvalidateAt } from './service/service.js'
export type { Latency } from './service/settings.js'
export { bling, type Profile, type ProfileName, spec } from './specification/profile.js'
export type { OperationShape } from './specification/shapes.js'
export type { Lang } from './words/lang.js'
