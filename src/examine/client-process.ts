import { type ChildProcess, spawn } from 'node:child_process'
import { whyOf } from '../thrown.js'

export interface ClientProcessOptions {
  /** The command and its words; no shell reads them. */
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Hears what the command prints, on either stream. */
  readonly onOutput: (chunk: Uint8Array) => void
  /** Ends the command when aborted. */
  readonly signal?: AbortSignal
}

/** How a command ended: by itself, by a signal, or it could not be started. */
export type ProcessEnd =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'not-started'; readonly reason: string }

/** Milliseconds that a command gets between SIGTERM and SIGKILL. */
const GRACE_MS = 3_000

/** Runs a client to its end. Never rejects. */
export function runClient(options: ClientProcessOptions): Promise<ProcessEnd> {
  return new Promise<ProcessEnd>((resolve) => {
    const child = spawned(options)
    const stop = () => endGently(child)
    // whoever cannot wait for its end leaves nobody behind
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    const settle = (end: ProcessEnd) => {
      process.off('exit', kill)
      options.signal?.removeEventListener('abort', stop)
      resolve(end)
    }
    child.stdout?.on('data', options.onOutput)
    child.stderr?.on('data', options.onOutput)
    child.on('error', (error) => settle(notStarted(error)))
    child.on('exit', (status, signal) => settle(endOf(status, signal)))
    if (options.signal?.aborted) stop()
    options.signal?.addEventListener('abort', stop, { once: true })
    // what the system refuses is thrown or told, as the system likes
  }).catch(notStarted)
}

function spawned({ command, cwd, env }: ClientProcessOptions) {
  const [file = '', ...args] = command
  return spawn(file, args, { cwd, env: { ...env }, stdio: ['inherit', 'pipe', 'pipe'] })
}

function notStarted(error: unknown): ProcessEnd {
  return { kind: 'not-started', reason: whyOf(error) }
}

function endOf(status: number | null, signal: NodeJS.Signals | null): ProcessEnd {
  return signal === null ? { kind: 'exited', status: status ?? 0 } : { kind: 'killed', signal }
}

function endGently(child: ChildProcess): void {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  child.once('exit', () => clearTimeout(timer))
}
