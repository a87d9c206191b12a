import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import { processEntry, strayDescendants } from './process-table.js'

export interface ProcessOptions {
  /** A program with its words, which no shell reads; or a line for the system's shell. */
  readonly command: string | readonly string[]
  /** Default: our own. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Default: our own. */
  readonly cwd?: string
  /** Default: `ignore`. */
  readonly stdin?: 'inherit' | 'ignore'
  /** Called with each whole line, without its end and without colours. Mask it before it is shown. */
  readonly onLine: (line: string, from: 'stdout' | 'stderr') => void
  /** Ends the process tree when aborted. */
  readonly signal?: AbortSignal
  /** Milliseconds between SIGTERM and SIGKILL. Default: 3,000. */
  readonly graceMs?: number
}

/** `signal` is null where the program ended by itself. */
interface ProcessEnd {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningProcess {
  /** null while the program runs. */
  readonly end: ProcessEnd | null
  /** Resolves when the program has ended, with all that it started, and its last line was handed over. Never rejects. */
  readonly ended: Promise<ProcessEnd>
}

type Child = ChildProcessByStdio<null, Readable, Readable>

const isPosix = process.platform !== 'win32'

const POLL_MS = 20
/** After the end of the tree, pipes that stay silent for so many looks are held open by a process that left the tree on purpose. */
const SILENT_LOOKS = 10

/**
 * Starts a program of the user in its own process group, so that its child processes end with it: when it exits, when
 * the signal aborts, and when our own process exits. On Linux descendants that left the group end as well, unless all their parents
 * had ended before.
 *
 * @throws the system's error if the program cannot be started
 */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const { graceMs = 3_000 } = options
  const child = spawnChild(options)
  const tree = createProcessTree(child)
  const kill = () => void tree.signal('SIGKILL')
  process.once('exit', kill)
  let end: ProcessEnd | null = null
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (status, signal) => {
      end = { status, signal }
      resolve(end)
    })
  })
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
  // A signal that cannot be delivered is an event of the child as well.
  child.on('error', () => undefined)
  const ending = async (): Promise<ProcessEnd> => {
    await Promise.race([exited, waitForAbort(options.signal)])
    await endTree(tree, graceMs)
    const how = await exited
    await Promise.race([printed, waitForSilence(() => printedMs, graceMs)])
    child.stdout.destroy()
    child.stderr.destroy()
    await printed
    process.off('exit', kill)
    return how
  }
  return {
    get end() {
      return end
    },
    ended: ending(),
  }
}

function spawnChild({ command, env = process.env, cwd, stdin = 'ignore' }: ProcessOptions): Child {
  const [file = '', ...args] = typeof command === 'string' ? [command] : command
  const stdio: ['inherit' | 'ignore', 'pipe', 'pipe'] = [stdin, 'pipe', 'pipe']
  const options = {
    env: { ...env },
    stdio,
    ...(cwd !== undefined && { cwd }),
    detached: isPosix,
  }
  if (typeof command === 'string') return spawn(file, { ...options, shell: true })
  // On Windows `npm` and similar programs are scripts, which only the shell can start.
  return isPosix ? spawn(file, args, options) : spawn(quoted(command), { ...options, shell: true })
}

function quoted(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./:\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`))
    .join(' ')
}

/**
 * Milliseconds to wait for the system to remove a killed process. If its parent does not collect it, we continue
 * without.
 */
const KILLED_MS = 1_000

interface ProcessTree {
  /** Returns whether anything of the tree was there to get the signal; 0 only asks. */
  signal(signal: Signal): boolean
}

type Signal = 'SIGTERM' | 'SIGKILL' | 0

/** Asks the tree to end, and ends what is left of it after the grace. */
async function endTree(tree: ProcessTree, graceMs: number): Promise<void> {
  tree.signal('SIGTERM')
  if (await isGone(tree, graceMs)) return
  tree.signal('SIGKILL')
  await isGone(tree, KILLED_MS)
}

async function isGone(tree: ProcessTree, mostMs: number): Promise<boolean> {
  const untilMs = performance.now() + mostMs
  while (tree.signal(0)) {
    if (performance.now() >= untilMs) return false
    await pause(POLL_MS)
  }
  return true
}

/** The child's process group and the descendants that left it, which are looked for at each signal, because they lose their parents. */
function createProcessTree(child: Child): ProcessTree {
  const strays = new Map<number, string>()
  let last: Signal = 0
  return {
    signal(signal) {
      if (child.pid === undefined) return false
      if (!isPosix) return signalOnWindows(child, signal)
      const fresh = strayDescendants(child.pid).filter(
        ({ pid, startTicks: begun }) => strays.get(pid) !== begun,
      )
      for (const { pid, startTicks: begun } of fresh) strays.set(pid, begun)
      for (const [pid, begun] of strays) if (processEntry(pid)?.startTicks !== begun) strays.delete(pid)
      last = signal === 0 ? last : signal
      for (const pid of signal === 0 ? fresh.map((one) => one.pid) : strays.keys()) sendSignal(pid, last)
      return sendSignal(-child.pid, signal) || strays.size > 0
    },
  }
}

function signalOnWindows(child: Child, signal: Signal): boolean {
  const runs = child.exitCode === null && child.signalCode === null
  if (runs && signal !== 0) spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  return runs
}

function sendSignal(pid: number, signal: Signal): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** A longer line is cut, so that a program that never ends a line does not fill the memory. */
const MOST_LINE_CHARS = 65_536

/** Reads lines from bytes. Resolves at the end of the stream, or when it is destroyed. */
function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isCut = false
  const take = (text: string) => {
    // A carriage return at the end may be half of a line's end.
    const parts = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = parts.pop() ?? ''
    for (const line of parts) {
      if (!isCut) onLine(shortened(stripVTControlCharacters(line)))
      isCut = false
    }
    if (rest.length <= MOST_LINE_CHARS) return
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

/** The last word goes with what is cut: half a token is not recognised. */
function shortened(line: string): string {
  return line.length <= MOST_LINE_CHARS
    ? line
    : `${line.slice(0, MOST_LINE_CHARS).replace(/[^\s"'&,;]*$/, '')}…`
}

/**
 * Resolves after {@link SILENT_LOOKS} looks at silent pipes, or after `mostMs` however much is printed. It counts looks rather than
 * time, because a busy event loop may not have read yet what the pipes hold.
 */
async function waitForSilence(printedMs: () => number, mostMs: number): Promise<void> {
  const untilMs = performance.now() + mostMs
  let lastMs = printedMs()
  for (let looks = 0; looks < SILENT_LOOKS && performance.now() < untilMs; looks++) {
    await pause(POLL_MS)
    if (printedMs() !== lastMs) looks = -1
    lastMs = printedMs()
  }
}

function waitForAbort(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
