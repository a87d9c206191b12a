import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportSchema } from '../report/report.js'
import { listen } from '../service/listen.js'
import { createService } from '../service/service.js'
import { spec } from '../specification/profile.js'
import { type Ran, runTool } from './run-tool.fixture.js'

const sample = fileURLToPath(new URL('../../test/sample-application', import.meta.url))
const server = join(sample, 'server.js')
const canaries = {
  token: 'canary0token1f6e5d4c3b2a19087f6e5d4c',
  secret: 'canary0secret77665544332211009988',
  cpf: '529.982.247-25',
  cnpj: '11.222.333/0001-81',
  email: 'maria.canario@exemplo.com.br',
  phone: '(51) 99876-5432',
}
let folder = ''
let ready: Ran

const homologa = (
  words: readonly string[],
  env: Record<string, string> = {},
  signal = new AbortController().signal,
): Promise<Ran> => runTool(words, { cwd: folder, env, signal })

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}

async function lay(port: number, edit: (yaml: string) => string): Promise<void> {
  await cp(sample, folder, { recursive: true })
  const yaml = await readFile(join(sample, 'application.yaml'), 'utf8')
  await writeFile(join(folder, 'application.yaml'), edit(yaml.replaceAll('8787', String(port))))
}

const today = new Date().toISOString().slice(0, 10)
const dated = (yaml: string) => yaml.replaceAll('2026-11-20', today)
const started = (port: number) => [
  '--',
  'env',
  `PORT=${port}`,
  'SAMPLE_SPACING_MS=40',
  process.execPath,
  server,
]
const secretEnv = { HOMOLOGA_ACCESS_TOKEN: canaries.token, HOMOLOGA_CLIENT_SECRET: canaries.secret }
const archived = (dir: string) =>
  readFile(join(folder, dir, 'evidence.zip')).then((bytes) => unzipSync(bytes))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'review-'))
  const port = await freePort()
  await lay(port, (yaml) =>
    dated(yaml).replace(
      'em mais de um depósito.',
      `em lojas. Contato: ${canaries.email}, CNPJ ${canaries.cnpj}.`,
    ),
  )
  await writeFile(
    join(folder, 'answers', 'manual.txt'),
    `Lido por ${canaries.email}, CPF ${canaries.cpf}, telefone ${canaries.phone}, token ${canaries.token}\n`,
  )
  const words = ['review', '--spacing-ms', '40', '--report-dir', 'out', ...started(port)]
  ready = await homologa(words, secretEnv)
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('homologa review', () => {
  it('says READY and leaves the evidence', () => {
    expect(ready.out).toContain('Pedidos em Dia: READY')
    expect(ready.out).toMatch(/This was a\s+rehearsal/)
    const [sections = ''] = ready.out.split('\nScreenshots')
    expect(Math.max(...sections.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(sections).toMatch(/\n {2}- [^\n]{80,}\n {4}it\.\n/)
    expect(ready.status).toBe(0)
  })

  it('packs reports, journal, answers, profile and a note in both languages', async () => {
    const files = Object.keys(await archived('out'))
    for (const name of [
      'report.json',
      'journal.ndjson',
      'review.md',
      'application.yaml',
      'profile.json',
      'answers/manual-complete.txt',
      'note.en.md',
      'note.pt-BR.md',
    ]) {
      expect(files).toContain(name)
    }
    const note = Buffer.from((await archived('out'))['note.pt-BR.md'] ?? []).toString()
    expect(note).toContain('À equipe de revisão')
    expect(note).toContain('**Pedidos de venda**: Lê os pedidos novos')
  })

  it('writes a report as every command does', async () => {
    const report = reportSchema.parse(JSON.parse(await readFile(join(folder, 'out', 'report.json'), 'utf8')))
    expect(report).toMatchObject({ verdict: 'pass', run: { command: 'review', target: { embedded: true } } })
    expect(report.steps.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass'])
    expect(report.coverage.requirements.tested).toContain('application/redirect-success')
  })

  it('is left as it is by `report`, whose verdict would be that of the five steps alone', async () => {
    const kept = () => readFile(join(folder, 'out', 'report.json'), 'utf8')
    const before = await kept()
    expect(await homologa(['report', 'out'])).toMatchObject({
      status: 2,
      err: expect.stringContaining('homologa review'),
    })
    expect(await kept()).toBe(before)
  })

  it('lets no secret and no personal data into the evidence or onto a stream', async () => {
    const files = Object.entries(await archived('out')).map(
      ([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')] as const,
    )
    for (const [name, canary] of Object.entries(canaries)) {
      const bare = canary.replace(/\D/g, '')
      for (const [path, text] of [...files, ['out', ready.out], ['err', ready.err]] as const) {
        expect(`${path}: ${text.includes(canary)}`, name).toBe(`${path}: false`)
        if (name === 'cpf' || name === 'cnpj') expect(text.includes(bare), `${path} ${name}`).toBe(false)
      }
    }
  })

  it('verifies what it wrote, and finds one changed byte', async () => {
    expect((await homologa(['review', '--verify', 'out/evidence.zip'])).status).toBe(0)
    const bytes = await readFile(join(folder, 'out', 'evidence.zip'))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(join(folder, 'changed.zip'), bytes)
    const changed = await homologa(['review', '--verify', 'changed.zip'])
    expect(changed.status).toBe(1)
    expect(changed.out).toContain('is not as it was made')
    expect((await homologa(['review', '--verify', 'gone.zip'])).status).toBe(2)
  })

  it('says how much is wrong where it does not show all of it', async () => {
    const whole = unzipSync(await readFile(join(folder, 'out', 'evidence.zip')))
    const added = (count: number) =>
      zipSync({
        ...whole,
        ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.txt`, bytes])),
      })
    const bytes = Buffer.from('x')
    await writeFile(join(folder, 'many.zip'), added(60))
    const { out } = await homologa(['review', '--verify', 'many.zip'])
    expect(out.match(/^ {2}- /gm)).toHaveLength(50)
    expect(out).toContain('  … 61 in all')
    await writeFile(join(folder, 'some.zip'), added(49))
    expect((await homologa(['review', '--verify', 'some.zip'])).out).not.toContain('in all')
  })

  it('makes no evidence while something is missing, and says in order what is', async () => {
    const port = await freePort()
    await lay(port, (yaml) => dated(yaml).replace('scopes-needed, answer: yes', 'scopes-needed, answer:'))
    const words = ['review', '--json', '--lang', 'pt-BR', '--report-dir', 'open', '--spacing-ms', '40']
    const { err, out, status } = await homologa([...words, '--recording', 'out', ...started(port)], {})
    expect(status).toBe(4)
    expect(err).toContain('INCOMPLETO')
    expect(err).toContain(' 1. A pergunta "scopes-needed" não foi respondida.')
    expect(JSON.parse(out).verdict).toBe('incomplete')
    await expect(readFile(join(folder, 'open', 'evidence.zip'))).rejects.toThrow()
  }, 30_000)

  it('says NOT YET with what to do first, though nobody started the application', async () => {
    await lay(1, (yaml) => dated(yaml).replace(/^name: .*/m, 'name:'))
    const { out, status } = await homologa([
      'review',
      '--report-dir',
      'bad',
      '--spacing-ms',
      '40',
      '--recording',
      'out',
    ])
    expect(status).toBe(1)
    expect(out).toMatch(/NOT YET\n\nDo this first, in this order:\n 1\. The registration has no name\./)
    expect(out).toContain('Also missing:')
  })

  it('takes the run that a text names as the latest, where links cannot be made', async () => {
    await lay(1, (yaml) => dated(yaml).replace(/^name: .*/m, 'name:'))
    await writeFile(join(folder, 'latest'), 'out\n')
    const { status } = await homologa(['review', '--report-dir', 'linkless', '--recording', 'latest'])
    expect(status).toBe(1)
    const gone = await homologa(['review', '--report-dir', 'linkless', '--recording', 'gone'])
    expect(gone).toMatchObject({ status: 2, err: expect.stringContaining('is not there') })
  })

  it('says that the five steps were recorded under another profile, where they were', async () => {
    await lay(1, dated)
    const under = async (profile: string) =>
      (await homologa(['review', '--report-dir', profile, '--profile', profile, '--recording', 'out'])).err
    expect(await under('bling')).toContain(
      'recorded under the profile spec, and are judged under bling here. Where spec is meant, name it',
    )
    expect(await under('spec')).not.toContain('recorded under')
  })

  it('lets nothing personal from a broken registration into the reports', async () => {
    await lay(1, (yaml) =>
      yaml.replace(/^videoLink: .*/m, `videoLink: peça a ${canaries.email} ou ${canaries.cpf}`),
    )
    const { out } = await homologa(['review', '--report-dir', 'personal', '--recording', 'out'])
    const files = await Promise.all(
      ['report.json', 'review.md', 'summary.md', 'junit.xml'].map((name) =>
        readFile(join(folder, 'personal', name), 'utf8'),
      ),
    )
    for (const text of [out, ...files]) {
      expect(text).toMatch(/is not an address/)
      expect(text).not.toContain(canaries.email)
      expect(text).not.toContain(canaries.cpf)
    }
  })

  it('runs the five steps itself where a service is named and nothing is recorded', async () => {
    const service = createService({
      profile: { ...spec, spacing: { ...spec.spacing, intervalMs: 40, paceMs: 40 } },
    })
    const listener = await listen(service)
    await rm(join(folder, 'reports'), { recursive: true, force: true })
    const { accessToken, clientId, clientSecret, refreshToken } = service.credentials
    const { err, out } = await homologa(['review', '--report-dir', 'live', '--spacing-ms', '40'], {
      HOMOLOGA_BASE_URL: listener.baseUrl,
      HOMOLOGA_TOKEN_URL: listener.tokenUrl,
      HOMOLOGA_ACCESS_TOKEN: accessToken,
      HOMOLOGA_REFRESH_TOKEN: refreshToken,
      HOMOLOGA_CLIENT_ID: clientId,
      HOMOLOGA_CLIENT_SECRET: clientSecret,
    })
    await listener.close()
    expect(err).toContain('PASS')
    expect(out).toContain('Five steps: pass (live/check/journal.ndjson)')
  })

  it.each(['/', '/retorno'])(
    'judges nothing where it was interrupted while it waited for %s',
    async (asked) => {
      const interruption = new AbortController()
      const silent = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1')
        if (pathname === asked && (asked === '/' || request.url !== asked)) interruption.abort()
        else response.end('ok')
      }).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as AddressInfo
      await lay(port, dated)
      const began = performance.now()
      const { status, out, err } = await homologa(['review', '--report-dir', 'cut'], {}, interruption.signal)
      silent.closeAllConnections()
      silent.close()
      expect([status, out]).toEqual([130, ''])
      expect(err).toContain('Interrupted. What happened so far is in ')
      expect(performance.now() - began).toBeLessThan(5_000)
      expect(existsSync(join(folder, 'cut', 'report.json'))).toBe(false)
    },
  )

  it('names the missing or broken file, and what to do', async () => {
    const missing = await homologa(['review', '--application', 'none.yaml'])
    expect(missing).toMatchObject({ status: 2, err: expect.stringContaining('homologa init') })
    await writeFile(join(folder, 'broken.yaml'), 'name: [')
    expect((await homologa(['review', '--application', 'broken.yaml'])).status).toBe(2)
  })
})

describe('homologa review -- command, right after init', () => {
  it('uses the newest run that passed, though the command does nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'homologa-review-'))
    const kept = join(folder, 'reports/a')
    const call = (words: readonly string[]) => runTool(words, { cwd: folder })
    await call(['init', '--yes'])
    await call(['check', '--spacing-ms', '1', '--report-dir', kept])
    // as an examination leaves it
    const journal = await readFile(join(kept, 'journal.ndjson'), 'utf8')
    const asExamined = journal
      .replace('"command":"check"', '"command":"examine"')
      .replaceAll('"source":"run"', '"source":"examine"')
    await writeFile(join(kept, 'journal.ndjson'), asExamined)
    const { out } = await call(['review', '--', process.execPath, '-e', '0'])
    expect(out).not.toContain('Its last output')
    expect(out).toContain('reports/a/journal.ndjson')
    expect(out).not.toContain('No run of the five steps')
    await rm(folder, { recursive: true, force: true })
  }, 40_000)
})
