import { expect, it, vi } from 'vitest'
import { accountLock } from './invocation.js'

/** Whatever else in this process listens, or has held an account before. */
const ours = () => process.listeners('exit').filter(({ name }) => name === 'releaseLocks')

it('frees the locks of all accounts at the end of the process, with one listener for all', () => {
  const { onLocked } = accountLock({ printMessage: () => undefined, command: 'contract' })
  const locks = Array.from({ length: 12 }, () => ({ release: vi.fn() }))
  for (const lock of locks) onLocked(lock)
  expect(ours()).toHaveLength(1)
  ours()[0]?.call(process, 0)
  expect(locks.map(({ release }) => release.mock.calls.length)).toEqual(locks.map(() => 1))
})
