import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../exchange/exchange.js'
import type { RawExchange } from '../../exchange/raw.js'
import type { Finding, Judgement } from '../../rules/finding.js'
import { loadCatalogue } from '../../words/catalogue.js'
import type { RunEvent, RunOutcome, StopReason } from '../run-event.js'
import type { Suite, SuiteStep } from '../suite.js'
import { concerns, startWatch, titleOf } from './step-watch.js'

const words = await loadCatalogue('en')
const steps = ['s/1', 's/2', 's/3'].map(
  (id) => ({ id, title: id, method: 'GET', path: '/a' }) satisfies SuiteStep,
)

/** A run that does what the test says, and the steps that nothing more happens to. */
function watching(withoutSuccess: Suite['withoutSuccess'] = 'ends') {
  let emit: (event: RunEvent) => void = () => undefined
  let hear: (exchange: RawExchange) => void = () => undefined
  let settle: { end(): void; fail(error: Error): void } = { end: () => undefined, fail: () => undefined }
  const judged: [number, boolean][] = []
  const suite: Suite = {
    id: 's',
    title: 's',
    steps,
    carriesHash: false,
    onLimit: 'repeats-suite',
    withoutSuccess,
  }
  const watch = startWatch(suite, {
    ...{ words, lang: 'en', close: async () => undefined },
    run(onExchange, onEvent) {
      ;[hear, emit] = [onExchange, onEvent]
      return new Promise<RunOutcome>((resolve, fail) => {
        settle = { end: () => resolve({ stopped: null, repeats: 0, succeeded: [], captures: {} }), fail }
      })
    },
    record: (raw) => raw as unknown as Exchange,
    judge(exchanges, ended) {
      judged.push([exchanges.length, ended])
      return {} as Judgement
    },
  })
  const done: string[] = []
  for (const { id } of steps)
    watch.until(id).then(
      () => done.push(id),
      (error: Error) => done.push(`${id}: ${error.message}`),
    )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const tell = async (event: RunEvent) => {
    emit(event)
    await turn()
    return [...done]
  }
  return {
    ...{ tell, done, judged, turn, watch },
    hear: (exchange: RawExchange) => hear(exchange),
    settle: (error?: Error) => (error ? settle.fail(error) : settle.end()),
  }
}

const sending = (step: string): RunEvent => ({ kind: 'sending', step })

describe('a step that a host waits for', () => {
  it('is done once a later one begins, and all are once the run is over', async () => {
    const { tell, done, settle, turn } = watching()
    expect(await tell(sending('s/1'))).toEqual([])
    expect(await tell({ kind: 'answered', step: 's/1', exchange: {} as RawExchange })).toEqual([])
    expect(await tell({ kind: 'waiting', step: 's/2', untilMs: 9 })).toEqual(['s/1'])
    expect(await tell(sending('s/3'))).toEqual(['s/1', 's/2'])
    settle()
    await turn()
    expect(done).toEqual(['s/1', 's/2', 's/3'])
  })

  it('is not done while everything begins again', async () => {
    const { tell, watch, turn } = watching()
    await tell(sending('s/2'))
    await tell({ kind: 'restarting', step: 's/2', repeat: 1, spacingMs: 9 })
    let isDone = false
    watch.until('s/1').then(() => (isDone = true))
    await turn()
    expect(isDone).toBe(false)
    await tell(sending('s/1'))
    expect(isDone).toBe(false)
    await tell(sending('s/2'))
    expect(isDone).toBe(true)
  })

  it('fails where the run itself breaks down', async () => {
    const { done, settle, turn, watch } = watching()
    settle(new Error('no room'))
    await turn()
    expect(done).toEqual(['s/1: no room', 's/2: no room', 's/3: no room'])
    await expect(watch.ended).rejects.toThrow('no room')
  })

  it('is judged by what was heard so far, and in the end by all', async () => {
    const { hear, judged, settle, turn, watch } = watching()
    hear({} as RawExchange)
    watch.judgement()
    hear({} as RawExchange)
    settle()
    await turn()
    watch.judgement()
    expect(judged).toEqual([
      [1, false],
      [2, true],
    ])
  })
})

describe('a step that was not reached', () => {
  const missing: StopReason = { code: 'missing-capture', step: 's/2', captures: ['id'] }
  const kept: StopReason = { code: 'not-permitted', step: 's/2', because: 'read-only' }
  const failed: StopReason = { code: 'no-success', step: 's/1', status: 404 }

  it.each<[string, StopReason, Suite['withoutSuccess'], boolean]>([
    ['for want of a record', missing, 'goes-on', true],
    ['for want of a record that an earlier step should have made', missing, 'ends', false],
    ['because it is not allowed', kept, 'goes-on', true],
    ['after another that failed', failed, 'goes-on', false],
  ])('%s says why, and whether it applies', async (_, reason, withoutSuccess, isOwnAffair) => {
    const { tell, watch } = watching(withoutSuccess)
    await tell({ kind: 'not-reached', step: 's/2', reason })
    expect([...watch.notReached.keys()]).toEqual(['s/2'])
    expect(watch.notReached.get('s/2')).toMatch(/\w+ \w+/)
    expect([...watch.notApplicable]).toEqual(isOwnAffair ? ['s/2'] : [])
  })
})

it.each<[string, Partial<Finding>, boolean]>([
  ['its own error', { step: 's/1' }, true],
  ['its own warning', { step: 's/1', severity: 'warning' }, false],
  ['an error of another', { step: 's/2' }, false],
  [
    'an error that shows there, too',
    { step: 's/2', places: [{ step: 's/3' }, { step: 's/1' }] as never },
    true,
  ],
  ['an error that shows at others', { step: 's/2', places: [{ step: 's/3' }] as never }, false],
  ['an error of the whole', { step: null }, false],
])('a step is concerned by %s: %o', (_, change, expected) => {
  expect(concerns({ severity: 'error', step: null, ...change } as Finding, 's/1')).toBe(expected)
})

it('a test is named by its route and its tags', () => {
  const [step] = steps
  expect([titleOf(step as SuiteStep), titleOf({ ...(step as SuiteStep), tags: ['a', 'b'] })]).toEqual([
    's/1',
    's/1 [a][b]',
  ])
})
