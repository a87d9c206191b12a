import { describe, expect, it } from 'vitest'
import type { Body } from '../../exchange/exchange.js'
import { judge } from '../../judging/judge.js'
import { RunSplitter } from '../../judging/split-runs.js'
import type { StepNumber } from '../../specification/homologation.js'
import { type Profile, spec } from '../../specification/profile.js'
import {
  contextOf,
  exchangesOf,
  newest,
  refused,
  renewal,
  type Shot,
  step,
  steps,
} from '../exchanges.fixture.js'

const unseen: Body = { text: null, sizeBytes: 90, flaw: 'not-recorded' }
/** Answered 400 with a text that the recording left out. */
const unread = (number: StepNumber, change: Partial<Shot> = {}): Shot =>
  step(number, { status: 400, responseBody: unseen, issues: undefined, source: 'recording', ...change })

const told = (shots: readonly Shot[], profile: Profile = spec) =>
  judge(exchangesOf(shots), contextOf({ profile })).findings.map(
    ({ severity, code }) => `${severity} ${code}`,
  )

const observed = 'info homologation/answer-status:unread'
const error = 'error homologation/answer-status:error'
const anew = { token: 'token-2', carries: newest }
const renewed = [step(3, anew), step(4, anew), step(5, anew)]
const hidden = { gaps: ['authorization'], carries: newest } as const

describe('an error without its text', () => {
  it.each([
    ['the limit, where the operation begins anew', [step(1), step(2), unread(3), ...steps()]],
    ['the limit at step 1', [unread(1), ...steps()]],
    ['a refused token, where a renewal follows', [step(1), step(2), unread(3), renewal(), ...renewed]],
    ['a refused token, where another comes', [step(1), step(2), unread(3), ...renewed]],
    ['a refused token at step 1', [unread(1), step(1, { token: 'token-2' }), step(2, anew), ...renewed]],
    ['a refused token, where tokens are crossed out', [step(1), step(2), unread(3, hidden), ...[3, 4, 5].map((n) => step(n as StepNumber, hidden))]],
    ['one whose beginning alone is known', [step(1), unread(2, { responseBody: { ...unseen, text: '{"err', flaw: 'truncated' } }), ...steps()]],
  ])('may be %s', (_, shots) => expect(told(shots)).toEqual([observed])) // biome-ignore format: a table

  it.each([
    ['is read', [step(1), step(2), unread(3, { responseBody: null, response: { error: { type: 'X' } } }), ...steps()]],
    ['is of another status', [step(1), step(2), unread(3, { status: 422 }), ...steps()]],
    ['is the last of all', [step(1), step(2), unread(3)]],
    ['is passed over', [step(1), step(2), unread(3), step(4), step(5)]],
    ['is passed over, and tokens are crossed out', [step(1), step(2), unread(3, hidden), step(4, hidden), step(5, hidden)]],
    ['comes again with the same token', [step(1), step(2), unread(3), ...steps().slice(2)]],
  ])('is an error where it %s', (_, shots) => {
    expect(told(shots)).toContain(error)
    expect(told(shots)).not.toContain(observed)
  }) // biome-ignore format: a table

  it('issues no hash where it refused a token', () => {
    const issuing = unread(3, { issues: 'hash-of-error' })
    const silent: Profile = { ...spec, hash: { ...spec.hash, refusalIssues: false } }
    expect(told([step(1), step(2), issuing, renewal(), ...renewed], silent)).toEqual([observed])
    expect(told([step(1), step(2), issuing, renewal(), ...renewed])).toContain(
      'error homologation/hash-carried:older',
    )
  })

  it('that may be the limit leaves the run open for its repetition, however late', () => {
    const shots = [step(1), unread(2), step(1, { afterMs: 30_000 }), ...steps().slice(1)]
    const runs = (all: readonly Shot[]) => {
      const splitter = new RunSplitter({ context: contextOf({ profile: spec }), idleMs: 60_000 })
      for (const one of exchangesOf(all)) splitter.see(one)
      return splitter.runCount
    }
    expect(runs(shots)).toBe(1)
    expect(runs(shots.map((shot, i) => (i === 1 ? { ...shot, status: 422 } : shot)))).toBe(2)
  })

  it('is told from a refusal that was seen', () => {
    expect(told([step(1), step(2), refused(3), renewal(), ...renewed])).toEqual([])
  })
})
