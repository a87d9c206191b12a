import { interruptible } from '../client/uninterrupted.js'
import { type Clock, systemClock } from '../node/clock.js'

/** Everything that a command uses of the process. Tests replace it. */
export interface Io {
  /** Writes to standard output. */
  readonly out: (text: string) => void
  /** Writes to standard error. */
  readonly err: (text: string) => void
  readonly outIsTty: boolean
  readonly errIsTty: boolean
  /** Columns of the terminal. */
  readonly width: number
  readonly env: Readonly<Record<string, string | undefined>>
  /** Empty if the folder was deleted. */
  readonly cwd: string
  readonly clock: Clock
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP. The second ends the process once no request is under way that must not be broken off (`uninterrupted.ts`). */
  readonly signal: AbortSignal
  /** Sets the text to print if the process ends before the command does. Missing in tests. */
  readonly ifCutShort?: (text: string) => void
}

export interface ProcessIo extends Io {
  /** Why a part of standard output was lost (`ENOSPC`); null if nothing was lost, or the reader has left. */
  readonly lostOutput: () => string | null
  /** Resolves when everything that was printed is written. */
  readonly drained: () => Promise<unknown>
  /** Ends the process. */
  readonly exit: (status: number) => never
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The real process. Call it once, because it adds listeners to the process and takes its standard output. */
export function processIo(): ProcessIo {
  const controller = new AbortController()
  const { exit, ifCutShort } = watchExit()
  const onSignal = async () => {
    if (!controller.signal.aborted) return controller.abort(new Error('interrupted'))
    await interruptible()
    // `exit` can hang on a blocked pipe. Without our listener, a third signal kills the process.
    for (const signal of signals) process.off(signal, onSignal)
    exit(130)
  }
  for (const signal of signals) process.on(signal, onSignal)
  return {
    lostOutput: watchLostOutput(),
    ...reserveOutput(),
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

/** Waits for `reading`, which may block on a pipe. @throws the reason of the signal if the user interrupts */
export function rejectOnInterrupt<T>(reading: Promise<T>, { signal }: Pick<Io, 'signal'>): Promise<T> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([reading, interrupted])
}

/** True if the stream is a terminal that can show colours and rewrite a line. `TERM=dumb` can do neither. */
export function isTerminal({ isTTY }: { readonly isTTY?: boolean }, { TERM }: Io['env']): boolean {
  return isTTY === true && TERM !== 'dumb'
}

/** Columns of the first stream that knows them, else 80. In some containers a terminal says 0. */
export function widthOf(...streams: readonly { readonly columns?: number }[]): number {
  return streams.find(({ columns = 0 }) => columns > 0)?.columns ?? 80
}

function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    return ''
  }
}

/** Reserves standard output for us. What a user's suite prints goes to standard error, so that it does not mix with a report. */
function reserveOutput(): Pick<ProcessIo, 'out' | 'drained'> {
  const write = process.stdout.write.bind(process.stdout)
  const writeToStderr = process.stderr.write.bind(process.stderr)
  process.stdout.write = writeToStderr
  return {
    out: (text) => void write(text),
    drained: () =>
      Promise.all([write, writeToStderr].map((writeTo) => new Promise((resolve) => writeTo('', resolve)))),
  }
}

/**
 * `exit` is the only function that may end the process. A user's suite may call `process.exit` itself, or await what never comes,
 * so that Node exits because nothing is left to do. The status becomes 3 then, because 0 or 1 would look like a verdict.
 */
function watchExit() {
  let isOurExit = false
  let textIfCutShort = ''
  process.on('exit', () => {
    if (isOurExit) return
    process.exitCode = 3
    process.stderr.write(textIfCutShort)
  })
  return {
    exit(status: number): never {
      isOurExit = true
      process.exit(status)
    },
    ifCutShort(text: string) {
      textIfCutShort = text
    },
  }
}

/** Remembers an error of standard output instead of ending the run. `homologa … | head` (EPIPE) is no error. */
function watchLostOutput(): ProcessIo['lostOutput'] {
  let lost: string | null = null
  // An error without a listener would end the process.
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', ({ code = 'EIO' }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') lost = code
  })
  return () => lost
}
