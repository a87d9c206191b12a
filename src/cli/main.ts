import { interruptible } from '../client/uninterrupted.js'
import { type Dotenv, readDotenv } from '../settings/dotenv-file.js'
import { readProject } from '../settings/project-file.js'
import { type Lang, loadCatalogue } from '../words/catalogue.js'
import { isMendable, SettingsError } from '../words/errors.js'
import { readLang, systemLang } from '../words/lang.js'
import { commands } from './commands.js'
import { type Io, orInterrupted, type ProcessIo, processIo } from './io.js'
import type { ExitStatus } from './present.js'
import { CommanderError, ownWords, parseWords } from './program.js'
import { screenOf } from './screen.js'

/**
 * Takes the command line and returns the exit status. Every error is one sentence with a next step: wrong usage or
 * settings end with 2, an internal error with 3. Stack traces need `--log-level debug`.
 */
export async function main(words: readonly string[], io: Io): Promise<ExitStatus> {
  let reading: Promise<Dotenv> | null = null
  const dotenv = () => {
    reading ??= orInterrupted(readDotenv(io.cwd), io)
    return reading
  }
  const lang = await langOf(words, io, dotenv)
  try {
    const call = parseWords(words, commands, (await loadCatalogue(lang)).help, io)
    const { runCommand } = await import('./run-command.js')
    return await runCommand(call, words, io, dotenv)
  } catch (error) {
    return await tell(error, words, lang, io)
  }
}

/** The language of help and of every error, those included that come before the settings are read. */
async function langOf(all: readonly string[], io: Io, dotenv = () => readDotenv(io.cwd)): Promise<Lang> {
  const words = ownWords(all)
  const i = words.findIndex((word) => word === '--lang' || word.startsWith('--lang='))
  const flag = i < 0 ? undefined : (words[i]?.split('=')[1] ?? words[i + 1])
  // A `.env` that cannot be read is reported when the settings are read.
  const asked =
    flag ??
    io.env.HOMOLOGA_LANG ??
    (await dotenv().catch(() => null))?.texts.HOMOLOGA_LANG ??
    (await readProject(io.cwd).catch(() => null))?.texts.HOMOLOGA_LANG
  return asked === undefined ? systemLang(io.env) : (readLang(asked) ?? 'en')
}

async function tell(error: unknown, words: readonly string[], lang: Lang, io: Io): Promise<ExitStatus> {
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  const language = { lang, catalogue: await loadCatalogue(lang) }
  const { say } = screenOf(io)
  if (error !== undefined && error === io.signal.reason) {
    say(`${language.catalogue.ui['cli.stopped-by-hand']}\n`)
    return 130
  }
  const { faultLines, asUserError, usageLines } = await import('./error-lines.js')
  if (error instanceof CommanderError) {
    if (error.code !== 'commander.help') say(usageLines(error, words, commands, language))
    return 2
  }
  const shown = asUserError(error)
  const own = ownWords(words)
  say(faultLines(shown, language, own.includes('debug') || own.includes('trace')))
  if (io.signal.aborted) return 130
  return isMendable(shown) ? 2 : 3
}

/** Runs the process. Only the entry file uses it. */
export async function start(): Promise<void> {
  const io = processIo()
  const words = process.argv.slice(2)
  const tellAs = async (error: unknown) => tell(error, words, await langOf(words, io), io)
  // Node ends an uncaught error with 1, which would mean a failed verdict.
  process.once('uncaughtException', async (error) => {
    process.on('uncaughtException', () => undefined)
    await interruptible()
    await leave(await tellAs(error), io)
  })
  const status = await main(words, io)
  // what was lost is known when all has left
  await io.drained()
  const why = io.lost()
  await leave(why === null ? status : await tellAs(new SettingsError('cli.output', { why })), io)
}

async function leave(status: ExitStatus, { drained, exit }: ProcessIo): Promise<void> {
  // sockets that idle and timers that no one waits for must not keep a finished run alive
  await drained()
  exit(status)
}
