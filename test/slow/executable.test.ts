import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emulate } from '../../src/index.js'
import { quick } from '../end-to-end/tool.js'

/** The single executable, in an empty folder and with an empty PATH. */
const root = join(import.meta.dirname, '../..')
const php = execFileSync('sh', ['-c', 'command -v php'], { encoding: 'utf8' }).trim()

let built = ''
let tool = ''
let folder = ''
beforeAll(() => {
  built = mkdtempSync(join(tmpdir(), 'homologa-executable-'))
  execFileSync(process.execPath, ['scripts/build-executable.mjs', built], { cwd: root, stdio: 'pipe' })
  tool = join(built, 'homologa')
}, 240_000)
beforeEach(() => {
  folder = mkdtempSync(join(built, 'empty-'))
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

const bare = { PATH: '', PAUSE_MS: '60' }

interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** Runs it; `whenSaid` is called with what it has said on standard error, to interrupt what ends only then. */
function run(
  words: readonly string[],
  whenSaid = (_err: string, _stop: () => void): void => {},
): Promise<Ended> {
  const child = spawn(tool, words, { cwd: folder, env: bare, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (part: Buffer) => {
    out += part
  })
  child.stderr.on('data', (part: Buffer) => {
    err += part
    whenSaid(err, () => void child.kill('SIGINT'))
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, out, err }))
  })
}

/** Profiles without an interval, and a client. */
function furnish(): void {
  writeFileSync(join(folder, 'quick.json'), JSON.stringify(quick))
  copyFileSync(join(root, 'examples/php/homologar.php'), join(folder, 'cliente.php'))
}

const report = () =>
  JSON.parse(readFileSync(join(folder, 'reports/latest/report.json'), 'utf8')) as { verdict: string }

describe.skipIf(process.platform !== 'linux')('without Node', { timeout: 60_000 }, () => {
  it('leads from an empty folder to a verdict and a fix', async () => {
    expect(await run(['init', '--yes', '--name', 'Pedidos'])).toMatchObject({ status: 0 })
    expect(readdirSync(folder)).toContain('application.yaml')
    furnish()
    const passing = await run(['examine', '--profile', 'quick.json', '--', php, 'cliente.php'])
    expect(passing).toMatchObject({ status: 0, out: expect.stringContaining('✓ PASS') })
    const client = join(folder, 'cliente.php')
    writeFileSync(client, readFileSync(client, 'utf8').replace(/if \(\$hash\) \$headers\[\] = .*/, ''))
    const failing = await run(['examine', '--profile', 'quick.json', '--', php, 'cliente.php'])
    expect(failing).toMatchObject({
      status: 1,
      out: expect.stringMatching(/✗ FAIL .*hash-carried[\s\S]*Fix: /),
    })
    expect(await run(['review', '--profile', 'quick.json', '--', php, 'cliente.php'])).toMatchObject({
      status: 1,
    })
    expect(readdirSync(join(folder, 'reports/latest'))).toContain('report.html')
  })

  it('checks, judges what it recorded, and opens the page that judges', async () => {
    furnish()
    expect(await run(['check', '--profile', 'quick.json'])).toMatchObject({ status: 0 })
    expect(readFileSync(join(folder, 'reports/latest/report.html'), 'utf8')).toContain('<html')
    const har = join(folder, 'run.har')
    copyFileSync(join(folder, 'reports/latest/exchanges.har'), har)
    expect(await run(['judge', 'run.har', '--profile', 'quick.json'])).toMatchObject({ status: 0 })
    const page = await run(['judge', '--page', '--json'])
    const { file } = JSON.parse(page.out) as { readonly file: string }
    expect(readFileSync(file, 'utf8')).toContain('<html')
  })

  it('runs the contract, with a suite of its user', async () => {
    writeFileSync(
      join(folder, 'ours.mjs'),
      `export default { id: 'ours', steps: [{ id: 'list', method: 'GET', path: '/produtos' }] }`,
    )
    const { status } = await run(['contract', 'ours', 'contatos', '--suite', 'ours.mjs'])
    expect([status, report().verdict]).toEqual([0, 'pass'])
  })

  it('emulates, and records as a proxy', async () => {
    const words = ['emulate', '--write-env', 'client.env']
    const emulated = await run(words, (_err, stop) => existsSync(join(folder, 'client.env')) && stop())
    expect(emulated.status).toBe(130)
    const erp = await emulate({ seed: 'executable' })
    let asked: Promise<Response> | null = null
    const proxied = await run(['proxy', '--target', erp.baseUrl, '--timeout', '2'], (err) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(err.replaceAll(erp.baseUrl, '')) ?? []
      if (address !== undefined) asked ??= fetch(`${address.replace(/[.,]$/, '')}/produtos`)
    })
    await erp.close()
    expect(proxied.err).toContain('/produtos → 401')
    expect(asked).not.toBeNull()
  })

  it('serves an assistant', async () => {
    furnish()
    const client = new Client({ name: 'assistant', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({ command: tool, args: ['mcp'], cwd: folder, env: bare, stderr: 'pipe' }),
    )
    const given = { command: [php, 'cliente.php'], profile: 'quick.json' }
    const { structuredContent } = await client.callTool({ name: 'examine', arguments: given })
    await client.close()
    expect(structuredContent).toMatchObject({ verdict: 'pass' })
  })
})
