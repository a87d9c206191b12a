import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Credentials } from '../service/service.js'

/** Where a client calls, and with what. */
export interface ClientSettings extends Credentials {
  readonly baseUrl: string
  readonly tokenUrl: string
}

/** The names by which any client is pointed at the service. */
export function clientEnvironment(client: ClientSettings): Record<string, string> {
  return {
    HOMOLOGA_BASE_URL: client.baseUrl,
    HOMOLOGA_TOKEN_URL: client.tokenUrl,
    HOMOLOGA_ACCESS_TOKEN: client.accessToken,
    HOMOLOGA_REFRESH_TOKEN: client.refreshToken,
    HOMOLOGA_CLIENT_ID: client.clientId,
    HOMOLOGA_CLIENT_SECRET: client.clientSecret,
  }
}

/** Writes those names as a `.env` file, readable by its owner alone; it appears whole or not at all. */
export async function writeEnvFile(path: string, client: ClientSettings): Promise<void> {
  const lines = Object.entries(clientEnvironment(client)).map(([name, value]) => `${name}=${value}\n`)
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${process.pid}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(lines.join(''))
    await file.chmod(0o600)
  } finally {
    await file.close()
  }
  await rename(part, path)
}
