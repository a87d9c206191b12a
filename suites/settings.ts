import type { HostSettings } from '../src/run/vitest/hosted-run.js'
import { loadSettings } from '../src/settings/settings.js'

/**
 * Reads the settings of the suites from the environment and `.env`, as the command line does. Without a base URL they
 * run against the embedded service.
 */
export async function hostSettings(): Promise<HostSettings> {
  const settings = await loadSettings({ flags: {}, env: process.env, cwd: process.cwd() })
  const { profile, baseUrl, credentials, spacingMs, timeoutMs, lang, network, stateDir } = settings
  return { profile, baseUrl, credentials, spacingMs, timeoutMs, lang, network, stateDir: stateDir }
}
