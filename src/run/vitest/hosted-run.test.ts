import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { homologation } from '../../../suites/homologation.js'
import { createTokenStore } from '../../client/token-store.js'
import { accountKey, stemsOf } from '../../client/tokens.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { JudgeContext } from '../../rules/context.js'
import type { Judgement } from '../../rules/finding.js'
import { listen } from '../../service/listen.js'
import { createService } from '../../service/service.js'
import { spec } from '../../specification/profile.js'
import { embeddedSettings } from './embedded-settings.fixture.js'
import { type HostSettings, prepareHostedRun } from './hosted-run.js'

const stateDir = mkdtempSync(join(tmpdir(), 'hosted-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))

const quick: HostSettings = {
  ...embeddedSettings,
  profile: { ...spec, spacing: { ...spec.spacing, intervalMs: 1 } },
  spacingMs: 1,
  stateDir,
}

async function run(settings: HostSettings) {
  const contexts: JudgeContext[] = []
  const judge = (_exchanges: readonly Exchange[], context: JudgeContext) => {
    contexts.push(context)
    return {} as Judgement
  }
  const hosted = await prepareHostedRun(homologation, { settings, judge, userAgent: 'homologa/test' })
  const exchanges: Exchange[] = []
  const outcome = await hosted.run(
    (raw) => exchanges.push(hosted.record(raw)),
    () => undefined,
  )
  hosted.judge(exchanges, true)
  await hosted.close()
  return { outcome, exchanges, context: contexts[0] }
}

describe('a hosted run', () => {
  it('uses the embedded service where no base URL is given', async () => {
    const { outcome, context } = await run(quick)
    expect(outcome.stopped).toBeNull()
    expect(context).toMatchObject({ ended: true, underTest: 'service', toleranceMs: 0 })
    expect(context?.tokenUrl).toContain('/oauth/token')
  })

  it('goes to the service that was named, keeps rotated tokens, and shows no secret', async () => {
    const service = createService({ profile: quick.profile, invalidateAt: 3 })
    const listener = await listen(service)
    const given = service.credentials
    const credentials = { ...quick.credentials, ...given, tokenUrl: listener.tokenUrl }
    const { outcome, exchanges } = await run({ ...quick, baseUrl: listener.baseUrl, credentials })
    await listener.close()
    expect(outcome.stopped).toBeNull()
    const account = accountKey(new URL(listener.baseUrl).origin, credentials)
    const kept = createTokenStore(stateDir).read(account, stemsOf(credentials))
    expect(kept?.refreshToken).toBe(service.credentials.refreshToken)
    const shown = JSON.stringify(exchanges)
    expect(shown).toContain('[access_token#1]')
    for (const secret of [...Object.values(given), ...Object.values(service.credentials)]) {
      if (secret !== given.clientId) expect(shown).not.toContain(secret)
    }
  })
})
