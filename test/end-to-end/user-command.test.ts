import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, it } from 'vitest'
import { newFolder, removeFolders, runInside, runTool, type ToolOptions, type ToolRun } from './tool.js'

afterAll(removeFolders)

const sample = fileURLToPath(new URL('../sample-application', import.meta.url))

/** What `npm start` is: a shell that starts the application and waits for it. It tells where the application's id is once it runs. */
const LIKE_NPM_START = [
  'sh',
  '-c',
  `"$0" -e 'require("fs").writeFileSync("pid", String(process.pid)); console.log("it is up"); setInterval(() => {}, 999)' & wait`,
  process.execPath,
]

/** Runs the tool with such a command; `whenUp` is called once the application runs. */
async function runTree(
  words: readonly string[],
  whenUp: (child: ChildProcess) => void = () => {},
  options: ToolOptions = {},
): Promise<ToolRun & { readonly application: string }> {
  const cwd = newFolder()
  cpSync(sample, cwd, { recursive: true })
  const run = await runTool([...words, '--', ...LIKE_NPM_START], {
    cwd,
    ...options,
    onStart(child) {
      const looking = setInterval(() => {
        if (!existsSync(join(cwd, 'pid'))) return
        clearInterval(looking)
        whenUp(child)
      }, 20)
      child.once('exit', () => clearInterval(looking))
    },
  })
  const pid = Number(readFileSync(join(cwd, 'pid'), 'utf8'))
  return { ...run, application: (await isLeft(pid)) ? 'runs on' : 'has ended' }
}

/** A process that was killed by an exit is there for a moment more. */
async function isLeft(pid: number): Promise<boolean> {
  for (let i = 0; i < 100 && isAlive(pid); i++) await new Promise((resolve) => setTimeout(resolve, 20))
  return isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

const interrupt = (child: ChildProcess): void => void child.kill('SIGINT')
const interruptTwice = (child: ChildProcess) => {
  child.kill('SIGINT')
  setTimeout(() => child.kill('SIGINT'), 30)
}

describe.skipIf(process.platform === 'win32').concurrent(
  'what a command of the user starts',
  {
    timeout: 90_000,
  },
  () => {
    it.for<[title: string, words: string[], whenUp: typeof interrupt | undefined, status: number]>([
      ['examine ends in time', ['examine', '--no-page', '--timeout', '1'], undefined, 4],
      ['examine is interrupted', ['examine', '--no-page'], interrupt, 130],
      ['examine is interrupted twice', ['examine', '--no-page'], interruptTwice, 130],
      ['examine is terminated', ['examine', '--no-page'], (child) => void child.kill('SIGTERM'), 130],
      ['review is interrupted', ['review'], interrupt, 130],
      ['review is interrupted twice', ['review'], interruptTwice, 130],
    ])('ends with it: %s', async ([, words, whenUp, status], { expect }) => {
      const run = await runTree(words, whenUp)
      expect({ status: run.status, application: run.application, err: run.err }).toEqual({
        status,
        application: 'has ended',
        err: expect.any(String),
      })
    })

    it('ends with a token command', async ({ expect }) => {
      const cwd = newFolder()
      const file = join(cwd, 'pid')
      const run = await runTool(['check', '--base-url', 'http://127.0.0.1:9/Api/v3', '--spacing-ms', '0'], {
        cwd,
        env: { HOMOLOGA_TOKEN_COMMAND: `sleep 77 & echo $! > '${file}'; exit 3` },
      })
      expect([run.status, await isLeft(Number(readFileSync(file, 'utf8')))]).toEqual([4, false])
    })
  },
)

describe.concurrent('what a command of the user prints', () => {
  /** Prints parts of a text in writes of their own, so that each is a chunk of its own. */
  const printing = (parts: string) => `
    const token = process.env.HOMOLOGA_ACCESS_TOKEN
    const parts = ${parts}
    const next = () => { const part = parts.shift(); if (part !== undefined) { process.stdout.write(part); setTimeout(next, 60) } }
    next()`

  async function printed(parts: string): Promise<string> {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'app.cjs'), printing(parts))
    const run = await runInside(['examine', '--no-page', '--', process.execPath, 'app.cjs'], { cwd })
    return run.err
  }

  it('is masked though a token comes in two writes', async ({ expect }) => {
    const said = await printed(`['my token is ' + token.slice(0, 20), token.slice(20) + ' indeed\\n']`)
    expect(said).toMatch(/^my token is \[access_token#1\] indeed$/m)
  })

  it('keeps its letters though one comes in two writes', async ({ expect }) => {
    const said = await printed(
      `[Buffer.from([0x61, 0xc3]), Buffer.from([0xa7, 0xc3]), Buffer.from([0xa3, 0x6f, 0x0a])]`,
    )
    expect(said).toMatch(/^ação$/m)
  })

  it('commands no terminal', async ({ expect }) => {
    const said = await printed(`['\\u001b[2J\\u001b[31mred\\u001b[0m \\u0007\\u202eend\\n']`)
    expect(said).toMatch(/^red ␇⟨U\+202E⟩end$/m)
  })
})
