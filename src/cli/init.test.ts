import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runTool } from './run-tool.fixture.js'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const homologa = (...words: string[]) => runTool(words, { cwd: folder })

describe('homologa init', () => {
  it('writes settings, registration, a suite and a nightly workflow', async () => {
    const { out, status } = await homologa(
      'init',
      '--name',
      'Pedidos em Dia',
      '--profile',
      'bling',
      '--start',
      'php artisan serve',
    )
    expect(status).toBe(0)
    expect((await readdir(folder)).sort()).toEqual([
      '.env',
      '.github',
      '.gitignore',
      'application.yaml',
      'homologa.yaml',
      'suites',
    ])
    expect(await readFile(join(folder, 'application.yaml'), 'utf8')).toContain('name: "Pedidos em Dia"')
    expect(await readFile(join(folder, 'homologa.yaml'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=https:.*\n[\s\S]*^command: php artisan serve\n[\s\S]*^profile: bling\n/m,
    )
    expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
    expect(out).toContain('homologa review -- php artisan serve')
    const [workflow = ''] = await readdir(join(folder, '.github/workflows'))
    const nightly = await readFile(join(folder, '.github/workflows', workflow), 'utf8')
    expect(nightly).toMatch(/# .*orders of customers.*\n +- uses: actions\/upload-artifact/)
  })

  it('overwrites nothing, and says so', async () => {
    const mine = 'HOMOLOGA_LANG=pt-BR\nHOMOLOGA_CLIENT_ID=c\n'
    await writeFile(join(folder, '.env'), mine)
    await writeFile(join(folder, '.gitignore'), 'mine\n')
    const { out } = await homologa('init')
    expect(out).toContain('mantido como está: .env')
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe(mine)
    const block = out.slice(out.indexOf('Acrescente estas linhas'))
    expect(block).toContain('  HOMOLOGA_CLIENT_SECRET=\n')
    expect(block).not.toContain('HOMOLOGA_CLIENT_ID')
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('mine\n')
  })

  it('leaves a folder in which the next commands work', async () => {
    await homologa('init')
    expect((await homologa('doctor')).status).toBe(0)
    expect(await homologa('review')).toMatchObject({
      status: 1,
      out: expect.stringContaining('review: NOT YET'),
    })
    const { err, status } = await homologa('contract', 'produtos-da-conta', '--suite', 'suites/produtos.mjs')
    expect(`${status} ${err}`).toMatch(/^0 /)
  })
})

describe('the command that init writes into homologa.yaml', () => {
  it.each([
    [
      'Laravel',
      { artisan: '', 'composer.json': '{}', 'package.json': '{"scripts":{"start":"vite"}}' },
      'php artisan homologar',
    ],
    [
      'Composer with a script for it',
      { 'composer.json': '{"scripts":{"homologacao":"php x.php"}}' },
      'composer run homologacao',
    ],
    ['Composer', { 'composer.json': '{"require":{}}', 'homologar.php': '' }, 'php homologar.php'],
    [
      'npm with a script for it',
      { 'package.json': '{"scripts":{"start":"a","homologar":"b"}}' },
      'npm run homologar',
    ],
    ['npm', { 'package.json': '{"scripts":{"start":"node x.js"}}' }, 'npm start'],
    [
      'a package with a main file',
      { 'package.json': '{"main":"server.js"}', 'server.js': '' },
      'node server.js',
    ],
    ['none', {}, 'node app.js'],
  ])('is that of %s', async (_, files: Readonly<Record<string, string>>, command) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    await homologa('init')
    expect(await readFile(join(folder, 'homologa.yaml'), 'utf8')).toContain(
      `\n${_ === 'none' ? '# ' : ''}command: ${command}\n`,
    )
  })
})

describe('the workflow of init', () => {
  const read = async (path: string) => parse(await readFile(join(folder, path), 'utf8'))

  it('installs homologa as package.json takes it, on GitHub', async () => {
    await writeFile(
      join(folder, 'package.json'),
      '{"devDependencies":{"homologa":"file:homologa-0.1.0.tgz"}}',
    )
    const { err } = await homologa('init')
    expect(err).toBe('')
    const { steps } = (await read('.github/workflows/homologa.yml')).jobs.homologa
    expect(steps.map(({ run }: { run?: string }) => run)).toEqual(
      expect.arrayContaining(['npm ci', expect.stringMatching(/^npx homologa contract --target live /)]),
    )
    expect(await readFile(join(folder, 'homologa.yaml'), 'utf8')).toContain(
      '$schema=./node_modules/homologa/schema/',
    )
  })

  it('warns where package.json takes it from outside of the repository', async () => {
    await writeFile(
      join(folder, 'package.json'),
      '{"dependencies":{"homologa":"file:../homologa-0.1.0.tgz"}}',
    )
    expect((await homologa('init')).err).toContain('file:../homologa-0.1.0.tgz')
  })

  it('takes a packed file or an address from a variable where package.json does not', async () => {
    await homologa('init', '--ci', 'github')
    const { steps } = (await read('.github/workflows/homologa.yml')).jobs.homologa
    const step = steps.find(({ run = '' }: { run?: string }) => run.startsWith('npm install'))
    expect(step).toMatchObject({
      run: expect.stringContaining('$'),
      env: { PACKAGE_OF_HOMOLOGA: expect.anything() },
    })
  })

  it('is one of GitLab where the remote is', async () => {
    await mkdir(join(folder, '.git'))
    await writeFile(join(folder, '.git/config'), '[remote "origin"]\n\turl = git@gitlab.example:a/b.git\n')
    await homologa('init')
    const { homologa: job } = await read('.gitlab-ci.yml')
    expect(job.script.at(-1)).toMatch(/^npx homologa contract --target live /)
    expect(job.artifacts).toMatchObject({ when: 'always', reports: { junit: 'reports/*/junit.xml' } })
    expect((await readdir(folder)).includes('.github')).toBe(false)
  })
})

describe('homologa doctor in a project', () => {
  const told = async () => {
    const { out } = await homologa('doctor', '--json')
    const { lines } = JSON.parse(out) as {
      lines: { name: string; state: string; sentence: string; remedy: string | null }[]
    }
    return lines.filter(({ name }) => /interpreter|command|names/.test(name))
  }

  it.each([
    ['node app.js', 'console.log(1)', ['interpreter ok', 'command ok']],
    ['node app.js', 'console.log(', ['interpreter ok', 'command fail']],
    ['node nowhere.js', '', ['interpreter ok', 'command fail']],
    ['npm run homologar', '', ['interpreter ok', 'command fail']],
    ['no-such-program-of-ours x', '', ['interpreter fail']],
  ])('looks whether the command starts, and runs nothing: %s with "%s"', async (command, text, states) => {
    await writeFile(join(folder, 'homologa.yaml'), `command: ${command}\n`)
    await writeFile(join(folder, 'app.js'), `${text}\nrequire('node:fs').writeFileSync('ran', '')\n`)
    const lines = await told()
    expect(lines.map(({ name, state }) => `${name} ${state}`)).toEqual(states)
    expect(lines.filter(({ state }) => state === 'fail').every(({ remedy }) => remedy !== null)).toBe(true)
    expect((await readdir(folder)).includes('ran')).toBe(false)
  })

  it('names settings of the application in .env that homologa does not feed', async () => {
    await writeFile(
      join(folder, '.env'),
      'APP_KEY=a\nBLING_API_URL=x\nBLING_CLIENT_ID=y\nBLING_REFRESH_TOKEN=z\n',
    )
    await writeFile(join(folder, 'homologa.yaml'), 'env:\n  BLING_CLIENT_ID: "{clientId}"\n')
    expect(
      (await told()).map(({ state, remedy }) => [state, remedy?.split(': ').slice(1).join(': ')]),
    ).toEqual([
      ['warn', 'BLING_API_URL: "{baseUrl}"'],
      ['warn', 'BLING_REFRESH_TOKEN: "{refreshToken}"'],
    ])
  })
})

describe('homologa doctor', () => {
  it('ends with 1 where something is to mend, with a remedy for each line', async () => {
    const { out, status } = await homologa('doctor', '--json', '--base-url', 'http://127.0.0.1:1/Api/v3')
    const { lines, toMend } = JSON.parse(out) as {
      toMend: number
      lines: { state: string; remedy: string | null }[]
    }
    expect(status).toBe(1)
    expect(toMend).toBe(2)
    expect(lines.filter(({ state }) => state === 'fail').every(({ remedy }) => remedy !== null)).toBe(true)
  })
})
