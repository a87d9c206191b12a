import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { homologation } from '../../suites/homologation.js'
import { createVirtualClock } from '../../test/rehearsal/virtual-clock.js'
import type { RawExchange } from '../exchange/raw.js'
import { type FaultName, faultNames, faults } from '../service/faults/index.js'
import { type ListenOptions, listen } from '../service/listen.js'
import { createService, type ServiceOptions } from '../service/service.js'
import { type Profile, spec } from '../specification/profile.js'
import type { RunOutcome } from './run-event.js'
import { type LiveRunOptions, runLive } from './run-steps.js'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** One run over loopback against the embedded service, at a quick pace. */
async function liveRun(
  service: ServiceOptions = {},
  { listening = {}, paceMs = 2, countsRenewal = false, ...more }: Live = {},
): Promise<{ exchanges: RawExchange[]; outcome: RunOutcome }> {
  const profile: Profile = {
    ...spec,
    spacing: { ...spec.spacing, paceMs, intervalMs: paceMs, countsRenewal },
  }
  const embedded = createService({ profile, seed: 'live', ...service })
  const listener = await listen(embedded, listening)
  open.push(() => listener.close())
  const exchanges: RawExchange[] = []
  const outcome = await runLive({
    suite: homologation,
    profile,
    baseUrl: listener.baseUrl,
    credentials: { ...embedded.credentials, tokenCommand: null, tokenUrl: listener.tokenUrl },
    userAgent: 'homologa/test',
    store: null,
    lock: null,
    onSecret: () => undefined,
    onExchange: (exchange) => exchanges.push(exchange),
    timeoutMs: 10_000,
    ...more,
  })
  return { exchanges, outcome }
}

interface Live
  extends Partial<Pick<LiveRunOptions, 'clock' | 'lock' | 'onEvent' | 'signal' | 'spacingMs' | 'timeoutMs'>> {
  readonly listening?: ListenOptions
  readonly paceMs?: number
  readonly countsRenewal?: boolean
}

describe('a run over loopback', () => {
  it.each<[string, ServiceOptions, ListenOptions]>([
    ['whose token never dies', { invalidateAt: 'never' }, {}],
    ['whose token is revoked at step 1', { invalidateAt: 1 }, {}],
    ['whose token is revoked at step 5', { invalidateAt: 5 }, {}],
    ['that keeps one hash', { hash: 'fixed' }, {}],
    ['that refuses with 400', { deadToken: '400' }, {}],
    ['that brings a hash with the refusal', { hashOnRefusal: true }, {}],
    ['that hands out long tokens', { jwt: true }, {}],
  ])('succeeds against a service %s', async (_what, service, listening) => {
    const { outcome } = await liveRun({ enforce: true, ...service }, { listening })
    expect(outcome).toMatchObject({ stopped: null, repeats: 0 })
  })

  it('holds its account until its end, and hands the lock at once to whoever must release it at an exit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'homologa-live-'))
    open.push(() => rmSync(folder, { recursive: true }))
    const locks = () => readdirSync(folder).filter((name) => name.endsWith('.lock')).length
    const held: number[] = []
    const lock = { command: 'test', waitMs: 0, folder, onLocked: () => held.push(locks()) }
    const { outcome } = await liveRun({}, { lock })
    expect([outcome.stopped, held, locks()]).toEqual([null, [1], 0])
  })

  it('leaves nothing in the folder of the user where it is to hold no account', async () => {
    const state = mkdtempSync(join(tmpdir(), 'homologa-live-'))
    const before = process.env.XDG_STATE_HOME
    process.env.XDG_STATE_HOME = state
    open.push(() => rmSync(state, { recursive: true }))
    open.push(() => (process.env.XDG_STATE_HOME = before))
    expect((await liveRun()).outcome.stopped).toBe(null)
    expect(readdirSync(state)).toEqual([])
  })

  it.each<[string, Live, number]>([
    ['of its profile', { paceMs: 3000 }, 3000],
    ['that is asked for', { paceMs: 3000, spacingMs: 4000 }, 4000],
  ])('keeps the pace %s', async (_what, pace, wantedMs) => {
    const clock = createVirtualClock()
    const { exchanges } = await liveRun({ invalidateAt: 'never' }, { ...pace, clock })
    expect(exchanges.map(({ sentAtMs }) => sentAtMs)).toEqual([0, 1, 2, 3, 4].map((n) => n * wantedMs))
  })

  it('keeps it for a renewal that counts as well', async () => {
    const clock = createVirtualClock()
    const { exchanges } = await liveRun({ invalidateAt: 2 }, { paceMs: 3000, countsRenewal: true, clock })
    expect(exchanges.map(({ sentAtMs }) => sentAtMs)).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => n * 3000))
  })

  it('ends where it is interrupted', async () => {
    const controller = new AbortController()
    const { outcome, exchanges } = await liveRun(
      {},
      { signal: controller.signal, onEvent: ({ kind }) => kind === 'responded' && controller.abort() },
    )
    expect([outcome.stopped, exchanges.length]).toEqual([{ code: 'interrupted' }, 1])
  })

  it.each(faultNames)(
    'against the fault %s ends by itself, soon, with all that happened',
    async (name: FaultName) => {
      const { exchanges, outcome } = await liveRun({ faults: [faults[name]] }, { timeoutMs: 250 })
      expect(exchanges.length).toBeGreaterThan(0)
      expect(exchanges.length).toBeLessThan(20)
      expect(outcome.succeeded.length === 5).toBe(outcome.stopped === null)
      expect(exchanges.filter(({ channel }) => channel === 'token').length).toBeLessThanOrEqual(6)
    },
  )
})
