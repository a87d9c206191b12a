import type { OptionDefinition, OptionDefinitions } from '../app/options.js'
import type { Dotenv } from '../settings/dotenv-file.js'
import type { ProjectFile } from '../settings/project-file.js'
import { loadSettings } from '../settings/settings.js'
import { loadCatalogue } from '../words/catalogue.js'
import { SettingsError } from '../words/errors.js'
import { invocationOf } from './invocation.js'
import { type Io, orInterrupted } from './io.js'
import { isLogged, openLog } from './log.js'
import { type ExitStatus, present } from './present.js'
import type { Call } from './program.js'
import { screenOf } from './screen.js'

/** Runs the command that was called and shows what came of it; help and wrong words do without all this. */
export async function runCommand(
  call: Call,
  words: readonly string[],
  io: Io,
  dotenv: () => Promise<Dotenv>,
): Promise<ExitStatus> {
  if (io.cwd === '') throw new SettingsError('cli.no-folder')
  const [settings, { run }] = await Promise.all([
    orInterrupted(loadSettings({ flags: call.flags, env: io.env, cwd: io.cwd, dotenv }), io),
    call.definition.load(),
  ])
  const { project } = settings
  const options = readOptions(call.definition.options, withProject(call, project))
  const { lang } = settings
  const catalogue = await loadCatalogue(lang)
  io.ifCutShort?.(`${catalogue.ui['cli.cut-short']}\n`)
  if (io.env.NODE_TLS_REJECT_UNAUTHORIZED === '0') io.err(`${catalogue.ui['cli.tls-kept']}\n`)
  const presenting = { io: screenOf(io), settings, lang, catalogue }
  const spawn = call.definition.spawns && call.spawn.length === 0 ? project.command : call.spawn
  const invocation = invocationOf({ ...call, spawn }, options, words, presenting)
  if (!isLogged(settings)) return present(await run(invocation), presenting)
  const { maskerOfOwn } = await import('../app/invocation.js')
  const log = await openLog(presenting, maskerOfOwn(invocation))
  const command = call.definition.name
  log.info('run begun', { command, baseUrl: settings.baseUrl, profile: settings.profile.name })
  try {
    const outcome = await run(invocation)
    log.info('run ended', { command, ending: outcome.ending })
    return present(outcome, presenting)
  } catch (error) {
    log.fault(error)
    throw error
  }
}

/** The options of the call, and those of `homologa.yaml` that the command takes and the call does not give. */
function withProject({ definition, flags }: Call, { options }: ProjectFile): Call['flags'] {
  const own = Object.entries(options).flatMap(([key, value]) => {
    const kind = definition.options[key]?.kind
    return kind ? [[key, kind.isList ? [value].flat() : value] as const] : []
  })
  return { ...Object.fromEntries(own), ...flags }
}

/**
 * Reads the values of the given flags by their kinds.
 *
 * @throws SettingsError naming the flag, its value, and what would fit
 */
function readOptions(
  definitions: OptionDefinitions,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, never>> {
  const read = Object.entries(definitions).flatMap(([key, definition]) => {
    // Commander keeps `--no-page` as a `page` that is false.
    const attribute = key.replace(/^no([A-Z])/, (_, letter: string) => letter.toLowerCase())
    const value = readValue(definition, given[attribute])
    return value === undefined ? [] : [[key, value] as const]
  })
  // The compiler has checked the definitions, so the types are known.
  return Object.fromEntries(read) as Readonly<Record<string, never>>
}

function readValue({ flags, kind }: OptionDefinition, value: unknown): unknown {
  const name = flags.split(' ')[0] ?? flags
  if (kind.takes === 'nothing') return value === !name.startsWith('--no-') ? true : undefined
  if (value === undefined) return undefined
  if (!kind.isList) return kind.read(String(value), name)
  return (value as readonly string[]).flatMap((one) => kind.read(one, name))
}
