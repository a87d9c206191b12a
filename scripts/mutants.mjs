/**
 * `npm run mutants [-- FOLDER|FILE …]`: tests our tests. Stryker changes the code in one place (a mutant), and a test should fail. The
 * shares of killed mutants go into `test/mutants/scores.json`. Stryker keeps its results in `.mutants/`, so that the next run only tries
 * what has changed.
 *
 * All folders take hours. `--sample 0.05` tries one mutant in twenty, drawn at random (`--seed 1`) from those of at most three lines, and
 * the score is marked as that of a sample. The variable `MUTANTS_TESTS` replaces the tests to run, which is faster for a single file.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import config from '../stryker.config.mjs'

/** For each folder, the least score in percent, and the tests that should kill its mutants. */
const goals = {
  'src/judging': { least: 90, tests: ['src/judging', 'src/rules', 'test/verdicts'] },
  'src/rules': { least: 90, tests: ['src/rules', 'src/judging'] },
  'src/run': { least: 90, tests: ['src/run'] },
  'src/client': { least: 85, tests: ['src/client'] },
  'src/exchange/masking': { least: 85, tests: ['src/exchange'] },
  'src/drift': { least: 85, tests: ['src/drift'] },
}

const scoresFile = 'test/mutants/scores.json'
const cache = '.mutants'
mkdirSync(cache, { recursive: true })
const { positionals: paths, values: flags } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const sample = flags.sample === undefined ? null : { share: Number(flags.sample), seed: Number(flags.seed) }
const scores = JSON.parse(readFileSync(scoresFile, 'utf8'))
for (const path of paths.length > 0 ? paths : Object.keys(goals)) {
  const folder = folderOf(path)
  const { tests, least } = goals[folder]
  console.log(`${path} (goal ${least} %)`)
  const patterns = sample === null ? filePatterns(path) : await drawRanges(path, sample)
  const options = ['--mutate', patterns, '--incrementalFile', resultFileOf(path)]
  const env = { MUTANTS_TESTS: tests.join(','), ...process.env }
  const { status } = spawnSync('npx', ['stryker', 'run', 'stryker.config.mjs', ...options], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
  // A sample of a part of a folder says nothing about the folder.
  if (sample !== null && path !== folder) continue
  // results of a sample are never mixed with those of all mutants
  const known = sample === null && !scores[folder]?.sample ? scores[folder] : null
  scores[folder] = { ...(sample && { sample }), ...withFiles(known, path, folder) }
  writeFileSync(scoresFile, `${JSON.stringify(scores, null, 2)}\n`)
}
const tooLow = Object.entries(scores).filter(([folder, { score }]) => score < goals[folder].least)
for (const [folder, { score }] of tooLow) console.error(`${folder}: ${score} % of ${goals[folder].least} %`)
process.exitCode = tooLow.length === 0 ? 0 : 1

/** The folder with a goal that contains a path. */
function folderOf(path) {
  const folder = Object.keys(goals).find((name) => path === name || path.startsWith(`${name}/`))
  if (folder) return folder
  console.error(`'${path}' has no goal. Name one of ${Object.keys(goals).join(', ')}, or a path below one.`)
  process.exit(2)
}

function filePatterns(path) {
  const all = path.endsWith('.ts') ? path : `${path}/**/*.ts`
  return [all, '!src/**/*.test.ts', '!src/**/*.fixture.ts', '!src/**/*.fixture.config.ts'].join(',')
}

function resultFileOf(path) {
  const name = path.replace(/^src\//, '').replaceAll('/', '-')
  return join(cache, sample === null ? `${name}.json` : `${name}-sample-${sample.share}-${sample.seed}.json`)
}

/** Draws mutants at random and returns their places as Stryker reads them: `src/judging/judge.ts:12:4-12:20`, lines from 1, columns from 0. */
async function drawRanges(path, { share, seed }) {
  const files = path.endsWith('.ts') ? [path] : filesBelow(path)
  const sources = files.filter((name) => !/\.(?:test|fixture|fixture\.config)\.ts$/.test(name)).sort()
  const random = createRandom(seed)
  const ranges = new Set()
  for (const name of sources) {
    for (const { start, end } of await findMutants(name)) {
      const isShort = end.line - start.line < 3
      if (isShort && random() < share)
        ranges.add(`${name}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`)
    }
  }
  return [...ranges].join(',')
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true }).flatMap((name) =>
    name.endsWith('.ts') ? join(folder, name) : [],
  )
}

async function findMutants(name) {
  const silent = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false }
  const file = { name, mutate: true, content: readFileSync(name, 'utf8') }
  const { excludedMutations } = config.mutator
  const options = { plugins: null, ignorers: [], excludedMutations, noHeader: true }
  const { mutants } = await new Instrumenter(silent).instrument([file], options)
  return mutants.filter(({ status }) => status !== 'Ignored').map(({ location }) => location)
}

/** Returns a generator of random numbers from 0 to 1, which are the same for the same seed. */
function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
  }
}

/** Replaces the known results of the files at or below the path by the new ones, and computes the score of the folder. */
function withFiles(known, path, folder) {
  const results = JSON.parse(readFileSync(resultFileOf(path), 'utf8')).files
  const others = Object.entries(known?.files ?? {}).filter(
    ([name]) => !join(folder, name).startsWith(path) && existsSync(join(folder, name)),
  )
  const files = Object.entries(results).map(([name, { mutants }]) => [
    relative(folder, name),
    countMutants(mutants),
  ])
  const all = Object.fromEntries([...others, ...files].sort(([a], [b]) => (a < b ? -1 : 1)))
  const sum = (name) => Object.values(all).reduce((total, file) => total + file[name], 0)
  const counts = { killed: sum('killed'), timedOut: sum('timedOut'), survived: sum('survived') }
  return { score: scoreOf(counts), ...counts, files: all }
}

function countMutants(mutants) {
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length
  const counts = {
    killed: count('Killed'),
    timedOut: count('Timeout'),
    survived: count('Survived', 'NoCoverage'),
  }
  return { score: scoreOf(counts), ...counts }
}

function scoreOf({ killed, timedOut, survived }) {
  const detected = killed + timedOut
  return Math.round((1000 * detected) / Math.max(1, detected + survived)) / 10
}
