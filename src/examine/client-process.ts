import { type ChildProcess, spawn } from 'node:child_process'

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
  const [file = '', ...args] = options.command
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ['inherit', 'pipe', 'pipe'],
    })
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
    child.on('error', (error) => settle({ kind: 'not-started', reason: error.message }))
    child.on('exit', (status, signal) => settle(endOf(status, signal)))
    if (options.signal?.aborted) stop()
    options.signal?.addEventListener('abort', stop, { once: true })
  })
}

function endOf(status: number | null, signal: NodeJS.Signals | null): ProcessEnd {
  return signal === null ? { kind: 'exited', status: status ?? 0 } : { kind: 'killed', signal }
}

function endGently(child: ChildProcess): void {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  child.once('exit', () => clearTimeout(timer))
}
