import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMasker } from '../exchange/masking.js'
import { systemClock } from '../node/clock.js'
import { passing } from '../rules/passing.fixture.js'
import { bling } from '../specification/profile.js'
import { commands } from './commands.js'
import { openLog } from './log.js'
import { main } from './main.js'
import type { OutputContext } from './present.js'

const SECRET = 'zz99-yy88-xx77'

/** All that a run gives its log, each with a secret that only the run's own masker knows. */
async function logged(logLevel: string, errIsTty = false): Promise<string> {
  const masker = createMasker()
  masker.register('access_token', SECRET)
  let text = ''
  const err = (part: string) => {
    text += part
  }
  const settings = { logLevel, colour: false, profile: bling, given: new Map([['logLevel', logLevel]]) }
  const log = await openLog({ settings, io: { err, errIsTty } } as unknown as OutputContext, masker)
  log.info('run begun', { target: `begun ${SECRET}` })
  log.exchange(passing({ ask: `GET /produtos?exchange=${SECRET}`, status: 429 }))
  log.info('run ended', { cause: `ended ${SECRET}` })
  log.fault(new Error(`fault ${SECRET}`))
  return text
}

it.each([false, true])(
  'leaves no line without the mask of the run, at a terminal or not: %s',
  async (isTty) => {
    const lines = await logged('debug', isTty)
    for (const part of ['begun', 'exchange', 'limit hit', 'ended', 'fault']) expect(lines).toContain(part)
    expect(lines).not.toContain(SECRET)
    expect(lines.split('[access_token#1]').length).toBe(6)
  },
)

it.each([
  ['trace', 5],
  ['debug', 5],
  ['info', 4],
  ['warn', 1],
  ['error', 1],
  ['silent', 0],
])('says at level %s %i things of a run', async (level, count) => {
  expect((await logged(level)).split('\n').filter(Boolean).length).toBe(count)
})

it.each([
  [{ ask: 'GET /produtos', status: 200 }, []],
  [{ ask: 'GET /produtos', status: 401 }, ['token refused']],
  [{ ask: 'GET /produtos', status: 429 }, ['limit hit']],
  [{ ask: 'POST /oauth/token', channel: 'token', status: 200 }, ['token request']],
  [{ ask: 'POST /oauth/token', channel: 'token', status: 401 }, ['token request']],
  [{ ask: 'POST /oauth/token', channel: 'token', status: 429 }, ['token request', 'limit hit']],
  [{ ask: 'GET https://elsewhere.example/', channel: 'elsewhere', status: 429 }, []],
] as const)('tells renewals and limits from an exchange at info: %j', async (shot, told) => {
  const lines: string[] = []
  const settings = { logLevel: 'info', colour: false, profile: bling, given: new Map([['logLevel', 'info']]) }
  const io = { err: (line: string) => lines.push(line), errIsTty: false }
  const log = await openLog({ settings, io } as unknown as OutputContext, createMasker())
  log.exchange(passing(shot))
  expect(lines.map(messageIn)).toEqual(told)
})

it.each([
  [{}, ['GET /Api/v3/produtos?pagina=2 429']],
  [{ quiet: true }, []],
  [{ logLevel: 'silent' }, []],
  [{ logLevel: 'warn' }, []],
])(
  'tells each request as the access log that a command asks for, unless the user wants less: %j',
  async (given, told) => {
    const lines: string[] = []
    const settings = {
      quiet: false,
      logLevel: 'warn',
      ...given,
      colour: false,
      profile: bling,
      given: new Map(Object.entries(given)),
    }
    const io = { err: (line: string) => lines.push(line), errIsTty: false, env: {} }
    const log = await openLog({ settings, io } as unknown as OutputContext, createMasker(), 'access')
    log.exchange(passing({ ask: 'GET /produtos?pagina=2', status: 429 }))
    expect(lines.map(messageIn)).toEqual(told)
  },
)

/** Each command that takes the level, as it ends by itself or at its first line; and the least that it logs. */
const lines: Readonly<Record<string, readonly [line: string, told: readonly string[]]>> = {
  check: ['check --seed a --spacing-ms 0 --report-dir r', ['exchange', 'token refused', 'token request']],
  contract: ['contract depositos --report-dir r', ['exchange']],
  cleanup: ['cleanup', ['run ended']],
  emulate: ['emulate --seed a', ['run ended']],
  examine: ['examine --seed a --no-page --timeout 1 --report-dir r', ['run ended']],
  proxy: ['proxy --target BASE --timeout 1 --report-dir r', ['run ended']],
  judge: ['judge nowhere.har', ['fault']],
  report: ['report nowhere', ['fault']],
  requirements: ['requirements', ['run ended']],
  explain: ['explain homologation/spacing', ['run ended']],
  drift: ['drift old.yaml new.yaml', ['fault']],
  compare: ['compare nowhere elsewhere', ['fault']],
  accept: ['accept none --until 2999-01-31 --reason r', ['fault']],
  review: ['review --report-dir r', ['exchange']],
  login: ['login --no-browser --port 0 --timeout 1', ['run ended']],
  init: ['init --yes', ['run ended']],
  mcp: ['mcp --json', ['fault']],
  doctor: ['doctor --base-url BASE', ['exchange', 'limit hit']],
}

const named = commands.filter(({ common }) => common !== false).map(({ name }) => name)

it.each(named)('is written to standard error by %s, whose standard output stays the same', async (name) => {
  const [line = '', told = []] = lines[name] ?? []
  const server = createServer((_request, response) => response.writeHead(429).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const words = line.replace('BASE', `${base}/Api/v3`).split(' ')
  const plain = await homologa(words, base)
  const logged = await homologa([...words, '--log-level', 'debug'], base)
  server.close()
  const messages = logged.err.split('\n').filter((one) => one.startsWith('{"level"'))
  expect(messages.map(messageIn)).toEqual(expect.arrayContaining(['run begun', ...told]))
  expect([logged.status, steady(logged.out)]).toEqual([plain.status, steady(plain.out)])
})

it.each([
  ['check', 'printf segredo-novo-1', null],
  ['contract depositos', 'printf segredo-novo-1', null],
  ['check', 'echo segredo-novo-1 >&2; exit 3', 'command-failed'],
])(
  'tells a renewal by the own command of the user, and no secret of it, at info: %s, %s',
  async (line, command, flaw) => {
    const refusal = { error: { type: 'invalid_token', message: 'invalid_token' } }
    const server = createServer((_request, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(refusal)),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/Api/v3`
    const words = `${line} --base-url ${base} --spacing-ms 0 --report-dir r --log-level info`.split(' ')
    const env = { HOMOLOGA_TOKEN_COMMAND: command, HOMOLOGA_ACCESS_TOKEN: 'segredo-velho-1' }
    const { err } = await homologa(words, base, env)
    server.close()
    const lines = err.split('\n').filter((one) => one.startsWith('{"level"'))
    const [told] = lines.filter((one) => messageIn(one) === 'token command')
    expect(JSON.parse(told ?? '{}')).toMatchObject({ level: 30, flaw })
    expect(lines.join()).not.toContain('segredo')
  },
)

function messageIn(line: string): string {
  return (JSON.parse(line) as { msg: string }).msg
}

/** Without what differs between any two runs: numbers, random words and the flag itself. */
function steady(out: string): string {
  return out.replace(/ --log-level debug/g, '').replace(/[\w-]{16,}|[\d.]+ m?s\b|\d+/g, '#')
}

async function homologa(words: readonly string[], link: string, env: Record<string, string> = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'homologa-log-'))
  if (words[0] === 'review')
    writeFileSync(join(cwd, 'application.yaml'), `name: x\nredirectLink: ${link}/r\n`)
  let [out, err] = ['', '']
  const leaving = new AbortController()
  const status = await main(words, {
    out(text) {
      out += text
      if (words[0] === 'emulate') leaving.abort(new Error('interrupted'))
    },
    err(text) {
      err += text
    },
    outIsTty: false,
    errIsTty: false,
    width: 100,
    env,
    cwd,
    clock: systemClock,
    signal: leaving.signal,
  })
  rmSync(cwd, { recursive: true })
  return { status, out, err }
}
