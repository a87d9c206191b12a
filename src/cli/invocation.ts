import type { Invocation } from '../app/invocation.js'
import { plainText } from '../exchange/plain-text.js'
import { say } from '../words/errors.js'
import { browse, deskOf } from './desk.js'
import { fold } from './fold.js'
import { type Presenting, present } from './present.js'
import { type Call, ownWords } from './program.js'
import { terminalStage } from './stage.js'

/** Connects a use case to the terminal: results go to standard output, everything else to standard error. */
export function invocationOf(
  { definition, args, spawn }: Call,
  options: Readonly<Record<string, never>>,
  words: readonly string[],
  presenting: Presenting,
): Invocation<Readonly<Record<string, never>>> {
  const { io, settings, catalogue, lang } = presenting
  return {
    ...{ command: definition.name, args, spawn, options, settings, catalogue, lang, browse },
    words: ownWords(words),
    ...{ clock: io.clock, env: io.env, signal: io.signal },
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
    stage: terminalStage(presenting),
    desk: deskOf(io),
  }
}
