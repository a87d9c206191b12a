import { startProcess } from '../node/run-process.js'
import { messageOf } from '../node/thrown.js'
import { isSendableToken } from '../specification/token-answer.js'

export type CommandOutcome =
  | { readonly ok: true; readonly accessToken: string }
  | {
      readonly ok: false
      readonly flaw: 'command-failed' | 'command-silent' | 'command-timeout' | 'unusable-token'
      /** The end of its standard error output; not masked. */
      readonly stderr: string
      readonly exit: string
    }

const MOST_CHARS = 4_000

/**
 * Runs a shell command that prints an access token: its last line that is not empty. What it prints is shown nowhere.
 * The command and its children are ended after `timeoutMs`, and by nothing else: it may rotate a token of its own.
 */
export async function runTokenCommand(command: string, timeoutMs: number): Promise<CommandOutcome> {
  const late = AbortSignal.timeout(timeoutMs)
  let token = ''
  let stderr = ''
  const onLine = (line: string, from: 'stdout' | 'stderr') => {
    if (from === 'stderr') stderr = endOf(`${stderr}${line}\n`)
    else token = line.trim() || token
  }
  try {
    const { ended } = await startProcess({ command, onLine, signal: late })
    const { status, signal } = await ended
    const exit = signal ?? String(status)
    if (late.aborted) return { ok: false, flaw: 'command-timeout', stderr, exit }
    if (exit !== '0') return { ok: false, flaw: 'command-failed', stderr, exit }
    if (token === '') return { ok: false, flaw: 'command-silent', stderr, exit }
    if (!isSendableToken(token)) return { ok: false, flaw: 'unusable-token', stderr, exit }
    return { ok: true, accessToken: token }
  } catch (error) {
    return { ok: false, flaw: 'command-failed', stderr, exit: messageOf(error) }
  }
}

/** The end of a text, without the first word: half a token is not recognised by masking. */
function endOf(text: string): string {
  return text.length <= MOST_CHARS ? text : text.slice(-MOST_CHARS).replace(/^[^\s"'&,;]*/, '')
}
