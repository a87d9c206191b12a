import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../src/app/embedded.js'
import { spec } from '../../src/specification/profile.js'
import { newFolder, removeFolders, reportOf, runInside, runnerOf } from './tool.js'

/** What everybody does once. Each ends with a sentence that says what to do, and with the status that a script can tell it by. */
let busy: Server
let service: Awaited<ReturnType<typeof startEmbedded>>
const busyPort = () => String((busy.address() as AddressInfo).port)

beforeAll(async () => {
  busy = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => busy.once('listening', resolve))
  service = await startEmbedded({ profile: spec, invalidateAt: 'never' })
})
afterAll(async () => {
  busy.close()
  await service.listener.close()
  removeFolders()
})

interface Turn {
  readonly name: string
  readonly words: () => readonly string[]
  readonly env?: () => Readonly<Record<string, string>>
  readonly before?: (cwd: string) => void
  readonly status: number
  /** What to do, in each language. */
  readonly says: Readonly<Record<'en' | 'pt-BR', string>>
}

const atLive = (baseUrl: string) => ({
  HOMOLOGA_BASE_URL: baseUrl,
  HOMOLOGA_ACCESS_TOKEN: 'expired',
  HOMOLOGA_SPACING_MS: '20',
})

const createProduct = `
  const { HOMOLOGA_BASE_URL: base, HOMOLOGA_ACCESS_TOKEN: token } = process.env
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  const body = JSON.stringify({ nome: 'Caneca', tipo: 'P', situacao: 'A', formato: 'S' })
  fetch(base + '/produtos', { method: 'POST', headers, body })
`

const turns: readonly Turn[] = [
  {
    name: 'a typo',
    words: () => ['chekc'],
    status: 2,
    says: { en: "Did you mean 'check'?", 'pt-BR': "Você quis dizer 'check'?" },
  },
  {
    name: 'a wrong file',
    words: () => ['judge', 'notes.txt'],
    before: (cwd) => writeFileSync(join(cwd, 'notes.txt'), 'to do'),
    status: 2,
    says: { en: 'Export the recording as HAR', 'pt-BR': 'Exporte a gravação como HAR' },
  },
  {
    name: 'no network',
    words: () => ['check'],
    env: () => atLive('https://erp.invalid/Api/v3'),
    status: 4,
    says: { en: '`homologa doctor` looks at each', 'pt-BR': '`homologa doctor` examina cada' },
  },
  {
    name: 'a port in use',
    words: () => ['examine', '--no-page', '--port', busyPort()],
    status: 2,
    says: { en: 'Choose another with --port', 'pt-BR': 'Escolha outra com --port' },
  },
  {
    name: 'a page’s port in use',
    words: () => ['examine', '--page-port', busyPort()],
    status: 2,
    says: { en: 'Choose another with --page-port', 'pt-BR': 'Escolha outra com --page-port' },
  },
  ...[['examine', '--no-page'], ['emulate'], ['proxy', '--target', 'http://127.0.0.1:9/Api/v3']].map(
    ([command = '', ...rest]): Turn => ({
      name: `an address of nobody, to ${command}`,
      words: () => [command, ...rest, '--host', '999.1.1.1'],
      status: 2,
      says: {
        en: 'Give --host an address of this machine',
        'pt-BR': 'Dê a --host um endereço desta máquina',
      },
    }),
  ),
  {
    name: 'an address of another machine',
    words: () => ['emulate', '--host', '192.0.2.7'],
    status: 2,
    says: { en: '192.0.2.7 cannot be listened on', 'pt-BR': 'escutar no endereço 192.0.2.7' },
  },
  {
    name: 'a registration that is a list',
    words: () => ['review', '--application', 'list.yaml'],
    before: (cwd) => writeFileSync(join(cwd, 'list.yaml'), '- a\n'),
    status: 2,
    says: { en: 'line 1: $: ', 'pt-BR': 'linha 1: $: ' },
  },
  {
    name: 'an expired token, to check',
    words: () => ['check'],
    env: () => atLive(service.listener.baseUrl),
    status: 1,
    says: { en: 'set HOMOLOGA_REFRESH_TOKEN', 'pt-BR': 'defina HOMOLOGA_REFRESH_TOKEN' },
  },
  {
    name: 'an expired token, by night',
    words: () => ['contract', 'produtos'],
    env: () => atLive(service.listener.baseUrl),
    status: 4,
    says: { en: 'set HOMOLOGA_REFRESH_TOKEN', 'pt-BR': 'defina HOMOLOGA_REFRESH_TOKEN' },
  },
  {
    name: 'a file of settings that cannot be read',
    words: () => ['check'],
    before: (cwd) => mkdirSync(join(cwd, '.env')),
    status: 2,
    says: { en: 'Fix its permissions or remove it', 'pt-BR': 'Corrija as permissões ou remova-o' },
  },
  {
    name: 'a file of settings with a line that is none',
    words: () => ['check'],
    before: (cwd) => writeFileSync(join(cwd, '.env'), 'HOMOLOGA_SPACING_MS=20\nsecret of mine\n'),
    status: 2,
    says: { en: 'Each must be NAME=value', 'pt-BR': 'Cada uma deve ser NOME=valor' },
  },
  {
    name: 'a client of real routes alone',
    words: () => ['examine', '--no-page', '--', process.execPath, '-e', createProduct],
    status: 4,
    says: {
      en: '1 request came, and it was not step 1: POST /Api/v3/produtos → 201.',
      'pt-BR': 'Chegou 1 requisição, e não era o passo 1: POST /Api/v3/produtos → 201.',
    },
  },
]

/** English that gave itself away in Portuguese: codes and sentences of others. */
const english = /\b(unresolved|refused|no-way|not found|cannot|expected|missing)\b/

describe.each(['en', 'pt-BR'] as const)('a wrong turn, in %s', (lang) => {
  it.each(turns.map((turn, i) => ({ ...turn, runner: runnerOf(i) })))(
    '$name ends with what to do',
    async ({ words, env, before, status, says, runner }) => {
      const cwd = newFolder()
      before?.(cwd)
      const run = await runner(words(), { cwd, env: { HOMOLOGA_LANG: lang, ...env?.() } })
      const told = (run.out + run.err).replace(/\s+/g, ' ')
      expect(told).toContain(says[lang])
      expect(run.status, told).toBe(status)
      expect(told).not.toMatch(/ at \S+:\d+:\d+/)
      if (lang === 'pt-BR') expect(told).not.toMatch(english)
      expect(told).not.toContain('secret of mine')
    },
  )
})

it('a token command that fails is the cause of a run that never began, also where its report is written again', async () => {
  const cwd = newFolder()
  const env = {
    ...atLive(service.listener.baseUrl),
    HOMOLOGA_ACCESS_TOKEN: '',
    HOMOLOGA_TOKEN_COMMAND: 'exit 3',
  }
  const run = await runInside(['check'], { cwd, env })
  expect(run.status).toBe(4)
  const sentence = 'There is no access token to send, and none could be got: the token command ended with 3.'
  expect(reportOf(run).cause).toBe(sentence)
  await runInside(['report', run.dir], { cwd, env: { HOMOLOGA_LANG: 'pt-BR' } })
  expect(reportOf(run).cause).toMatch(/^Não há token de acesso para enviar/)
})
