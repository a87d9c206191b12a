import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openJournal } from '../../exchange/journal.js'
import {
  bling,
  check,
  contract,
  emulate,
  examine,
  judge,
  type Profile,
  toPassHomologation,
} from '../../index.js'
import { listen } from '../../service/listen.js'
import { createService } from '../../service/service.js'
import { hostContract } from './host.js'

/** No interval to keep, so that a run takes no time. */
const quick: Profile = { ...bling, name: 'quick', spacing: { ...bling.spacing, reading: 'free', paceMs: 0 } }

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'homologa-library-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

function credentialsOf(service: Awaited<ReturnType<typeof examine>>) {
  const { baseUrl, tokenUrl, accessToken, refreshToken, clientId, clientSecret } = service
  return { baseUrl, credentials: { accessToken, refreshToken, clientId, clientSecret, tokenUrl } }
}

describe('check', () => {
  it.each([1, 2, 3, 4, 5, 'never'] as const)(
    'passes the embedded service whose token dies at %s',
    async (at) => {
      const result = await check({ profile: quick, invalidateAt: at })
      expect(result.verdict).toBe('pass')
      expect(result.report.steps.map(({ verdict }) => verdict)).toEqual([
        'pass',
        'pass',
        'pass',
        'pass',
        'pass',
      ])
    },
  )

  it('is incomplete where it was interrupted, and fails nobody', async () => {
    const controller = new AbortController()
    const service = createService({ profile: quick, seed: 'interrupted', invalidateAt: 'never' })
    let count = 0
    const listener = await listen({
      ...service,
      respond(...request) {
        if (++count === 2) controller.abort()
        return service.respond(...request)
      },
    })
    const { baseUrl, tokenUrl } = listener
    const credentials = { ...service.credentials, tokenUrl }
    const { verdict, report } = await check({
      profile: quick,
      baseUrl,
      credentials,
      signal: controller.signal,
    })
    await listener.close()
    expect([verdict, report.findings.filter(({ severity }) => severity === 'error')]).toEqual([
      'incomplete',
      [],
    ])
  })
})

describe('examine', () => {
  it.each([1, 2, 3, 4, 5, 'never'] as const)('passes our own check whose token dies at %s', async (at) => {
    const service = await examine({ profile: quick, invalidateAt: at })
    const checked = await check({ profile: quick, ...credentialsOf(service) })
    const examined = await service.result()
    expect([checked.verdict, examined.verdict]).toEqual(['pass', 'pass'])
    expect(toPassHomologation(examined).pass).toBe(true)
  })

  it('says in the matcher what went wrong first and how to mend it', async () => {
    const service = await examine({ profile: quick, invalidateAt: 3 })
    await check({
      profile: quick,
      baseUrl: service.baseUrl,
      credentials: { accessToken: service.accessToken },
    })
    const { pass, message } = toPassHomologation(await service.result())
    expect(pass).toBe(false)
    expect(message()).toContain('homologation/token-renewed (homologation/3)')
    expect(message()).toMatch(/fix: +\S/)
  })

  it.each([
    ['a promise of a result', Promise.resolve({}), 'but got a promise: await it'],
    ['nothing', undefined, 'but got undefined'],
    ['a report alone', {}, 'expected a result of examine, check, contract or judge'],
  ])('refuses in the matcher what can neither pass nor fail: %s', (_, received, sentence) => {
    expect(() => toPassHomologation(received as never)).toThrow(sentence)
  })

  it('is incomplete, never a pass, where nobody called', async () => {
    const service = await examine()
    const result = await service.result()
    expect(result.verdict).toBe('incomplete')
    const { pass, message } = toPassHomologation(result)
    expect(pass).toBe(false)
    expect(message()).toMatch(/\nhomologation\/1: The run ended before this step\.$/)
    expect(result.report.steps.map(({ verdict }) => verdict)).toEqual(Array(5).fill('not-reached'))
  })

  it('names in the matcher no step that does not apply', async () => {
    const { report, ...result } = await (await examine()).result()
    const [first, ...others] = report.steps
    const steps = [
      { ...first, verdict: 'not-applicable', reason: 'There is no such route.' } as const,
      ...others,
    ]
    const { message } = toPassHomologation({ ...result, report: { ...report, steps } as typeof report })
    expect(message()).toMatch(/\nhomologation\/2: The run ended before this step\.$/)
  })

  it('fails what stopped midway, in the language asked for', async () => {
    const service = await examine({ profile: 'bling', lang: 'pt-BR' })
    await fetch(`${service.baseUrl}/homologacao/produtos`, {
      headers: { authorization: `Bearer ${service.accessToken}` },
    })
    const { verdict, report } = await service.result()
    expect(verdict).toBe('fail')
    expect(report.run.lang).toBe('pt-BR')
    expect(report.cause).toMatch(/passo|execução/)
  })

  it('gives an application in a process of its own what it needs', async () => {
    const service = await examine({ profile: quick, invalidateAt: 'never' })
    const script = join(dir, 'app.mjs')
    await writeFile(
      script,
      `const { HOMOLOGA_BASE_URL: base, HOMOLOGA_ACCESS_TOKEN: token } = process.env
       const answer = await fetch(base + '/homologacao/produtos', { headers: { authorization: 'Bearer ' + token } })
       if (answer.status !== 200) process.exit(1)`,
    )
    await promisify(execFile)(process.execPath, [script], { env: { ...process.env, ...service.env } })
    const { exchanges } = await service.result()
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200])
  })
})

describe('judge', () => {
  it('gives a recording the verdict that the run had', async () => {
    const service = await examine({ profile: quick, invalidateAt: 4 })
    await check({
      profile: quick,
      baseUrl: service.baseUrl,
      credentials: { accessToken: service.accessToken },
    })
    const live = await service.result()
    const path = join(dir, 'journal.ndjson')
    const { run } = live.report
    const journal = openJournal(path, {
      id: run.id,
      command: 'examine',
      startedAt: run.startedAt,
      tool: run.tool,
      profile: quick,
      baseUrl: service.baseUrl,
      tokenUrl: service.tokenUrl,
      embedded: true,
      toleranceMs: 5,
      seed: null,
      source: 'examine',
    })
    for (const exchange of live.exchanges) journal.append(exchange)
    journal.note({ kind: 'ended' })
    await journal.close()
    const recorded = await judge(path)
    expect(recorded.verdict).toBe('fail')
    expect(recorded.report.findings).toEqual(live.report.findings)
    expect(recorded.report.cause).toBe(live.report.cause)
  })

  it('refuses a file that is no recording', async () => {
    const path = join(dir, 'no.txt')
    await writeFile(path, 'hello')
    await expect(judge(path)).rejects.toThrow(/neither a HAR nor a journal/)
  })
})

describe('what only a compiler would have refused', () => {
  const never = (given: unknown) => given as never

  it.each([
    ['a profile of another name', { profile: 'blign' }, 'there is no profile "blign"; there are spec, bling'],
    ['a name that every object has', { profile: 'toString' }, 'there is no profile "toString"'],
    [
      'a part of a profile',
      { profile: { spacing: { reading: 'free' } } },
      /"profile" does not fit at "\w+".*{ \.\.\.bling }/,
    ],
    [
      'a step as a text',
      { invalidateAt: '3' },
      '"invalidateAt" is "3", but must be one of 1, 2, 3, 4, 5, never',
    ],
    ['a step that is none', { invalidateAt: 6 }, '"invalidateAt" is 6'],
  ] as const)('is refused by examine, emulate and check: %s', async (_, options, sentence) => {
    for (const call of [examine, emulate, check]) await expect(call(never(options))).rejects.toThrow(sentence)
  })

  it.each<[string, (options: never) => Promise<unknown>, object | null, string]>([
    [
      'check',
      check,
      { spacingMs: Number.NaN },
      "`check`: the option 'spacingMs' is NaN, but does not fit: expected a number.",
    ],
    [
      'check',
      check,
      { spacingMs: -1 },
      "'spacingMs' is -1, but does not fit: too small or too short; at least 0.",
    ],
    ['check', check, { toleranceMs: '5' }, `'toleranceMs' is "5", but does not fit: expected a number.`],
    ['check', check, { timeoutMs: 0 }, "'timeoutMs' is 0"],
    ['check', check, { baseUrl: 'x' }, "'baseUrl' is 'x', but must be an address"],
    ['check', check, { baseUrl: null }, "'baseUrl' is null, but does not fit: expected a text."],
    ['check', check, { spacingMs: 5n }, "'spacingMs' is bigint, but does not fit: expected a number."],
    ['check', check, { signal: 'x' }, `'signal' is "x", but does not fit: expected the signal of an`],
    ['check', check, { signal: null }, "'signal' is null, but does not fit: expected the signal of an"],
    ['contract', contract, { signal: new AbortController() }, "'signal' is {"],
    [
      'contract',
      contract,
      { onExchange: 'x' },
      `'onExchange' is "x", but does not fit: expected a function.`,
    ],
    ['check', check, { credentials: { accessToken: 417 } }, "'credentials.accessToken' is number, but"],
    [
      'check',
      check,
      { spacing: 5, lang: 'pt-BR' },
      "`check` não tem a opção 'spacing'; tem: profile, toleranceMs, lang, ",
    ],
    ['check', check, null, "`check`: the option 'options' is null"],
    [
      'contract',
      contract,
      { ratePerSecond: 0 },
      "'ratePerSecond' is 0, but does not fit: too small or too short; at least 0.01.",
    ],
    [
      'contract',
      contract,
      { resources: 'produtos' },
      '\'resources\' is "produtos", but does not fit: expected a list.',
    ],
    ['examine', examine, { runs: 1.5 }, "'runs' is 1.5"],
    ['examine', examine, { faults: [] }, "`examine` has no option 'faults'"],
    ['emulate', emulate, { records: -1 }, "`emulate`: the option 'records' is -1"],
    [
      'emulate',
      emulate,
      { port: 99_999 },
      "'port' is 99999, but does not fit: too big or too long; at most 65535.",
    ],
    [
      'judge',
      (options) => judge('x.har', options),
      { tokenUrl: 'ftp://x' },
      "'tokenUrl' is 'ftp://x', but must be",
    ],
    [
      'check',
      check,
      { baseUrl: undefined, credentials: { accessToken: 'x' } },
      "`check` has 'credentials' and no 'baseUrl'",
    ],
    ['judge', (options) => judge(' ', options), {}, '`judge` needs the path of a recording'],
  ])(
    'is refused by %s with what would fit, whose option it is and what stands there',
    async (_, call, options, sentence) => {
      await expect(call(never(options))).rejects.toThrow(sentence)
    },
  )

  it('takes an address with a slash at its end, and what another call gave, for credentials', async () => {
    const service = await examine({ profile: quick, invalidateAt: 'never' })
    const { verdict } = await check({ profile: quick, baseUrl: `${service.baseUrl}/`, credentials: service })
    const examined = await service.result()
    expect([verdict, examined.verdict]).toEqual(['pass', 'pass'])
  })

  it('is refused: a language without words, and every death where one run is made', async () => {
    await expect(check({ lang: never('fr') })).rejects.toThrow(
      'there is no language "fr"; there are en, pt-BR',
    )
    await expect(check({ invalidateAt: never('each') })).rejects.toThrow('"invalidateAt" is "each"')
  })

  it('is told in words where a suite is hosted, in the language of the environment', async () => {
    const suite = { id: 'ours', steps: [{ id: 'list', method: never('GTE'), path: '/produtos' }] }
    // the environment is read, and refused where it holds what steers these tests
    for (const name of Object.keys(process.env).filter((one) => one.startsWith('HOMOLOGA_')))
      vi.stubEnv(name, undefined)
    await expect(hostContract(suite)).rejects.toThrow(/^"ours": .*GET, POST, PUT, PATCH, DELETE/)
    vi.stubEnv('HOMOLOGA_LANG', 'pt-BR')
    await expect(hostContract(suite))
      .rejects.toThrow(/precisa de "method"/)
      .finally(() => vi.unstubAllEnvs())
  })
})
