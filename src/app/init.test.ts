import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadCatalogue } from '../words/catalogue.js'
import { run } from './init.js'
import type { InvocationOf } from './invocation.js'

const cwd = mkdtempSync(join(tmpdir(), 'homologa-init-'))
afterAll(() => rmSync(cwd, { recursive: true }))

it.each([
  [false, 6],
  [true, 0],
])(
  'asks for what was not said, and keeps what was given where the answer is empty; --yes: %s',
  async (yes, questions) => {
    const folder = mkdtempSync(join(cwd, 'asked-'))
    const asked: string[] = []
    const answers = ['', 'https://erp.example/Api/v3', '', '', 'client-2', '']
    const said: string[] = []
    await run({
      options: { name: 'Loja', clientId: 'client-1', yes },
      lang: 'en',
      catalogue: await loadCatalogue('en'),
      settings: { cwd: folder, baseUrl: null, given: new Map(), credentials: {}, profile: { name: 'spec' } },
      printResult: (text: string) => said.push(text),
      person: {
        ask: async (question: string) => {
          asked.push(question)
          return answers[asked.length - 1] ?? ''
        },
      },
    } as unknown as InvocationOf<'init'>)
    expect(asked.length).toBe(questions)
    if (!yes) expect(asked[0]).toContain('[Loja]')
    expect(readFileSync(join(folder, 'application.yaml'), 'utf8')).toContain('name: "Loja"')
    const env = readFileSync(join(folder, '.env'), 'utf8')
    expect(env.includes('\nHOMOLOGA_BASE_URL=https://erp.example/Api/v3\n')).toBe(!yes)
    expect(env).toContain(`\nHOMOLOGA_CLIENT_ID=${yes ? 'client-1' : 'client-2'}\n`)
    expect(said.join('')).toContain('node app.js')
  },
)

it.each([[[]], [['Loja', '']]])('writes nothing where whoever is asked leaves after %j', async (answers) => {
  const folder = mkdtempSync(join(cwd, 'left-'))
  const told: string[] = []
  const outcome = await run({
    options: {},
    lang: 'en',
    catalogue: await loadCatalogue('en'),
    settings: { cwd: folder, baseUrl: null, given: new Map(), credentials: {}, profile: { name: 'spec' } },
    printMessage: (key: string) => told.push(key),
    person: { ask: async () => answers.shift() ?? null },
  } as unknown as InvocationOf<'init'>)
  expect(outcome).toEqual({ ending: 'interrupted' })
  expect([told, readdirSync(folder)]).toEqual([['cli.stopped-by-hand'], []])
})
