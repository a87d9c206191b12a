import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { shareOf } from '../../src/run/contract/shard.js'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

const action = parse(read('action.yml')) as Action

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homologa-action-'))
  symlinkSync(dirname(inject('tool')), join(folder, 'dist'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a step of the action as its host would: inputs filled into its environment, its script given to bash. */
function perform(
  command: string,
  given: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const step = action.runs.steps.find(({ run }) => run?.includes(`"$TOOL" ${command}`))
  if (step?.run === undefined) throw new Error(`the action has no step for ${command}`)
  const filled = (text: string) =>
    text
      .replace(/\$\{\{ github\.action_path \}\}/, () => folder)
      .replace(
        /\$\{\{ inputs\.([\w-]+) \}\}/g,
        (_whole, name: string) => given[name] ?? action.inputs[name]?.default ?? '?',
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

  it('run on GitLab what the tool understands, one night at a time', () => {
    const { 'nightly contract': job } = parse(read('examples/gitlab-nightly.yml')) as Record<
      string,
      { script: string[]; resource_group: string; artifacts: { reports: { junit: string } } }
    >
    const words = (job?.script[0] ?? '').split(' ')
    expect([words.slice(0, 3), job?.resource_group]).toEqual([['npx', '--yes', 'homologa'], 'homologa'])
    expect(job?.artifacts.reports.junit).toBe(`${words.at(-1)}/junit.xml`)
    const env = { PATH: process.env.PATH, HOMOLOGA_BASE_URL: 'https://erp.example/Api/v3' }
    const listing = [inject('tool'), ...words.slice(3), '--list']
    const { status, stdout } = spawnSync(process.execPath, listing, { cwd: folder, env, encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, expect.stringContaining('GET /produtos')])
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
          !/^actions\/(checkout|setup-node|upload-artifact|download-artifact)@(v\d+|[0-9a-f]{40})$/.test(
            name ?? '',
          ),
      ),
    ).toEqual([])
  })
})
