import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { suitesKnown } from '../../../suites/index.js'
import type { Exchange } from '../../exchange/exchange.js'
import { createMasker } from '../../exchange/masking.js'
import { contractEndNote } from '../../judging/notes.js'
import {
  type ContractListeners,
  type JudgedContractOptions,
  runJudgedContract,
} from '../../run/contract/judged-contract.js'
import { createMemoryLedger } from '../../run/contract/ledger.js'
import { embeddedPermissions, type Permissions, readOnly } from '../../run/contract/permissions.js'
import { type Plan, planContract } from '../../run/contract/plan.js'
import { markOf } from '../../run/mark.js'
import { stopNote } from '../../run/stop-sentence.js'
import { type UserSuite, userSuite } from '../../run/user-suite.js'
import { RATE_BOUNDS } from '../../specification/rate.js'
import { defaultRate, withRate, withSuiteShapes, withUserSuites } from '../contract-plan.js'
import { canGetToken } from '../invocation.js'
import { liveTarget, startEmbeddedTarget, type Target } from '../target.js'
import type { Graded } from './matchers.js'
import {
  type Common,
  callback,
  gradeRun,
  inSentences,
  noCredentials,
  type RunOptions,
  readOptions,
  runShape,
  type ShapeOf,
} from './options.js'

/** Options of {@link contract}: the service, which is read and never written if it has an address, and the parts of it to check. */
export interface ContractOptions extends RunOptions {
  /** Resources to check, such as `produtos`, or the ids of your suites. Default: all. */
  readonly resources?: readonly string[]
  /** Suites of your own, in addition to the built-in ones. */
  readonly suites?: readonly UserSuite[]
  /** Whether the embedded service is written to as well. Default: true. */
  readonly write?: boolean
  /** Requests in any sliding second. Default: the profile's on a live service, unlimited on the embedded one. */
  readonly ratePerSecond?: number
  /** Called with each exchange, masked, when it has ended. None of them is kept. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** The contract run, judged. */
export type ContractResult = Graded

const shape: ShapeOf<ContractOptions> = {
  ...runShape,
  resources: z.array(z.string()),
  suites: z.array(z.unknown()),
  write: z.boolean(),
  ratePerSecond: z.number().min(RATE_BOUNDS.least).max(RATE_BOUNDS.most),
  onExchange: callback,
}

/**
 * Checks the contract of every resource and judges the responses. A live service is only read; to write to one, use the
 * command, which keeps a ledger of what it created. It writes nothing to disk: a rotated refresh token is not kept.
 *
 * @throws if an option is invalid, a resource is unknown, a suite cannot be run, a live service has no token, or
 * credentials would go to another origin
 */
export async function contract(userOptions: ContractOptions = {}): Promise<ContractResult> {
  const { options, common } = await readOptions('contract', shape, userOptions)
  const { knowledge } = common.profile
  const permissions: Permissions =
    options.baseUrl === undefined
      ? { ...embeddedPermissions, write: options.write ?? true, knowledge }
      : { ...readOnly, knowledge }
  const plan = await inSentences(async () => makePlan(options, permissions))
  const { onExchange = () => {}, ratePerSecond, signal, timeoutMs } = options
  const target = await openTarget(options, common)
  const paced = { ...common, profile: withRate(common.profile, ratePerSecond) }
  return contractAt(target, paced, {
    plan,
    permissions,
    store: null,
    signal,
    timeoutMs,
    ratePerSecond: ratePerSecond ?? defaultRate(common.profile, target.embedded),
    onExchange,
    lock: target.embedded ? null : { command: 'homologa, as a library' },
  })
}

/** The plan of the run, and how to connect. @internal */
type Work = Pick<
  JudgedContractOptions,
  'plan' | 'permissions' | 'ratePerSecond' | 'store' | 'lock' | 'timeoutMs' | 'network' | 'signal'
> &
  Pick<ContractListeners, 'onExchange'>

/** Runs a plan against a target, keeps no ledger, and closes the target. @internal */
export async function contractAt(target: Target, common: Common, work: Work): Promise<ContractResult> {
  const { baseUrl, credentials } = target
  const mark = markOf(randomBytes(6).toString('hex'))
  const masker = createMasker()
  const profile = await withSuiteShapes(work.plan.suites, common.profile)
  return gradeRun('contract', target, { ...common, profile }, async (journal, startedAt) => {
    const { judge, stopped, ended } = await runJudgedContract({
      ...work,
      baseUrl,
      credentials,
      profile,
      mark,
      budget: null,
      masker,
      listeners: {
        onNote: journal.note,
        onExchange(exchange) {
          journal.append(exchange)
          work.onExchange(exchange)
        },
      },
      ledger: (account) => createMemoryLedger({ run: mark, account, baseUrl, mark, startedAt }),
    })
    if (stopped !== null) journal.note(stopNote(stopped, masker.maskText))
    // A call of the library has no baseline and no OpenAPI document with further findings.
    const contractEnd = { ended, further: [], furtherTested: [] }
    journal.note(contractEndNote({ ...contractEnd, settle: (findings) => findings }, judge.findings))
    return { judgement: judge.judgement(contractEnd) }
  })
}

function makePlan({ resources = [], suites = [] }: ContractOptions, permissions: Permissions): Plan {
  const own = suites.map((suite) => userSuite(suite))
  const all = withUserSuites(suitesKnown(permissions.knowledge), own, 'suites')
  const ids = all.map(({ id }) => id)
  const unknown = resources.find((name) => !ids.includes(name))
  if (unknown !== undefined) throw new Error(`no resource "${unknown}"; there are ${ids.join(', ')}`)
  return planContract({ suites: all, selected: resources, permissions })
}

/** @throws if a live service has no token */
async function openTarget({ baseUrl, credentials, seed }: ContractOptions, { profile }: Common) {
  if (baseUrl === undefined) return startEmbeddedTarget({ profile, invalidateAt: 'never', seed })
  const allCredentials = { ...noCredentials, ...credentials }
  if (!canGetToken(allCredentials))
    throw new Error('a live service needs an access token, a refresh token or a command in "credentials"')
  return liveTarget(baseUrl, allCredentials)
}
