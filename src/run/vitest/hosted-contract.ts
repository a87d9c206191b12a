import { randomBytes } from 'node:crypto'
import type { Exchange } from '../../exchange/exchange.js'
import { createMasker, record } from '../../exchange/masking.js'
import type { ContractJudge, ContractJudgeOptions } from '../../judging/contract-judge.js'
import type { Profile } from '../../specification/profile.js'
import { ownRatePerSecond } from '../../specification/rate.js'
import { loadShapes, withOwnShapes } from '../../specification/shapes.js'
import { loadCatalogue } from '../../words/catalogue.js'
import { type Account, openAccount } from '../account.js'
import { cleanUp } from '../contract/cleanup.js'
import { routeReason } from '../contract/contract.js'
import { createLedger, memoryLedger } from '../contract/ledger.js'
import { recordsOfEmbedded } from '../contract/of-embedded.js'
import { type Allowance, type Permissions, wordsOf } from '../contract/permissions.js'
import { markOf } from '../mark.js'
import type { RunEvent } from '../run-event.js'
import type { Suite } from '../suite.js'
import type { HostSettings } from './hosted-run.js'
import { embeddedTarget, type HostedTarget, liveTarget } from './hosted-target.js'
import type { HostedRun } from './step-watch.js'

export interface HostedContractOptions {
  readonly settings: HostSettings
  /** Makes the judge: `(options) => createContractJudge({ ...options, observers })`. */
  readonly judge: (options: Omit<ContractJudgeOptions, 'observers'>) => ContractJudge
  readonly userAgent: string
  /** Writes that are allowed on a live account. Default: none are allowed; the embedded service accepts everything. */
  readonly allow?: Allowance
  /** Requests in any sliding second on a live account. Default: the profile's, else 3. */
  readonly ratePerSecond?: number
}

/**
 * Returns the permissions of a hosted contract: everything on the embedded service, and on a live one what the user
 * allowed.
 */
export function hostedPermissions({ baseUrl, profile }: HostSettings, allow?: Allowance): Permissions {
  const nothing: Allowance = { everything: false, families: new Set(), routes: new Set() }
  return {
    embedded: baseUrl === null,
    write: baseUrl === null || allow !== undefined,
    allow: allow ?? nothing,
    knowledge: profile.knowledge,
  }
}

/** Prepares a suite of the contract for a test host, with the same gate as on the command line. */
export async function prepareHostedContract(
  suite: Suite,
  options: HostedContractOptions,
): Promise<HostedRun> {
  const { settings } = options
  const masker = createMasker()
  const permissions = hostedPermissions(settings, options.allow)
  const mark = markOf(randomBytes(6).toString('hex'))
  const target =
    settings.baseUrl === null
      ? await embedded(settings.profile)
      : liveTarget(settings.credentials, settings.stateDir, settings.baseUrl)
  const judge = options.judge({
    context: {
      profile: settings.profile,
      baseUrl: target.baseUrl,
      tokenUrl: target.credentials.tokenUrl,
      mark: permissions.write && !permissions.embedded ? mark : null,
      shapes: withOwnShapes(await loadShapes(), [suite]),
    },
    steps: suite.steps.map(({ id, title }) => ({ id, route: title })),
    notPlanned: [],
  })
  let hear: (exchange: Parameters<typeof record>[0]) => void = () => undefined
  const account = await openAccount({
    ...{ name: null, budget: null, permissions, userAgent: options.userAgent, profile: settings.profile },
    ...{ baseUrl: target.baseUrl, credentials: target.credentials, store: target.store, lock: target.lock },
    ledger: (key) => {
      const startedAt = new Date().toISOString()
      const run = mark.replace(/\W/g, '')
      const allow = wordsOf(permissions.allow)
      const header = { run, account: key, baseUrl: target.baseUrl, mark, startedAt, allow }
      return permissions.embedded || !permissions.write
        ? memoryLedger(header)
        : createLedger(settings.stateDir, header)
    },
    ratePerSecond: permissions.embedded
      ? null
      : (options.ratePerSecond ?? ownRatePerSecond(settings.profile)),
    timeoutMs: settings.timeoutMs,
    ...(settings.network && { network: settings.network }),
    onSecret: (kind, value) => masker.register(kind, value),
    onExchange: (raw) => hear(raw),
  })
  let judged = 0
  return {
    lang: settings.lang,
    words: await loadCatalogue(settings.lang),
    async run(onExchange, onEvent) {
      hear = onExchange
      const outcome = await account.run(suite, {
        captures: {
          ...(permissions.embedded && recordsOfEmbedded),
          mark: { text: JSON.stringify(mark), value: mark },
        },
        onEvent: (event) => onEvent(told(event, judge)),
      })
      hear = () => undefined
      return outcome
    },
    record: (raw) => record(raw, masker),
    judge(exchanges: readonly Exchange[], ended) {
      for (const exchange of exchanges.slice(judged)) judge.see(exchange)
      judged = exchanges.length
      return judge.judgement({ ended, further: [], furtherTested: [] })
    },
    close: () => close(account, permissions, target.close),
  }
}

function told(event: RunEvent, judge: ContractJudge): RunEvent {
  if (event.kind === 'not-reached')
    judge.notReached(event.step, `contract.reason.${routeReason(event.reason)}`)
  return event
}

async function close(
  account: Account,
  permissions: Permissions,
  closeTarget: () => Promise<void>,
): Promise<void> {
  if (!permissions.embedded && permissions.write) await cleanUp(account)
  account.close()
  await closeTarget()
}

async function embedded(profile: Profile): Promise<HostedTarget> {
  const [{ createService }, { openResources }] = await Promise.all([
    import('../../service/service.js'),
    import('../../service/resources/open.js'),
  ])
  const seed = 'suites'
  const resources = await openResources({ seed })
  return embeddedTarget(createService({ profile, seed, invalidateAt: 'never', resources }))
}
