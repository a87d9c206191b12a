import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../exchange/make-folder.js'
import { readTextFile } from '../node/text-file.js'
import { codeOf } from '../node/thrown.js'
import { type InitAnswers, type InitFile, initFiles, missingEnvLines } from '../review/init-files.js'
import { version } from '../settings/version.js'
import { keysOf } from '../specification/plain-object.js'
import type { Catalogue } from '../words/catalogue.js'
import { fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { type FoundProject, findProject } from './init-project.js'
import type { Desk, Invocation } from './invocation.js'
import { type Outcome, passed } from './outcome.js'

export interface InitOptions {
  readonly name?: string
  readonly clientId?: string
  /** Command that starts the application. */
  readonly start?: string
  readonly ci?: 'github' | 'gitlab'
  /** Ask nothing. */
  readonly yes?: boolean
}

/** Writes what a newcomer needs. What is there already stays as it is. */
export async function run(invocation: Invocation<InitOptions>): Promise<Outcome> {
  const { catalogue, give, lang, options, settings, tell } = invocation
  const { ui } = catalogue
  const project = await findProject(settings.cwd)
  const answers = await answersOf(invocation, project)
  if (answers === null) {
    tell('cli.stopped-by-hand')
    return { ending: 'interrupted' }
  }
  const isGuess = options.start === undefined && answers.start === project.command && !project.isThere
  for (const file of [...initFiles({ ...answers, isGuess }, catalogue), ignored]) {
    const fate = await writeNew(settings.cwd, file)
    if (file !== ignored || fate === 'written')
      give(`${fill(ui[`init.${fate}`], { path: file.path }, lang)}\n`)
  }
  const own = await readTextFile('.env', settings.cwd)
  const missing = missingEnvLines(answers, own, catalogue)
  if (missing.length > 0) give(`\n${ui['init.env-block']}\n${missing.map((line) => `  ${line}\n`).join('')}`)
  const { dependency: from } = project
  if (from !== null && /^file:(\/|\.\.)/.test(from)) tell('init.outside', { spec: from, version })
  give(`\n${fill(ui['init.next'], { start: answers.start }, lang)}\n`)
  return passed
}

/** Creates a `.gitignore` for secrets and reports if the project has none. */
const ignored: InitFile = { path: '.gitignore', text: '.env\n.homologa/\nreports/\n', isPrivate: false }

async function answersOf(
  { catalogue, desk, lang, options, settings }: Invocation<InitOptions>,
  { command, dependency, isOnGitlab }: FoundProject,
): Promise<InitAnswers | null> {
  const published = 'node_modules/homologa/schema/homologa.schema.json'
  const isHere = dependency !== null || existsSync(join(settings.cwd, published))
  const given = {
    name: options.name ?? '',
    baseUrl: settings.baseUrl ?? '',
    tokenUrl: settings.given.has('tokenUrl') ? (settings.credentials.tokenUrl ?? '') : '',
    profile: settings.profile.name,
    clientId: options.clientId ?? settings.credentials.clientId ?? '',
    start: options.start ?? command,
    lang,
    ci: options.ci ?? (isOnGitlab ? ('gitlab' as const) : ('github' as const)),
    isDependency: dependency !== null,
    isGuess: false,
    schema: isHere ? `./${published}` : `https://unpkg.com/homologa@${version}/schema/homologa.schema.json`,
  }
  return desk === null || options.yes === true ? given : ask(desk, given, catalogue)
}

/** The keys whose values are texts that a person may type. */
type TextOf<T> = Exclude<keyof T, 'ci' | 'isDependency' | 'isGuess' | 'schema'>

const asked = {
  name: 'init.ask.name',
  baseUrl: 'init.ask.base-url',
  tokenUrl: 'init.ask.token-url',
  profile: 'init.ask.profile',
  clientId: 'init.ask.client-id',
  start: 'init.ask.start',
} as const satisfies Partial<Record<TextOf<InitAnswers>, keyof Catalogue['ui']>>

/** Asks for each value; an empty answer keeps the given one. null if the person left. */
async function ask(desk: Desk, given: InitAnswers, { ui }: Catalogue): Promise<InitAnswers | null> {
  let answers = given
  for (const key of keysOf(asked)) {
    const shown = given[key] === '' ? '' : ` [${given[key]}]`
    const answer = await desk.ask(`${ui[asked[key]]}${shown}: `)
    if (answer === null) return null
    if (answer !== '') answers = { ...answers, [key]: answer }
  }
  return answers
}

/** `kept` where the file is there already. @throws SettingsError where it cannot be written */
async function writeNew(folder: string, { isPrivate, path, text }: InitFile): Promise<'written' | 'kept'> {
  const full = join(folder, path)
  try {
    makeFolder(dirname(full))
    const file = await open(full, 'wx', isPrivate ? 0o600 : 0o644)
    const whole = file.writeFile(text).finally(() => file.close())
    // what is torn would be kept as it is by the next `init`
    await whole.catch(async (error: unknown) => {
      await rm(full, { force: true })
      throw error
    })
    return 'written'
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return 'kept'
    throw new SettingsError('init.not-writable', { path: folder, why: code })
  }
}
