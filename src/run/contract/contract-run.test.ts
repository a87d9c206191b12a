import { describe, expect, it } from 'vitest'
import type { FailureKind } from '../../exchange/exchange.js'
import type { RawExchange } from '../../exchange/raw.js'
import type { Account } from '../account.js'
import type { RunEvent, StopReason } from '../run-event.js'
import { contractDefaults, type Suite } from '../suite.js'
import { type ContractRunOptions, routeReason, runContract } from './contract.js'
import { createGate } from './gate.js'
import { createMemoryLedger } from './ledger.js'
import { readOnly } from './permissions.js'

const baseUrl = 'https://api.exemplo.invalid/Api/v3'

interface Work {
  readonly signal: AbortSignal
  /** The account tells of a response, or of a failure. */
  responded(failure?: FailureKind): void
  /** A route refuses the token for good. */
  refused(reason: StopReason): StopReason | null
}

/** An account whose suites do as they are told; whoever is told nothing ends at once. */
function accountOf(
  does: (id: string, work: Work) => Promise<StopReason | null> | StopReason | null = () => null,
) {
  const ledger = createMemoryLedger({
    run: 'r',
    account: 'a',
    baseUrl,
    mark: 'm',
    startedAt: '2026-05-04T10:00:00Z',
  })
  const began: string[] = []
  const at = { once: 0, most: 0 }
  const account: Account = {
    key: 'a',
    ledger,
    gate: createGate({ baseUrl, permissions: readOnly, ledger, budget: null, named: new Set() }),
    async run({ id }, { signal = new AbortController().signal, onEvent = () => undefined, refusals } = {}) {
      began.push(id)
      at.most = Math.max(at.most, ++at.once)
      await Promise.resolve()
      const responded = (kind?: FailureKind) => {
        const failure = kind === undefined ? null : { kind, message: '' }
        onEvent({ kind: 'responded', step: `${id}/1`, exchange: { failure } as RawExchange })
      }
      const [step] = suite(id).steps
      const refused = (reason: StopReason) =>
        (step && refusals?.recordRefusal(step, 't', { atMs: 0, reason })) ?? null
      const stopped = await does(id, { signal, responded, refused })
      at.once--
      return { stopped, repeats: 0, succeeded: [], captures: {} }
    },
    waitUntilEnded: async () => undefined,
    close: () => undefined,
  }
  return { account, at, began, ledger }
}

const suite = (id: string): Suite => ({
  id,
  title: id,
  ...contractDefaults,
  steps: [1, 2].map((n) => ({ id: `${id}/${n}`, title: id, method: 'GET', path: '/contatos' })),
})

const suites = (count: number) => Array.from({ length: count }, (_, i) => suite(`s${i + 1}`))

function run(account: Account, change: Partial<ContractRunOptions> = {}) {
  return runContract({ account, suites: suites(3), captures: {}, cleansUp: false, ...change })
}

const budget: StopReason = { code: 'not-permitted', step: 's1/1', because: 'budget' }

describe('the suites of an account', () => {
  it('are no whole run where nobody knows whether a refused token is dead', async () => {
    const reason: StopReason = { code: 'refused-twice', step: 's1/1', status: 401 }
    const { account } = accountOf((_, { refused }) => refused(reason))
    expect((await run(account, { suites: suites(1) })).stopped).toEqual(reason)
  })

  it.each([
    [9, undefined, 4],
    [9, 2, 2],
    [9, 1, 1],
    [3, 8, 3],
  ])('%i of them run side by side, at most %s at a time', async (count, concurrency, most) => {
    const { account, at, began } = accountOf(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return null
    })
    const outcome = await run(account, { suites: suites(count), ...(concurrency && { concurrency }) })
    expect([outcome, began.length, at.most]).toEqual([{ stopped: null, cleaned: [] }, count, most])
  })

  it('may be none', async () => {
    expect(await run(accountOf().account, { suites: [] })).toEqual({ stopped: null, cleaned: [] })
  })

  it('all end with one that ends early, and what is left is told as not reached', async () => {
    const events: RunEvent[] = []
    const signals: boolean[] = []
    const { account, began } = accountOf((id, { signal }) => {
      signals.push(signal.aborted)
      return id === 's2' ? budget : null
    })
    const outcome = await run(account, {
      suites: suites(4),
      concurrency: 1,
      onEvent: (event) => events.push(event),
    })
    expect([outcome.stopped, began, signals]).toEqual([budget, ['s1', 's2'], [false, false]])
    expect(events).toEqual(
      ['s3/1', 's3/2', 's4/1', 's4/2'].map((step) => ({ kind: 'not-reached', step, reason: budget })),
    )
  })

  it('that run beside it are told to end', async () => {
    const { account } = accountOf(async (id, { signal }) => {
      if (id === 's1') return budget
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return { code: 'interrupted' }
    })
    expect((await run(account)).stopped).toEqual(budget)
  })

  it('are interrupted where the user says so, whatever a suite says', async () => {
    const controller = new AbortController()
    const { account, began } = accountOf((_id, { signal }) => {
      controller.abort()
      expect(signal.aborted).toBe(true)
      return null
    })
    const outcome = await run(account, { concurrency: 1, signal: controller.signal })
    expect([outcome.stopped, began]).toEqual([{ code: 'interrupted' }, ['s1']])
  })

  it('tell of their events', async () => {
    const heard: string[] = []
    const { account } = accountOf((_id, { responded }) => {
      responded()
      return null
    })
    await run(account, { suites: suites(2), onEvent: ({ kind }) => heard.push(kind) })
    expect(heard).toEqual(['responded', 'responded'])
  })
})

describe('a service that cannot be reached', () => {
  const stopAfter = async (...failures: (FailureKind | undefined)[]) => {
    const { account, began } = accountOf((_id, { responded, signal }) => {
      for (const failure of failures) responded(failure)
      return signal.aborted ? { code: 'interrupted' } : null
    })
    return { ...(await run(account, { suites: suites(2), concurrency: 1 })), began }
  }
  const times = (count: number, failure: FailureKind) => Array<FailureKind>(count).fill(failure)

  it.each(['refused', 'unresolved', 'tls', 'unconnected', 'timeout'] as const)(
    '(%s) is given up after eight failures, or after four time-outs where it never answered',
    async (failure) => {
      const never = await stopAfter(...times(failure === 'timeout' ? 4 : 8, failure))
      expect([never.stopped, never.began]).toEqual([{ code: 'no-answer', step: 's1/1', failure }, ['s1']])
      const { stopped, began } = await stopAfter(undefined, ...times(8, failure))
      expect([stopped, began]).toEqual([{ code: 'no-answer', step: 's1/1', failure }, ['s1']])
    },
  )

  it.each<[string, (FailureKind | undefined)[]]>([
    ['after two time-outs', times(1, 'timeout')],
    ['after six', times(3, 'refused')],
    ['after seven where it answered before', [undefined, ...times(7, 'refused')]],
    ['where it answers in between', [undefined, ...times(7, 'refused'), undefined]],
    ['where it breaks off in between', [undefined, ...times(7, 'timeout'), 'reset']],
    ['where it breaks off each time', times(8, 'reset')],
  ])('is not given up %s', async (_, failures) => {
    const { stopped, began } = await stopAfter(...failures)
    expect([stopped, began]).toEqual([null, ['s1', 's2']])
  })

  it('is counted over all suites, and its first reason stays', async () => {
    const { account } = accountOf((id, { responded }) => {
      for (const failure of times(id === 's1' ? 7 : 5, id === 's1' ? 'refused' : 'tls')) responded(failure)
      return null
    })
    expect((await run(account, { suites: suites(2), concurrency: 1 })).stopped).toEqual({
      code: 'no-answer',
      step: 's2/1',
      failure: 'tls',
    })
  })
})

describe('what a run leaves behind', () => {
  const left = [
    {
      fate: 'left',
      number: 1,
      route: 'DELETE /contatos/{idContato}',
      id: null,
      reason: 'not-found',
      status: null,
    },
  ]

  it('is cleaned where it is the user’s to keep, and heard of', async () => {
    const { account, ledger } = accountOf()
    ledger.intend('/contatos')
    const heard: unknown[] = []
    const outcome = await run(account, { cleansUp: true, onCleaned: (records) => heard.push(records) })
    expect([outcome, heard]).toEqual([{ stopped: null, cleaned: left }, [left]])
  })

  it('is left to a service that forgets', async () => {
    const { account, ledger } = accountOf()
    ledger.intend('/contatos')
    const heard: unknown[] = []
    const outcome = await run(account, { onCleaned: (records) => heard.push(records) })
    expect([outcome.cleaned, heard, account.gate.isCleaning]).toEqual([[], [[]], false])
  })

  it.each([
    ['s1', 's2'],
    ['s2', 's1'],
  ])(
    'is cleaned before what threw in %s is thrown, once all others have ended',
    async (throwing, waiting) => {
      const ended: string[] = []
      const { account, began, ledger } = accountOf(async (id, { signal }) => {
        if (id === throwing) throw new Error('no room')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        ended.push(id)
        return { code: 'interrupted' }
      })
      ledger.intend('/contatos')
      const heard: unknown[] = []
      const running = run(account, {
        suites: suites(4),
        cleansUp: true,
        concurrency: 2,
        onCleaned: (records) => heard.push(records),
      })
      await expect(running).rejects.toThrow('no room')
      expect([ended, heard]).toEqual([[waiting], [left]])
      expect(began).toEqual(['s1', 's2'])
    },
  )
})

describe('an error during clean-up', () => {
  const failing = (thrownByRun?: string) => {
    const { account, ledger } = accountOf(() => {
      if (thrownByRun !== undefined) throw new Error(thrownByRun)
      return null
    })
    const unreadable = () => {
      throw new Error('the ledger is unreadable')
    }
    return { ...account, ledger: { ...ledger, open: unreadable } }
  }

  it('is thrown, and nothing is reported as cleaned', async () => {
    const heard: unknown[] = []
    const running = run(failing(), { cleansUp: true, onCleaned: (records) => heard.push(records) })
    await expect(running).rejects.toThrow('the ledger is unreadable')
    expect(heard).toEqual([])
  })

  it('does not hide the error of the run', async () => {
    await expect(run(failing('no room'), { cleansUp: true })).rejects.toThrow('no room')
  })

  it('of its listener does not hide the error of the run', async () => {
    const { account } = accountOf(() => {
      throw new Error('no room')
    })
    const onCleaned = () => {
      throw new Error('the disk is full')
    }
    await expect(run(account, { cleansUp: true, onCleaned })).rejects.toThrow('no room')
    const { account: working } = accountOf()
    await expect(run(working, { cleansUp: true, onCleaned })).rejects.toThrow('the disk is full')
  })
})

it.each<[StopReason, string]>([
  [budget, 'budget'],
  [{ code: 'missing-capture', step: 's', captures: ['id'] }, 'no-identifier'],
  [{ code: 'no-answer', step: 's', failure: 'refused' }, 'no-answer'],
  [{ code: 'interrupted' }, 'stopped'],
  [{ code: 'no-success', step: 's', status: 500 }, 'stopped'],
])('a route that %o kept back says why: %s', (reason, expected) => {
  expect(routeReason(reason)).toBe(expected)
})
