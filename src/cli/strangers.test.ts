import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTool } from './run-tool.fixture.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-strangers-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

/** Clears the screen, sets the title, paints red in one byte, turns the reading direction. */
const HOSTILE = 'x\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u061c\u{e0041}y'
const written = JSON.stringify(HOSTILE).replaceAll('\u009b', '\\u009b')
const COMMANDING = /[^\P{Cc}\n\t]|[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

async function homologa(...words: readonly string[]) {
  return homologaIn({}, ...words)
}

async function homologaIn(env: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const ran = await runTool(words, { cwd, outIsTty: true, env: { NO_COLOR: '1', ...env } })
  return { ...ran, text: ran.out + ran.err }
}

const openapi = `openapi: 3.0.3\ninfo: {title: x, version: "1"}\npaths:\n  "/p-${written.slice(1)}:\n    get: {responses: {"200": {description: ok, content: {application/json: {schema: {type: strange}}}}}}\n`
const baseline = (kind: string) =>
  `homologa-baseline: 1\nroutes:\n  "GET /p-${written.slice(1)}:\n    statuses: 200 (99)\n    200:\n      $: ${kind} 99/99\n`

beforeAll(() => {
  const files = {
    'profile.yaml': `${written}: 1\n`,
    'application.yaml': `${written}: 1\nname: ${written}\n`,
    'accept.yaml': `accepted:\n - { requirement: envelope/data, reason: ${written}, expires: 2999-01-01 }\n`,
    'samples.yaml': `${written}: 1\n`,
    'unusable.yaml': openapi,
    'old.yaml': baseline('string'),
    'new.yaml': baseline('integer'),
    'baseline.yaml': `homologa-baseline: 1\n${HOSTILE}${'x'.repeat(1_000_000)}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
})

describe('a text of strangers that commands a terminal', () => {
  it.each([
    [2, 'the key of a profile', 'check --profile ./profile.yaml'],
    [2, 'the key of a registration', 'review --application application.yaml'],
    [2, 'a type of an OpenAPI document', 'contract produtos --openapi unusable.yaml'],
    [1, 'a route in a comparison of baselines', 'drift old.yaml new.yaml'],
    [1, 'a route in a comparison of baselines, as JSON', 'drift old.yaml new.yaml --json'],
    [2, 'a route of samples', 'contract --samples samples.yaml'],
    [2, 'a line of a baseline', 'contract produtos --baseline baseline.yaml'],
    [0, 'the reason of an acceptance', 'contract depositos --accept accept.yaml --report-dir r'],
    [2, 'a command', HOSTILE],
    [2, 'a flag', `check --${HOSTILE}`],
    [2, 'a requirement', `explain ${HOSTILE}`],
  ])('ends with %i as %s, and is shown, never obeyed', async (status, _, line) => {
    const shown = await homologa(...line.split(' '))
    expect(shown).toMatchObject({ status })
    expect(shown.text).toMatch(/\[2J|\\u009b/)
    expect(COMMANDING.exec(shown.text)).toBeNull()
  })

  it('is quoted as far as one needs to find it', async () => {
    const { text } = await homologa('contract', 'produtos', '--baseline', 'baseline.yaml')
    expect(text.length).toBeLessThan(1000)
  })

  it('stands in report.json as an escape, and says the same', async () => {
    const profile = './own-\u009b31m\u202e.yaml'
    writeFileSync(join(cwd, profile), 'extends: spec\n')
    await homologa('contract', 'depositos', '--profile', profile, '--report-dir', 'j')
    const text = readFileSync(join(cwd, 'j/report.json'), 'utf8')
    expect(COMMANDING.exec(text)).toBeNull()
    expect(JSON.parse(text)).toMatchObject({ run: { profile } })
  })
})

describe('a response that commands a runner of CI', () => {
  const COMMANDS = [
    '##[set-output name=stolen]yes',
    '##vso[task.setvariable variable=stolen]yes',
    '::add-mask::e',
    '\n   ::stop-commands::x',
    '\u00a0::set-output name=stolen::yes',
    '\u{e0041}\u061c',
  ]
  const text = COMMANDS.join(' ')
  const service = createServer((request, response) => {
    request.resume()
    const body = JSON.stringify({ error: { type: text, message: text, description: text }, [text]: COMMANDS })
    response.writeHead(request.url?.includes('contatos') ? 200 : 404, { 'content-type': `x/${COMMANDS[0]}` })
    response.end(body)
  })
  let baseUrl = ''
  beforeAll(async () => {
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/Api/v3`
  })
  afterAll(() => service.close())

  /** As GitHub's runner and Azure's agent read lines; errors and warnings are what we annotate with. */
  const obeyed = (line: string) =>
    /^\s*::(?!(?:error|warning) title=[^:]*::)/.test(line) || /##(?:\[|vso\[)/i.test(line)

  it.each([
    ['the terminal of check', 'check --spacing-ms 0 --verbose'],
    ['JSON of contract', 'contract contatos --rate 500 --json'],
    ['the log of check', 'check --spacing-ms 0 --verbose --log-level debug'],
    ['the terminal of contract', 'contract contatos produtos --rate 500 --verbose'],
    ['an older report', 'report r1 --verbose'],
  ])('is obeyed nowhere: %s', async (_, line) => {
    const env = { GITHUB_ACTIONS: 'true', HOMOLOGA_BASE_URL: baseUrl, HOMOLOGA_ACCESS_TOKEN: 'abc' }
    const dir = line.startsWith('report') ? [] : ['--report-dir', 'r1']
    const shown = await homologaIn(env, ...line.split(' '), ...dir)
    const lines = shown.text.split(/\r\n|\r|\n/)
    expect(lines.filter(obeyed)).toEqual([])
    expect(COMMANDING.exec(shown.text)).toBeNull()
    expect(shown.text).toContain('stolen')
  })
})
