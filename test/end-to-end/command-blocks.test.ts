import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { blocksOf, type Document, documents, root } from '../docs/documents.js'
import { newFolder, removeFolders } from './tool.js'

/** Every block of commands that a reader is told to run, run as it stands: in a folder of its own, in both languages. */
const pages = documents.filter(({ path }) => /^README(\.pt-BR)?\.md$|^docs\/(tutorials|how-to)\//.test(path))
const langs = ['en', 'pt-BR'] as const

/** What cannot run here, and why. */
const kept: readonly (readonly [RegExp, string])[] = [
  [/^npm /, 'installs, publishes or runs the whole of the repository'],
  [/^git /, 'the folder is no repository'],
  [/^(# \.env|HOMOLOGA_\w+=)/, 'is a file, not a command'],
  [/homologa login$/, 'opens a browser'],
  [/judge --page$/, 'opens a browser'],
  [/review --verify evidence\.zip/, 'needs a review that found all in order, which takes a browser'],
]

/** What waits for somebody: ready once it says this, and then interrupted. */
const waiting: readonly (readonly [RegExp, RegExp])[] = [
  [/examine --write-env/, /HOMOLOGA_BASE_URL|\.env\.homologa/],
  [/homologa proxy/, /127\.0\.0\.1:\d+/],
  [/login --no-browser/, /https?:\/\/\S+/],
]

/** What does not end with 0, and the sentence of the page, or of the world of this test, that says so. */
const statuses: readonly (readonly [RegExp, number, string])[] = [
  [/check --fault no-hash/, 1, 'a planted fault fails'],
  [/--accounts accounts\.yaml/, 2, 'the account of the page is not the one that answers here'],
  [/homologa review /, 1, 'what init writes is to be filled in'],
]

interface Ended {
  readonly status: number | null
  readonly text: string
}

let world = ''
const blockOf = (path: string, name: RegExp) =>
  blocksOf(documents.find((one) => one.path === path) as Document, ['yaml']).find((block) => name.test(block))

/** The application of the pages keeps the pace of this test, and the names of the service that it was written for. */
const paces = { HOMOLOGA_SPACING_MS: '20', PAUSE_MS: '60' }
const profileOf = (line: string) => (/homologa (contract|emulate)/.test(line) ? 'spec' : 'bling')

function spawned(line: string, cwd: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  const state = {
    HOME: cwd,
    XDG_STATE_HOME: join(cwd, '.state'),
    XDG_CONFIG_HOME: join(cwd, '.config'),
    TMPDIR: cwd,
  }
  return spawn('/bin/sh', ['-c', `exec ${line}`], {
    cwd,
    env: {
      PATH: `${join(cwd, 'bin')}:${process.env.PATH}`,
      ...paces,
      HOMOLOGA_PROFILE: profileOf(line),
      ...state,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a line to its end; what waits for somebody is interrupted once it is ready. */
function ran(line: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const ready = waiting.find(([command]) => command.test(line))?.[1]
  return new Promise((resolve, reject) => {
    const child = spawned(line, cwd, env)
    let text = ''
    const hear = (chunk: Buffer) => {
      const was = ready?.test(text) ?? true
      text += chunk
      if (!was && ready?.test(text)) setTimeout(() => child.kill('SIGINT'), 100)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, text }))
  })
}

/** A service that stands for the live one of the pages; its settings, and its end. */
async function liveService(cwd: string): Promise<{ env: Record<string, string>; stop(): void }> {
  const file = join(cwd, 'live.env')
  const child = spawned('npx homologa emulate --seed world --write-env live.env', cwd)
  for (let i = 0; i < 200 && !existsSync(file); i++) await new Promise((resolve) => setTimeout(resolve, 25))
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  const { HOMOLOGA_ACCESS_TOKEN, HOMOLOGA_REFRESH_TOKEN, HOMOLOGA_CLIENT_ID, HOMOLOGA_CLIENT_SECRET } = env
  const ofAccounts = {
    MATRIZ_ACCESS_TOKEN: HOMOLOGA_ACCESS_TOKEN,
    MATRIZ_REFRESH_TOKEN: HOMOLOGA_REFRESH_TOKEN,
    CLIENT_ID: HOMOLOGA_CLIENT_ID,
    CLIENT_SECRET: HOMOLOGA_CLIENT_SECRET,
  }
  return { env: { ...env, ...ofAccounts }, stop: () => child.kill('SIGINT') }
}

beforeAll(async () => {
  world = newFolder()
  for (const folder of ['bin', 'node_modules/.bin', 'reports'])
    mkdirSync(join(world, folder), { recursive: true })
  const tool = join(world, 'node_modules/.bin/homologa')
  writeFileSync(tool, `#!/bin/sh\nexec ${process.execPath} ${inject('tool')} "$@"\n`)
  // npx itself is tried by the tests of the package; here it would take most of the time
  const shims = { npx: 'exec node_modules/.bin/"$@"', php: 'exec node app.js', python3: 'exec node app.js' }
  for (const [name, line] of Object.entries(shims)) {
    writeFileSync(join(world, 'bin', name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(world, 'bin', name), 0o755)
  }
  chmodSync(tool, 0o755)
  copyFileSync(join(root, 'examples/javascript/homologar.mjs'), join(world, 'homologar.mjs'))
  writeFileSync(join(world, 'app.js'), "import('./homologar.mjs')\n")
  const files = {
    'homologa.accept.yaml': blockOf('docs/how-to/accept-a-finding.md', /accept|requirement|expires/),
    'accounts.yaml': blockOf('docs/how-to/run-nightly-in-ci.md', /^# accounts\.yaml/),
    'our-profile.yaml': blockOf('docs/how-to/write-a-profile.md', /./),
    'openapi.json': JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'ERP', version: '1' },
      paths: { '/produtos': { get: { responses: { 200: { description: 'ok' } } } } },
    }),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(world, name), text ?? '')
  for (const line of [
    'npx homologa check --report-dir reports/before',
    'npx homologa contract --seed world --baseline homologa.baseline.yaml --update-baseline --report-dir reports/c',
    'npx homologa init',
  ])
    expect(await ran(line, world)).toMatchObject({ status: 0 })
  cpSync(join(world, 'reports/before'), join(world, 'reports/monday'), { recursive: true })
  symlinkSync('before', join(world, 'reports/latest'))
  for (const name of ['session', 'recording', 'gravacao'])
    copyFileSync(join(world, 'reports/before/exchanges.har'), join(world, `${name}.har`))
  copyFileSync(join(world, 'homologa.baseline.yaml'), join(world, 'old.yaml'))
}, 60_000)
afterAll(removeFolders)

function linesOf(block: string): readonly string[] {
  return block
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '' && (!line.startsWith('#') || line === '# .env'))
}

const address = /https:\/\/(?:…|erp\.example)(?:\/Api\/v3)?/
const blocks = pages.flatMap((page) =>
  blocksOf(page, ['sh']).map((block, i) => [`${page.path} ${i + 1}`, linesOf(block)] as const),
)

const isKept = (line: string) => kept.some(([pattern]) => pattern.test(line))

/** Whether the page means a live account: by its address, or since it keeps a baseline of its records. */
const isLive = (line: string) =>
  address.test(line) || /--target live|--accounts|--baseline/.test(line) || /contract produtos$/.test(line)

/** The line, with the service of this test for the live one, and a rate that no account would bear. */
function here(line: string, baseUrl: string): string {
  const named = line.replace(address, baseUrl).replace('--port 8080', '--port 0')
  return isLive(line) && line.includes('homologa contract') ? `${named} --rate 500` : named
}

function statusOf(line: string): number {
  if (waiting.some(([command]) => command.test(line))) return 130
  return statuses.find(([command]) => command.test(line))?.[1] ?? 0
}

describe.concurrent.each(langs)('the blocks of commands, in %s', (lang) => {
  for (const [name, lines] of blocks) {
    const reason = kept.find(([pattern]) => pattern.test(lines[0] ?? ''))?.[1]
    if (lines.every(isKept)) {
      it.skip(`${name}: ${reason}`)
      continue
    }
    it(name, async () => {
      const cwd = newFolder()
      cpSync(world, cwd, { recursive: true, verbatimSymlinks: true })
      const live = lines.some(isLive) ? await liveService(cwd) : null
      try {
        for (const line of lines.filter((one) => !isKept(one))) {
          const env = { HOMOLOGA_LANG: lang, ...(live && isLive(line) ? live.env : {}) }
          const { status, text } = await ran(here(line, live?.env.HOMOLOGA_BASE_URL ?? ''), cwd, env)
          expect(status, `${line}\n${text}`).toBe(statusOf(line))
          expect(text).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m)
        }
      } finally {
        live?.stop()
      }
    }, 25_000)
  }
})
