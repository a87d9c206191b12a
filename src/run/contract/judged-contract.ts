import type { Credentials } from '../../client/token-source.js'
import type { Exchange } from '../../exchange/exchange.js'
import { type Masker, record } from '../../exchange/masking.js'
import type { RawExchange } from '../../exchange/raw.js'
import { type ContractJudge, createContractJudge } from '../../judging/contract-judge.js'
import { holdBack } from '../../judging/hold-back.js'
import { type ContractNote, isOwnAffair } from '../../judging/notes.js'
import type { ObservedBreach } from '../../rules/observer.js'
import { observers } from '../../rules/observers.js'
import type { SeenContext } from '../../rules/seen.js'
import { settling } from '../../settling.js'
import { loadShapesOf, type Shapes, withOwnShapes } from '../../specification/shapes.js'
import { userAgent } from '../../version.js'
import { type Account, type AccountOptions, openAccount } from '../account.js'
import type { AccountStop, RunEvent } from '../run-event.js'
import type { Captures, Suite } from '../suite.js'
import type { CleanedRecord } from './cleanup.js'
import { routeReason, runContract } from './contract.js'
import { meantBy } from './meant.js'
import type { Plan } from './plan.js'

export interface JudgedContractOptions
  extends Omit<AccountOptions, 'name' | 'credentials' | 'userAgent' | 'nextId' | 'onSecret' | 'onExchange'> {
  readonly accounts: readonly ContractAccount[]
  readonly plan: Plan
  /** Stands in every record that the run creates. */
  readonly mark: string
  /** What steps may need from the beginning, beside the mark. */
  readonly captures: Captures
  readonly masker: Masker
  readonly ears: ContractEars
  /** Looks at the accounts before anything is sent to them. */
  readonly guard?: (accounts: readonly Account[]) => Promise<void>
  readonly signal?: AbortSignal
}

/** An account with what it is to run. */
interface ContractAccount {
  readonly name: string | null
  readonly credentials: Credentials
  readonly suites: readonly Suite[]
}

export interface ContractEars {
  /** Hears of each exchange once it is safe to keep, in the order of their ends. */
  readonly onExchange: (exchange: Exchange) => void
  /** … and once it was judged. */
  readonly onJudged?: (exchange: Exchange, breaches: readonly ObservedBreach[]) => void
  /** Hears what a journal must know beside, so that the recording is judged alike. */
  readonly onNote?: (note: ContractNote) => void
  /** Hears what became of the records that the suites left. */
  readonly onCleaned?: (cleaned: readonly CleanedRecord[]) => void
}

/** The contract of every resource against one service, as the command and the library run it: sent, recorded, judged. */
export interface JudgedContract {
  readonly judge: ContractJudge
  /** Why accounts ended early; empty where every suite came to its end. */
  readonly stops: readonly AccountStop[]
  /** Whether all was sent that was meant to be, the budget included. */
  readonly ended: boolean
}

/** Suites of one account at a time: enough to fill a rate in spite of slow answers, and more where nothing is limited. */
const CONCURRENCY = { live: 4, embedded: 8 }

/** @throws what {@link openAccount}, the guard and the ears throw, after every account was cleaned and closed */
export async function runJudgedContract(options: JudgedContractOptions): Promise<JudgedContract> {
  const { accounts: wanted, mark, captures, masker, ears, guard, plan: _, signal, ...opening } = options
  const { permissions, ratePerSecond } = opening
  const judging = judgeAsSent(options)
  const accounts: Account[] = []
  let count = 0
  try {
    for (const { name, credentials } of wanted) {
      const account = await openAccount({
        ...{ ...opening, name, credentials, userAgent },
        nextId: () => `e${++count}`,
        onSecret: (kind, value) => masker.register(kind, value),
        onExchange: judging.see,
      })
      accounts.push(account)
    }
    await guard?.(accounts)
    const { stops } = await runContract({
      accounts: accounts.map((account, i) => ({ account, suites: wanted[i]?.suites ?? [] })),
      concurrency: permissions.embedded && ratePerSecond === null ? CONCURRENCY.embedded : CONCURRENCY.live,
      captures: { ...captures, mark: { text: JSON.stringify(mark), value: mark } },
      cleansUp: !permissions.embedded && permissions.write,
      onEvent: judging.event,
      ...(signal && { signal }),
      ...(ears.onCleaned && { onCleaned: ears.onCleaned }),
    })
    const isOutOfBudget = accounts.some(({ gate }) => gate.isOutOfBudget)
    return { judge: await judging.done(), stops, ended: stops.length === 0 && !isOutOfBudget }
  } finally {
    for (const account of accounts) account.close()
  }
}

/** Judges what is sent. What answers are judged by is loaded with the first request, and awaited by what comes before. */
function judgeAsSent({ accounts, plan, profile, baseUrl, masker, ears }: JudgedContractOptions) {
  const meant = meantBy(
    plan,
    accounts.flatMap(({ suites }) => suites),
  )
  const tokenUrl = accounts[0]?.credentials.tokenUrl ?? null
  const context: SeenContext & { shapes: Shapes | null } = { profile, baseUrl, tokenUrl, shapes: null }
  const judge = createContractJudge({ context, observers, ...meant })
  const begun = settling<void>()
  const loaded = begun.promise.then(async () => {
    context.shapes = withOwnShapes(await loadShapesOf(profile), plan.suites)
  })
  const held = holdBack(loaded, (exchange) => {
    const breaches = judge.see(exchange)
    ears.onJudged?.(exchange, breaches)
  })
  ears.onNote?.({ kind: 'contract-plan', ...meant })

  return {
    see(raw: RawExchange): void {
      const exchange = record(raw, masker)
      ears.onExchange(exchange)
      if (!isOwnAffair(exchange)) held.see(exchange)
    },
    event(event: RunEvent): void {
      // the first request leaves before the processor is busy with what judges its answer
      if (event.kind === 'sending') setImmediate(begun.resolve)
      if (event.kind !== 'not-reached') return
      const { step } = event
      const reason = `contract.reason.${routeReason(event.reason)}`
      judge.notReached(step, reason)
      ears.onNote?.({ kind: 'contract-step', step, reason })
    },
    async done(): Promise<ContractJudge> {
      begun.resolve()
      await held.done
      return judge
    },
  }
}
