import type { Credentials } from '../client/token-source.js'
import { readTextFile } from '../text-file.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation } from './invocation.js'

/** Locks of this process; one listener frees them all, for a run may hold dozens. */
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

/** The accounts of a file of the user's. @throws SettingsError naming what is wrong with it */
export async function accountsIn(file: string, { settings, env }: Pick<Invocation, 'settings' | 'env'>) {
  const { readAccounts } = await import('../run/accounts.js')
  return readAccounts(await readTextFile(file, settings.cwd), file, env, settings.credentials.tokenUrl)
}
