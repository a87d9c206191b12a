import { interruptible } from '../client/uninterrupted.js'
import type { Clock } from '../node/clock.js'
import { systemClock } from '../node/clock.js'

/** Everything that a command uses of the process, so that tests can replace it. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly outIsTty: boolean
  readonly errIsTty: boolean
  readonly width: number
  readonly env: Readonly<Record<string, string | undefined>>
  /** Empty if the folder was deleted. */
  readonly cwd: string
  readonly clock: Clock
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP; the second ends the process, as soon as no token request is under way. */
  readonly signal: AbortSignal
  /** Takes the sentence to print if the process ends before the command does; left out if the process is not ours. */
  readonly ifCutShort?: (text: string) => void
}

/** The real world. */
export interface ProcessIo extends Io {
  /** Why a part of standard output was lost, such as a full disk; null if all of it arrived, or the reader has left. */
  readonly lost: () => string | null
  /** Resolves when what was printed has left. */
  readonly drained: () => Promise<unknown>
  /** Ends the process. */
  readonly exit: (status: number) => never
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function processIo(): ProcessIo {
  const controller = new AbortController()
  const { exit, ifCutShort } = watchExit()
  const onSignal = () => {
    if (controller.signal.aborted) void interruptible().then(exitNow)
    controller.abort(new Error('interrupted'))
  }
  const exitNow = () => {
    // Exit can hang on a blocked pipe, so the third signal gets the default handler, which kills the process.
    for (const signal of signals) process.off(signal, onSignal)
    exit(130)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    lost: lostOutput(),
    ...ownOutput(),
    err: (text) => void process.stderr.write(text),
    outIsTty: isTerminal(process.stdout, process.env),
    errIsTty: isTerminal(process.stderr, process.env),
    width: widthOf(process.stderr, process.stdout),
    env: process.env,
    cwd: workingFolder(),
    clock: systemClock,
    signal: controller.signal,
    exit,
    ifCutShort,
  }
}

/** Waits for `reading`, which may block on a pipe, unless the user interrupts. @throws the signal's reason */
export function orInterrupted<T>(reading: Promise<T>, { signal }: Pick<Io, 'signal'>): Promise<T> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([reading, interrupted])
}

/** Whether the stream is a terminal that can show colours and rewrite a line. `TERM=dumb` can do neither. */
export function isTerminal({ isTTY }: { readonly isTTY?: boolean }, { TERM }: Io['env']): boolean {
  return isTTY === true && TERM !== 'dumb'
}

/** Columns of the first terminal that knows them; 80 if none does, or all say 0, as in some containers. */
export function widthOf(...streams: readonly { readonly columns?: number }[]): number {
  return streams.find(({ columns = 0 }) => columns > 0)?.columns ?? 80
}

/** The working folder; empty if it was deleted. */
function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    return ''
  }
}

/**
 * Keeps standard output to ourselves. Output of a user's suite goes to standard error, so that it never mixes with a
 * report that a program reads.
 */
function ownOutput(): Pick<ProcessIo, 'out' | 'drained'> {
  const write = process.stdout.write.bind(process.stdout)
  const writeToStderr = process.stderr.write.bind(process.stderr)
  process.stdout.write = writeToStderr
  return {
    out: (text) => void write(text),
    drained: () =>
      Promise.all([write, writeToStderr].map((one) => new Promise((resolve) => one('', resolve)))),
  }
}

/** A suite that calls `process.exit`, or that waits for ever, must not end with a status that reads as a verdict. */
function watchExit() {
  let isOurs = false
  let sentence = ''
  process.on('exit', () => {
    if (isOurs) return
    process.exitCode = 3
    process.stderr.write(sentence)
  })
  return {
    exit(status: number): never {
      isOurs = true
      process.exit(status)
    },
    ifCutShort(text: string) {
      sentence = text
    },
  }
}

/** `homologa … | head` is not an error, and lost output must not end a run. */
function lostOutput(): ProcessIo['lost'] {
  let lost: string | null = null
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', ({ code = 'EIO' }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') lost = code
  })
  return () => lost
}
