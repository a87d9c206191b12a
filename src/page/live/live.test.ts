import { describe, expect, it } from 'vitest'
import { session } from '../../../test/browser/samples.js'
import { applyNews, beforeConnection, timeLeftMs } from './live.js'

const now = '2026-08-04T12:00:00.000Z'
const receivedAt = Date.parse(now) - 1500
const snapshot = { type: 'snapshot', now, sessions: [session({ id: 'a' }), session({ id: 'b' })] } as const

describe('applyNews', () => {
  it('takes a snapshot for all there is', () => {
    const old = applyNews(beforeConnection, {
      kind: 'event',
      receivedAt,
      event: { type: 'snapshot', now, sessions: [session({ id: 'gone' })] },
    })
    const state = applyNews(old, { kind: 'event', receivedAt, event: snapshot })
    expect(state.sessions.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(state).toMatchObject({ connection: 'open', aheadMs: 1500 })
  })

  it('replaces the session that moved on, adds a new one, drops a removed one', () => {
    let state = applyNews(beforeConnection, { kind: 'event', receivedAt, event: snapshot })
    state = applyNews(state, {
      kind: 'event',
      receivedAt,
      event: { type: 'update', now, session: session({ id: 'b', stepsPassed: 3 }) },
    })
    state = applyNews(state, {
      kind: 'event',
      receivedAt,
      event: { type: 'update', now, session: session({ id: 'c' }) },
    })
    state = applyNews(state, { kind: 'event', receivedAt, event: { type: 'removed', now, id: 'a' } })
    expect(state.sessions.map(({ id, stepsPassed }) => [id, stepsPassed])).toEqual([
      ['b', 3],
      ['c', 0],
    ])
  })

  it('keeps the notices until others come', () => {
    const notice = { kind: 'unknown-parameter', route: 'GET /contatos', name: 'cor' } as const
    const all = { ...snapshot, notices: [notice] }
    let state = applyNews(beforeConnection, { kind: 'event', receivedAt, event: all })
    state = applyNews(state, {
      kind: 'event',
      receivedAt,
      event: { type: 'update', now, session: session({ id: 'b' }) },
    })
    expect(state.notices).toEqual([notice])
    const two = [notice, { ...notice, name: 'tom' }]
    state = applyNews(state, { kind: 'event', receivedAt, event: { type: 'notices', now, notices: two } })
    expect([state.notices, state.sessions.length]).toEqual([two, 2])
  })

  it('keeps what it knew while it reconnects, and counts the tries', () => {
    let state = applyNews(beforeConnection, { kind: 'event', receivedAt, event: snapshot })
    state = applyNews(applyNews(state, { kind: 'lost' }), { kind: 'lost' })
    expect(state).toMatchObject({ connection: 'reconnecting', failures: 2 })
    expect(state.sessions).toHaveLength(2)
    expect(applyNews(state, { kind: 'opened' })).toMatchObject({ connection: 'open', failures: 0 })
  })

  it('is over with the last word, and stays so until somebody listens again', () => {
    const ended = [session({ id: 'a', state: 'ended', verdict: 'pass' })]
    const before = applyNews(beforeConnection, { kind: 'event', receivedAt, event: snapshot })
    const over = applyNews(before, {
      kind: 'event',
      receivedAt,
      event: { type: 'over', now, sessions: ended },
    })
    expect(over).toMatchObject({ connection: 'over', sessions: ended })
    const report = { path: 'r/report.html', html: '<!doctype html>' }
    const last = { type: 'over', now, sessions: ended, report } as const
    expect(applyNews(before, { kind: 'event', receivedAt, event: last }).report).toEqual(report)
    const lost = applyNews(over, { kind: 'lost' })
    expect(lost.connection).toBe('over')
    expect(applyNews(lost, { kind: 'opened' }).connection).toBe('open')
  })

  it('forgets report and notices of a server that was started anew', () => {
    const notice = { kind: 'unknown-parameter', route: 'GET /contatos', name: 'cor' } as const
    const report = { path: 'r/report.html', html: '<!doctype html>' }
    let state = applyNews(beforeConnection, {
      kind: 'event',
      receivedAt,
      event: { ...snapshot, notices: [notice] },
    })
    state = applyNews(state, {
      kind: 'event',
      receivedAt,
      event: { type: 'over', now, sessions: [], report },
    })
    expect(state).toMatchObject({ report, notices: [notice] })
    state = applyNews(applyNews(state, { kind: 'opened' }), { kind: 'event', receivedAt, event: snapshot })
    expect(state.report).toBeUndefined()
    expect(state.notices).toEqual([])
  })
})

describe('timeLeftMs', () => {
  const until = '2026-08-04T12:00:07.400Z'

  it('goes by the server’s clock', () => {
    expect(timeLeftMs(until, 1500, receivedAt)).toBe(7400)
  })

  it('never goes below nothing, and is unknown where nothing is awaited', () => {
    expect(timeLeftMs(until, 0, receivedAt + 60_000)).toBe(0)
    expect(timeLeftMs(undefined, 0, receivedAt)).toBeNull()
  })
})
