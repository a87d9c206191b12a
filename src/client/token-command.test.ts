import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runTokenCommand } from './tokens.js'

describe.skipIf(process.platform === 'win32')('a command that prints a token', () => {
  const run = (command: string, timeoutMs = 20_000) => runTokenCommand(command, timeoutMs)

  it.each([
    ['echo abc', 'abc'],
    ['printf abc', 'abc'],
    ["printf 'first\\nsecond\\n\\n'", 'second'],
    ["printf 'first\\r\\n  second  \\r\\n'", 'second'],
    ['echo abc; echo warning >&2', 'abc'],
    ['cat; echo abc', 'abc'],
    [`printf '%070000d\\nabc' 0`, 'abc'],
  ])('gives its last line: %s', async (command, accessToken) => {
    expect(await run(command)).toEqual({ ok: true, accessToken })
  })

  it.each([
    ['exit 3', 'command-failed', '3', ''],
    ['echo abc; echo why >&2; exit 1', 'command-failed', '1', 'why\n'],
    ['kill -TERM $$', 'command-failed', 'SIGTERM', ''],
    ['true', 'command-silent', '0', ''],
    ["printf ' \\n'; echo why >&2", 'command-silent', '0', 'why\n'],
    ["printf 'a b'", 'unusable-token', '0', ''],
  ])('fails otherwise: %s', async (command, flaw, exit, stderr) => {
    expect(await run(command)).toEqual({ ok: false, flaw, stderr, exit })
  })

  it('keeps the end of what it says, and no half of a word', async () => {
    const outcome = await run(`printf '%05000d %03000dz' 0 0 >&2; exit 1`)
    expect(outcome).toMatchObject({ ok: false, stderr: ` ${'0'.repeat(3_000)}z\n` })
  })

  it('is not waited for by what it leaves in the background, which ends with it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'homologa-command-'))
    const name = join(folder, 'pid')
    expect(await run(`sleep 30 & echo $! > '${name}'; echo abc`)).toEqual({ ok: true, accessToken: 'abc' })
    expect(isAlive(Number(readFileSync(name, 'utf8')))).toBe(false)
    rmSync(folder, { recursive: true })
  })

  it('is ended with its children once it takes too long', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'homologa-command-'))
    const name = join(folder, 'pid')
    const outcome = await run(`sleep 30 & echo $! > '${name}'; echo why >&2; wait`, 1_000)
    expect(outcome).toMatchObject({ ok: false, flaw: 'command-timeout', stderr: 'why\n' })
    const child = Number(readFileSync(name, 'utf8'))
    for (let i = 0; i < 200 && isAlive(child); i++) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isAlive(child)).toBe(false)
    rmSync(folder, { recursive: true })
  })
})

/** Whether it runs; one that ended and that nobody asked about does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
