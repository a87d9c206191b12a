import { expect, it } from 'vitest'
import { createHandClock } from '../../test/verdicts/virtual-watch.js'
import { systemClock } from '../node/clock.js'
import { registration } from '../rules/application/facts.fixture.js'
import { bling } from '../specification/profile.js'
import { type ApplicationHost, hostApplication, waitUntilDone } from './application-host.js'
import type { ReviewOptions } from './review-options.js'

function hosting(script: string, onLine: (line: string) => void = () => {}): Promise<ApplicationHost> {
  const options = {
    command: [process.execPath, '-e', script],
    profile: bling,
    registration: registration({ name: 'Loja', redirectLink: '' }),
    cwd: '.',
    clock: systemClock,
    // the script prints its credentials, which a real masker would hide
    masker: { register: () => {}, maskText: (line: string) => line },
    onLine,
  }
  return hostApplication(options as unknown as ReviewOptions, systemClock.now(), () => {})
}

it.each([
  ['a form', 'new URLSearchParams(fields)', 'application/x-www-form-urlencoded', 401],
  ['JSON', 'JSON.stringify(fields)', 'application/json', 400],
])('sees that a code was tried, though it was sent as %s', async (_form, body, type, refusal) => {
  const script = `const fields = { grant_type: 'authorization_code', code: 'code-1' }
    fetch(process.env.HOMOLOGA_TOKEN_URL, { method: 'POST', body: ${body}, headers: { 'content-type': '${type}' } })`
  const host = await hosting(script)
  await expect.poll(() => host.service.factsOfCode('code-1').codeExchanged, { timeout: 20_000 }).toBe(true)
  expect([host.service.factsOfCode('code-2').codeExchanged, host.hasBegun]).toEqual([false, false])
  expect([host.service.factsOfCode('code-1').refusal, host.service.factsOfCode('code-2').refusal]).toEqual([
    refusal,
    null,
  ])
  await host.close()
})

it('takes a code for refused until it was granted once', async () => {
  const printed: string[] = []
  const script = `const { HOMOLOGA_CLIENT_ID: id, HOMOLOGA_CLIENT_SECRET: secret } = process.env
    console.log(Buffer.from(id + ':' + secret).toString('base64'))`
  const host = await hosting(script, (line) => printed.push(line))
  await expect.poll(() => printed.length, { timeout: 20_000 }).toBe(1)
  const code = host.service.grantCode()
  const seen: unknown[] = []
  for (const credentials of ['d3Jvbmc6b25l', printed.join('').trim(), 'd3Jvbmc6b25l']) {
    const body = new URLSearchParams({ grant_type: 'authorization_code', code })
    await fetch(host.tokenUrl, { method: 'POST', headers: { authorization: `Basic ${credentials}` }, body })
    seen.push(host.service.factsOfCode(code).refusal, host.service.factsOfCode(code).isCodeSpentAgain)
  }
  expect(seen).toEqual([401, false, null, false, null, true])
  await host.close()
})

it('waits for no application that has ended', async () => {
  const clock = createHandClock()
  const options = {
    clock,
    profile: bling,
    patience: { beginMs: 3_000, quietMs: 10 },
  } as unknown as ReviewOptions
  const ended = { hasBegun: false, ended: '0' } as ApplicationHost
  const settled = waitUntilDone(ended, options, () => false).then(() => true)
  expect(await Promise.race([settled, clock.moveTo(50).then(() => false)])).toBe(true)
})

it.each([
  ['the five steps alone where the code was tried', 0, 3_100],
  ['a code that a queue takes up, and then the five steps', 8_000, 11_100],
  ['a code that nobody takes up no longer than that', Number.POSITIVE_INFINITY, 15_200],
])('waits for %s', async (_, triedAtMs, mostMs) => {
  const clock = createHandClock()
  const options = {
    clock,
    profile: bling,
    patience: { beginMs: 3_000, quietMs: 10 },
  } as unknown as ReviewOptions
  const idle = { hasBegun: false, ended: null } as ApplicationHost
  let endedAtMs = Number.NaN
  const settled = waitUntilDone(idle, options, () => clock.now() >= triedAtMs).then(() => {
    endedAtMs = clock.now()
  })
  for (let atMs = 0; atMs <= 16_000; atMs += 100) await clock.moveTo(atMs)
  await settled
  expect([endedAtMs > mostMs - 300, endedAtMs <= mostMs]).toEqual([true, true])
})
