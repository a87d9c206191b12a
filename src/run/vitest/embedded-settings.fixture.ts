import { spec, TIMEOUT_MS } from '../../specification/profile.js'
import type { HostSettings } from './hosted-run.js'

/** Without any setting: the embedded service under the profile `spec`. */
export const embeddedSettings: HostSettings = {
  profile: spec,
  baseUrl: null,
  credentials: {
    accessToken: null,
    refreshToken: null,
    clientId: null,
    clientSecret: null,
    tokenCommand: null,
    tokenUrl: null,
  },
  spacingMs: spec.spacing.paceMs,
  timeoutMs: TIMEOUT_MS,
  lang: 'en',
  stateDir: '.homologa',
}
