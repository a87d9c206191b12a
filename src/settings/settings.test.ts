import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import en from '../words/en.json' with { type: 'json' }
import { SettingsError } from '../words/errors.js'
import { said } from '../words/said.fixture.js'
import { didYouMean } from './did-you-mean.js'
import { commonSettings } from './setting.js'
import { loadSettings } from './settings.js'

async function folder(files: Record<string, string> = {}): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'homologa-settings-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text)
  return cwd
}

const keyOf = async (loading: Promise<unknown>) =>
  loading.then(
    () => 'no error',
    (error: unknown) => (error instanceof SettingsError ? error.key : String(error)),
  )

describe('settings', () => {
  it.each(commonSettings)('have a sentence that explains $flags', ({ help }) => {
    expect(en.help[help]).not.toBe(undefined)
  })

  it('let flags win over the environment, the environment over .env, .env over the profile', async () => {
    const cwd = await folder({
      '.env': 'HOMOLOGA_TIMEOUT_MS=1\nHOMOLOGA_TOLERANCE_MS=2\nHOMOLOGA_SPACING_MS=3\n',
    })
    const env = { HOMOLOGA_TIMEOUT_MS: '10', HOMOLOGA_TOLERANCE_MS: '20' }
    const settings = await loadSettings({ flags: { timeoutMs: '100' }, env, cwd })
    expect([settings.timeoutMs, settings.toleranceMs, settings.spacingMs]).toEqual([100, 20, 3])
  })

  it('are read from an .env whose comments alone are Latin-1', async () => {
    const cwd = await folder()
    const read = async (text: string) => {
      await writeFile(join(cwd, '.env'), text, 'latin1')
      return (await loadSettings({ flags: {}, env: {}, cwd })).timeoutMs
    }
    expect(await read('# configura\xe7\xe3o\nHOMOLOGA_TIMEOUT_MS=7\n')).toBe(7)
    expect(await keyOf(read('HOMOLOGA_TIMEOUT_MS=7\nHOMOLOGA_CLIENT_ID=\xe3\n'))).toBe('settings.encoding')
  })

  it('are refused by their line in .env, which another folder may have brought along', async () => {
    const cwd = await folder({
      '.env': '# ours\nHOMOLOGA_LANG=en\r\n\nexport HOMOLOGA_LANG="fr"\nHOMOLOGA_TIMEOUT_MS=0\n',
    })
    const saidOf = (flags: object, env: Record<string, string>) =>
      said(loadSettings({ flags: { ...flags }, env, cwd }))
    expect(await saidOf({ timeoutMs: '5' }, {})).toContain("'HOMOLOGA_LANG (.env:4)' is 'fr'")
    expect(await saidOf({ lang: 'en' }, {})).toContain("'HOMOLOGA_TIMEOUT_MS (.env:5)' is '0'")
    expect(await saidOf({ timeoutMs: '5' }, { HOMOLOGA_LANG: 'de' })).toContain("'HOMOLOGA_LANG' is 'de'")
  })

  it('are frozen, and complete without any source', async () => {
    const settings = await loadSettings({ flags: {}, env: {}, cwd: await folder() })
    expect(Object.isFrozen(settings)).toBe(true)
    expect(settings).toMatchObject({
      baseUrl: null,
      spacingMs: 2000,
      toleranceMs: 5,
      timeoutMs: 10_000,
      maxBodyBytes: 2_000_000,
      lang: 'en',
    })
  })

  it('take an empty variable for none', async () => {
    const env = { HOMOLOGA_PROFILE: '', HOMOLOGA_ACCESS_TOKEN: '' }
    const { profile, credentials } = await loadSettings({ flags: {}, env, cwd: await folder() })
    expect([profile.name, credentials.accessToken]).toEqual(['spec', null])
  })

  it.each([
    [{ HOMOLOGA_BASE_URL: '' }, {}, ''],
    [{ HOMOLOGA_BASE_URL: ' ' }, {}, ''],
    [{ HOMOLOGA_TOKEN_URL: '' }, {}, ''],
    [{ HOMOLOGA_DOCS_TEST_URL: '' }, {}, ''],
    [{}, {}, 'HOMOLOGA_BASE_URL=\n'],
    [{}, {}, 'HOMOLOGA_BASE_URL="" # none yet\n'],
    [{ HOMOLOGA_BASE_URL: '' }, {}, 'HOMOLOGA_BASE_URL=https://erp.example/Api/v3\n'],
    [{}, { baseUrl: '' }, ''],
  ])('refuse an address that is set but empty: %j %j %j', async (env, flags, dotenv) => {
    const cwd = await folder(dotenv === '' ? {} : { '.env': dotenv })
    expect(await keyOf(loadSettings({ flags, env, cwd }))).toBe('settings.url-empty')
  })

  it('pass over an empty address that a flag replaces', async () => {
    const flags = { baseUrl: 'https://erp.example/Api/v3' }
    const settings = await loadSettings({ flags, env: { HOMOLOGA_BASE_URL: '' }, cwd: await folder() })
    expect(settings.baseUrl).toBe('https://erp.example/Api/v3')
  })

  it.each([
    ['HOMOLOGA_LANG=en\nHOMOLOGA_BASE_URL https://erp.example/Api/v3\n', '2'],
    ['just words\n\n# a comment\n= https://erp.example\n', '1, 4'],
    ['HOMOLOGA_PROFILE=spec\nHOMOLOGA_ACCESS_TOKEN="abc\nHOMOLOGA_LANG=en\n', '2'],
    ["HOMOLOGA_ACCESS_TOKEN='abc\n", '1'],
    ['\u0000H\u0000O\u0000M', '1'],
  ])('name the lines of .env that cannot be read: %j', async (text, lines) => {
    const loading = loadSettings({ flags: {}, env: {}, cwd: await folder({ '.env': text }) })
    await expect(loading).rejects.toMatchObject({ key: 'settings.dotenv.lines', values: { lines } })
  })

  it.each([
    "\uFEFFHOMOLOGA_LANG=pt-BR\r\n\r\n# comment\r\nexport OTHER = 'two words' # why\r\n",
    'KEY="-----BEGIN\nMIDDLE\n-----END"\nHOMOLOGA_LANG=pt-BR',
    'OTHER=it\'s\nEMPTY=\nYAML: way\nHOMOLOGA_LANG="pt-BR"\n',
  ])('read what dotenv reads: %j', async (text) => {
    const settings = await loadSettings({ flags: {}, env: {}, cwd: await folder({ '.env': text }) })
    expect(settings.lang).toBe('pt-BR')
  })

  it.each([
    [{ HOMOLOGA_BASEURL: 'x' }, 'settings.env.unknown-near'],
    [{ HOMOLOGA_SOMETHING_ELSE: 'x' }, 'settings.env.unknown'],
    [{ HOMOLOGA_SPACING_MS: 'two' }, 'settings.milliseconds'],
    [{ HOMOLOGA_SPACING_MS: '-1' }, 'settings.milliseconds'],
    [{ HOMOLOGA_TIMEOUT_MS: '0' }, 'settings.integer'],
    [{ HOMOLOGA_MAX_BODY: '999' }, 'settings.integer'],
    [{ HOMOLOGA_MAX_BODY: '8388609' }, 'settings.integer'],
    [{ HOMOLOGA_JSON: 'perhaps' }, 'settings.switch'],
    [{ HOMOLOGA_LANG: 'fr' }, 'settings.choice'],
    [{ HOMOLOGA_BASE_URL: 'erp.example' }, 'settings.url'],
    [{ HOMOLOGA_BASE_URL: 'https://erp.example/Api v3' }, 'settings.url'],
    [{ HOMOLOGA_TOKEN_URL: 'https://erp.example/☃' }, 'settings.url'],
    [{ HOMOLOGA_BASE_URL: 'https://u:p@erp.example/Api/v3' }, 'settings.url-credentials'],
    [{ HOMOLOGA_BASE_URL: 'https://erp.example/Api/v3?x=1' }, 'settings.url-query'],
    [{ HOMOLOGA_PROFILE: 'blin' }, 'settings.profile.unknown-near'],
    [{ HOMOLOGA_PROFILE: './none.yaml' }, 'settings.profile.unreadable'],
  ])('refuse %j with a sentence', async (env, key) => {
    expect(await keyOf(loadSettings({ flags: {}, env, cwd: await folder() }))).toBe(key)
  })

  it('refuse an unknown key of .env', async () => {
    const cwd = await folder({ '.env': 'HOMOLOGA_PROFIL=spec\nOTHER=1\n' })
    expect(await keyOf(loadSettings({ flags: {}, env: {}, cwd }))).toBe('settings.dotenv.unknown-near')
  })

  it('read a profile file over the profile that it extends, and name what it changes', async () => {
    const cwd = await folder({ 'own.yaml': 'extends: bling\nspacing: { reading: at-least, paceMs: 2000 }\n' })
    const { profile } = await loadSettings({ flags: { profile: './own.yaml' }, env: {}, cwd })
    expect(profile.spacing).toMatchObject({ reading: 'at-least', paceMs: 2000, intervalMs: 2000 })
    expect(profile.hash.header).toBe('x-bling-homologacao')
    expect(profile.assumptions).toContain('spacing.reading: "at-least"')
    expect(profile.assumptions).not.toContain('spacing-at-most')
    expect(profile.assumptions).toContain('hash-header')
  })

  it('say where in a profile file what does not fit stands', async () => {
    const text = 'extends: bling\nshapes:\n  GET /contatos/{id}:\n    data:\n      type: objekt\n'
    const cwd = await folder({ 'own.yaml': text })
    const error = await loadSettings({ flags: { profile: './own.yaml' }, env: {}, cwd }).catch((it) => it)
    expect(error.values).toMatchObject({
      file: './own.yaml:5:13',
      path: 'shapes.GET /contatos/{id}.data.type',
    })
  })

  it.each([
    ['request: { headers: { x-a: b, host: c } }', 'own.yaml:1:37', 'request.headers.host'],
    ['extends: blingg', 'own.yaml:1:10', 'extends'],
  ])('say where in a profile file a value stands that nobody can use: %s', async (text, file, path) => {
    const cwd = await folder({ 'own.yaml': text })
    const error = await loadSettings({ flags: { profile: './own.yaml' }, env: {}, cwd }).catch((it) => it)
    expect(error.values).toMatchObject({ file: `./${file}`, path })
  })

  it('take shapes of one’s own from a profile file, and name them among its assumptions', async () => {
    const text = 'shapes:\n  GET /contatos/{id}:\n    data: { type: object, required: [nome] }\n'
    const cwd = await folder({ 'own.yaml': text })
    const { profile } = await loadSettings({ flags: { profile: './own.yaml' }, env: {}, cwd })
    expect(profile.shapes).toEqual({ 'GET /contatos/{id}': { data: { type: 'object', required: ['nome'] } } })
    expect(profile.assumptions).toContain('shapes: GET /contatos/{id}')
  })

  it.each([
    ['own.yaml', 'spacing: { readin: at-least }', 'settings.profile.field-near'],
    ['own.yaml', 'spacing: { reading: sometimes }', 'settings.profile.field'],
    ['own.yaml', 'hash: { header: Authorization }', 'settings.profile.field'],
    ['own.yaml', 'hash: { header: host }', 'settings.profile.field'],
    ['own.yaml', 'statuses: [[], [201], [204], [204], [204]]', 'settings.profile.field'],
    ['own.yaml', 'statuses: [[404], [201], [204], [204], [204]]', 'settings.profile.field'],
    ['own.yaml', 'limitHit: { statuses: [200] }', 'settings.profile.field'],
    ['own.json', '{ "name": "a", "name": "b" }', 'yaml.syntax'],
    ['own.yaml', '__proto__: { name: x }', 'settings.profile.field'],
    ['own.yaml', 'name: a\n---\nname: b', 'yaml.syntax'],
    ['own.yaml', 'name: *none', 'yaml.syntax'],
    ['own.yaml', 'change: { field: __proto__ }', 'settings.profile.field'],
    ['own.yaml', 'tokenRequest: { path: oauth/token }', 'settings.profile.field'],
    ['own.yaml', 'tokenRequest: { path: //elsewhere.example/token }', 'settings.profile.field'],
    ['own.yaml', 'tokenRequest: { authorizePath: "/a b" }', 'settings.profile.field'],
    ['own.yaml', 'extends: other', 'settings.profile.field'],
    ['own.yaml', 'extends: ./base.yaml', 'settings.profile.field'],
    ['own.yaml', 'request: { headers: { Authorization: Bearer x } }', 'settings.profile.field'],
    ['own.yaml', 'request: { headers: { "x y": z } }', 'settings.profile.field'],
    ['own.yaml', 'request: { headers: { x-y: "a\\nb" } }', 'settings.profile.field'],
    ['own.json', '{ "spacing": ', 'yaml.syntax'],
    ['own.yaml', 'spacing: [', 'yaml.syntax'],
    ['own.json', '[]', 'settings.profile.no-object'],
    ['own.yaml', 'shapes: { GET /contato: { data: { type: object } } }', 'settings.profile.shape-route'],
    ['own.yaml', 'shapes: { GET /contatos: { dados: { type: array } } }', 'settings.profile.field'],
    ['own.yaml', 'shapes: { GET /contatos: { data: { type: arr } } }', 'settings.profile.field'],
    ['own.yaml', 'shapes: { GET /contatos: { data: { propertys: {} } } }', 'settings.profile.field'],
    ['own.yaml', 'shapes: { GET /contatos: { data: { properties: {} } } }', 'settings.profile.field'],
    [
      'own.yaml',
      'shapes: { GET /contatos: { data: { type: string, pattern: "(" } } }',
      'settings.profile.shape-schema',
    ],
    [
      'own.yaml',
      'shapes: { GET /contatos: { data: { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } } } }',
      'settings.profile.shape-reference',
    ],
  ])('refuse the profile %s: %s', async (name, text, key) => {
    const cwd = await folder({ [name]: text })
    expect(await keyOf(loadSettings({ flags: { profile: `./${name}` }, env: {}, cwd }))).toBe(key)
  })

  it.each([
    [
      'hash: { header: Authorization }',
      "own.yaml:1:17' does not fit: a header of this name has a meaning of its own",
    ],
    ['request: { headers: { Host: x } }', 'a header of this name is set by the harness itself'],
    ['situation: { value: {} }', 'none of these holds: expected a text; expected a number'],
    [
      'statuses: [[], [201], [204], [204], [204]]',
      "'statuses.0' in the profile './own.yaml:1:12' does not fit: too small",
    ],
    ['spacing:\n  intervalMs: 1\n  readin: at-least', "'spacing.readin' in the profile './own.yaml:3:11'"],
    ['name: a\n---\nname: b', './own.yaml:2:1: not readable as YAML or JSON: a second document begins here'],
    ['name: a\nhash: *none', './own.yaml:2:7: not readable as YAML or JSON: an alias (*name) leads nowhere'],
  ])('say why a profile is refused: %s', async (text, sentence) => {
    const cwd = await folder({ 'own.yaml': text })
    expect(await said(loadSettings({ flags: { profile: './own.yaml' }, env: {}, cwd }))).toContain(sentence)
  })

  it('let --spacing-ms change the interval under "at least", and our own pace under "at most"', async () => {
    const cwd = await folder()
    const spec = await loadSettings({ flags: { spacingMs: '100' }, env: {}, cwd })
    const bling = await loadSettings({ flags: { spacingMs: '100', profile: 'bling' }, env: {}, cwd })
    expect([spec.profile.spacing.intervalMs, spec.spacingMs]).toEqual([100, 100])
    expect([bling.profile.spacing.intervalMs, bling.spacingMs]).toEqual([2000, 100])
    expect(spec.profile.assumptions).not.toEqual([])
  })

  it('know the token address from the profile, unless another is named', async () => {
    const cwd = await folder()
    const flags = { baseUrl: 'https://erp.example/Api/v3/', profile: 'bling' }
    const known = await loadSettings({ flags, env: {}, cwd })
    expect(known.baseUrl).toBe('https://erp.example/Api/v3')
    expect(known.credentials.tokenUrl).toBe('https://erp.example/Api/v3/oauth/token')
    const named = await loadSettings({ flags: { ...flags, tokenUrl: 'https://id.example/t' }, env: {}, cwd })
    expect(named.credentials.tokenUrl).toBe('https://id.example/t')
  })
})

describe('did you mean', () => {
  it.each([
    ['chek', 'check'],
    ['bling-', 'bling'],
    ['cehck', 'check'],
    ['zzz', null],
    ['chte', null],
  ])('%s → %s', (word, expected) => {
    expect(didYouMean(word, ['check', 'bling', 'contract'])).toBe(expected)
  })
})
