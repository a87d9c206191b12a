import { describe, expect, it } from 'vitest'
import type { Note } from '../exchange/journal.js'
import { exchangesOf } from '../rules/exchanges.fixture.js'
import { finding } from '../rules/finding.fixture.js'
import type { Finding, Severity } from '../rules/finding.js'
import { isHousekeeping } from './contract-judge.js'
import { contractEndNote, parseRunEnded, readContractEnd } from './notes.js'

describe('the end of a contract run', () => {
  const found = [
    finding(),
    finding({ route: 'GET /nfe' }),
    finding({ fingerprint: 'f2', severity: 'warning' }),
  ]
  const settledTo = (change: (one: Finding) => Severity | null) => {
    const settle = (all: readonly Finding[]) =>
      all.flatMap((one) => {
        const severity = change(one)
        return severity === null ? [] : [{ ...one, severity }]
      })
    const end = { ended: true, further: [finding({ fingerprint: 'f9' })], furtherTested: [], settle }
    return contractEndNote({ ...end, furtherTested: ['drift/removed'] }, found)
  }
  const again = (note: unknown) => readContractEnd([{ kind: 'other' }, note as Note])

  it('tells again what the live run knew beside its exchanges', () => {
    const end = again(settledTo(({ severity }) => severity))
    expect([end.ended, end.further.map(({ fingerprint }) => fingerprint), end.furtherTested]).toEqual([
      ...[true, ['f9'], ['drift/removed']],
    ])
  })

  it('notes nothing of findings that were left as they are', () => {
    expect(settledTo(({ severity }) => severity)).toMatchObject({ settled: [] })
  })

  it('drops again what was accepted, of that route alone', () => {
    const { settle } = again(settledTo(({ route, severity }) => (route === 'GET /nfe' ? null : severity)))
    expect(settle?.(found).map(({ route, fingerprint }) => [route, fingerprint])).toEqual([
      ['GET /contatos', 'f1'],
      ['GET /contatos', 'f2'],
    ])
  })

  it('gives again the severity that the user gave, and none to what he did not name', () => {
    const { settle } = again(settledTo(({ severity }) => (severity === 'warning' ? 'info' : severity)))
    const unknown = finding({ fingerprint: 'f3', severity: 'warning' })
    const harness = finding({ fingerprint: 'f2', severity: 'warning', blame: 'harness' })
    expect(settle?.([...found, unknown, harness]).map(({ severity }) => severity)).toEqual([
      ...['error', 'error', 'info', 'warning', 'warning'],
    ])
  })

  it('of a run that was killed is none, and settles nothing', () => {
    const end = readContractEnd([{ kind: 'contract-plan' }])
    expect([end.ended, end.further, end.furtherTested, end.settle?.(found)]).toEqual([false, [], [], found])
  })

  it('of an older journal lacks what that did not note', () => {
    const end = again({ kind: 'contract-end', ended: true })
    expect([end.ended, end.further, end.furtherTested, end.settle?.(found)]).toEqual([true, [], [], found])
  })

  it('is the last that was noted', () => {
    const notes = [true, false].map((ended) => ({ kind: 'contract-end', ended }))
    expect(readContractEnd(notes).ended).toBe(false)
  })
})

describe('the end of a watched run', () => {
  const end = { kind: 'run-ended', run: 2, after: 7, by: 'time' } as const

  it.each<[string, Note, unknown]>([
    ['by the clock', end, end],
    ['by its client', { ...end, by: 'client' }, { ...end, by: 'client' }],
    ['by its traffic', { ...end, by: 'traffic' }, { ...end, by: 'traffic' }],
    ['by what nobody knows', { ...end, by: 'magic' }, { ...end, by: 'traffic' }],
    ['with a death', { ...end, death: 3 }, { ...end, death: 3 }],
    ['without one', { ...end, death: 'never' }, { ...end, death: 'never' }],
    ['with a death at no step', { ...end, death: 6 }, end],
    ['with other things beside', { ...end, more: 1 }, end],
    ['of another kind', { ...end, kind: 'stopped' }, null],
    ['whose run has no number', { ...end, run: '2' }, null],
    ['after nobody knows what', { ...end, after: null }, null],
  ])('%s', (_what, note, expected) => {
    expect(parseRunEnded(note)).toEqual(expected)
  })
})

describe('an affair of the run itself', () => {
  it.each([
    ['cleanup/contatos', true],
    ['account/check', true],
    ['contatos/list', false],
    ['contatos/cleanup/list', false],
    ['cleanup', false],
    [null, false],
  ])('is asked for by step %s: %s', (step, expected) => {
    const [exchange] = exchangesOf([{ ask: 'GET /contatos' }])
    expect(exchange && isHousekeeping({ ...exchange, step })).toBe(expected)
  })
})
