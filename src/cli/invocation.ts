import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { createInterface as createQuestions } from 'node:readline/promises'
import type { Invocation, Person } from '../app/invocation.js'
import { plainText } from '../exchange/plain-text.js'
import { codeOf } from '../node/thrown.js'
import { paint } from '../report/look.js'
import { say } from '../words/errors.js'
import { terminalDisplay } from './display.js'
import type { Io } from './io.js'
import { lookOf, type Presenting, present } from './present.js'
import { type Call, ownWords } from './program.js'
import { fold } from './screen.js'

/** Connects a use case to the terminal: results go to standard output, everything else to standard error. */
export function invocationOf(
  { definition, args, spawn }: Call,
  options: Readonly<Record<string, never>>,
  words: readonly string[],
  presenting: Presenting,
): Invocation<Readonly<Record<string, never>>> {
  const { io, settings, catalogue, lang } = presenting
  // A pipe gets the lines as they are.
  const mark = io.errIsTty
    ? paint(`${catalogue.ui['examine.command.line']} │ `, 'dim', lookOf(presenting, true))
    : ''
  return {
    command: definition.name,
    args,
    spawn,
    options,
    settings,
    catalogue,
    lang,
    browse,
    words: ownWords(words),
    clock: io.clock,
    env: io.env,
    signal: io.signal,
    tell: (key, values = {}) => io.say(plainText(`${say({ key, values }, catalogue, lang)}\n`)),
    say: (line) => io.say(plainText(`${line}\n`)),
    give(text) {
      if (settings.json) io.say(plainText(text))
      else io.out(io.outIsTty ? fold(plainText(text), io.width) : plainText(text))
    },
    aside: (outcome, isFull = settings.verbose) =>
      void present(outcome, {
        ...presenting,
        settings: { ...settings, verbose: isFull },
        io: { ...io, out: io.err },
      }),
    pass: (text) => io.err(plainText(text)),
    echo: (line) => io.err(`${mark}${plainText(line)}\n`),
    display: terminalDisplay(presenting),
    person: personOf(io),
  }
}

/** The person at the terminal; null if input is not a terminal, because a script's input is not ours to read. */
function personOf({ outIsTty, signal }: Io): Person | null {
  if (!outIsTty || process.stdin.isTTY !== true) return null
  return {
    async ask(question) {
      const terminal = createQuestions({ input: process.stdin, output: process.stderr })
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
        if (key === '\u0003') process.kill(process.pid, 'SIGINT')
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

/** Asks the desktop to open an address. Without a desktop, the user has the printed address. */
function browse(address: string): void {
  const programs: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  }
  const [program = '', ...args] = programs[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
