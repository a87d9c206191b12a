import { spawn } from 'node:child_process'
import { isSendableToken } from '../specification/token-answer.js'

export type CommandOutcome =
  | { readonly ok: true; readonly accessToken: string }
  | {
      readonly ok: false
      readonly flaw: 'command-failed' | 'command-silent' | 'command-timeout' | 'unusable-token'
      /** The end of what it wrote to standard error; not masked yet. */
      readonly stderr: string
      readonly exit: string
    }

const KEPT_CHARACTERS = 4_000

/**
 * Runs a shell command that prints an access token: its last line that is not empty. What it prints is shown nowhere.
 * The command and its children are ended after `timeoutMs`, and by nothing else: it may rotate a token of its own.
 */
export function runTokenCommand(command: string, timeoutMs: number): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const isPosix = process.platform !== 'win32'
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], detached: isPosix })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (data) => (stdout = (stdout + data).slice(-65_536)))
    child.stderr.on('data', (data) => (stderr = (stderr + data).slice(-KEPT_CHARACTERS)))
    let isLate = false
    const end = () => {
      isLate = true
      stop(child.pid, isPosix)
      child.stdout.destroy()
      child.stderr.destroy()
    }
    const deadline = setTimeout(end, timeoutMs)
    const settle = (exit: string) => {
      clearTimeout(deadline)
      resolve(isLate ? { ok: false, flaw: 'command-timeout', stderr, exit } : outcome(exit, stdout, stderr))
    }
    child.on('error', (error) => settle(error.message))
    child.on('close', (code, killedBy) => settle(killedBy ?? String(code)))
  })
}

function outcome(exit: string, stdout: string, stderr: string): CommandOutcome {
  if (exit !== '0') return { ok: false, flaw: 'command-failed', stderr, exit }
  const token = stdout.trim().split(/\r?\n/).at(-1)?.trim() ?? ''
  if (token === '') return { ok: false, flaw: 'command-silent', stderr, exit }
  return isSendableToken(token)
    ? { ok: true, accessToken: token }
    : { ok: false, flaw: 'unusable-token', stderr, exit }
}

function stop(pid: number | undefined, isPosix: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(isPosix ? -pid : pid, 'SIGKILL')
  } catch {
    // it had ended already
  }
}
