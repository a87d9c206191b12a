import { createMasker, type Masker } from '../exchange/masking.js'
import type { Invocation } from './invocation.js'

/** A masker that knows the secrets of our own environment: they are masked wherever they pass, too. */
export function maskerOfOwn({ settings }: Pick<Invocation, 'settings'>): Masker {
  const masker = createMasker({ maxBodyBytes: settings.maxBodyBytes })
  const { accessToken, refreshToken, clientSecret } = settings.credentials
  if (accessToken !== null) masker.register('access_token', accessToken)
  if (refreshToken !== null) masker.register('refresh_token', refreshToken)
  if (clientSecret !== null) masker.register('client_secret', clientSecret)
  return masker
}
