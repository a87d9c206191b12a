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
  const { graceMs = 3_000, onLine, signal } = options
  const child = spawnChild(options)
  await once(child, 'spawn')
  // a signal that cannot be delivered raises this event, and would throw without a handler
  child.on('error', () => undefined)
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', () => resolve(endOf(child) as ProcessEnd))
  })
  const tree = createTree(child)
  const kill = () => tree.signal('SIGKILL')
  process.once('exit', kill)
  let lineCount = 0
  const readStream = (name: 'stdout' | 'stderr') =>
    readLines(child[name], (line) => {
      lineCount++
      onLine(line, name)
    })
  const allRead = Promise.all([readStream('stdout'), readStream('stderr')])
  const endAll = async (): Promise<ProcessEnd> => {
    await Promise.race([exited, waitForAbort(signal)])
    await endTree(tree, graceMs)
    const end = await exited
    // the last lines may arrive after the exit; a process outside of the tree may keep the pipe open for ever
    await Promise.race([allRead, waitForSilence(() => lineCount, graceMs)])
    child.stdout.destroy()
    child.stderr.destroy()
    await allRead
    process.off('exit', kill)
    return end
  }
  return {
    get end() {
      return endOf(child)
    },
    ended: endAll(),
  }
}

function endOf({ exitCode: status, signalCode: signal }: Child): ProcessEnd | null {
  return status === null && signal === null ? null : { status, signal }
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

type Signal = 'SIGTERM' | 'SIGKILL'

interface ProcessTree {
  /** Sends a signal to every process that still runs. */
  signal(signal: Signal): void
  /** Whether any process still runs. A descendant that is found only now gets the last signal, too. */
  isAlive(): boolean
}

/** Asks all processes to end, and kills those that still run after the grace. */
async function endTree(tree: ProcessTree, graceMs: number): Promise<void> {
  tree.signal('SIGTERM')
  if (await isGone(tree, graceMs)) return
  tree.signal('SIGKILL')
  await isGone(tree, KILLED_MS)
}

async function isGone(tree: ProcessTree, maxMs: number): Promise<boolean> {
  const untilMs = performance.now() + maxMs
  while (tree.isAlive()) {
    if (performance.now() >= untilMs) return false
    await pause(POLL_MS)
  }
  return true
}

/** The tree is the child's process group, and descendants that left it: they are remembered, because nobody finds them when their parents ended. */
function createTree(child: Child): ProcessTree {
  const group = child.pid as number // known since the child was spawned
  if (!isPosix) {
    const isAlive = () => endOf(child) === null
    const endAll = () => {
      if (isAlive()) spawnSync('taskkill', ['/pid', String(group), '/t', '/f'])
    }
    return { signal: endAll, isAlive }
  }
  /** Start ticks of the descendants outside of the group, by process number. */
  const strays = new Map<number, string>()
  let lastSignal: Signal | null = null
  /** Forgets the strays that ended, and returns the numbers of those that are new. */
  const updateStrays = (): number[] => {
    // the number of a process that ended may belong to another one now
    for (const [pid, startTicks] of strays)
      if (processEntry(pid)?.startTicks !== startTicks) strays.delete(pid)
    const found = strayDescendants(group).filter(({ pid }) => !strays.has(pid))
    for (const { pid, startTicks } of found) strays.set(pid, startTicks)
    return found.map(({ pid }) => pid)
  }
  return {
    signal(signal) {
      lastSignal = signal
      updateStrays()
      for (const pid of strays.keys()) sendSignal(pid, signal)
      sendSignal(-group, signal) // a negative number means the group
    },
    isAlive() {
      for (const pid of updateStrays()) sendSignal(pid, lastSignal ?? 0)
      return sendSignal(-group, 0) || strays.size > 0 // the signal 0 only checks
    },
  }
}

/** Returns false if there is no such process. */
function sendSignal(pid: number, signal: Signal | 0): boolean {
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
  /** The beginning of the current line was passed on, because the line is too long. */
  let isCut = false
  const passOn = (line: string) => {
    if (!isCut) onLine(shortened(stripVTControlCharacters(line)))
  }
  const take = (text: string) => {
    // a carriage return at the end may be half of a line end
    const parts = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop() ?? ''
    for (const line of parts) {
      passOn(line)
      isCut = false
    }
    if (rest.length <= MAX_LINE_CHARS) return
    passOn(rest)
    isCut = true
    rest = ''
  }
  stream.on('data', (bytes: Buffer) => take(decoder.write(bytes)))
  return new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.once('close', () => {
      take(decoder.end())
      if (rest !== '') passOn(rest.replace(/\r$/, ''))
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
async function waitForSilence(countLines: () => number, maxMs: number): Promise<void> {
  const untilMs = performance.now() + maxMs
  let silentLooks = 0
  while (silentLooks < SILENT_LOOKS && performance.now() < untilMs) {
    const before = countLines()
    await pause(POLL_MS)
    silentLooks = countLines() === before ? silentLooks + 1 : 0
  }
}

function waitForAbort(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}
