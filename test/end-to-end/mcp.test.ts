import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { lacks } from '../needs.js'
import { newFolder, quick, removeFolders, reportOf, runTool } from './tool.js'

const php = join(import.meta.dirname, '../../examples/php/homologar.php')
const hasPhp = spawnSync('php', ['--version']).error === undefined

const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})
afterAll(removeFolders)

/** An assistant: the SDK's own client over a real process. */
async function assistant(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Client> {
  const client = new Client({ name: 'assistant', version: '1.0.0' })
  clients.push(client)
  const { PATH = '' } = process.env
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [inject('tool'), 'mcp'],
      cwd,
      stderr: 'pipe',
      env: { PATH, TMPDIR: cwd, ...env },
    }),
  )
  return client
}

interface Called {
  readonly text: string
  readonly data: Record<string, unknown>
  readonly isError: boolean
}

async function call(client: Client, name: string, given: object = {}): Promise<Called> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...given } })
  const [first] = content as { readonly text: string }[]
  return {
    text: first?.text ?? '',
    data: (structuredContent ?? {}) as Called['data'],
    isError: isError === true,
  }
}

describe('an assistant', () => {
  let folder = ''
  beforeAll(() => {
    folder = newFolder()
    writeFileSync(join(folder, 'quick.json'), JSON.stringify(quick))
  })

  it.skipIf(lacks('php', hasPhp))(
    'asks why a PHP client fails and gets cause, diff and fix in one call',
    async () => {
      const source = readFileSync(php, 'utf8')
      const broken = source.replace(/if \(\$hash\) \$headers\[\] = .*/, '')
      expect(broken).not.toBe(source)
      writeFileSync(join(folder, 'cliente.php'), broken)
      const client = await assistant(folder, { PAUSE_MS: '120' })
      const given = { command: ['php', 'cliente.php'], profile: 'quick.json' }
      const { data, text } = await call(client, 'examine', given)
      expect(data).toMatchObject({
        verdict: 'fail',
        requirement: 'homologation/hash-carried',
        fix: expect.stringMatching(/\bhash\b/),
        diff: [{ part: 'header', sent: null, correct: expect.stringMatching(/^x-bling-homologacao: /) }],
      })
      expect(text).toMatch(/✗ FAIL .*homologation\/hash-carried[\s\S]*\+ x-bling-homologacao[\s\S]*Fix: /)
      expect(text.length).toBeLessThan(2_000)
      const newest = await call(client, 'newest_report')
      expect(newest.data).toMatchObject({ requirement: data.requirement, diff: data.diff, fix: data.fix })
    },
  )

  it('learns which step a client that never connects was missing, and what the client printed', async () => {
    const client = await assistant(folder)
    const command = [process.execPath, '-e', 'console.log("no settings")']
    const { data, text } = await call(client, 'examine', { command })
    expect(data).toMatchObject({ verdict: 'incomplete', notes: expect.arrayContaining(['no settings']) })
    expect(text).toContain('GET /homologacao/produtos')
  })

  it('judges a recording under the profile that it names', async () => {
    const run = await runTool(['check', '--profile', join(folder, 'quick.json'), '--fault', 'no-hash'])
    const client = await assistant(folder)
    const { data } = await call(client, 'judge', { file: run.dir })
    const { verdict, cause } = reportOf(run)
    expect(data).toMatchObject({ verdict, cause })
  })

  it('has a requirement explained and lists what a contract run would send', async () => {
    const client = await assistant(folder)
    const { data } = await call(client, 'explain', { requirement: 'spacing' })
    expect(data).toMatchObject({ id: 'homologation/spacing', fix: expect.any(String) })
    const routesOf = async (given: object) => {
      const { data } = await call(client, 'contract_list', { resources: ['contatos'], ...given })
      const { routes } = data as { readonly routes: readonly { route: string; requests: number }[] }
      return routes.filter(({ requests }) => requests > 0).map(({ route }) => route)
    }
    expect((await routesOf({})).filter((route) => !route.startsWith('GET '))).toEqual([])
    expect(await routesOf({ write: true })).toContain('POST /contatos')
  })

  it('is told in a sentence what it can correct', async () => {
    const client = await assistant(folder)
    expect(await call(client, 'judge', { file: 'none.har' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('none.har'),
    })
  })

  it('gets two runs of one second in two folders', async () => {
    const client = await assistant(folder)
    const given = { command: [process.execPath, '-e', '0'] }
    const runs = await Promise.all([call(client, 'examine', given), call(client, 'examine', given)])
    const files = runs.map(({ data }) => (data.files as string[])[0])
    expect(new Set(files).size).toBe(2)
  })

  it('cannot let a run write, neither by an argument nor by the way it asks', async () => {
    const emulated = await runLive()
    try {
      const client = await assistant(folder, emulated.env)
      const { data } = await call(client, 'contract_run', {
        resources: ['contatos'],
        write: true,
        allow: ['*'],
      })
      expect(data.verdict).toBe('pass')
      expect(emulated.methods()).toEqual(['GET'])
    } finally {
      await emulated.close()
    }
  })
})

/** A service that stands for a live one. */
async function runLive() {
  const { emulate } = await import('../../src/index.js')
  const erp = await emulate({ seed: 'assistant' })
  const methods = () => [...new Set(erp.exchanges.map(({ request }) => request.method))]
  const env = {
    HOMOLOGA_BASE_URL: erp.baseUrl,
    HOMOLOGA_TOKEN_URL: erp.tokenUrl,
    HOMOLOGA_ACCESS_TOKEN: erp.accessToken,
    HOMOLOGA_REFRESH_TOKEN: erp.refreshToken,
    HOMOLOGA_CLIENT_ID: erp.clientId,
    HOMOLOGA_CLIENT_SECRET: erp.clientSecret,
  }
  return { env, methods, close: () => erp.close() }
}
