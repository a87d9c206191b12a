import type { Credentials } from '../../client/token-source.js'
import { createTokenStore } from '../../client/token-store.js'
import type { Service } from '../../service/service.js'
import type { Reached } from '../reached.js'

/** The service that a hosted suite runs against. */
export interface HostedTarget extends Pick<Reached, 'baseUrl' | 'credentials' | 'store' | 'lock'> {
  readonly close: () => Promise<void>
}

export async function embeddedTarget(service: Service): Promise<HostedTarget> {
  const { listen } = await import('../../service/listen.js')
  const listener = await listen(service)
  return {
    baseUrl: listener.baseUrl,
    credentials: { ...service.credentials, tokenCommand: null, tokenUrl: listener.tokenUrl },
    store: null,
    lock: null,
    close: () => listener.close(),
  }
}

export function liveTarget(credentials: Credentials, stateDir: string, baseUrl: string): HostedTarget {
  const store = createTokenStore(stateDir)
  return { baseUrl, credentials, store, lock: { command: 'vitest' }, close: async () => undefined }
}
