import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'
import type { main } from '../../src/cli/main.js'
import { systemClock } from '../../src/node/clock.js'
import type { Report } from '../../src/report/report.js'

/** One process of the built tool, from outside. */
export interface ToolRun {
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
  readonly tookMs: number
  /** Working folder of the process. */
  readonly cwd: string
  /** What was given as `--report-dir`. */
  readonly dir: string
}

export interface ToolOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly dir?: string
  /** The process is killed, and the test fails, after so many milliseconds. Default 60,000. */
  readonly deadlineMs?: number
  readonly onStart?: (child: ChildProcess) => void
  /** Words before the script: flags of node. */
  readonly node?: readonly string[]
  /** The script, where it is another than the one that was built. */
  readonly tool?: string
  /** Words before node: a shell that limits what the process may do. */
  readonly through?: readonly string[]
}

export type InsideOptions = Pick<ToolOptions, 'env' | 'cwd' | 'dir'>

const folders: string[] = []

/** A new empty folder, away from every `.env` and every other run. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-e2e-'))
  folders.push(folder)
  return folder
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Runs the tool and waits for its end. */
export function runTool(args: readonly string[], options: ToolOptions = {}): Promise<ToolRun> {
  const { cwd = newFolder(), env = {}, deadlineMs = 60_000, onStart, node = [], through = [] } = options
  const { dir = join(cwd, 'out'), tool = inject('tool') } = options
  const startedMs = performance.now()
  const [command, ...words] = [...through, process.execPath, ...node, tool, ...args] as [string, ...string[]]
  const child = spawn(command, words, {
    cwd,
    env: { ...cleanEnv(), TMPDIR: cwd, HOMOLOGA_REPORT_DIR: dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => out.push(part))
  child.stderr.on('data', (part: Buffer) => err.push(part))
  onStart?.(child)
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${args.join(' ')} still ran after ${deadlineMs} ms:\n${Buffer.concat(err)}`))
    }, deadlineMs)
    child.on('error', reject)
    child.on('close', (status, signal) => {
      clearTimeout(deadline)
      const text = { out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }
      resolve({ status, signal, ...text, tookMs: performance.now() - startedMs, cwd, dir })
    })
  })
}

/** One in so many of a table's cases is a process by day; by night all are. */
const NTH = 16

/** How the case of this number in a table is run. */
export const runnerOf = (i: number): typeof runTool => (i % NTH === 0 ? runTool : runInside)

/**
 * The same built tool, called in this process: for what does not concern the process itself, most of whose time is to load what is
 * loaded here already. By night it is a process all the same.
 */
export const runInside = (args: readonly string[], options: InsideOptions = {}): Promise<ToolRun> =>
  begin(args, options).ended

/** A command under way. */
export interface Begun {
  /** What it has said so far. */
  readonly said: { out: string; err: string }
  readonly ended: Promise<ToolRun>
  /** Interrupts it. */
  stop(): Promise<ToolRun>
}

/** Begins what ends by itself or once it is interrupted, as `runInside` runs it. */
export function begin(
  args: readonly string[],
  { cwd = newFolder(), env = {}, dir = join(cwd, 'out') }: InsideOptions = {},
): Begun {
  const said = { out: '', err: '' }
  const hear = (text: string, stream: 'out' | 'err') => {
    said[stream] += text
  }
  const controller = new AbortController()
  const { signal } = controller
  const ended =
    process.env.HOMOLOGA_VARIANTS === undefined ? called() : runTool(args, { cwd, env, dir, onStart: follow })
  const stop = () => {
    controller.abort(new Error('interrupted'))
    return ended
  }
  return { said, ended, stop }

  async function called(): Promise<ToolRun> {
    const startedMs = performance.now()
    const full = { ...cleanEnv(), TMPDIR: cwd, HOMOLOGA_REPORT_DIR: dir, ...env }
    const status = await insideTool(args, { cwd, env: full, hear, signal })
    return { status, signal: null, ...said, tookMs: performance.now() - startedMs, cwd, dir }
  }

  function follow(child: ChildProcess): void {
    child.stdout?.on('data', (part: Buffer) => hear(part.toString(), 'out'))
    child.stderr?.on('data', (part: Buffer) => hear(part.toString(), 'err'))
    signal.addEventListener('abort', () => child.kill('SIGINT'))
  }
}

interface InsideIo {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly hear: (text: string, stream: 'out' | 'err') => void
  readonly signal?: AbortSignal
}

/** The built tool's own `main`. */
export async function insideTool(
  args: readonly string[],
  { cwd, env, hear, signal = new AbortController().signal }: InsideIo,
): Promise<number> {
  // each run leaves what it would do at the end of its process
  process.setMaxListeners(0)
  const path = join(dirname(inject('tool')), 'inside.js')
  const { main: run } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as {
    readonly main: typeof main
  }
  const [out, err] = [(text: string) => hear(text, 'out'), (text: string) => hear(text, 'err')]
  return run(args, {
    out,
    err,
    outIsTty: false,
    errIsTty: false,
    width: 80,
    clock: systemClock,
    cwd,
    env,
    signal,
  })
}

function cleanEnv(): Record<string, string | undefined> {
  const own = /^(HOMOLOGA_|NODE_OPTIONS$|NO_COLOR$|FORCE_COLOR$|VITEST|NODE_ENV$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}

export function reportOf({ dir }: Pick<ToolRun, 'dir'>): Report {
  return JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8')) as Report
}

/** Requirements of findings that follow from no other, infos left out. */
export function rootsOf(report: Report): string[] {
  const roots = report.findings.filter((one) => one.consequenceOf === null && one.severity !== 'info')
  return [...new Set(roots.map(({ requirement }) => requirement))]
}

export function errorsOf(report: Report): string[] {
  return report.findings
    .filter((one) => one.severity === 'error')
    .map((one) => `${one.requirement}: ${one.message}`)
}

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

/** No interval to keep, so that a run takes no time: the text of a profile file. */
export const quick = {
  extends: 'bling',
  name: 'quick',
  description: 'bling without an interval',
  spacing: { reading: 'free', intervalMs: 100, paceMs: 0 },
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export const RUN_FILES = [
  'ctrf-report.json',
  'exchanges.har',
  'journal.ndjson',
  'junit.xml',
  'report.html',
  'report.json',
  'summary.md',
]
