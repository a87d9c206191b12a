import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OutgoingRequest } from '../../src/client/transport.js'
import { type Account, openAccount } from '../../src/run/account.js'
import { type CleanedRecord, cleanUp } from '../../src/run/contract/cleanup.js'
import { runContract } from '../../src/run/contract/contract.js'
import { createLedger, type Ledger, readLedgers } from '../../src/run/contract/ledger.js'
import { allowanceOf, type Permissions, wordsOf } from '../../src/run/contract/permissions.js'
import { planContract } from '../../src/run/contract/plan.js'
import { markOf } from '../../src/run/mark.js'
import { openResources } from '../../src/service/resources/open.js'
import { collectionOf } from '../../src/specification/collection.js'
import { allRoutes } from '../../src/specification/find-route.js'
import { spec } from '../../src/specification/profile.js'
import { suitesKnown } from '../../suites/index.js'
import { createVirtualClock } from '../rehearsal/virtual-clock.js'
import { createVirtualTransport } from '../rehearsal/virtual-transport.js'
import type { Lie } from './lies.js'
import { createLyingService } from './lying-service.js'

const suites = suitesKnown('specification')

/** Families of which a suite creates records. */
export const writable = suites
  .filter(({ steps }) =>
    steps.some(({ tags = [], method }) => method === 'POST' && tags.includes('life-cycle')),
  )
  .map(({ id }) => id)

/** Everything that can be allowed, yet not what deletes several: that is tried by its own test. */
const everything = allRoutes('specification').filter(({ risk }) => risk === 'money')
export const allowances = {
  '*': ['*'],
  'every resource and payment by name': ['*', ...writable, ...everything.map(({ id }) => id)],
} as const

export interface Crash {
  /** The request that the process ends at, from 0. */
  readonly at: number
  /** Whether the service has carried it out by then. */
  readonly isCarriedOut: boolean
}

export interface Trial {
  readonly family: string
  readonly lie: Lie | null
  readonly allow: readonly string[]
  readonly crash?: Crash
}

export interface Tried {
  /** Requests of the run, its own clean-up left out. */
  readonly requests: number
  readonly made: number
  /** Requests that changed, deleted or referred to what is not the run's own. */
  readonly touched: readonly string[]
  /** Records of the run that stayed, though a read shows the mark, and a DELETE was allowed. */
  readonly left: readonly string[]
  /** Records that stayed for another reason, and that nothing names. */
  readonly unnamed: readonly string[]
  /** Those that something names. */
  readonly named: number
}

class Killed extends Error {}

/** A writing run of one resource against a service that lies; where it is killed, then `cleanup`. */
export async function tryLie({ family, lie, allow, crash }: Trial): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-lies-'))
  const [state, kept] = [join(folder, 'state'), join(folder, 'kept')]
  const lying = createLyingService(await openResources({ seed: 'lies', count: 7 }), lie)
  const { service, world } = lying
  const clock = createVirtualClock({ startsAt: new Date() })
  const baseUrl = `http://localhost${service.basePath}`
  const permissions: Permissions = {
    embedded: false,
    write: true,
    knowledge: 'specification',
    allow: allowanceOf(allow),
  }
  const virtual = createVirtualTransport({
    clock,
    respond(request, nowMs) {
      world.watch(request)
      return lying.respond(request, nowMs)
    },
    latencyMs: () => 1,
    timeoutMs: 400,
    maxBodyBytes: 1e7,
  })
  let sent = 0
  let isKilled = false
  const transport = {
    ...virtual,
    async send(request: OutgoingRequest, ...rest: unknown[]) {
      if (isKilled) throw new Killed()
      if (crash === undefined || sent++ < crash.at) return virtual.send(request, ...(rest as []))
      if (crash.isCarriedOut) await virtual.send(request)
      isKilled = true
      // as the file lay there when the process ended
      cpSync(state, kept, { recursive: true })
      throw new Killed()
    },
  }
  const open = (ledger: (key: string) => Ledger, through: typeof transport): Promise<Account> =>
    openAccount({
      baseUrl,
      profile: spec,
      userAgent: 'homologa/test',
      store: null,
      lock: null,
      permissions,
      credentials: {
        ...service.credentials,
        tokenCommand: null,
        tokenUrl: `http://localhost${service.tokenPath}`,
      },
      ledger,
      budget: null,
      ratePerSecond: null,
      timeoutMs: 400,
      transport: through,
      clock,
      onSecret: () => undefined,
      onExchange: () => undefined,
      pauseMs: 1,
    })
  const mark = markOf('lies')
  const header = { run: 'lies', baseUrl, mark, startedAt: 'x', allow: wordsOf(permissions.allow) }
  const account = await open((key) => createLedger(state, { ...header, account: key }), transport)
  const plan = planContract({ suites, selected: [family], permissions })
  let requests = 0
  let cleaned: readonly CleanedRecord[] = []
  await runContract({
    account,
    suites: plan.suites,
    concurrency: 1,
    captures: { mark: { text: JSON.stringify(mark), value: mark } },
    cleansUp: true,
    onEvent: ({ kind }) => {
      if (kind === 'sending') requests++
    },
    onCleaned: (records) => {
      cleaned = records
    },
  }).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error
  })
  account.close()
  if (isKilled) {
    cleaned = []
    for (const ledger of readLedgers(kept)) {
      const cleaner = await open(() => ledger, virtual as typeof transport)
      cleaned = [...cleaned, ...(await cleanUp(cleaner))]
      cleaner.close()
    }
  }
  rmSync(folder, { recursive: true })
  return { requests, made: world.made.length, ...judge(world, lie, permissions, cleaned) }
}

type World = ReturnType<typeof createLyingService>['world']

/** Whether no read shows a text that could carry the mark. */
const isUnprovable = (key: string) => /^\/(nfse|logisticas\/(servicos|objetos))\//.test(key)

function judge(world: World, lie: Lie | null, { allow }: Permissions, cleaned: readonly CleanedRecord[]) {
  const told = cleaned.filter(({ fate }) => fate === 'left')
  const isBelieved = (key: string) => lie?.refuses === true && isUnprovable(key)
  const stayed = world.left().filter((key) => !isBelieved(key))
  const isNamed = (key: string) => {
    const slash = key.lastIndexOf('/')
    const [collection, id] = [key.slice(0, slash), key.slice(slash + 1)]
    return told.some(
      (one) =>
        new RegExp(`^(DELETE )?${collection}(/\\{\\w+\\})?$`).test(one.route) &&
        // of what no mark can prove, nobody knows another identifier than the service named
        (isUnprovable(key) || (one.id === null ? (one.mayBe?.includes(id) ?? true) : one.id === id)),
    )
  }
  const mayGo = (key: string) =>
    world.made.includes(key) &&
    lie?.keeps === undefined &&
    allRoutes('specification').some(
      (route) =>
        route.method === 'DELETE' &&
        route.path.includes('{') &&
        `${collectionOf(route)}/` === key.slice(0, key.lastIndexOf('/') + 1) &&
        (allow.everything || allow.families.has(route.family)),
    ) &&
    !isUnprovable(key)
  return {
    touched: [...world.touched, ...world.referred],
    left: stayed.filter(mayGo),
    unnamed: stayed.filter((key) => !mayGo(key) && !isNamed(key)),
    named: stayed.filter((key) => !mayGo(key) && isNamed(key)).length,
  }
}
