import { type DestinationStream, type Level, type Logger, pino } from 'pino'
import type { Masker } from '../exchange/masking.js'
import { plainJson, plainText } from '../exchange/plain-text.js'
import type { Settings } from '../settings/settings.js'

export type { Logger } from 'pino'

export interface LoggerOptions {
  readonly level: Settings['logLevel']
  readonly masker: Masker
  /** Readable lines instead of JSON ones: for a person at a terminal. */
  readonly pretty: boolean
  readonly colour: boolean
  /** Receives each line; standard error in the command-line tool. */
  readonly write: (text: string) => void
}

/** Creates the log of a command. Each line is masked as a whole, so that no secret in a field or a message is printed. */
export async function createLogger(options: LoggerOptions): Promise<Logger> {
  const { level, masker, pretty, write } = options
  const readable = pretty && level !== 'silent' ? await prettyLine(options.colour) : null
  const stream: DestinationStream = {
    write(line) {
      const masked = masker.maskText(line.trimEnd())
      write(readable ? readable(masked) : `${plainJson(masked)}\n`)
    },
  }
  // pino also accepts `silent`, which its type leaves out
  return pino({ level: level as Level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}

/** Formats a line of JSON for a person. Control characters in its texts become visible. */
async function prettyLine(colour: boolean): Promise<(line: string) => string> {
  const { prettyFactory } = (await import('pino-pretty')).default
  const format = prettyFactory({ colorize: colour, translateTime: 'SYS:HH:MM:ss.l', singleLine: true })
  return (line) =>
    format(JSON.parse(line, (_key, value) => (typeof value === 'string' ? plainText(value) : value))) ?? ''
}
