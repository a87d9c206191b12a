import { suitesKnown } from '../../../suites/index.js'
import type { Exchange } from '../../exchange/exchange.js'
import { createMasker, record } from '../../exchange/masking.js'
import type { RawExchange } from '../../exchange/raw.js'
import { ContractJudge } from '../../judging/contract-judge.js'
import type { Judgement } from '../../rules/finding.js'
import { observers } from '../../rules/observers.js'
import type { Fault } from '../../service/faults/fault.js'
import { listen } from '../../service/listen.js'
import { openResources } from '../../service/resources/open.js'
import type { ServiceRequest, ServiceResponse } from '../../service/response.js'
import { createService, type ServiceOptions } from '../../service/service.js'
import { spec } from '../../specification/profile.js'
import { loadShapes } from '../../specification/shapes.js'
import { openAccount } from '../account.js'
import { markOf } from '../mark.js'
import type { StopReason } from '../run-event.js'
import type { Captures, Suite } from '../suite.js'
import type { CleanedRecord } from './cleanup.js'
import { routeReason, runContract } from './contract.js'
import { plannedSteps } from './judged-contract.js'
import { createLedger, createMemoryLedger, type Ledger } from './ledger.js'
import { embeddedPermissions, type Permissions } from './permissions.js'
import { type Plan, planContract } from './plan.js'
import { identifiersNamedIn } from './references.js'

export interface ContractTrial {
  readonly permissions?: Permissions
  readonly fault?: Fault
  readonly selected?: readonly string[]
  readonly suites?: readonly Suite[]
  readonly budget?: number
  readonly ratePerSecond?: number
  /** Folder of a ledger on disk; left out: in memory. */
  readonly ledgerFolder?: string
  readonly service?: ServiceOptions
  readonly signal?: AbortSignal
  /** Records of each resource to begin with. */
  readonly count?: number
  readonly seed?: string
  readonly captures?: Captures
  /** What the service responds with instead. */
  readonly vary?: (response: ServiceResponse, request: ServiceRequest) => ServiceResponse
  /** Hears of each exchange before the judge does; what it throws ends the run. */
  readonly onExchange?: (raw: RawExchange) => void
  /** Hears what was cleaned, also where something threw. */
  readonly onCleaned?: (cleaned: readonly CleanedRecord[]) => void
  /** Hears of each request as the service does. */
  readonly onRequest?: (request: ServiceRequest) => void
}

export interface ContractTrialOutcome {
  readonly judgement: Judgement
  readonly plan: Plan
  readonly exchanges: readonly Exchange[]
  readonly cleaned: readonly CleanedRecord[]
  readonly stopped: StopReason | null
  /** `POST /contatos` of every request that reached the service, in order. */
  readonly log: readonly string[]
  readonly tookMs: number
  readonly openEntries: number
}

/** For tests: a whole contract run against an embedded service that listens on this machine. */
export async function tryContract(trial: ContractTrial = {}): Promise<ContractTrialOutcome> {
  const { permissions = embeddedPermissions } = trial
  const { seed = 'contract', vary = (response) => response } = trial
  const profile = trial.service?.profile ?? spec
  const resources = await openResources({ seed, ...(trial.count !== undefined && { count: trial.count }) })
  const service = createService({
    seed,
    invalidateAt: 'never',
    resources,
    ...(trial.fault && { faults: [trial.fault] }),
    ...trial.service,
  })
  const log: string[] = []
  const heard = {
    ...service,
    respond(request: ServiceRequest, nowMs: number) {
      log.push(`${request.method} ${request.path.replace(/^\/Api\/v3/, '')}`)
      trial.onRequest?.(request)
      return vary(service.respond(request, nowMs), request)
    },
  }
  const listener = await listen(heard)
  const { baseUrl, tokenUrl } = listener
  const suites = trial.suites ?? suitesKnown(permissions.knowledge)
  const captures = trial.captures ?? {}
  const plan = planContract({ suites, selected: trial.selected ?? [], permissions, captures })
  const judge = new ContractJudge({
    context: { profile, baseUrl, tokenUrl, shapes: await loadShapes() },
    observers,
    ...plannedSteps(plan),
  })
  const masker = createMasker()
  const exchanges: Exchange[] = []
  let ledger: Ledger | null = null
  const account = await openAccount({
    baseUrl,
    credentials: { ...service.credentials, tokenCommand: null, tokenUrl },
    profile,
    userAgent: 'homologa/test',
    store: null,
    lock: null,
    permissions,
    named: identifiersNamedIn(plan.captures),
    ledger: (key) => {
      const header = {
        run: 'trial',
        account: key,
        baseUrl,
        mark: markOf('trial'),
        startedAt: '2026-05-04T10:00:00Z',
      }
      ledger = trial.ledgerFolder ? createLedger(trial.ledgerFolder, header) : createMemoryLedger(header)
      return ledger
    },
    budget: trial.budget ?? null,
    ratePerSecond: trial.ratePerSecond ?? null,
    pauseMs: 5,
    onSecret: (kind, value) => masker.register(kind, value),
    onExchange: (raw) => {
      trial.onExchange?.(raw)
      const exchange = record(raw, masker)
      exchanges.push(exchange)
      if (!exchange.step?.startsWith('cleanup/')) judge.see(exchange)
    },
  })
  const startedMs = performance.now()
  try {
    const outcome = await runContract({
      account,
      suites: plan.suites,
      concurrency: 8,
      captures: {
        ...plan.captures,
        mark: { text: JSON.stringify(markOf('trial')), value: markOf('trial') },
      },
      cleansUp: !permissions.embedded,
      ...(trial.signal && { signal: trial.signal }),
      ...(trial.onCleaned && { onCleaned: trial.onCleaned }),
      onEvent: (event) => {
        if (event.kind === 'not-reached')
          judge.markNotReached(event.step, `contract.reason.${routeReason(event.reason)}`)
      },
    })
    const tookMs = performance.now() - startedMs
    const judgement = judge.judgement({ ended: outcome.stopped === null, further: [], furtherTested: [] })
    return { judgement, plan, exchanges, log, tookMs, openEntries: account.ledger.open().length, ...outcome }
  } finally {
    account.close()
    await listener.close()
  }
}
