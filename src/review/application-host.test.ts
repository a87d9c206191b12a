import { expect, it } from 'vitest'
import { createHandClock } from '../../test/verdicts/virtual-watch.js'
import { systemClock } from '../clock.js'
import { bling } from '../specification/profile.js'
import { type ApplicationHost, hostApplication } from './application-host.js'
import { untilSettled } from './await-application.js'
import type { ReviewOptions } from './review-options.js'

it.each([
  ['a form', 'new URLSearchParams(fields)', 'application/x-www-form-urlencoded'],
  ['JSON', 'JSON.stringify(fields)', 'application/json'],
])('sees that a code was tried, though it was sent as %s', async (_form, body, type) => {
  const script = `const fields = { grant_type: 'authorization_code', code: 'code-1' }
    fetch(process.env.HOMOLOGA_TOKEN_URL, { method: 'POST', body: ${body}, headers: { 'content-type': '${type}' } })`
  const host = await hostApplication({
    ...{
      command: [process.execPath, '-e', script],
      profile: bling,
      redirectLink: '',
      name: 'Loja',
      cwd: '.',
    },
    ...{ clock: systemClock, originMs: systemClock.now() },
    ...{ onExchange: () => {}, onSecret: () => {}, onOutput: () => {} },
  })
  await expect.poll(() => host.service.wasExchanged('code-1'), { timeout: 20_000 }).toBe(true)
  expect([host.service.wasExchanged('code-2'), host.hasBegun]).toEqual([false, false])
  await host.close()
})

it('waits for no application that has ended', async () => {
  const clock = createHandClock()
  const options = {
    clock,
    profile: bling,
    patience: { beginMs: 3_000, quietMs: 10 },
  } as unknown as ReviewOptions
  const settled = untilSettled({ hasBegun: false, ended: '0' } as ApplicationHost, options).then(() => true)
  expect(await Promise.race([settled, clock.moveTo(50).then(() => false)])).toBe(true)
})
