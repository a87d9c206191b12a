import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { blocksOf, type Document, documents, root } from '../docs/documents.js'
import { insideTool, newFolder, removeFolders } from './tool.js'

/**
 * Every block of commands that a reader is told to run, run as it stands, in a folder of its own and in the language of its page; and
 * every picture of the terminal that a page shows, held against what is printed.
 */
const pages = documents.filter(({ path }) =>
  /^README(\.pt-BR)?\.md$|^docs\/(pt-BR\/)?(tutorials|how-to)\//.test(path),
)
const langOf = ({ path }: Document) => (path.includes('pt-BR') ? 'pt-BR' : 'en')

/** What cannot run here, and why. */
const kept: readonly (readonly [RegExp, string])[] = [
  [/^npm (?!start)/, 'installs or runs the whole of the repository: test/package, and this very gate'],
  [/^(mkdir|cp) /, 'stands for a folder of the reader: test/package runs it from an empty one'],
  [/^claude /, 'needs the assistant of the reader'],
  [/^docker /, 'needs an image of the reader'],
  [/^git /, 'the folder is no repository'],
  [/^(# \.env|HOMOLOGA_\w+=)/, 'is a file, not a command'],
  [/homologa accept /, 'needs the fingerprint of a finding of the reader'],
  [/review --verify evidence\.zip/, 'needs a review that found all in order: test/sample-application'],
]

/** What waits for somebody: ready once it says this, and then interrupted. */
const waiting: readonly (readonly [RegExp, RegExp])[] = [
  [/examine .*--write-env/, /HOMOLOGA_BASE_URL|\.env\.homologa/],
  [/examine .*--watch/, /(PASS|APROVADO) /],
  [/homologa emulate/, /127\.0\.0\.1:\d+|0\.0\.0\.0:\d+|host\.docker\.internal/],
  [/homologa proxy/, /127\.0\.0\.1:\d+/],
  [/login .*--no-browser/, /https?:\/\/\S+/],
]

/** What does not end with 0, and the sentence of the page, or of the world of this test, that says so. */
const statuses: readonly (readonly [RegExp, number, string])[] = [
  [/--at 3:inactivate/, 4, 'an inactivated application gets no token any more'],
  [/check --fault no-hash/, 1, 'a planted fault fails'],
  [/homologa review /, 1, 'what init writes is to be filled in'],
]

/** Somebody who consents at once. */
const browser = `
const [address] = process.argv.slice(2)
if (address.startsWith('http')) {
  const page = await (await fetch(address)).text()
  const fields = [...page.matchAll(/name="(\\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
  const body = new URLSearchParams(fields.filter(([, value]) => value !== 'recusar'))
  await fetch(address, { method: 'POST', body })
}
`

const isDay = process.env.HOMOLOGA_VARIANTS === undefined

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

const children = new Set<ChildProcess>()

function envOf(line: string, cwd: string, env: Readonly<Record<string, string>>): Record<string, string> {
  const state = {
    HOME: cwd,
    XDG_STATE_HOME: join(cwd, '.state'),
    XDG_CONFIG_HOME: join(cwd, '.config'),
    TMPDIR: cwd,
  }
  const PATH = `${join(cwd, 'bin')}:${process.env.PATH}`
  return { PATH, ...paces, HOMOLOGA_PROFILE: profileOf(line), ...state, ...env }
}

function spawned(line: string, cwd: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn('/bin/sh', ['-c', `exec ${line}`], {
    cwd,
    env: envOf(line, cwd, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.on('close', () => children.delete(child))
  return child
}

/**
 * Words of the tool alone, which by day run in this process; a browser, an application that the tool starts by its own environment
 * and whatever a shell must read are by day processes, too.
 */
const ofTool = /^npx homologa (?!login|review -- )([^|<>&;$`*'"\\]*)$/

type Hear = (text: string) => void

/** Begins a line. `stop` interrupts it. */
function begun(line: string, cwd: string, env: Readonly<Record<string, string>>, hear: Hear) {
  const [, words] = (isDay && ofTool.exec(line)) || []
  if (words === undefined) {
    const child = spawned(line, cwd, env)
    child.stdout?.on('data', (chunk: Buffer) => hear(chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => hear(chunk.toString()))
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    return { ended, stop: () => void child.kill('SIGINT') }
  }
  const controller = new AbortController()
  const { signal } = controller
  const ended = insideTool(words.trim().split(/\s+/), { cwd, env: envOf(line, cwd, env), hear, signal })
  return { ended, stop: () => controller.abort(new Error('interrupted')) }
}

/** Runs a line to its end; what waits for somebody is interrupted once it is ready. */
async function ran(line: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const ready = waiting.find(([command]) => command.test(line))?.[1]
  let text = ''
  const { ended, stop } = begun(line, cwd, env, (chunk) => {
    const was = ready?.test(text) ?? true
    text += chunk
    if (!was && ready?.test(text)) setTimeout(stop, 100)
  })
  return { status: await ended, text }
}

/** A service that stands for the live one of the pages; its settings, and its end. */
async function liveService(cwd: string): Promise<{ env: Record<string, string>; stop(): void }> {
  const file = join(cwd, 'live.env')
  const { stop } = begun('npx homologa emulate --seed world --write-env live.env', cwd, {}, () => undefined)
  for (let i = 0; i < 200 && !existsSync(file); i++) await new Promise((resolve) => setTimeout(resolve, 25))
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  return { env, stop }
}

beforeAll(async () => {
  world = newFolder()
  for (const folder of ['bin', 'node_modules/.bin', 'reports'])
    mkdirSync(join(world, folder), { recursive: true })
  const tool = join(world, 'node_modules/.bin/homologa')
  writeFileSync(tool, `#!/bin/sh\nexec ${process.execPath} ${inject('tool')} "$@"\n`)
  // npx itself is tried by the tests of the package; here it would take most of the time
  const shims = {
    npx: 'exec node_modules/.bin/"$@"',
    npm: `exec ${manifest.scripts.start.replace('dist/homologa.js', inject('tool'))}`,
    php: 'exec node app.js',
    python3: 'exec node app.js',
    'xdg-open': 'exec node browser.mjs "$1"',
  }
  for (const [name, line] of Object.entries(shims)) {
    writeFileSync(join(world, 'bin', name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(world, 'bin', name), 0o755)
  }
  chmodSync(tool, 0o755)
  copyFileSync(join(root, 'examples/javascript/homologar.mjs'), join(world, 'homologar.mjs'))
  writeFileSync(join(world, 'app.js'), "import('./homologar.mjs')\n")
  const client = readFileSync(join(world, 'homologar.mjs'), 'utf8')
  writeFileSync(join(world, 'no-hash.mjs'), client.replace(', ...hash }', ' }'))
  writeFileSync(join(world, 'browser.mjs'), browser)
  const openapi = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'ERP', version: '1' },
    paths: { '/produtos': { get: { responses: { 200: { description: 'ok' } } } } },
  })
  const files = {
    'homologa.accept.yaml': blockOf('docs/how-to/known-findings.md', /accepted:/),
    'our-profile.yaml': blockOf('docs/how-to/write-a-profile.md', /./),
    'openapi.json': openapi,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(world, name), text ?? '')
  for (const line of [
    'npx homologa contract --seed world --baseline homologa.baseline.yaml --update-baseline --report-dir reports/c',
    'npx homologa init',
    'npx homologa check --report-dir reports/before',
  ])
    expect(await ran(line, world)).toMatchObject({ status: 0 })
  cpSync(join(world, 'reports/before'), join(world, 'reports/monday'), { recursive: true })
  // the newest of these
  expect(readlinkSync(join(world, 'reports/latest'))).toBe('before')
  for (const name of ['session', 'recording', 'gravacao'])
    copyFileSync(join(world, 'reports/before/exchanges.har'), join(world, `${name}.har`))
  copyFileSync(join(world, 'homologa.baseline.yaml'), join(world, 'old.yaml'))
}, 60_000)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  removeFolders()
})

function linesOf(block: string): readonly string[] {
  return block
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '' && (!line.startsWith('#') || line === '# .env'))
}

const address = /https:\/\/(?:…|erp\.example)(?:\/Api\/v3)?/
const isKept = (line: string) => kept.some(([pattern]) => pattern.test(line))

/** Whether the page means a live account: by its address, or since it keeps a baseline of its records. */
const isLive = (line: string) =>
  address.test(line) || /--target live|--baseline/.test(line) || /contract produtos$/.test(line)

/** The line, with the service of this test for the live one, and a rate that no account would bear. */
function here(line: string, baseUrl: string): string {
  const named = line
    .replace(address, baseUrl)
    .replace('--port 8080', '--port 0')
    .replace(/homologa login\b/, '$& --port 0')
  return isLive(line) && line.includes('homologa contract') ? `${named} --rate 500` : named
}

function statusOf(line: string): number {
  if (waiting.some(([command]) => command.test(line))) return 130
  return statuses.find(([command]) => command.test(line))?.[1] ?? 0
}

function newWorld(): string {
  const cwd = newFolder()
  cpSync(world, cwd, { recursive: true, verbatimSymlinks: true })
  return cwd
}

async function expectRuns(lines: readonly string[], lang: string): Promise<void> {
  const cwd = newWorld()
  const live = lines.some(isLive) ? await liveService(cwd) : null
  try {
    for (const line of lines.filter((one) => !isKept(one))) {
      const env = { HOMOLOGA_LANG: lang, ...(live && isLive(line) ? live.env : {}) }
      const { status, text } = await ran(here(line, live?.env.HOMOLOGA_BASE_URL ?? ''), cwd, env)
      expect(status, `${line}\n${text}`).toBe(statusOf(line))
      expect(text).not.toMatch(/fault of the harness|falha do verificador/)
      expect(text).not.toMatch(/^\s+at .*(homologa\.js|chunks\/\S+):\d+:\d+\)?$/m)
    }
  } finally {
    live?.stop()
  }
}

/** By day one in so many of the blocks that another language's page has word for word; by night all. */
const NTH = isDay ? 8 : 1
const inEnglish = new Set(
  pages
    .filter((page) => langOf(page) === 'en')
    .flatMap((page) => blocksOf(page, ['sh']))
    .map((block) => wordsOf(linesOf(block))),
)

/** By day whatever it is called, the reader's application is here the same. */
function wordsOf(lines: readonly string[]): string {
  const text = lines.join('\n')
  return isDay ? text.replace(/ -- .*/g, ' -- APPLICATION') : text
}

describe.concurrent('the blocks of commands', () => {
  let repeated = 0
  const seen = new Set<string>()
  for (const page of pages)
    blocksOf(page, ['sh']).forEach((block, i) => {
      const lines = linesOf(block)
      const name = `${page.path} ${i + 1}: ${lines[0]}`
      const key = `${langOf(page)} ${wordsOf(lines)}`
      // the same words on another page of the same language do the same
      if (seen.has(key)) return
      seen.add(key)
      const isRepeated = langOf(page) !== 'en' && inEnglish.has(wordsOf(lines))
      if (isRepeated && repeated++ % NTH !== 0) return
      if (!lines.every(isKept)) it(name, () => expectRuns(lines, langOf(page)), 60_000)
    })

  it.each(kept)('are run, all but %s, which %s and still stands on a page', (pattern) => {
    const lines = pages.flatMap((page) => blocksOf(page, ['sh'])).flatMap(linesOf)
    expect(lines.filter((line) => pattern.test(line))).not.toEqual([])
  })
})

/** What prints the pictures of the pages: by something that only this picture shows. */
const pictures: readonly (readonly [RegExp, string])[] = [
  [
    /x-service-homologacao/,
    'npx homologa examine --profile spec --seed f6rneu --no-page -- node no-hash.mjs',
  ],
  [/spacing\/at-least/, 'npx homologa check --profile spec --seed f6rneu --verbose'],
]

/** Lines as they are compared: without what differs from run to run, and without blank ones. */
function comparable(text: string): readonly string[] {
  return text
    .replace(/\d[\d.,]* m?s\b/g, 'TIME')
    .replace(/\b[0-9a-f]{40}\b/g, 'HASH')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The first line of a picture that was not printed where it should be: next to the one before, or anywhere after a `…`. */
function notPrinted(picture: string, printed: string): string | null {
  const lines = comparable(printed)
  let next = -1
  let isFree = true
  for (const line of comparable(picture)) {
    const found = isFree ? lines.indexOf(line, Math.max(next, 0)) : lines[next] === line ? next : -1
    if (line !== '…' && found < 0) return line
    isFree = line === '…'
    if (!isFree) next = found + 1
  }
  return null
}

describe.concurrent('the pictures of the terminal', () => {
  for (const page of pages)
    blocksOf(page, ['text']).forEach((picture, i) => {
      it(`${page.path} ${i + 1} shows what is printed`, async () => {
        const line = pictures.find(([sign]) => sign.test(picture))?.[1] ?? ''
        const { text } = await ran(line, newWorld(), { HOMOLOGA_LANG: langOf(page) })
        expect(notPrinted(picture, text), text).toBeNull()
      }, 60_000)
    })

  it('are looked at: a line that is not there, or not there in this place, is found', () => {
    const printed = 'a 3 ms\nb\nc\nd'
    expect(
      ['a 4 ms\nb', 'a 1 ms\n…\nd', 'b\n\nc', 'a 3 ms\nc', 'x', 'c\n…\nb'].map((one) =>
        notPrinted(one, printed),
      ),
    ).toEqual([null, null, null, 'c', 'x', 'b'])
  })
})
