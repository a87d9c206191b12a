import type { HostSettings } from '../src/run/vitest/hosted-run.js'
import { loadSettings } from '../src/settings/settings.js'

/** What the suites run against: environment and `.env`, as the command line reads them; without a base URL the embedded service. */
export async function hostSettings(): Promise<HostSettings> {
  const settings = await loadSettings({ flags: {}, env: process.env, cwd: process.cwd() })
  const { profile, baseUrl, credentials, spacingMs, timeoutMs, lang, network, stateDir } = settings
  return { profile, baseUrl, credentials, spacingMs, timeoutMs, lang, network, stateDir: stateDir }
}
