import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Report } from '../../src/report/report.js'
import { lacks } from '../needs.js'
import { newFolder, removeFolders, runTool } from './tool.js'

afterAll(removeFolders)

const example = (name: string) => readFileSync(join(import.meta.dirname, '../../examples', name), 'utf8')

interface Wrong {
  readonly name: string
  readonly profile: 'spec' | 'bling'
  readonly requirement: string
  /** What is replaced in the example client, by language. */
  readonly js: readonly [string, string]
  readonly php: readonly [string, string]
  /** A line of the difference that must be shown. */
  readonly diff: RegExp
}

const wrongs: readonly Wrong[] = [
  {
    name: 'does not wait',
    profile: 'spec',
    requirement: 'homologation/spacing',
    js: ['env.PAUSE_MS ?? 1960', '10'],
    php: ["getenv('PAUSE_MS') ?: 1960", '10'],
    diff: /^\+ at least 2000 ms/,
  },
  {
    name: 'loses the hash at the renewal',
    profile: 'bling',
    requirement: 'homologation/hash-carried',
    js: [
      'if (name) hash = { [name]: response.headers.get(name) }',
      'hash = name ? { [name]: response.headers.get(name) } : {}',
    ],
    php: ['$new ?? $hash', '$new'],
    diff: /^\+ x-bling-homologacao: /i,
  },
  {
    name: 'wraps the body in data',
    profile: 'bling',
    requirement: 'homologation/post-data',
    js: ['path, product)', 'path, { data: product })'],
    php: ['$path, $product)', "$path, ['data' => $product])"],
    diff: /^- "data": \{/,
  },
  {
    name: 'keeps the old token',
    profile: 'bling',
    requirement: 'homologation/token-renewed',
    js: ['accessToken = tokens.access_token\n', '\n'],
    php: ['$token = array_merge($token, json_decode($text, true));', '//'],
    diff: /^\+ authorization: /i,
  },
]

const languages = [
  ['Node', 'node', 'javascript/homologar.mjs', 'js'],
  ['PHP', 'php', 'php/homologar.php', 'php'],
] as const

const examples = [
  ...languages.map(([language, tool, file]) => [language, tool, file] as const),
  ['Python', 'python3', 'python/homologar.py'] as const,
]

/** The example with one mistake. */
function clientWith({ js, php }: Wrong, file: string, language: 'js' | 'php'): string {
  const [right, wrong] = language === 'js' ? js : php
  const source = example(file)
  expect(source).toContain(right)
  const quiet = language === 'js' ? "process.on('uncaughtException', () => process.exit(1))\n" : ''
  return quiet + source.replace(right, wrong)
}

describe.concurrent.each(languages)('a client in %s', (_language, tool, file, language) => {
  const isThere = spawnSync(tool, ['--version']).status === 0
  it.skipIf(lacks(tool, isThere)).each(wrongs)(
    `run by ${tool} that $name is told so in 25 lines, the fix among the last ten`,
    async (wrong) => {
      const cwd = newFolder()
      writeFileSync(join(cwd, 'client.mjs'), clientWith(wrong, file, language))
      const { status, out, err, dir } = await runTool(
        [
          'examine',
          '--no-page',
          '--profile',
          wrong.profile,
          '--invalidate-at',
          '3',
          '--',
          tool,
          'client.mjs',
        ],
        { cwd, env: { PAUSE_MS: '100' } },
      )
      const lines = `${err}${out}`.trimEnd().split('\n')
      const fix = lines.findIndex((line) => line.startsWith('  Fix: '))
      expect([status, lines.length <= 25, fix > 0 && lines.length - fix <= 10], lines.join('\n')).toEqual([
        1,
        true,
        true,
      ])
      const shown = lines.map((line) => line.trim())
      expect(
        shown.some((line) => wrong.diff.test(line)),
        shown.join('\n'),
      ).toBe(true)
      const report = JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8')) as Report
      expect(report.findings[0]?.requirement).toBe(wrong.requirement)
      expect(report.profiles?.map(({ name }) => name)).toEqual(['spec', 'bling'])
    },
    60_000,
  )
})

// A busy machine may wake the client 40 ms late.
describe.concurrent.each(examples)(
  'the example in %s',
  { retry: 2, timeout: 90_000 },
  (_language, tool, file) => {
    const isThere = spawnSync(tool, ['--version']).status === 0
    const client = join(import.meta.dirname, '../../examples', file)

    /** The verdict under each profile where no token is revoked. */
    async function verdicts(...words: string[]) {
      const run = ['examine', '--no-page', '--invalidate-at', 'never', ...words, '--', tool, client]
      const { dir } = await runTool(run)
      const { profiles } = JSON.parse(readFileSync(join(dir, 'report.json'), 'utf8')) as Report
      return profiles?.map(({ name, verdict }) => `${name} ${verdict}`)
    }

    it.skipIf(lacks(tool, isThere))('passes under both profiles', async ({ expect }) => {
      expect(await verdicts()).toEqual(['spec pass', 'bling pass'])
    })

    it.skipIf(lacks(tool, isThere))(
      'is not too early for a service that responds at once',
      async ({ expect }) => {
        expect(await verdicts('--latency-ms', '0')).toContain('spec pass')
      },
    )
  },
)

it('names once a cause that the runs of all deaths have, whatever their times', {
  timeout: 60_000,
}, async () => {
  const cwd = newFolder()
  const [hasty] = wrongs
  if (!hasty) throw new Error('there is no client')
  writeFileSync(join(cwd, 'client.mjs'), clientWith(hasty, 'javascript/homologar.mjs', 'js'))
  const words = ['examine', '--no-page', '--invalidate-at', 'each', '--', 'node', 'client.mjs']
  const { out } = await runTool(words, { cwd })
  expect(out.match(/too soon/g)).toHaveLength(1)
  expect(out).not.toContain('fails at')
})

it('is at most 15 lines for a pass, and says what the run did not prove', async () => {
  const { status, out, err } = await runTool(['check', '--profile', 'bling'])
  const lines = out.trim().split('\n')
  expect([status, lines.length <= 15], out).toEqual([0, true])
  expect(err.trim().split('\n').length).toBeLessThanOrEqual(10)
  expect(out).toMatch(/Not proven: recovery at steps other than \d/)
})
