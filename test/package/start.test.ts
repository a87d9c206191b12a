import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { lacks } from '../needs.js'
import { npmPack, stage } from './pack.js'

/** The first words that a user types: through npx, through BusyBox's env, through the shims that npm makes for Windows. */
const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

let folder = ''
// what the package asks for is here already: no network
const beside = Object.keys(manifest.dependencies).map((name) => join(root, 'node_modules', name))
const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
const isThere = (tool: string) => spawnSync(tool, ['--version']).error === undefined
const installed = () => join(folder, 'node_modules/homologa/dist/homologa.js')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homologa-start-'))
  const { filename } = await npmPack(await stage(join(folder, 'staged'), { declarations: false }), folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  await run('npm', ['install', ...flags, `./${filename}`, ...beside], { cwd: folder, env: plain() })
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

function plain(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|npm_config_\w+)$/i.test(name)),
  )
}

describe('npx homologa', () => {
  it('says its version', async () => {
    const { stdout } = await run('npx', ['homologa', '--version'], { cwd: folder, env: plain() })
    expect(stdout.trim()).toBe(manifest.version)
  }, 60_000)

  it('examines, and writes the settings of the client to a file that is not there yet', async () => {
    const words = ['homologa', 'examine', '--write-env', '.env.client', '--no-page', '--timeout', '1']
    const child = spawn('npx', words, { cwd: folder, env: plain(), stdio: ['ignore', 'ignore', 'pipe'] })
    let err = ''
    child.stderr.on('data', (part: Buffer) => {
      err += part
    })
    const status = await new Promise((resolve) => child.on('exit', resolve))
    // nobody called in time
    expect({ status, err }).toEqual({ status: 4, err: expect.stringContaining('.env.client') })
    expect(await readFile(join(folder, '.env.client'), 'utf8')).toMatch(/^HOMOLOGA_BASE_URL=http/m)
  }, 60_000)

  it('offers no flag that Node takes for its own', async () => {
    const { commands } = await import('../../src/cli/commands.js')
    const { commonSettings } = await import('../../src/settings/setting.js')
    const own = [...commands.flatMap(({ options }) => Object.values(options)), ...commonSettings].map(
      ({ flags }) => flags.split(' ')[0],
    )
    expect(own.length).toBeGreaterThan(40)
    // these Node reads behind the script's name, too
    expect(own.filter((flag) => /^--env-file/.test(flag ?? ''))).toEqual([])
  })
})

describe('the way from an empty folder to the first verdict', () => {
  const wayIn = (page: string) =>
    /^```sh\n(mkdir [^`]*)^```$/m.exec(readFileSync(join(root, page), 'utf8'))?.[1] ?? ''

  it('is the same in both languages, but for the name of the folder', () => {
    const [english, portuguese] = ['README.md', 'README.pt-BR.md'].map((page) => wayIn(page).split('\n'))
    expect(portuguese?.[0]).toMatch(/^mkdir (\w+) && cd \1$/)
    expect(portuguese?.slice(1)).toEqual(english?.slice(1))
  })

  it.skipIf(lacks('php', isThere('php')))(
    'takes at most ten commands, as they stand there',
    async () => {
      const block = wayIn('README.md')
      const commands = block.trim().split('\n')
      expect(commands.length).toBeGreaterThan(3)
      expect(commands.length).toBeLessThanOrEqual(10)
      const empty = await mkdtemp(join(tmpdir(), 'homologa-empty-'))
      const tarball = `${join(folder, `homologa-${manifest.version}.tgz`)} ${beside.join(' ')}`
      const here = block.replace(
        `../homologa/homologa-${manifest.version}.tgz`,
        `${flags.join(' ')} ${tarball}`,
      )
      const { stdout } = await run('sh', ['-ec', here], { cwd: empty, env: plain() })
      expect(stdout).toMatch(/^✓ PASS /m)
      const [own = ''] = await readdir(empty)
      const kept = await readdir(join(empty, own))
      expect(kept).toEqual(expect.arrayContaining(['.env', 'application.yaml', 'reports', 'homologar.php']))
      const report = await readFile(join(empty, own, 'reports/latest/report.json'), 'utf8')
      expect(JSON.parse(report)).toMatchObject({ verdict: 'pass' })
      await rm(empty, { recursive: true })
    },
    120_000,
  )
})

describe('the first line', () => {
  it('starts where BusyBox provides env, as on Alpine', async ({ skip }) => {
    const busybox = ['/usr/bin/busybox', '/bin/busybox'].find((path) => existsSync(path))
    if (busybox === undefined)
      return lacks('busybox', false) && skip('busybox is missing: `apt-get install busybox-static` brings it')
    const [first = ''] = (await readFile(installed(), 'utf8')).split('\n')
    // as a kernel does it: all words behind the interpreter are one argument
    const [, interpreter, argument] = /^#!(\S+)\s+(.+)$/.exec(first) ?? []
    expect(interpreter).toBe('/usr/bin/env')
    const words = ['env', argument ?? '', installed(), '--version']
    const { stdout } = await run(busybox, words, { cwd: folder, env: plain() })
    expect(stdout.trim()).toBe(manifest.version)
  })

  it('makes the file one that can be called by its name', async () => {
    expect((await stat(join(folder, 'node_modules/.bin/homologa'))).mode & 0o111).not.toBe(0)
    const { stdout } = await run(join(folder, 'node_modules/.bin/homologa'), ['--version'], { env: plain() })
    expect(stdout.trim()).toBe(manifest.version)
  })

  it('gives the shims of Windows a plain call of node', async ({ skip }) => {
    const { stdout: global } = await run('npm', ['root', '-g'], { env: plain() })
    const home = join(global.trim(), 'npm', 'package.json')
    if (!existsSync(home)) return skip('npm is not installed globally: its cmd-shim is missing')
    const cmdShim = createRequire(home)('cmd-shim') as (from: string, to: string) => Promise<unknown>
    const shim = join(folder, 'shims', 'homologa')
    await mkdir(dirname(shim))
    await cmdShim(installed(), shim)
    const [cmd, powershell] = await Promise.all(
      ['.cmd', '.ps1'].map((suffix) => readFile(shim + suffix, 'utf8')),
    )
    expect(cmd).toContain('SET "_prog=node"')
    expect(cmd).toMatch(/"%_prog%" {2}"%dp0%\\\.\.\\node_modules\\homologa\\dist\\homologa\.js" %\*/)
    expect(powershell).toMatch(
      /& "node\$exe" {2}"\$basedir\/\.\.\/node_modules\/homologa\/dist\/homologa\.js"/,
    )
    // the third one is for the shells of Cygwin and Git, and runs here as well
    const { stdout } = await run('sh', [shim, '--version'], { env: plain() })
    expect(stdout.trim()).toBe(manifest.version)
  })
})
