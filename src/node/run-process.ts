import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { processEntry, strayDescendants } from './process-table.js'

export interface ProcessOptions {
  /** A program with its arguments, started without a shell; or a line for the system's shell. */
  readonly command: string | readonly string[]
  /** Default: our own. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Default: our own. */
  readonly cwd?: string
  /** Default: `ignore`. */
  readonly stdin?: 'inherit' | 'ignore'
  /** Called with each complete line, without line end and colours. It is not masked. */
  readonly onLine: (line: string, from: 'stdout' | 'stderr') => void
  /** Ends the process tree when aborted. */
  readonly signal?: AbortSignal
  /** Milliseconds between SIGTERM and SIGKILL. Default: 3,000. */
  readonly graceMs?: number
}

/** How a program ended: by itself with a status, or by a signal. The other of the two is null. */
interface ProcessEnd {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningProcess {
  /** null while the program runs. */
  readonly end: ProcessEnd | null
  /** Resolves when the program and all processes that it started have ended, after its last line. Never rejects. */
  readonly ended: Promise<ProcessEnd>
}

type Child = ChildProcessByStdio<null, Readable, Readable>

const isPosix = process.platform !== 'win32'

/** The pause between two looks at the processes or at the output. */
const POLL_MS = 20
/** How often we look at the output after the end. If nothing has come by then, a process outside of the tree holds the pipe open. */
const SILENT_LOOKS = 10

/**
 * Starts a program of the user in a process group of its own. All processes of the group are ended when the program exits, when the signal
 * aborts, and when our own process exits. On Linux, so are descendants that left the group while their parent still runs. @throws if it cannot start
 */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const { graceMs = 3_000 } = options
  const child = spawnChild(options)
  const signalTree = createTreeSignal(child)
  const kill = () => void signalTree('SIGKILL')
  process.once('exit', kill)
  let end: ProcessEnd | null = null
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (status, signal) => {
      end = { status, signal }
      resolve(end)
    })
  })
  /** When the program printed its last line. */
  let printedMs = 0
  const printed = Promise.all(
    (['stdout', 'stderr'] as const).map((name) =>
      readLines(child[name], (line) => {
        options.onLine(line, name)
        printedMs = performance.now()
      }),
    ),
  )
  try {
    await once(child, 'spawn')
  } catch (error) {
    process.off('exit', kill)
    throw error
  }
  // a signal that cannot be delivered also raises this event, and would throw without a handler
  child.on('error', () => undefined)
  const endAll = async (): Promise<ProcessEnd> => {
    await Promise.race([exited, waitForAbort(options.signal)])
    await endTree(signalTree, graceMs)
    const exit = await exited
    // the last lines may arrive after the exit; a process outside of the tree may keep the pipe open for ever
    await Promise.race([printed, waitForSilence(() => printedMs, graceMs)])
    child.stdout.destroy()
    child.stderr.destroy()
    await printed
    process.off('exit', kill)
    return exit
  }
  return {
    get end() {
      return end
    },
    ended: endAll(),
  }
}

function spawnChild({ command, env = process.env, cwd, stdin = 'ignore' }: ProcessOptions): Child {
  const [file = '', ...args] = typeof command === 'string' ? [command] : command
  const stdio: ['inherit' | 'ignore', 'pipe', 'pipe'] = [stdin, 'pipe', 'pipe']
  const options = { env: { ...env }, stdio, cwd, detached: isPosix } // detached: begins a process group
  if (typeof command === 'string') return spawn(file, { ...options, shell: true })
  // on Windows, `npm` and similar programs are scripts, which only the shell can start
  return isPosix ? spawn(file, args, options) : spawn(quoted(command), { ...options, shell: true })
}

/** Joins words to a command line for the shell of Windows. */
function quoted(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./:\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`))
    .join(' ')
}

/** How long we wait for the system to remove a killed process, which depends on its parent. */
const KILLED_MS = 1_000

type Signal = 'SIGTERM' | 'SIGKILL' | 0

/** Sends a signal to every process of a tree. Returns whether there was any. The signal 0 only checks that. */
type TreeSignal = (signal: Signal) => boolean

/** Asks all processes to end, and kills those that still run after the grace. */
async function endTree(signalTree: TreeSignal, graceMs: number): Promise<void> {
  signalTree('SIGTERM')
  if (await isGone(signalTree, graceMs)) return
  signalTree('SIGKILL')
  await isGone(signalTree, KILLED_MS)
}

async function isGone(signalTree: TreeSignal, maxMs: number): Promise<boolean> {
  const untilMs = performance.now() + maxMs
  while (signalTree(0)) {
    if (performance.now() >= untilMs) return false
    await pause(POLL_MS)
  }
  return true
}

/** The tree is the child's process group, and descendants that left it: they are remembered, because nobody finds them when their parents ended. */
function createTreeSignal(child: Child): TreeSignal {
  /** Start ticks of the descendants outside of the group, by process number. */
  const strays = new Map<number, string>()
  /** The last real signal, which a newly found descendant gets too. */
  let lastSignal: Signal = 0
  return (signal) => {
    // the program was never started
    if (child.pid === undefined) return false
    if (!isPosix) return signalOnWindows(child, signal)
    const all = strayDescendants(child.pid)
    // the number of a process that ended may belong to another one now
    const fresh = all.filter(({ pid, startTicks }) => strays.get(pid) !== startTicks)
    for (const { pid, startTicks } of fresh) strays.set(pid, startTicks)
    for (const [pid, startTicks] of strays)
      if (processEntry(pid)?.startTicks !== startTicks) strays.delete(pid)
    if (signal !== 0) lastSignal = signal
    // a check alone signals only the new ones, which missed the last real signal
    const receivers = signal === 0 ? fresh.map(({ pid }) => pid) : strays.keys()
    for (const pid of receivers) sendSignal(pid, lastSignal)
    // a negative number means the group
    return sendSignal(-child.pid, signal) || strays.size > 0
  }
}

function signalOnWindows(child: Child, signal: Signal): boolean {
  const runs = child.exitCode === null && child.signalCode === null
  if (runs && signal !== 0) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  return runs
}

/** Returns false if there is no such process. */
function sendSignal(pid: number, signal: Signal): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** A longer line is cut, because a program may print without ever ending a line. */
const MAX_LINE_CHARS = 65_536

/** Calls `onLine` for each line of a stream. Resolves at its end, or when it is destroyed. */
function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isCut = false
  const take = (text: string) => {
    // a carriage return at the end may be half of a line end
    const parts = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop() ?? ''
    for (const line of parts) {
      if (!isCut) onLine(shortened(stripVTControlCharacters(line)))
      isCut = false
    }
    if (rest.length <= MAX_LINE_CHARS) return
    if (!isCut) onLine(shortened(stripVTControlCharacters(rest)))
    isCut = true
    rest = ''
  }
  stream.on('data', (bytes: Buffer) => take(decoder.write(bytes)))
  return new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.once('close', () => {
      take(decoder.end())
      if (rest !== '' && !isCut) onLine(stripVTControlCharacters(rest.replace(/\r$/, '')))
      rest = ''
      resolve()
    })
  })
}

/** Cuts a line that is too long, before its last word, because half a token would not be masked. */
function shortened(line: string): string {
  if (line.length <= MAX_LINE_CHARS) return line
  return `${line.slice(0, MAX_LINE_CHARS).replace(/[^\s"'&,;]*$/, '')}…`
}

/** Resolves after {@link SILENT_LOOKS} looks without output (not after a time, in which a busy event loop may read none), or after `maxMs`. */
async function waitForSilence(printedMs: () => number, maxMs: number): Promise<void> {
  const untilMs = performance.now() + maxMs
  let lastMs = printedMs()
  for (let looks = 0; looks < SILENT_LOOKS && performance.now() < untilMs; looks++) {
    await pause(POLL_MS)
    if (printedMs() !== lastMs) looks = -1 // counts from 0 again
    lastMs = printedMs()
  }
}

function waitForAbort(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}
