import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../exchange/make-folder.js'
import { readJsonObject, readTextFile } from '../node/text-file.js'
import { codeOf } from '../node/thrown.js'
import { type InitAnswers, type InitFile, initFiles, missingEnvLines } from '../review/init-files.js'
import { version } from '../settings/version.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type Catalogue, fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { Invocation, Person } from './invocation.js'
import type { Options } from './options.js'
import { type Outcome, passed } from './outcome.js'

/** Writes what a newcomer needs. What is there already stays as it is. */
export async function run(invocation: Invocation<Options<'init'>>): Promise<Outcome> {
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
const ignored: InitFile = { path: '.gitignore', text: '.env\n.homologa/\nreports/\n' }

async function answersOf(
  { catalogue, person, lang, options, settings }: Invocation<Options<'init'>>,
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
  return person === null || options.yes === true ? given : ask(person, given, catalogue)
}

/** Asks for each value; an empty answer keeps the given one. null if the person left. */
async function ask(person: Person, given: InitAnswers, { ui }: Catalogue): Promise<InitAnswers | null> {
  const questions = [
    ['name', ui['init.ask.name']],
    ['baseUrl', ui['init.ask.base-url']],
    ['tokenUrl', ui['init.ask.token-url']],
    ['profile', ui['init.ask.profile']],
    ['clientId', ui['init.ask.client-id']],
    ['start', ui['init.ask.start']],
  ] as const
  let answers = given
  for (const [key, question] of questions) {
    const shown = given[key] === '' ? '' : ` [${given[key]}]`
    const answer = await person.ask(`${question}${shown}: `)
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

/** Facts about a project, read from its files. */
interface FoundProject {
  /** The command that probably runs the homologation. */
  readonly command: string
  /** Whether its script is there. */
  readonly isThere: boolean
  /** How package.json takes homologa: `^0.1.0`, `file:…`, `git+…`; null if it does not. */
  readonly dependency: string | null
  readonly isOnGitlab: boolean
}

/** Script names that people give to the procedure. */
const ours = /^homolog/i

async function findProject(cwd: string): Promise<FoundProject> {
  const [npm, composer] = [
    await readJsonObject('package.json', cwd),
    await readJsonObject('composer.json', cwd),
  ]
  const command = commandOf(npm, composer, cwd)
  const remotes = await readTextFile('.git/config', cwd).catch(() => '')
  const dependency = [npm.devDependencies, npm.dependencies]
    .flatMap((all) => (isPlainObject(all) && typeof all.homologa === 'string' ? [all.homologa] : []))
    .at(0)
  return {
    command,
    isThere: !/^(php|node) (?!artisan)/.test(command) || existsSync(join(cwd, command.replace(/^\w+ /, ''))),
    dependency: dependency ?? null,
    isOnGitlab: /url = \S*gitlab/.test(remotes) || existsSync(join(cwd, '.gitlab-ci.yml')),
  }
}

type Json = Readonly<Record<string, unknown>>

/** PHP comes first: a Laravel project has a package.json for its front end. */
function commandOf(npm: Json, composer: Json, cwd: string): string {
  const own = (json: Json) =>
    Object.keys(isPlainObject(json.scripts) ? json.scripts : {}).find((one) => ours.test(one))
  const [ofComposer, ofNpm] = [own(composer), own(npm)]
  if (existsSync(join(cwd, 'artisan'))) return 'php artisan homologar'
  if (ofComposer !== undefined) return `composer run ${ofComposer}`
  if (ofNpm !== undefined) return `npm run ${ofNpm}`
  if (Object.keys(composer).length > 0) return 'php homologar.php'
  if (isPlainObject(npm.scripts) && 'start' in npm.scripts) return 'npm start'
  return typeof npm.main === 'string' ? `node ${npm.main}` : 'node app.js'
}
