import type { Exchange } from '../../exchange/exchange.js'
import { type Masker, record } from '../../exchange/masking.js'
import type { RawExchange } from '../../exchange/raw.js'
import { ContractJudge, isOwnAffair } from '../../judging/contract-judge.js'
import type { ContractNote } from '../../judging/notes.js'
import type { SeenContext } from '../../rules/context.js'
import type { ObservedBreach } from '../../rules/observer.js'
import { observers } from '../../rules/observers.js'
import { userAgent } from '../../settings/version.js'
import { routeName } from '../../specification/route.js'
import { loadShapesOf, type Shapes, withOwnShapes } from '../../specification/shapes.js'
import { type Account, type AccountOptions, openAccount } from '../account.js'
import type { RunEvent, StopReason } from '../run-event.js'
import type { CleanedRecord } from './cleanup.js'
import { routeReason, runContract } from './contract.js'
import type { Plan } from './plan.js'
import { namedIn } from './references.js'

export interface JudgedContractOptions
  extends Omit<AccountOptions, 'userAgent' | 'named' | 'onSecret' | 'onExchange'> {
  readonly plan: Plan
  /** Stands in every record that the run creates. */
  readonly mark: string
  readonly masker: Masker
  readonly listeners: ContractListeners
  /** Looks at the account before anything is sent to it. */
  readonly guard?: (account: Account) => Promise<void>
  readonly signal?: AbortSignal | undefined
}

export interface ContractListeners {
  /** Hears of each exchange once it is safe to keep, in the order of their ends. */
  readonly onExchange: (exchange: Exchange) => void
  /** … and once it was judged. */
  readonly onJudged?: (exchange: Exchange, breaches: readonly ObservedBreach[]) => void
  /** Called with notes that a journal must keep next to the exchanges, so that the recording is judged the same way. */
  readonly onNote?: (note: ContractNote) => void
  /** Hears what became of the records that the suites left. */
  readonly onCleaned?: (cleaned: readonly CleanedRecord[]) => void
}

/** The contract of every resource against one service, as the command and the library run it: sent, recorded, judged. */
export interface JudgedContract {
  readonly judge: ContractJudge
  /** Why the run ended early; null where every suite came to its end. */
  readonly stopped: StopReason | null
  /** Whether all was sent that was meant to be, the budget included. */
  readonly ended: boolean
}

/** Suites at a time: enough to fill a rate in spite of slow responses, and more where nothing is limited. */
const CONCURRENCY = { live: 4, embedded: 8 }

/** @throws what {@link openAccount}, the guard and the listeners throw, after the account was cleaned and closed */
export async function runJudgedContract(options: JudgedContractOptions): Promise<JudgedContract> {
  const { plan, mark, masker, listeners, guard, signal, ...opening } = options
  const { permissions, ratePerSecond } = opening
  const judging = judgeAsSent(options)
  const account = await openAccount({
    ...opening,
    userAgent,
    named: namedIn(plan.captures),
    onSecret: (kind, value) => masker.register(kind, value),
    onExchange: judging.see,
  })
  try {
    await guard?.(account)
    const { stopped } = await runContract({
      account,
      suites: plan.suites,
      concurrency: permissions.embedded && ratePerSecond === null ? CONCURRENCY.embedded : CONCURRENCY.live,
      captures: { ...plan.captures, mark: { text: JSON.stringify(mark), value: mark } },
      cleansUp: !permissions.embedded && permissions.write,
      onEvent: judging.event,
      signal,
      onCleaned: listeners.onCleaned,
    })
    return { judge: await judging.done(), stopped, ended: stopped === null && !account.gate.isOutOfBudget }
  } finally {
    account.close()
  }
}

/** Judges what is sent. What responses are judged by is loaded with the first request, and awaited by what comes before. */
function judgeAsSent(options: JudgedContractOptions) {
  const { credentials, plan, profile, baseUrl, masker, listeners, permissions } = options
  const mark = permissions.write && !permissions.embedded ? options.mark : null
  const { tokenUrl } = credentials
  const meant = meantBy(plan)
  const context: SeenContext & { shapes: Shapes | null } = { profile, baseUrl, tokenUrl, mark, shapes: null }
  const judge = new ContractJudge({ context, observers, ...meant })
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const loaded = begun.then(async () => {
    context.shapes = withOwnShapes(await loadShapesOf(profile), plan.suites)
  })
  const look = (exchange: Exchange) => {
    const breaches = judge.see(exchange)
    if (!isOwnAffair(exchange)) listeners.onJudged?.(exchange, breaches)
  }
  // one after the other, in their order, once there is what they are judged by
  let judged: Promise<void> = loaded
  listeners.onNote?.({ kind: 'contract-plan', ...meant, mark })

  return {
    see(raw: RawExchange): void {
      const exchange = record(raw, masker)
      listeners.onExchange(exchange)
      judged = judged.then(() => look(exchange))
      // a failure is heard at the end, so that it must not count as unhandled until then
      judged.catch(() => undefined)
    },
    event(event: RunEvent): void {
      // the first request leaves before the processor is busy with what judges its response
      if (event.kind === 'sending') setImmediate(begin)
      if (event.kind !== 'not-reached') return
      const { step } = event
      const reason = `contract.reason.${routeReason(event.reason)}`
      judge.notReached(step, reason)
      listeners.onNote?.({ kind: 'contract-step', step, reason })
    },
    async done(): Promise<ContractJudge> {
      begin()
      await judged
      return judge
    },
  }
}

/** The steps that this run means to send, and the routes that it does not, with their reasons. */
export function meantBy({ suites, routes }: Plan) {
  const steps = new Map(
    suites.flatMap((suite) => suite.steps.map(({ id, title }) => [id, { id, route: title }] as const)),
  )
  const notPlanned = routes.flatMap(({ route, reason }) =>
    reason === null ? [] : [{ route: routeName(route), reason: `contract.reason.${reason}` }],
  )
  return { steps: [...steps.values()], notPlanned }
}
