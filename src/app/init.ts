import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../exchange/make-folder.js'
import { readJsonObject, readTextFile } from '../node/text-file.js'
import { codeOf } from '../node/thrown.js'
import {
  createInitFiles,
  findMissingEnvLines,
  type InitAnswers,
  type InitFile,
} from '../review/init-files.js'
import { version } from '../settings/version.js'
import { isPlainObject } from '../specification/plain-object.js'
import { type Catalogue, fill } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { InvocationOf, Person } from './invocation.js'
import { type Outcome, passed } from './outcome.js'

/** `init`: writes the starter files of a project. A file that exists is not changed. */
export async function run(invocation: InvocationOf<'init'>): Promise<Outcome> {
  const { catalogue, printResult, lang, options, settings, printMessage } = invocation
  const { ui } = catalogue
  const project = await findProject(settings.cwd)
  const given = await collectAnswers(invocation, project)
  if (given === null) {
    printMessage('cli.stopped-by-hand')
    return { ending: 'interrupted' }
  }
  // homologa.yaml has a guessed command as a comment, which the user confirms or corrects.
  const isGuess = options.start === undefined && given.start === project.command && !project.hasScript
  const answers: InitAnswers = { ...given, isGuess }
  for (const file of [...createInitFiles(answers, catalogue), gitignore]) {
    const result = await writeNew(settings.cwd, file)
    // A project's own `.gitignore` is not mentioned, because nobody expects `init` to write one.
    if (file !== gitignore || result === 'written')
      printResult(`${fill(ui[`init.${result}`], { path: file.path }, lang)}\n`)
  }
  const dotenv = await readTextFile('.env', settings.cwd)
  const missing = findMissingEnvLines(answers, dotenv, catalogue)
  if (missing.length > 0)
    printResult(`\n${ui['init.env-block']}\n${missing.map((line) => `  ${line}\n`).join('')}`)
  const { dependency } = project
  // A CI job checks out the project alone, so it has no `file:../homologa`.
  if (dependency !== null && /^file:(\/|\.\.)/.test(dependency))
    printMessage('init.outside', { spec: dependency, version })
  printResult(`\n${fill(ui['init.next'], { start: answers.start }, lang)}\n`)
  return passed
}

/** Creates a `.gitignore` for secrets and reports if the project has none. */
const gitignore: InitFile = { path: '.gitignore', text: '.env\n.homologa/\nreports/\n' }

type GivenAnswers = Omit<InitAnswers, 'isGuess'>

async function collectAnswers(
  { catalogue, person, lang, options, settings }: InvocationOf<'init'>,
  { command, dependency, isOnGitlab }: Awaited<ReturnType<typeof findProject>>,
): Promise<GivenAnswers | null> {
  const schemaPath = 'node_modules/homologa/schema/homologa.schema.json'
  const isInstalled = dependency !== null || existsSync(join(settings.cwd, schemaPath))
  const defaults = {
    name: options.name ?? '',
    baseUrl: settings.baseUrl ?? '',
    tokenUrl: settings.given.has('tokenUrl') ? (settings.credentials.tokenUrl ?? '') : '',
    profile: settings.profile.name,
    clientId: options.clientId ?? settings.credentials.clientId ?? '',
    start: options.start ?? command,
    lang,
    ci: options.ci ?? (isOnGitlab ? ('gitlab' as const) : ('github' as const)),
    isDependency: dependency !== null,
    schema: isInstalled
      ? `./${schemaPath}`
      : `https://unpkg.com/homologa@${version}/schema/homologa.schema.json`,
  }
  return person === null || options.yes === true ? defaults : ask(person, defaults, catalogue)
}

/** Asks for each value; an empty answer keeps the default. null if the person leaves. */
async function ask(person: Person, defaults: GivenAnswers, { ui }: Catalogue): Promise<GivenAnswers | null> {
  const questions = [
    ['name', ui['init.ask.name']],
    ['baseUrl', ui['init.ask.base-url']],
    ['tokenUrl', ui['init.ask.token-url']],
    ['profile', ui['init.ask.profile']],
    ['clientId', ui['init.ask.client-id']],
    ['start', ui['init.ask.start']],
  ] as const
  let answers = defaults
  for (const [key, question] of questions) {
    const shown = defaults[key] === '' ? '' : ` [${defaults[key]}]`
    const answer = await person.ask(`${question}${shown}: `)
    if (answer === null) return null
    if (answer !== '') answers = { ...answers, [key]: answer }
  }
  return answers
}

/** `kept` if the file exists already. @throws SettingsError if it cannot be written */
async function writeNew(folder: string, { isPrivate, path, text }: InitFile): Promise<'written' | 'kept'> {
  const full = join(folder, path)
  try {
    makeFolder(dirname(full))
    const file = await open(full, 'wx', isPrivate ? 0o600 : 0o644)
    const whole = file.writeFile(text).finally(() => file.close())
    // An incomplete file must not stay, because the next `init` would keep it.
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

/** Names of npm and composer scripts that run the procedure: `homologar`, `homologacao`. */
const SCRIPT_NAME = /^homolog/i

/** Facts about a project, read from its files. `command` probably runs the homologation. */
async function findProject(cwd: string) {
  const npm = await readJsonObject('package.json', cwd)
  const composer = await readJsonObject('composer.json', cwd)
  const command = guessCommand(npm, composer, cwd)
  const remotes = await readTextFile('.git/config', cwd).catch(() => '')
  const [dependency = null] = [npm.devDependencies, npm.dependencies].flatMap((all) =>
    isPlainObject(all) && typeof all.homologa === 'string' ? [all.homologa] : [],
  )
  const [, script] = /^(?:php|node) (?!artisan)(.*)/.exec(command) ?? []
  return {
    command,
    /** False if the command is `php` or `node` with a script that does not exist. */
    hasScript: script === undefined || existsSync(join(cwd, script)),
    /** How package.json depends on homologa: `^0.1.0`, `file:…`, `git+…`; null if it does not. */
    dependency,
    isOnGitlab: /url = \S*gitlab/.test(remotes) || existsSync(join(cwd, '.gitlab-ci.yml')),
  }
}

type Json = Readonly<Record<string, unknown>>

/** PHP comes first: a Laravel project has a package.json for its front end. */
function guessCommand(npm: Json, composer: Json, cwd: string): string {
  const scriptIn = ({ scripts }: Json) =>
    Object.keys(isPlainObject(scripts) ? scripts : {}).find((name) => SCRIPT_NAME.test(name))
  const [ofComposer, ofNpm] = [scriptIn(composer), scriptIn(npm)]
  if (existsSync(join(cwd, 'artisan'))) return 'php artisan homologar'
  if (ofComposer !== undefined) return `composer run ${ofComposer}`
  if (ofNpm !== undefined) return `npm run ${ofNpm}`
  if (Object.keys(composer).length > 0) return 'php homologar.php'
  if (isPlainObject(npm.scripts) && 'start' in npm.scripts) return 'npm start'
  return typeof npm.main === 'string' ? `node ${npm.main}` : 'node app.js'
}
