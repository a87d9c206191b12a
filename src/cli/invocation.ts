import type { Invocation } from '../commands/invocation.js'
import { plainText } from '../report/safe-text.js'
import { say } from '../words/errors.js'
import { browse, deskOf } from './desk.js'
import { type Presenting, present } from './present.js'
import type { Call } from './program.js'
import { terminalStage } from './stage.js'

/** A use case's view of the terminal: what was asked for goes to standard output, everything else beside it. */
export function invocationOf(
  { definition, args, spawn }: Call,
  options: Readonly<Record<string, never>>,
  words: readonly string[],
  presenting: Presenting,
): Invocation<Readonly<Record<string, never>>> {
  const { io, settings, catalogue, lang } = presenting
  const split = words.indexOf('--')
  return {
    ...{ command: definition.name, args, spawn, options, settings, catalogue, lang, browse },
    words: split < 0 ? words : words.slice(0, split),
    ...{ clock: io.clock, env: io.env, signal: io.signal },
    tell: (key, values = {}) => io.err(plainText(`${say({ key, values }, catalogue, lang)}\n`)),
    give: (text) => (settings.json ? io.err : io.out)(plainText(text)),
    aside: (outcome) => void present(outcome, { ...presenting, io: { ...io, out: io.err } }),
    pass: io.err,
    stage: terminalStage(presenting),
    yieldToThreads: io.yieldToThreads ?? (() => undefined),
    desk: deskOf(io),
  }
}
