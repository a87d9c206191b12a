import type { Credentials } from '../client/token-source.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './invocation.js'

/** Locks of this process. One listener frees them all, because `cleanup` takes one for each kept ledger. */
const held = new Set<{ release(): void }>()

function freeLocks(): void {
  for (const lock of held) lock.release()
}

/** How a live account is held: one run at a time. */
export function accountLock({ tell, command }: Pick<Invocation, 'tell' | 'command'>) {
  return {
    command: `homologa ${command}`,
    onWaiting: ({ command: other, pid, since }: { command: string; pid: number; since: string }) =>
      tell('client.account-waiting', { command: other, pid, since }),
    onLocked: (lock: { release(): void }) => {
      if (held.size === 0) process.once('exit', freeLocks)
      held.add(lock)
    },
  }
}

/** A live service without any way to a token is the user's to mend, not the service's. */
export function refuseWithoutToken({ accessToken, refreshToken, tokenCommand }: Credentials): void {
  if (accessToken === null && refreshToken === null && tokenCommand === null)
    throw new SettingsError('settings.no-token')
}
