import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { targetsOf } from '../docs/documents.js'
import { npmPack, stage } from './pack.js'

/** The package as a stranger gets it: packed, unpacked into an empty folder, beside its declared dependencies and no other. */
const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const isDay = process.env.HOMOLOGA_VARIANTS === undefined
const tsc = join(root, 'node_modules/typescript/bin/tsc')

let folder = ''
let files: readonly string[] = []
let sizes = { size: 0, unpackedSize: 0 }

async function link(name: string): Promise<void> {
  const place = join(folder, 'node_modules', name)
  await mkdir(dirname(place), { recursive: true })
  await symlink(join(root, 'node_modules', name), place, 'dir')
}

function inFolder(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME } = process.env
  return run(process.execPath, [...words], { cwd: folder, env: { PATH, HOME, ...env } })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homologa-package-'))
  const packed = await npmPack(await stage(join(folder, 'staged')), folder)
  sizes = packed
  files = packed.files.map(({ path }) => path)
  await run('tar', ['-xzf', packed.filename], { cwd: folder })
  await mkdir(join(folder, 'node_modules'))
  await cp(join(folder, 'package'), join(folder, 'node_modules/homologa'), { recursive: true })
  await rm(join(folder, 'package'), { recursive: true })
  for (const name of Object.keys(manifest.dependencies)) await link(name)
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('what is packed', () => {
  it('is what the manifest promises', async () => {
    const { bin, exports } = manifest
    const { '.': library, './vitest': matcher, './vitest/reporter': reporter, './schemas': schemas } = exports
    const entries = [library, matcher, reporter, schemas].flatMap((entry) => [entry.types, entry.default])
    const promised = [bin.homologa, ...entries]
    const pages = ['dist/page.html', 'dist/judge.html']
    const also = ['schema/report.schema.json', ...pages, 'LICENSE', 'README.md', 'CHANGELOG.md']
    for (const path of [...promised, ...also]) expect(files).toContain(path.replace('./', ''))
  })

  it('holds no source, no test, no recording and no settings', () => {
    const kept =
      /^(dist|docs|examples|schemas?)\/|^(package\.json|LICENSE|README(\.pt-BR)?\.md|(CHANGELOG|CONTRIBUTING|ARCHITECTURE)\.md|\.env\.example)$/
    const unwanted =
      /\.(test|fixture)\.|(?<!\.d)\.tsx?$|\.(map|tgz|ndjson|har|log)$|(^|\/)\.env(?!\.example$)|node_modules/
    const examples = /^examples\//
    expect(files.filter((path) => !kept.test(path))).toEqual([])
    expect(files.filter((path) => unwanted.test(path) && !examples.test(path))).toEqual([])
  })

  it('holds whatever its pages link to', async () => {
    const pages = files.filter((path) => path.endsWith('.md'))
    const dead = await Promise.all(
      pages.map(async (path) => {
        const text = await readFile(join(folder, 'node_modules/homologa', path), 'utf8')
        const targets = targetsOf({ path, text }).flatMap((target) => target.split('#')[0] || [])
        // npm's site shows pictures from the repository
        const isThere = (full: string) =>
          full.startsWith('docs/pictures/') || files.some((one) => one === full || one.startsWith(`${full}/`))
        return targets.filter((target) => !isThere(join(dirname(path), target))).map((one) => [path, one])
      }),
    )
    expect(pages.length).toBeGreaterThan(50)
    expect(dead.flat()).toEqual([])
  })

  it('takes at most 2 MB to fetch and 7 MB on disk', () => {
    expect(sizes.size).toBeLessThan(2_000_000)
    expect(sizes.unpackedSize).toBeLessThan(7_000_000)
  })

  it('needs nothing that is not declared', async () => {
    const scripts = files.filter((path) => path.endsWith('.js') && path.startsWith('dist/'))
    const named = new Set<string>()
    for (const path of scripts) {
      const text = await readFile(join(folder, 'node_modules/homologa', path), 'utf8')
      for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport\()["'`]([@a-z][\w@/.-]*)["'`]/g))
        named.add(name)
    }
    const packages = [...named]
      .filter((name) => !name.startsWith('node:') && name !== 'module')
      .map((name) =>
        name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] ?? ''),
      )
    const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)]
    expect(packages).toContain('ajv')
    expect(packages.filter((name) => !declared.includes(name))).toEqual([])
  })

  it('carries the licences of what it bundles', async () => {
    const text = await readFile(join(folder, 'node_modules/homologa/dist/third-party-licences.txt'), 'utf8')
    const bundled = ['undici', 'zod', 'pino', 'p-throttle', 'dotenv', 'yaml', '@hono/node-server', 'preact']
    expect(bundled.filter((name) => !new RegExp(`^${name} \\d+\\.\\d+`, 'm').test(text))).toEqual([])
  })

  it('brings no script and no development tool to its user', async () => {
    const text = await readFile(join(folder, 'node_modules/homologa/package.json'), 'utf8')
    const { scripts, devDependencies, dependencies } = JSON.parse(text) as Partial<typeof manifest>
    expect({ scripts, devDependencies }).toEqual({ scripts: undefined, devDependencies: undefined })
    expect(dependencies).toEqual(manifest.dependencies)
  })
})

describe('the tool, installed', () => {
  const tool = 'node_modules/homologa/dist/homologa.js'

  it('says what it can do', async () => {
    const { stdout } = await inFolder([tool, '--help'])
    expect(stdout).toContain('check')
    const { stdout: version } = await inFolder([tool, '--version'])
    expect(version.trim()).toBe(manifest.version)
  })

  it('runs the five steps and leaves its files in this folder', async () => {
    const { stdout } = await inFolder([tool, 'check', '--spacing-ms', '50', '--report-dir', 'out', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, verdict: 'pass' })
    await expect(readFile(join(folder, 'out/report.html'), 'utf8')).resolves.toContain('<html')
  })

  it('names the page that judges in a browser', async () => {
    const { stdout } = await inFolder([tool, 'judge', '--page', '--json'])
    const { file } = JSON.parse(stdout) as { readonly file: string }
    expect(file).toBe(join(await realpath(folder), 'node_modules/homologa/dist/judge.html'))
    await expect(readFile(file, 'utf8')).resolves.toMatch(/default-src 'none'.*connect-src 'none'/)
  })

  it('holds answers against an OpenAPI document, for which it loads what is not bundled', async () => {
    const response = { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } }
    const paths = { '/produtos': { get: { responses: { 200: response } } } }
    const document = { openapi: '3.0.3', info: { title: 'x', version: '1' }, paths }
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    const flags = ['--openapi', 'openapi.json', '--rate', '50', '--report-dir', 'contract', '--json']
    const { stdout } = await inFolder([tool, 'contract', 'produtos', ...flags])
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'pass' })
  })
})

describe('the library, installed', () => {
  it('checks, examines and judges from plain JavaScript', async () => {
    await writeFile(
      join(folder, 'use.js'),
      `import { check, contract, examine, judge, spec, toPassHomologation } from 'homologa'
       const checked = await check({ profile: { ...spec, spacing: { ...spec.spacing, reading: 'free', paceMs: 0 } } })
       const service = await examine({ lang: 'pt-BR' })
       await fetch(service.baseUrl + '/homologacao/produtos', { headers: { authorization: 'Bearer ' + service.accessToken } })
       const examined = await service.result()
       const judged = await judge('out/journal.ndjson')
       const nightly = await contract({ resources: ['produtos'] })
       const verdicts = [checked, examined, judged, nightly].map((result) => result.verdict)
       console.log(JSON.stringify({ verdicts, told: toPassHomologation(examined).message() }))`,
    )
    await inFolder([
      'node_modules/homologa/dist/homologa.js',
      'check',
      '--spacing-ms',
      '50',
      '--report-dir',
      'out',
    ])
    const { stdout } = await inFolder(['use.js'])
    const { verdicts, told } = JSON.parse(stdout) as { verdicts: string[]; told: string }
    expect(verdicts).toEqual(['pass', 'fail', 'pass', 'pass'])
    expect(told).toContain('homologation/complete')
  })

  it('stands in for the ERP', async () => {
    await writeFile(
      join(folder, 'emulate.js'),
      `import { emulate } from 'homologa'
       const erp = await emulate({ profile: 'bling', records: 5, at: ['2:inactivate'] })
       const get = async (path) => (await fetch(erp.baseUrl + path, { headers: { authorization: 'Bearer ' + erp.accessToken } })).status
       const statuses = [await get('/contatos?cor=azul'), await get('/produtos'), await get('/produtos')]
       await erp[Symbol.asyncDispose]()
       console.log(JSON.stringify({ statuses, records: erp.records('contatos').length, notices: erp.notices }))`,
    )
    const { stdout } = await inFolder(['emulate.js'])
    expect(JSON.parse(stdout)).toEqual({
      statuses: [200, 200, 401],
      records: 5,
      notices: [{ kind: 'unknown-parameter', route: 'GET /contatos', name: 'cor' }],
    })
  })

  it("gives the shapes of the service's records to those who parse them", async () => {
    await writeFile(
      join(folder, 'parse.js'),
      `import { contatos, lista, resposta } from 'homologa/schemas'
       const record = { id: 7, nome: 'Armazém', situacao: 'A', tipo: 'J', outro: 1 }
       const { data } = resposta(contatos.Contato).parse({ data: record })
       const wrong = lista(contatos.ContatoResumido).safeParse({ data: [{ ...record, id: '7' }] })
       console.log(JSON.stringify([data, wrong.error.issues.map(({ path }) => path)]))`,
    )
    const { stdout } = await inFolder(['parse.js'])
    const known = { id: 7, nome: 'Armazém', situacao: 'A', tipo: 'J' }
    expect(JSON.parse(stdout)).toEqual([known, [['data', 0, 'id']]])
  })

  it.each(['nodenext', 'bundler'])(
    'types under the resolution "%s", the matcher included',
    async (resolution) => {
      for (const name of ['vitest', '@types/node', 'undici-types']) await link(name).catch(() => undefined)
      await writeFile(
        join(folder, 'use.ts'),
        `import { check, contract, emulate, examine, judge, type LifeEvent, type Profile, type Report, type UserSuite, bling } from 'homologa'
       import type { Captures, Credentials, Exchange, InvalidateAt, Lang, Latency, Notice, OperationShape, StepResponse } from 'homologa'
       import { hostContract } from 'homologa/vitest'
       import HomologaReporter from 'homologa/vitest/reporter'
       import { type Infer, contatos, lista } from 'homologa/schemas'
       import { expect } from 'vitest'
       const mine: Profile = { ...bling, name: 'mine' }
       const verdict: Report['verdict'] = (await check({ profile: mine, invalidateAt: 3 })).verdict
       const service = await examine({ profile: 'bling' })
       const address: string = service.baseUrl
       const event: LifeEvent = 'scope-pedidos/vendas'
       {
         await using erp = await emulate({ profile: mine, at: ['3:inactivate', '5:scope-produtos'], latencyMs: [50, 400] })
         erp.befall(event)
         const kindOf = ({ kind }: Notice): string => kind
         const kinds: string[] = erp.notices.map(kindOf)
         console.log(kinds, erp.records('contatos')[0]?.nome, erp.exchanges[0]?.response?.status)
         // @ts-expect-error no such event
         erp.befall('die')
       }
       const { report } = await judge('session.har', { lang: 'pt-BR' })
       expect(await service.result()).toPassHomologation()
       const captures = ({ text }: StepResponse): Captures => ({ all: { text: text ?? '', value: null } })
       const shapes: Record<string, OperationShape> = { 'GET /produtos': { data: lista(contatos.ContatoResumido).shape.data } }
       const ours: UserSuite = { id: 'ours', steps: [{ id: 'list', method: 'GET', path: '/produtos', captures }], shapes }
       const death: InvalidateAt = 'never', lang: Lang = 'pt-BR', latencyMs: Latency = [0, 5]
       const credentials: Partial<Credentials> = { accessToken: 'x' }
       const gaps: Exchange['gaps'] = []
       console.log(death, lang, latencyMs, credentials, gaps)
       await hostContract(ours)
       await new HomologaReporter().onTestRunEnd()
       expect(await contract({ suites: [ours], resources: ['ours'] })).toPassHomologation()
       const contact: Infer<typeof contatos.Contato> = { id: 1, nome: 'x', situacao: 'A', tipo: 'J', endereco: { geral: { uf: 'RS' } } }
       const names: string[] = lista(contatos.ContatoResumido).parse({ data: [contact] }).data.map(({ nome }) => nome)
       // @ts-expect-error no such situation
       const wrong: Infer<typeof contatos.Contato>['situacao'] = 'X'
       console.log(names, wrong)
       // @ts-expect-error no such profile
       await check({ profile: 'blink' })
       console.log(verdict, address, report.findings[0]?.requirement.toUpperCase())`,
      )
      const module = resolution === 'nodenext' ? 'nodenext' : 'esnext'
      const flags = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--strict']
      // declarations of others take most of the time: by day they are checked under one of the two
      if (resolution === 'bundler' && isDay) flags.push('--skipLibCheck')
      const words = ['--noEmit', '--singleThreaded', '--types', 'node', ...flags, 'use.ts']
      await inFolder([tsc, ...words], { GOGC: '400' }).catch((error: { stdout: string }) =>
        expect.fail(error.stdout),
      )
    },
    120_000,
  )
})
