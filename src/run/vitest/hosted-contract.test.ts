import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../exchange/exchange.js'
import { type ContractJudgeOptions, createContractJudge } from '../../judging/contract-judge.js'
import { observers } from '../../rules/observers.js'
import { listen } from '../../service/listen.js'
import { openResources } from '../../service/resources/open.js'
import { createService } from '../../service/service.js'
import { nothingAllowed } from '../contract/permissions.js'
import type { RunEvent } from '../run-event.js'
import type { Suite, SuiteStep } from '../suite.js'
import { embeddedSettings } from './embedded-settings.fixture.js'
import { type HostedContractOptions, hostedPermissions, prepareHostedContract } from './hosted-contract.js'

const stateDir = mkdtempSync(join(tmpdir(), 'hosted-contract-'))
afterAll(() => rmSync(stateDir, { recursive: true, force: true }))

const suite: Suite = {
  ...{ id: 'c', title: 'c', carriesHash: false, onLimit: 'repeats-step', withoutSuccess: 'goes-on' },
  steps: [
    { id: 'c/list', title: 'GET /contatos', method: 'GET', path: '/contatos' },
    {
      ...{ id: 'c/create', title: 'POST /contatos', method: 'POST', path: '/contatos' },
      body: ({ mark }) => JSON.stringify({ nome: `Loja ${String(mark?.value)}`, tipo: 'F', situacao: 'A' }),
    },
  ],
}

async function run(change: Partial<HostedContractOptions> = {}, of = suite) {
  const asked: Omit<ContractJudgeOptions, 'observers'>[] = []
  const hosted = await prepareHostedContract(of, {
    ...{ settings: { ...embeddedSettings, stateDir }, userAgent: 'homologa/test' },
    judge(options) {
      asked.push(options)
      return createContractJudge({ ...options, observers })
    },
    ...change,
  })
  const exchanges: Exchange[] = []
  const events: RunEvent[] = []
  await hosted.run(
    (raw) => exchanges.push(hosted.record(raw)),
    (event) => events.push(event),
  )
  hosted.judge(exchanges.slice(0, 1), false)
  const judgement = hosted.judge(exchanges, true)
  const ledgers = readdirSync(stateDir).filter((name) => name.startsWith('ledger-'))
  await hosted.close()
  return { asked: asked[0], exchanges, events, judgement, ledgers, hosted }
}

describe('a contract under a host', () => {
  it('may do everything on the embedded service, and keeps nothing of it', async () => {
    const { asked, exchanges, events, judgement, ledgers, hosted } = await run()
    expect(exchanges.map(({ request, answer }) => `${request.method} ${answer?.status}`)).toEqual([
      'GET 200',
      'POST 201',
    ])
    expect(exchanges[1]?.request.body?.text).toMatch(/"Loja \[homologa \w+\]"/)
    expect(JSON.stringify(exchanges)).toContain('[access_token#1]')
    expect(judgement.steps.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['c/list', 'pass'],
      ['c/create', 'pass'],
    ])
    expect(asked?.steps).toEqual([
      { id: 'c/list', route: 'GET /contatos' },
      { id: 'c/create', route: 'POST /contatos' },
    ])
    expect(asked?.context.tokenUrl).toContain('/oauth/token')
    expect(events.map(({ kind }) => kind)).toContain('answered')
    expect([ledgers, hosted.lang]).toEqual([[], 'en'])
  })

  it('is held back on a live one but for what was allowed, and deletes what it made', async () => {
    const log: string[] = []
    const service = createService({
      seed: 'h',
      invalidateAt: 'never',
      resources: await openResources({ seed: 'h' }),
    })
    const listener = await listen({
      ...service,
      answer(request, nowMs) {
        log.push(`${request.method} ${request.path.replace(/^\/Api\/v3/, '').replace(/\d+$/, '7')}`)
        return service.answer(request, nowMs)
      },
    })
    const settings = {
      ...{ ...embeddedSettings, stateDir, baseUrl: listener.baseUrl },
      credentials: { ...embeddedSettings.credentials, ...service.credentials, tokenUrl: listener.tokenUrl },
    }
    const reading = await run({ settings })
    expect(log.splice(0)).toEqual(['GET /contatos'])
    expect([reading.ledgers, reading.judgement.steps[1]?.reason]).toEqual([[], 'contract.reason.read-only'])
    const told = { ...suite.steps[0], query: { nome: service.credentials.refreshToken } } as SuiteStep
    const { exchanges } = await run({ settings }, { ...suite, steps: [told] })
    expect(exchanges.map(({ request }) => request.url)).toEqual([
      `${listener.baseUrl}/contatos?nome=[refresh_token%231]`,
    ])
    log.length = 0
    const allow = { ...nothingAllowed, families: new Set(['contatos']) }
    const writing = await run({ settings, allow, ratePerSecond: 1_000 })
    // no step had read the record, so that clean-up reads it twice
    const cleaned = ['DELETE /contatos/7', 'GET /contatos/7']
    expect(log).toEqual(['GET /contatos', 'POST /contatos', 'GET /contatos/7', 'GET /contatos/7', ...cleaned])
    expect([writing.ledgers.length, readdirSync(stateDir)]).toEqual([1, []])
    await listener.close()
  })
})

it('asks for no more than was allowed', () => {
  const live = { ...embeddedSettings, baseUrl: 'https://a.invalid' }
  const allow = { ...nothingAllowed, everything: true }
  expect(hostedPermissions(embeddedSettings)).toMatchObject({
    embedded: true,
    write: true,
    allow: nothingAllowed,
    knowledge: 'specification',
  })
  expect(hostedPermissions(live)).toMatchObject({ embedded: false, write: false, allow: nothingAllowed })
  expect(hostedPermissions(live, allow)).toMatchObject({ embedded: false, write: true, allow })
})
