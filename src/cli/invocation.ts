import { spawn as startProcess } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import type { Invocation, Person } from '../app/invocation.js'
import { plainText } from '../exchange/plain-text.js'
import { codeOf } from '../node/thrown.js'
import { paint } from '../report/look.js'
import { say } from '../words/errors.js'
import type { AnyOptions } from './commands.js'
import { terminalDisplay } from './display.js'
import type { Io } from './io.js'
import { lookOf, type OutputContext, present } from './present.js'
import { argvBeforeDashes, type CommandLine } from './program.js'
import { foldFor } from './screen.js'

/** Makes what a use case gets from its caller. Results go to standard output, everything else to standard error. */
export function createInvocation(
  { definition, args, userCommand }: CommandLine,
  options: AnyOptions,
  argv: readonly string[],
  context: OutputContext,
): Invocation<AnyOptions> {
  const { io, settings, catalogue, lang } = context
  const commandLabel = `${catalogue.ui['examine.command.line']} │ `
  // Only a terminal shows that a line comes from the user's program.
  const echoPrefix = io.errIsTty ? paint(commandLabel, 'dim', lookOf(context, true)) : ''
  return {
    command: definition.name,
    args,
    userCommand,
    options,
    settings,
    catalogue,
    lang,
    browse: openInBrowser,
    typedWords: argvBeforeDashes(argv),
    clock: io.clock,
    env: io.env,
    signal: io.signal,
    printMessage: (key, values = {}) => io.print(plainText(`${say({ key, values }, catalogue, lang)}\n`)),
    printLine: (line) => io.print(plainText(`${line}\n`)),
    printResult(text) {
      // With `--json`, standard output contains only the report.
      if (settings.json) io.print(plainText(text))
      else io.out(foldFor(io, plainText(text)))
    },
    printOutcome: (outcome, isFull = settings.verbose) =>
      void present(outcome, {
        ...context,
        settings: { ...settings, verbose: isFull },
        io: { ...io, out: io.err },
      }),
    echo: (line) => io.err(`${echoPrefix}${plainText(line)}\n`),
    display: terminalDisplay(context),
    person: findPerson(io),
  }
}

const CTRL_C = '\u0003'

/** The person at the terminal, who can be asked; null if standard input or output is not a terminal. */
function findPerson({ outIsTty, signal }: Io): Person | null {
  if (!outIsTty || process.stdin.isTTY !== true) return null
  return {
    async ask(question) {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return (await terminal.question(question, { signal })).trim()
      } catch (error) {
        if (codeOf(error) !== 'ABORT_ERR') throw error
        process.stderr.write('\n')
        return null
      } finally {
        terminal.close()
      }
    },
    keys(press) {
      const { stdin } = process
      const onData = (data: Buffer) => {
        const key = data.toString()
        // In raw mode the terminal itself sends no signal.
        if (key === CTRL_C) process.kill(process.pid, 'SIGINT')
        else press(key.toLowerCase())
      }
      stdin.setRawMode(true).on('data', onData).resume()
      return () => {
        stdin.off('data', onData).setRawMode(false).pause()
      }
    },
    listen() {
      const lines = createInterface({ input: process.stdin })
      return { lines, close: () => lines.close() }
    },
  }
}

/** Asks the desktop to open an address. If there is no desktop, nothing happens, and the user can open the printed address. */
function openInBrowser(address: string): void {
  const programs: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  }
  const [program = '', ...args] = programs[process.platform] ?? ['xdg-open']
  const child = startProcess(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
