import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { lacks } from '../needs.js'
import { newFolder, quick, removeFolders } from './tool.js'

/** The examples for the test frameworks of other languages, run by these frameworks. */
afterAll(removeFolders)

const examples = join(import.meta.dirname, '../../examples')
const isThere = (tool: string) => spawnSync(tool, ['--version']).status === 0

const frameworks = [
  {
    tool: 'phpunit',
    test: 'php/HomologacaoTest.php',
    language: 'php',
    client: 'php/homologar.php',
    broken: (text: string) => text.replace(/if \(\$hash\) \$headers\[\] = .*/, ''),
  },
  {
    tool: 'pytest',
    test: 'python/test_homologacao.py',
    language: 'python3',
    client: 'python/homologar.py',
    broken: (text: string) => text.replace(', **self.hash}', '}'),
  },
] as const

describe.each(frameworks)('$tool', ({ tool, test, language, client, broken }) => {
  async function run(text: string): Promise<{ readonly code: number; readonly stdout: string }> {
    const cwd = newFolder()
    const name = client.split('/')[1] ?? ''
    writeFileSync(join(cwd, 'quick.json'), JSON.stringify(quick))
    writeFileSync(join(cwd, name), text)
    const { PATH, HOME } = process.env
    // no caches beside the examples
    const quiet = { PYTHONDONTWRITEBYTECODE: '1', PYTEST_ADDOPTS: '-p no:cacheprovider' }
    const env = {
      PATH,
      HOME,
      PAUSE_MS: '60',
      ...quiet,
      HOMOLOGA: `${process.execPath} ${inject('tool')}`,
    }
    const settings = { CLIENTE: `${language} ${name}`, HOMOLOGA_PROFILE: 'quick.json' }
    return promisify(execFile)(tool, [join(examples, test)], { cwd, env: { ...env, ...settings } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    )
  }
  const source = readFileSync(join(examples, client), 'utf8')

  it.skipIf(lacks(tool, isThere(tool)))(
    'passes with the example, and fails with the fix in its message',
    async () => {
      expect(await run(source)).toMatchObject({ code: 0 })
      const worse = broken(source)
      expect(worse).not.toBe(source)
      const { code, stdout } = await run(worse)
      expect(code).not.toBe(0)
      expect(stdout).toContain('Keep the last hash received')
    },
  )
})
