import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import type { Sbom } from '../end-to-end/build-tool.js'
import { npmPack, stage } from './pack.js'

/** A release, tried up to the last step before anything would leave this machine. */
const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const script = (name: string) => join(root, 'scripts', name)
const address = 'https://forge.example/pedidos/homologa'

let folder = ''
let staged = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homologa-release-'))
  staged = await stage(join(folder, 'staged'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A folder with a manifest and a changelog. */
async function project(changelog: string): Promise<string> {
  const cwd = await mkdtemp(join(folder, 'project-'))
  await writeFile(join(cwd, 'package.json'), '{ "name": "homologa", "version": "1.2.0", "license": "MIT" }\n')
  await writeFile(join(cwd, 'CHANGELOG.md'), changelog)
  return cwd
}

const prepare = (cwd: string, ...words: string[]) =>
  run(process.execPath, [script('release.mjs'), ...words], { cwd })

describe('preparing a release', () => {
  const changelog = '# Changelog\n\n## 1.2.0 (2026-12-01)\n\n- A new rule.\n\n## 1.1.0\n\n- Old.\n'

  it('names the repository and takes the section of the version as notes', async () => {
    const cwd = await project(changelog)
    await prepare(cwd, 'v1.2.0', address)
    expect(JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'))).toMatchObject({
      version: '1.2.0',
      license: 'MIT',
      homepage: `${address}#readme`,
      repository: { type: 'git', url: `git+${address}.git` },
      bugs: { url: `${address}/issues` },
    })
    expect(await readFile(join(cwd, 'release-notes.md'), 'utf8')).toBe('- A new rule.\n')
  })

  it.each([
    ['a tag of another version', changelog, 'v1.3.0', 'v1.3.0 is not the version 1.2.0'],
    ['a version without a section', changelog.replace('1.2.0', '1.2.1'), 'v1.2.0', 'no section for 1.2.0'],
    ['a section that is unreleased', changelog.replace('2026-12-01', 'unreleased'), 'v1.2.0', 'unreleased'],
  ])('refuses %s', async (_title, text, tag, stderr) => {
    const failing = prepare(await project(text), tag, address)
    await expect(failing).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(stderr) })
  })
})

describe('the package that would be published', () => {
  it('is accepted by npm up to the upload, by publint, and by every way to resolve its types', async () => {
    const links = { repository: { type: 'git', url: `git+${address}.git` } }
    const own = JSON.parse(await readFile(join(staged, 'package.json'), 'utf8')) as object
    await writeFile(join(staged, 'package.json'), JSON.stringify({ ...own, ...links }))
    // npm asks a registry which versions there are even in a dry run
    const registry = createServer((_request, response) => response.writeHead(404).end('{}')).listen(
      0,
      '127.0.0.1',
    )
    await once(registry, 'listening')
    const flags = ['--dry-run', '--ignore-scripts', '--json', '--registry', urlOf(registry.address())]
    const { stdout } = await run('npm', ['publish', ...flags], { cwd: staged })
    registry.close()
    expect(stdout).toContain(manifest.name)
    const { messages } = await publint({ pkgDir: staged, strict: true })
    expect(messages.map(({ code }) => code)).toEqual([])
    const { filename } = await npmPack(staged, folder)
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
    const words = [attw, '--profile', 'esm-only', '--no-color', '--no-emoji', join(folder, filename)]
    await run(process.execPath, words, { cwd: folder }).catch(({ stdout }: { stdout: string }) =>
      expect.fail(stdout),
    )
  }, 120_000)
})

const read = async (name: string) => readFile(join(dirname(inject('tool')), name), 'utf8')
const namesIn = (sbom: Sbom) => sbom.components.map(({ group, name }) => (group ? `${group}/${name}` : name))

describe('what is bundled', () => {
  it('is declared, package by package, and nothing else is', async () => {
    const seen = new Set<string>()
    const note = (ids: readonly string[]) => {
      for (const id of ids) {
        const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
        if (name !== undefined) seen.add(name)
      }
    }
    const { default: configs } = await import('../../rolldown.config.mjs')
    for (const { output, ...input } of [configs].flat()) {
      const bundle = await rolldown({ cwd: root, logLevel: 'silent', ...input })
      const { output: made } = await bundle.generate(output as object)
      for (const one of made) if (one.type === 'chunk') note(one.moduleIds)
      await bundle.close()
    }
    const { build } = await import('vite')
    for (const mode of ['page', 'judge'])
      await build({
        configFile: join(root, 'vite.page.config.ts'),
        mode,
        root: join(root, 'src/page'),
        logLevel: 'silent',
        build: { write: false },
        plugins: [{ name: 'note', renderChunk: (_code, { moduleIds }) => note(moduleIds) }],
      })
    const worker = await rolldown({
      cwd: root,
      input: 'src/page/judge/worker.ts',
      platform: 'browser',
      logLevel: 'silent',
      resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    })
    for (const one of (await worker.generate({ codeSplitting: false })).output)
      if (one.type === 'chunk') note(one.moduleIds)
    const sbom = JSON.parse(await read('sbom.cdx.json')) as Sbom
    expect([...new Set(namesIn(sbom))].sort()).toEqual([...seen].sort())
    expect(seen).toContain('preact')
  }, 120_000)

  it('brings its licences into each page', async () => {
    const notices = await Promise.all(
      ['page.html', 'judge.html'].map(async (name) => (await read(name)).split('<!-- Third-party')[1]),
    )
    for (const text of notices) {
      expect(text).toMatch(/^preact \d+\.\d+\.\d+ \(MIT\)\n\nThe MIT License/m)
      expect(text?.match(/--/g)).toHaveLength(1)
    }
    expect(notices[1]).toMatch(/^zod \d/m)
  })

  it('is audited alone, and a known vulnerability fails the audit', async () => {
    const sbom = join(folder, 'sbom.json')
    const components = [
      { group: '@a', name: 'b', version: '1.0.0' },
      { name: 'c', version: '2.0.0' },
      { name: 'c', version: '3.0.0' },
    ]
    await writeFile(sbom, JSON.stringify({ components }))
    const asked: unknown[] = []
    let found: object = {}
    const registry = createServer(async (request, response) => {
      asked.push([request.url, JSON.parse(Buffer.concat(await request.toArray()).toString())])
      response.end(JSON.stringify(found))
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    const env = { ...process.env, npm_config_registry: urlOf(registry.address()) }
    const audit = () => run(process.execPath, [script('audit.mjs'), sbom], { cwd: root, env })
    expect((await audit()).stdout).toBe('3 packages, 0 known vulnerabilities\n')
    found = { c: [{ severity: 'high', title: 'Hangs', url: 'https://advisories.example/1' }] }
    await expect(audit()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('c 2.0.0,3.0.0: high: Hangs'),
    })
    registry.close()
    expect(asked[0]).toEqual([
      '/-/npm/v1/security/advisories/bulk',
      { '@a/b': ['1.0.0'], c: ['2.0.0', '3.0.0'] },
    ])
  })
})

function urlOf(address: AddressInfo | string | null): string {
  return `http://127.0.0.1:${(address as AddressInfo).port}/`
}
