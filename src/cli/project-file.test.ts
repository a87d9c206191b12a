import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectJsonSchema } from '../../scripts/file-json-schemas.js'
import { readProject } from '../settings/project-file.js'
import { commonSettings } from '../settings/setting.js'
import { loadSettings } from '../settings/settings.js'
import { runTool } from './run-tool.fixture.js'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'homologa-project-'))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(cwd, name), text)

const homologa = (...words: string[]) => runTool(words, { cwd })

describe('homologa.yaml', () => {
  it('gives way to .env, that to the environment, and that to flags; it wins over the profile', async () => {
    const profileOf = async (flags = {}, env = {}) => (await loadSettings({ flags, env, cwd })).profile.name
    write('homologa.yaml', 'profile: bling\nspacing-ms: 1500\ntoleranceMs: 7\n')
    expect(await loadSettings({ flags: {}, env: {}, cwd })).toMatchObject({ spacingMs: 1500, toleranceMs: 7 })
    expect(await profileOf()).toBe('bling')
    write('.env', 'HOMOLOGA_PROFILE=spec\n')
    expect(await profileOf()).toBe('spec')
    expect(await profileOf({}, { HOMOLOGA_PROFILE: 'bling' })).toBe('bling')
    expect(await profileOf({ profile: 'spec' }, { HOMOLOGA_PROFILE: 'bling' })).toBe('spec')
  })

  it.each([
    [
      'an unknown key',
      '# ours\nprofil: bling\n',
      "homologa.yaml:2: 'profil' is not known. Did you mean 'profile'?",
    ],
    ['a key that resembles none', 'lang: en\nzzzzzz: 1\n', "homologa.yaml:2: 'zzzzzz' is not known."],
    ['a secret', 'lang: en\naccessToken: abc\n', 'homologa.yaml:2'],
    ['a secret by its name in the environment', 'HOMOLOGA_CLIENT_SECRET: abc\n', 'HOMOLOGA_CLIENT_SECRET'],
    ['a webhook', 'notify: https://hooks.slack.com/a\n', 'HOMOLOGA_NOTIFY'],
    ['a secret for the command', 'env:\n  A: b\n  BLING_TOKEN: abc\n', 'BLING_TOKEN'],
    ['a value that does not fit', 'lang: en\ntoleranceMs: many\n', 'toleranceMs (homologa.yaml:2)'],
    ['a key after one that begins like it', 'timeout-ms: 5000\ntimeout: many\n', 'homologa.yaml:2'],
    ['a list where one value belongs', 'profile: [spec]\n', 'homologa.yaml:1'],
    ['a list where an option takes one value', 'lang: en\nwriteEnv: [a.env, b.env]\n', 'homologa.yaml:2'],
    ['a list of other things than texts', 'lang: en\nsuite: [{a: b}]\n', 'homologa.yaml:2'],
    ['a wrong value on the only line', '{ "lang": "xx" }', 'lang (homologa.yaml:1:11)'],
    ['a mapping that is none', 'env: BLING_URL\n', 'homologa.yaml:1'],
    ['an unknown name in a template', 'env: {BLING_URL: "{baseURL}"}\n', "Did you mean 'baseUrl'"],
    ['no map', '- profile\n', 'homologa.yaml:1'],
    ['an option of the command without a value', 'lang: en\nwriteEnv: ""\n', 'writeEnv (homologa.yaml:2)'],
    ['an empty address', 'baseUrl: ""\n', 'baseUrl (homologa.yaml:1)'],
  ])('ends with 2 and one sentence with its place for %s', async (_, text, told) => {
    write('homologa.yaml', text)
    const { status, out, err } = await homologa('examine', '--no-page', '--timeout', '1')
    expect([status, out, err]).toEqual([2, '', expect.stringContaining(told)])
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(err).not.toContain('abc')
  })

  it.each([
    ['node app.js', ['node', 'app.js']],
    [`node "my app.js" 'a b' ""`, ['node', 'my app.js', 'a b', '']],
    [`node --name="a b" --other='c "d"'e`, ['node', '--name=a b', '--other=c "d"e']],
    [`echo it's 5"`, ['echo', `it's`, '5"']],
  ])('splits the command %s as a shell would', async (command, words) => {
    write('homologa.yaml', `command: |-\n  ${command}\n`)
    expect((await readProject(cwd)).command).toEqual(words)
  })

  it('names the command of examine and its environment; words after `--` win', async () => {
    const printing = (text: string) => ['-e', `console.log('<' + process.env.BLING_URL + '${text}>')`]
    write(
      'homologa.yaml',
      `command: node ${JSON.stringify('-e')} "${printing('file')[1]}"\nenv:\n  BLING_URL: "{baseUrl}"\n`,
    )
    expect((await homologa('examine', '--no-page')).err).toMatch(/<http:\/\/127[^<>]*file>/)
    expect((await homologa('examine', '--no-page', '--', 'node', ...printing('typed'))).err).toMatch(/typed>/)
  })

  it('gives each command the options that it takes, and no other; flags win', async () => {
    write('homologa.yaml', 'minRoutes: 1000\nsuite: [nowhere.mjs]\napplication: ours.yaml\n')
    expect((await homologa('contract', 'depositos')).err).toContain('nowhere.mjs')
    write('homologa.yaml', 'min-routes: 1000\n')
    expect((await homologa('contract', 'depositos')).status).toBe(4)
    expect((await homologa('contract', 'depositos', '--min-routes', '1')).status).toBe(0)
    expect((await homologa('requirements')).status).toBe(0)
    write('homologa.yaml', 'lang: en\nfail-on: nwe\n')
    expect((await homologa('contract', '--list')).err).toContain("'fail-on (homologa.yaml:2)' is 'nwe'")
    expect((await homologa('contract', '--list', '--fail-on', 'nwe')).err).toContain("'--fail-on' is 'nwe'")
  })

  it('may be JSON, whose numbers and switches are read like those of YAML', async () => {
    write('homologa.yaml', '{"toleranceMs": 7, "quiet": true}')
    expect(await loadSettings({ flags: {}, env: {}, cwd })).toMatchObject({
      toleranceMs: 7,
      quiet: true,
    })
  })

  it('decides the language of help and errors', async () => {
    write('homologa.yaml', 'lang: pt-BR\n')
    expect((await homologa('check', '--spacing-ms', 'x')).err).toContain('deve ser')
  })

  it('has a published schema with every common setting', () => {
    const published = JSON.parse(
      readFileSync(new URL('../../schema/homologa.schema.json', import.meta.url), 'utf8'),
    )
    expect(published).toEqual(projectJsonSchema())
    expect(Object.keys(published.properties)).toEqual(
      expect.arrayContaining(commonSettings.map(({ key }) => key)),
    )
  })
})
