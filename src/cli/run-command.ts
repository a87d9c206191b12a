import type { OptionDefinitions } from '../app/options.js'
import type { Dotenv } from '../settings/dotenv-file.js'
import type { ProjectFile } from '../settings/project-file.js'
import { flagOf } from '../settings/setting.js'
import { loadSettings } from '../settings/settings.js'
import { loadCatalogue } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import type { AnyOptions } from './commands.js'
import { createInvocation } from './invocation.js'
import { type Io, rejectOnInterrupt } from './io.js'
import { isLogged, openLog } from './log.js'
import { type ExitStatus, present } from './present.js'
import type { CommandLine } from './program.js'
import { createScreen } from './screen.js'

/** Runs a command and prints its result. `argv`: the whole command line. `main` loads this file late, because `--help` needs none of it. */
export async function runCommand(
  commandLine: CommandLine,
  argv: readonly string[],
  io: Io,
  dotenv: () => Promise<Dotenv>,
): Promise<ExitStatus> {
  if (io.cwd === '') throw new SettingsError('cli.no-folder')
  const { definition, flags } = commandLine
  const [settings, { run }] = await Promise.all([
    rejectOnInterrupt(loadSettings({ flags, env: io.env, cwd: io.cwd, dotenv }), io),
    definition.load(),
  ])
  const { lang, project } = settings
  const options = readOptions(definition.options, flags, project)
  const catalogue = await loadCatalogue(lang)
  // A suite of the user may end the process.
  io.ifCutShort?.(`${catalogue.ui['cli.cut-short']}\n`)
  // Our own requests check certificates in spite of this variable.
  if (io.env.NODE_TLS_REJECT_UNAUTHORIZED === '0') io.err(`${catalogue.ui['cli.tls-kept']}\n`)
  const context = { io: createScreen(io), settings, lang, catalogue }
  const takesProjectCommand = definition.spawns && commandLine.userCommand.length === 0
  const userCommand = takesProjectCommand ? project.command : commandLine.userCommand
  const invocation = createInvocation({ ...commandLine, userCommand }, options, argv, context)
  if (!isLogged(settings)) return present(await run(invocation), context)
  const { createOwnMasker } = await import('../app/invocation.js')
  const log = await openLog(context, createOwnMasker(invocation))
  const command = definition.name
  log.info('run begun', { command, baseUrl: settings.baseUrl, profile: settings.profile.name })
  try {
    const outcome = await run(invocation)
    log.info('run ended', { command, ending: outcome.ending })
    return present(outcome, context)
  } catch (error) {
    log.fault(error)
    throw error
  }
}

/**
 * Reads the texts of the flags, and of `homologa.yaml` if there is no flag: `{ port: '8080' }` → `{ port: 8080 }`.
 *
 * @throws SettingsError with flag or key, value and what is allowed
 */
function readOptions(
  definitions: OptionDefinitions,
  flags: CommandLine['flags'],
  project: ProjectFile,
): AnyOptions {
  const options: Record<string, unknown> = {}
  for (const [key, definition] of Object.entries(definitions)) {
    const typed = flags[key]
    const value = typed ?? project.options[key]
    if (value === undefined) continue
    const name = typed === undefined ? project.labelOf(key) : flagOf(definition.flags)
    const { kind } = definition
    if (kind.isList) options[key] = [value].flat().flatMap((text) => kind.read(String(text), name))
    else options[key] = kind.read(String(value), name)
  }
  return options as AnyOptions
}
