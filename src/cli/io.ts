import { interruptible } from '../client/uninterrupted.js'
import type { Clock } from '../clock.js'
import { systemClock } from '../clock.js'

/** The world of a command, so that tests can stand in for it. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly outIsTty: boolean
  readonly errIsTty: boolean
  readonly width: number
  readonly env: Readonly<Record<string, string | undefined>>
  /** Empty where the folder is gone. */
  readonly cwd: string
  readonly clock: Clock
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP; the second ends the process, as soon as no token request is under way. */
  readonly signal: AbortSignal
  /** Hears what is to be said where the process ends before its command does; left out where it is somebody else's. */
  readonly ifCutShort?: (text: string) => void
}

/** The real world. */
export interface ProcessIo extends Io {
  /** Why something of standard output never arrived, such as a full disk; null where all of it did, or nobody listens any more. */
  readonly lost: () => string | null
  /** Resolves when what was printed has left. */
  readonly drained: () => Promise<unknown>
  /** Ends the process. */
  readonly exit: (status: number) => never
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Output is synchronous where a pipe would lose it at exit. */
export function processIo(): ProcessIo {
  const controller = new AbortController()
  const { exit, ifCutShort } = watchExit()
  const leave = () => {
    if (controller.signal.aborted) void interruptible().then(end)
    controller.abort(new Error('interrupted'))
  }
  const end = () => {
    // a pipe that nobody writes to holds up even the exit: whoever signals a third time is obeyed by the system
    for (const signal of signals) process.off(signal, leave)
    exit(130)
  }
  for (const signal of signals) process.on(signal, leave)
  return {
    lost: lostOutput(),
    ...ownOutput(),
    err: (text) => void process.stderr.write(text),
    outIsTty: isTerminal(process.stdout, process.env),
    errIsTty: isTerminal(process.stderr, process.env),
    width: process.stderr.columns ?? process.stdout.columns ?? 80,
    env: process.env,
    cwd: workingFolder(),
    clock: systemClock,
    signal: controller.signal,
    ...{ exit, ifCutShort },
  }
}

/** What is read before a command listens for signals: a pipe may keep its reader waiting. @throws the signal's reason */
export function orInterrupted<T>(reading: Promise<T>, { signal }: Pick<Io, 'signal'>): Promise<T> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([reading, interrupted])
}

/** Whether it is one that can colour, and write a line anew: one that says that it is dumb can neither. */
export function isTerminal({ isTTY }: { readonly isTTY?: boolean }, { TERM }: Io['env']): boolean {
  return isTTY === true && TERM !== 'dumb'
}

/** A shell may stand in a folder that somebody deleted. */
function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    return ''
  }
}

/** Standard output is ours alone: what a user's suite prints goes beside it, and never into a report that a program reads. */
function ownOutput(): Pick<ProcessIo, 'out' | 'drained'> {
  const write = process.stdout.write.bind(process.stdout)
  const beside = process.stderr.write.bind(process.stderr)
  process.stdout.write = beside
  return {
    out: (text) => void write(text),
    drained: () => Promise.all([write, beside].map((one) => new Promise((resolve) => one('', resolve)))),
  }
}

/** A suite that calls `process.exit`, or that waits for what never comes, must not end with a status that reads as a verdict. */
function watchExit() {
  let isOurs = false
  let told = ''
  process.on('exit', () => {
    if (isOurs) return
    process.exitCode = 3
    process.stderr.write(told)
  })
  return {
    exit(status: number): never {
      isOurs = true
      process.exit(status)
    },
    ifCutShort(text: string) {
      told = text
    },
  }
}

/** `homologa … | head` is no fault of anybody; and no output that is lost may break off a run. */
function lostOutput(): ProcessIo['lost'] {
  let lost: string | null = null
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', ({ code = 'EIO' }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') lost = code
  })
  return () => lost
}
