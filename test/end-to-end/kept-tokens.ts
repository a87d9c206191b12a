import { createTokenStore, readTokens, type StoredTokens } from '../../src/client/token-store.js'
import { accountKey, stemsOf } from '../../src/client/tokens.js'
import type { Erp } from './services/erp.js'

/** What the user's store keeps of the service's one account. `folder`: of the store, where a run had another home. */
export function keptTokens({ env }: Erp, folder?: string): StoredTokens | null {
  const credentials = {
    accessToken: env.HOMOLOGA_ACCESS_TOKEN ?? null,
    refreshToken: env.HOMOLOGA_REFRESH_TOKEN ?? null,
    clientId: env.HOMOLOGA_CLIENT_ID ?? null,
    clientSecret: env.HOMOLOGA_CLIENT_SECRET ?? null,
    tokenUrl: env.HOMOLOGA_TOKEN_URL ?? null,
    tokenCommand: null,
  }
  const account = accountKey(new URL(env.HOMOLOGA_BASE_URL ?? '').origin, credentials)
  const path = createTokenStore('', folder === undefined ? {} : { folder }).pathOf(
    account,
    stemsOf(credentials),
  )
  return readTokens(path, account)
}
