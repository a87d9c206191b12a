import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'
import { afterAll, describe, expect, it } from 'vitest'
import { lacks } from '../../test/needs.js'
import { type ProcessOptions, startProcess } from './run-process.js'

const folder = mkdtempSync(join(tmpdir(), 'homologa-process-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hasSetsid = spawnSync('setsid', ['true']).status === 0

interface Ran {
  readonly lines: readonly string[]
  readonly end: { readonly status: number | null; readonly signal: string | null }
}

async function ran(code: string, options: Partial<ProcessOptions> = {}): Promise<Ran> {
  const lines: string[] = []
  const onLine = (line: string) => void lines.push(line)
  const { ended } = await startProcess({ command: [process.execPath, '-e', code], onLine, ...options })
  return { end: await ended, lines }
}

/** JavaScript that writes texts or bytes in chunks of their own, each when the one before has been read. */
function writing(...chunks: readonly (string | readonly number[])[]): string {
  return `const chunks = ${JSON.stringify(chunks)}
    const next = () => { const chunk = chunks.shift(); if (chunk !== undefined) process.stdout.write(Buffer.from(chunk), () => setTimeout(next, 30)) }
    next()`
}

describe('what a program prints', () => {
  it.each<[title: string, chunks: (string | number[])[], lines: string[]]>([
    ['a line in two chunks', ['token ab', 'cdef\nnext', '\n'], ['token abcdef', 'next']],
    ['a letter in two chunks', [[0xc3], [0xa7, 0xc3], [0xa3, 0x6f, 0x0a]], ['ção']],
    ['a letter of four bytes in three', [[0xf0, 0x9f], [0x98], [0x80, 0x0a]], ['😀']],
    ['an end of line in two chunks', ['one\r', '\ntwo\r\n'], ['one', 'two']],
    ['a line that is written over', ['10 %\r', '20 %\r', '30 %\n'], ['10 %', '20 %', '30 %']],
    ['empty lines', ['\n\na\n'], ['', '', 'a']],
    ['a last line without an end', ['a\nb'], ['a', 'b']],
    ['half a letter at the end', [[0x61, 0xc3]], ['a\ufffd']],
    ['colours and other commands', ['\u001b[31mred\u001b[0m \u001b]0;title\u0007x\n'], ['red x']],
  ])('comes in whole lines: %s', async (_, chunks, lines) => {
    expect((await ran(writing(...chunks))).lines).toEqual(lines)
  })

  it('is cut where a line has no end, before a word that may be a token', async () => {
    const { lines } = await ran(
      `process.stdout.write('a '.repeat(32_760) + 'x'.repeat(200_000) + '\\nnext\\n')`,
    )
    expect(lines).toEqual([`${'a '.repeat(32_760)}…`, 'next'])
  })

  it('is all there when it ends', async () => {
    const { lines, end } = await ran(`for (let i = 0; i < 20_000; i++) console.log('line ' + i)`)
    expect([lines.length, lines.at(-1), end]).toEqual([20_000, 'line 19999', { status: 0, signal: null }])
  })

  it('tells standard error apart', async () => {
    const from: string[] = []
    await ran(`console.error('e'); console.log('o')`, {
      onLine: (line, stream) => from.push(`${stream} ${line}`),
    })
    expect(from.sort()).toEqual(['stderr e', 'stdout o'])
  })
})

it('rejects where the program cannot be started', async () => {
  const starting = startProcess({ command: [join(folder, 'none')], onLine: () => {} })
  await expect(starting).rejects.toMatchObject({ code: 'ENOENT' })
})

describe.skipIf(process.platform === 'win32')('the process tree', () => {
  let count = 0
  /** A shell line that leaves a program behind, which writes its id into a file and, where it is stubborn, outlives SIGTERM. */
  const leaving = (isStubborn = false) => {
    const file = join(folder, `pid-${++count}`)
    const trap = isStubborn ? "trap '' TERM; " : ''
    return {
      file,
      line: `(${trap}sh -c '${trap}echo $$ > ${file}.new; mv ${file}.new ${file}; sleep 60 & wait; sleep 60') &`,
    }
  }
  /** The same, by a program that makes itself a session of its own. */
  const leavingSession = (isStubborn = false) => {
    const { file, line } = leaving(isStubborn)
    return { file, line: line.replace('sh -c', 'setsid sh -c') }
  }
  const untilThere = (file: string) => `while [ ! -e '${file}' ]; do sleep 0.02; done`
  /** How a program ends whose signal aborts, and whether what it left behind is alive then. */
  const stopped = async ({ file, line }: ReturnType<typeof leaving>, isStubborn: boolean) => {
    const stopping = new AbortController()
    const trap = isStubborn ? "trap '' TERM;" : ''
    const { end } = await ran('', {
      command: `${trap} ${line} ${untilThere(file)}; echo up; while true; do sleep 60; done`,
      onLine: () => stopping.abort(),
      signal: stopping.signal,
      graceMs: 200,
    })
    return [end, isAlive(file)]
  }

  it('ends with a program that ends by itself', async () => {
    const { file, line } = leaving()
    const { end } = await ran('', { command: `${line} ${untilThere(file)}; exit 3` })
    expect(end).toEqual({ status: 3, signal: null })
    expect(isAlive(file)).toBe(false)
  })

  it.each([
    ['asked to', false, 'SIGTERM'],
    ['killed where it will not', true, 'SIGKILL'],
  ])('is %s end when the signal aborts', async (_, isStubborn, signal) => {
    expect(await stopped(leaving(isStubborn), isStubborn)).toEqual([{ status: null, signal }, false])
  })

  describe.skipIf(process.platform !== 'linux' || lacks('setsid', hasSetsid))(
    'with a session of its own',
    () => {
      it.each([
        ['ends when the signal aborts', false, 'SIGTERM'],
        ['is killed where it will not', true, 'SIGKILL'],
      ])('%s', async (_, isStubborn, signal) => {
        expect(await stopped(leavingSession(isStubborn), isStubborn)).toEqual([
          { status: null, signal },
          false,
        ])
      })

      it('ends with its program, while its parent is there', async () => {
        const { file, line } = leavingSession()
        await ran('', { command: `(${line} sleep 60) & ${untilThere(file)}; exit 0` })
        expect(isAlive(file)).toBe(false)
      })

      it('goes on where it is not a descendant', async () => {
        const file = join(folder, `pid-${++count}`)
        const other = spawn('setsid', ['sh', '-c', `echo $$ > ${file}; sleep 60`], { detached: true })
        await expect.poll(() => existsSync(file) && isAlive(file)).toBe(true)
        await ran('', { command: 'true' })
        expect(isAlive(file)).toBe(true)
        process.kill(-Number(readFileSync(file, 'utf8')), 'SIGKILL')
        other.unref()
      })
    },
  )

  it('ends though the signal was aborted before it began', async () => {
    const { end } = await ran('setInterval(() => {}, 1_000)', { signal: AbortSignal.abort() })
    expect(end).toEqual({ status: null, signal: 'SIGTERM' })
  })

  it.each([
    ['a child', leaving],
    ...(hasSetsid && process.platform === 'linux' ? [['a session', leavingSession] as const] : []),
  ] as const)('ends with our own process, however that exits: %s', async (_, leaves) => {
    const { file, line } = leaves(true)
    const bundle = join(folder, 'bundle.mjs')
    await build({
      input: join(import.meta.dirname, 'run-process.ts'),
      output: { file: bundle, format: 'esm' },
      platform: 'node',
      logLevel: 'silent',
    })
    const own = `import(${JSON.stringify(bundle)}).then(({ startProcess }) => startProcess({
        command: ${JSON.stringify(`${line} ${untilThere(file)}; echo up; sleep 60`)},
        onLine: () => { throw new Error('internal error') },
      }))`
    const { end } = await ran(own)
    expect(end.status).not.toBe(0)
    await expect.poll(() => isAlive(file)).toBe(false)
  })
})

/** Whether the program runs whose id is in the file; one that ended and that nobody asked about does not. */
function isAlive(file: string): boolean {
  const pid = Number(readFileSync(file, 'utf8'))
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
