import { expect, it, vi } from 'vitest'
import { runClient } from './client-process.js'

const until = (code: string, signal: AbortSignal, onOutput = () => {}) =>
  runClient({ command: [process.execPath, '-e', code], env: process.env, cwd: '.', onOutput, signal })

it('ends a command that was to end before it began', async () => {
  const end = await until('setInterval(() => {}, 1_000)', AbortSignal.abort())
  expect(end).toEqual({ kind: 'killed', signal: 'SIGTERM' })
})

it('ends a command that will not end', async () => {
  const stopping = new AbortController()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const ended = until(
      "process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1_000); console.log('up')",
      stopping.signal,
      () => (stopping.signal.aborted ? vi.advanceTimersByTime(3_000) : stopping.abort()),
    )
    expect(await ended).toEqual({ kind: 'killed', signal: 'SIGKILL' })
  } finally {
    vi.useRealTimers()
  }
})
