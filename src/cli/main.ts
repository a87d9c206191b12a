import { CommanderError } from 'commander'
import { interruptible } from '../client/uninterrupted.js'
import { type Dotenv, readDotenv } from '../settings/dotenv-file.js'
import { readProject } from '../settings/project-file.js'
import { type Lang, loadCatalogue } from '../words/catalogue.js'
import { isFixable, SettingsError } from '../words/errors.js'
import { readLang, systemLang } from '../words/lang.js'
import { commands } from './commands.js'
import { type Io, type ProcessIo, processIo, rejectOnInterrupt } from './io.js'
import type { ExitStatus } from './present.js'
import { argvBeforeDashes, parseCommandLine } from './program.js'
import { createScreen } from './screen.js'

/**
 * Runs a command line and returns the exit status. An error is printed as one sentence with a next step: 2 for wrong usage or
 * settings, 3 for an internal error. Stack traces need `--log-level debug`.
 */
export async function main(argv: readonly string[], io: Io, dotenv = dotenvReader(io)): Promise<ExitStatus> {
  const lang = await findLang(argv, io, dotenv)
  try {
    const commandLine = parseCommandLine(argv, commands, (await loadCatalogue(lang)).help, io)
    const { runCommand } = await import('./run-command.js')
    return await runCommand(commandLine, argv, io, dotenv)
  } catch (error) {
    return await reportError(error, argv, lang, io)
  }
}

/** Reads `.env` at the first call only, because it may be a pipe. */
function dotenvReader(io: Io): () => Promise<Dotenv> {
  let reading: Promise<Dotenv> | null = null
  return () => {
    reading ??= rejectOnInterrupt(readDotenv(io.cwd), io)
    return reading
  }
}

/** The language of help and errors. They may be printed before the settings are read, or because they cannot be read. */
async function findLang(argv: readonly string[], io: Io, dotenv: () => Promise<Dotenv>): Promise<Lang> {
  const ownArgv = argvBeforeDashes(argv)
  const i = ownArgv.findLastIndex((word) => word === '--lang' || word.startsWith('--lang='))
  const flag = i < 0 ? undefined : (ownArgv[i]?.split('=')[1] ?? ownArgv[i + 1])
  let text = flag || io.env.HOMOLOGA_LANG
  // A file that cannot be read is reported when the settings are read.
  text ||= (await dotenv().catch(() => null))?.texts.HOMOLOGA_LANG
  text ||= (await readProject(io.cwd).catch(() => null))?.texts.HOMOLOGA_LANG
  return text ? (readLang(text) ?? 'en') : systemLang(io.env)
}

async function reportError(error: unknown, argv: readonly string[], lang: Lang, io: Io): Promise<ExitStatus> {
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  const words = { lang, catalogue: await loadCatalogue(lang) }
  const { print } = createScreen(io)
  if (error !== undefined && error === io.signal.reason) {
    print(`${words.catalogue.ui['cli.stopped-by-hand']}\n`)
    return 130
  }
  const { asUserError, errorLines, usageLines } = await import('./error-lines.js')
  if (error instanceof CommanderError) {
    // A command line without a command: commander has printed the help.
    if (error.code !== 'commander.help') print(usageLines(error, argv, commands, words))
    return 2
  }
  const shownError = asUserError(error)
  const ownArgv = argvBeforeDashes(argv)
  // The level is read from the command line, because the error may be that the settings cannot be read.
  const showsStack = ownArgv.includes('debug') || ownArgv.includes('trace')
  print(errorLines(shownError, words, showsStack))
  if (io.signal.aborted) return 130
  return isFixable(shownError) ? 2 : 3
}

/** Runs the process from its first to its last moment. Only the entry file calls it. */
export async function start(): Promise<void> {
  const io = processIo()
  const argv = process.argv.slice(2)
  const dotenv = dotenvReader(io)
  const report = async (error: unknown) => reportError(error, argv, await findLang(argv, io, dotenv), io)
  // Node would end with status 1, which means a failed verdict. Further errors must not end the process before the first is reported,
  // nor while a request is under way that must not be broken off (`interruptible`).
  process.once('uncaughtException', async (error) => {
    process.on('uncaughtException', () => undefined)
    await interruptible()
    await exit(await report(error), io)
  })
  const status = await main(argv, io, dotenv)
  // Only after everything is written it is known whether output was lost.
  await io.drained()
  const why = io.lostOutput()
  await exit(why === null ? status : await report(new SettingsError('cli.output', { why })), io)
}

/** Ends the process explicitly, because idle sockets and timers would keep it alive. */
async function exit(status: ExitStatus, io: ProcessIo): Promise<void> {
  await io.drained()
  io.exit(status)
}
