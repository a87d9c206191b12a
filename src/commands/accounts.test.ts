import { expect, it, vi } from 'vitest'
import { accountLock } from './accounts.js'

it('frees the locks of all accounts at the end of the process, with one listener for all', () => {
  const before = process.listenerCount('exit')
  const { onLocked } = accountLock({ tell: () => undefined, command: 'contract' })
  const locks = Array.from({ length: 12 }, () => ({ release: vi.fn() }))
  for (const lock of locks) onLocked(lock)
  expect(process.listenerCount('exit') - before).toBe(1)
  const [listener] = process.listeners('exit').slice(before)
  listener?.call(process, 0)
  expect(locks.map(({ release }) => release.mock.calls.length)).toEqual(locks.map(() => 1))
})
