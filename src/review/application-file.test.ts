import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { applicationJsonSchema } from '../../scripts/file-json-schemas.js'
import { version } from '../settings/version.js'
import { langs, loadCatalogue } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { said } from '../words/said.fixture.js'
import { parseApplication } from './application-file.js'
import { applicationTemplate, createInitFiles } from './init-files.js'

const refusal = async (text: string) => {
  const error = await parseApplication(text, 'application.yaml').catch((thrown: unknown) => thrown)
  if (!(error instanceof SettingsError)) throw new Error('it was read')
  return error
}

const answers = {
  name: 'Loja "Boa"',
  baseUrl: 'https://erp.example/Api/v3',
  tokenUrl: '',
  profile: 'bling',
  clientId: 'abc',
  start: 'node app.js',
  lang: 'pt-BR',
  ci: 'github' as const,
  isDependency: false,
  isGuess: false,
  schema: './homologa.schema.json',
}

describe('application.yaml', () => {
  it('is read with what was left out as empty', async () => {
    const registration = await parseApplication('name: Exemplo\nscopes:\n', 'application.yaml')
    expect(registration).toMatchObject({
      name: 'Exemplo',
      description: '',
      situation: null,
      language: 'pt-BR',
      scopes: [],
      answers: [],
    })
  })

  it('may be empty altogether', async () => {
    expect((await parseApplication('', 'application.yaml')).name).toBe('')
  })

  it('takes numbers for texts, and yes as people write it', async () => {
    const text =
      'name: 123\nscopes: [{ scope: 98309 }]\nanswers: [{ question: name-fits, answer: true, date: 2026-11-20 }]'
    const registration = await parseApplication(text, 'application.yaml')
    expect(registration.name).toBe('123')
    expect(registration.scopes[0]).toMatchObject({ scope: '98309', access: 'write', resources: [] })
    expect(registration.answers[0]).toEqual({
      question: 'name-fits',
      answer: 'yes',
      date: '2026-11-20',
      evidence: null,
    })
  })

  it('names the line that is no YAML', async () => {
    expect((await refusal('name: a\nscopes: [\n  {\n')).values.place).toMatch(/^application\.yaml:3:\d$/)
  })

  it('names what does not fit, with its line', async () => {
    const text = 'name: a\nsituation: pronto\nnome: b\nanswers:\n  - { question: why }\n'
    const sentence = await said(parseApplication(text, 'application.yaml'))
    expect(sentence).toMatch(/line 2: situation: .*line 5: answers\.0\.question: .*line 3: nome: /)
    const portuguese = await said(parseApplication(text, 'application.yaml'), 'pt-BR')
    expect(portuguese).toMatch(/linha 2: situation: esperava-se um destes: /)
    expect(portuguese).not.toMatch(/Invalid|expected|line /)
  })

  it('does not grow by aliases of aliases', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}*a]\nc: &c [${'*b,'.repeat(9)}*b]\nname: [${'*c,'.repeat(9)}*c]`
    await expect(parseApplication(bomb, 'application.yaml')).rejects.toThrow()
  })

  it('has its schema published as it is', async () => {
    const published = await readFile(new URL('../../schema/application.schema.json', import.meta.url), 'utf8')
    expect(JSON.parse(published)).toEqual(applicationJsonSchema())
  })
})

describe('what init writes', () => {
  it.each(langs)('is read by the review, commented in %s', async (lang) => {
    const { ui } = await loadCatalogue(lang)
    const text = applicationTemplate(answers, ui)
    const registration = await parseApplication(text, 'application.yaml')
    expect(registration).toMatchObject({
      name: 'Loja "Boa"',
      situation: 'em-desenvolvimento',
      visibility: 'public',
    })
    expect(registration.answers.every(({ answer }) => answer === null)).toBe(true)
    expect(registration.answers).toHaveLength(10)
    expect(new Ajv2020({ strict: false }).validate(applicationJsonSchema(), parse(text))).toBe(true)
    expect(text).toContain(ui['question.manual-complete'])
  })

  it('pins its own version', async () => {
    const files = createInitFiles(answers, await loadCatalogue('en'))
    expect(files.find(({ path }) => path.endsWith('homologa.yml'))?.text).toContain(`homologa@${version}}"`)
  })

  it('names no profile where it is the default, for a recording is then judged by its own', async () => {
    const files = createInitFiles({ ...answers, profile: 'spec' }, await loadCatalogue('en'))
    expect(files.find(({ path }) => path === 'homologa.yaml')?.text).toMatch(/^# profile: spec$/m)
  })

  it('keeps names with line ends and quotes from becoming settings of their own', async () => {
    const { parse: parseEnv } = await import('dotenv')
    const files = createInitFiles(
      { ...answers, clientId: "a'b\nHOMOLOGA_PROFILE=evil" },
      await loadCatalogue('en'),
    )
    const env = parseEnv(files.find(({ path }) => path === '.env')?.text ?? '')
    expect(env).toMatchObject({
      HOMOLOGA_BASE_URL: answers.baseUrl,
      HOMOLOGA_CLIENT_ID: 'ab HOMOLOGA_PROFILE=evil',
    })
    expect(env).not.toHaveProperty('HOMOLOGA_PROFILE')
  })

  it('is commented in one language', async () => {
    const comments = async (lang: 'en' | 'pt-BR') =>
      createInitFiles(answers, await loadCatalogue(lang)).flatMap(
        ({ text }) => text.match(/^ *# \p{L}+ .*$/gmu) ?? [],
      )
    const [english, portuguese] = [await comments('en'), await comments('pt-BR')]
    expect(portuguese).toHaveLength(english.length)
    expect(portuguese.filter((one) => english.includes(one))).toEqual([])
  })

  it('holds a workflow that reads as one, and no secret but by name', async () => {
    const files = createInitFiles({ ...answers, profile: 'x }}\n  evil: 1' }, await loadCatalogue('pt-BR'))
    const workflow = parse(files.find(({ path }) => path.endsWith('.yml'))?.text ?? '')
    expect(workflow.jobs.homologa.steps).toHaveLength(5)
    expect(parse(files.find(({ path }) => path === 'homologa.yaml')?.text ?? '')).not.toHaveProperty('evil')
    expect(files.find(({ path }) => path === '.env')?.isPrivate).toBe(true)
  })
})
