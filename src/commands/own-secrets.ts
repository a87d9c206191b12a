import type { Masker, SecretKind } from '../exchange/masking.js'
import type { Invocation } from './invocation.js'
import { maskerFor } from './masker-for.js'

/** The secrets of our own environment: they are masked wherever they pass, too. */
export function ownSecrets({ settings }: Pick<Invocation, 'settings'>): [SecretKind, string][] {
  const { accessToken, refreshToken, clientSecret } = settings.credentials
  const all: [SecretKind, string | null][] = [
    ['access_token', accessToken],
    ['refresh_token', refreshToken],
    ['client_secret', clientSecret],
  ]
  return all.flatMap(([kind, value]) => (value === null ? [] : [[kind, value]]))
}

/** A masker that knows them. */
export function maskerOfOwn(invocation: Pick<Invocation, 'clock' | 'settings'>): Masker {
  const masker = maskerFor(invocation)
  for (const [kind, value] of ownSecrets(invocation)) masker.register(kind, value)
  return masker
}
