import { describe, expect, it } from 'vitest'
import { createService, type ServiceOptions } from '../../src/service/service.js'
import { bling, type Profile, spec } from '../../src/specification/profile.js'
import { homologation } from '../../suites/homologation.js'
import { type RehearsedRun, rehearse } from './rehearse.js'

async function rehearsal(runs: number, seed: string, service: ServiceOptions = {}, profile: Profile = spec) {
  const all: RehearsedRun[] = []
  const options = { suite: homologation, profile, runs, seed, userAgent: 'homologa/test' }
  for await (const run of rehearse({
    ...options,
    service: (one) => createService({ ...service, profile, seed: one }),
  })) {
    all.push(run)
  }
  return all
}

const seen = (run: RehearsedRun) =>
  run.exchanges.map(({ sentAtMs, response }) => [sentAtMs, response?.status])

describe('a rehearsal', () => {
  it('succeeds in every run against the embedded service, wherever the token dies', async () => {
    const runs = await rehearsal(200, 'a', { enforce: true })
    expect(runs.filter(({ outcome }) => outcome.stopped !== null || outcome.repeats > 0)).toEqual([])
    expect(
      new Set(runs.map(({ exchanges }) => exchanges.findIndex(({ channel }) => channel === 'token'))).size,
    ).toBe(3)
  })

  it('keeps the interval at the service, whatever the latency and the timers', async () => {
    const runs = await rehearsal(200, 'b')
    const gaps = runs.flatMap(({ exchanges, arrivedAtMs }) => {
      const paced = arrivedAtMs.filter((_at, i) => exchanges[i]?.channel === 'service')
      return paced.slice(1).map((atMs, i) => atMs - (paced[i] ?? 0))
    })
    expect(gaps.length).toBeGreaterThan(800)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000)
  })

  it('passes under another reading as well', async () => {
    const runs = await rehearsal(50, 'c', { enforce: true }, bling)
    expect(runs.filter(({ outcome }) => outcome.stopped !== null)).toEqual([])
  })

  it('is the same for the same seed, and another for another', async () => {
    const [first, again, other] = await Promise.all(['x', 'x', 'y'].map((seed) => rehearsal(3, seed)))
    expect(again?.map(seen)).toEqual(first?.map(seen))
    expect(other?.map(seen)).not.toEqual(first?.map(seen))
  })
})
