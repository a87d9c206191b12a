/**
 * Mutation tests of the folders that have a goal, one after another: `npm run mutants`, or `npm run mutants -- src/judging`. What was
 * found is kept in `test/mutants/scores.json`; each mutant's fate lies in `.mutants/`, so that only what changed is tried again.
 *
 * All of them take hours. `--sample 0.05` tries one mutant in twenty, drawn at random (`--seed 1`) from those that change three lines
 * at most; the score is that of the sample, and says so. While at work on one file, `MUTANTS_TESTS` names the tests to try.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import config from '../stryker.config.mjs'

/** Folder → least score, and the tests that its mutants are tried against. */
const goals = {
  'src/judging': { least: 90, tests: ['src/judging', 'src/rules', 'test/verdicts'] },
  'src/rules': { least: 90, tests: ['src/rules', 'src/judging'] },
  'src/run': { least: 90, tests: ['src/run'] },
  'src/client': { least: 85, tests: ['src/client'] },
  'src/exchange/masking': { least: 85, tests: ['src/exchange'] },
  'src/drift': { least: 85, tests: ['src/drift'] },
}

const kept = 'test/mutants/scores.json'
const cache = '.mutants'
mkdirSync(cache, { recursive: true })
const { positionals: asked, values: drawn } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const sample = drawn.sample === undefined ? null : { share: Number(drawn.sample), seed: Number(drawn.seed) }
const scores = JSON.parse(readFileSync(kept, 'utf8'))
for (const path of asked.length > 0 ? asked : Object.keys(goals)) {
  const folder = folderOf(path)
  const { tests, least } = goals[folder]
  console.log(`${path} (goal ${least} %)`)
  const patterns = sample === null ? patternsOf(path) : await rangesOf(path, sample)
  const options = ['--mutate', patterns, '--incrementalFile', fileOf(path)]
  const env = { MUTANTS_TESTS: tests.join(','), ...process.env }
  const { status } = spawnSync('npx', ['stryker', 'run', 'stryker.config.mjs', ...options], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
  // a sample stands for the whole folder; one of a part of it is only shown
  if (sample !== null && path !== folder) continue
  const known = sample === null && !scores[folder]?.sample ? scores[folder] : null
  scores[folder] = { ...(sample && { sample }), ...withFiles(known, path, folder) }
  writeFileSync(kept, `${JSON.stringify(scores, null, 2)}\n`)
}
const missed = Object.entries(scores).filter(([folder, { score }]) => score < goals[folder].least)
for (const [folder, { score }] of missed) console.error(`${folder}: ${score} % of ${goals[folder].least} %`)
process.exitCode = missed.length === 0 ? 0 : 1

function folderOf(path) {
  const found = Object.keys(goals).find((name) => path === name || path.startsWith(`${name}/`))
  if (found) return found
  console.error(`'${path}' has no goal: name one of ${Object.keys(goals).join(', ')}, or what lies below`)
  process.exit(2)
}

function patternsOf(path) {
  const all = path.endsWith('.ts') ? path : `${path}/**/*.ts`
  return [all, '!src/**/*.test.ts', '!src/**/*.fixture.ts', '!src/**/*.fixture.config.ts'].join(',')
}

function fileOf(path) {
  const name = path.replace(/^src\//, '').replaceAll('/', '-')
  return join(cache, sample === null ? `${name}.json` : `${name}-sample-${sample.share}-${sample.seed}.json`)
}

/** The places of mutants drawn at random: Stryker counts lines from 1 and columns from 0, and tries what lies within as well. */
async function rangesOf(path, { share, seed }) {
  const sources = path.endsWith('.ts') ? [path] : filesBelow(path)
  const random = randomFrom(seed)
  const ranges = new Set()
  for (const name of sources.filter((one) => !/\.(?:test|fixture|fixture\.config)\.ts$/.test(one)).sort())
    for (const { start, end } of await mutantsOf(name))
      if (end.line - start.line < 3 && random() < share)
        ranges.add(`${name}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`)
  return [...ranges].join(',')
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true }).flatMap((name) =>
    name.endsWith('.ts') ? join(folder, name) : [],
  )
}

async function mutantsOf(name) {
  const silent = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false }
  const file = { name, mutate: true, content: readFileSync(name, 'utf8') }
  const { excludedMutations } = config.mutator
  const options = { plugins: null, ignorers: [], excludedMutations, noHeader: true }
  const { mutants } = await new Instrumenter(silent).instrument([file], options)
  return mutants.filter(({ status }) => status !== 'Ignored').map(({ location }) => location)
}

function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const mixed = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
  }
}

/** What was tried below the path replaces what was known of it; the folder's score is that of all its files. */
function withFiles(known, path, folder) {
  const tried = JSON.parse(readFileSync(fileOf(path), 'utf8')).files
  const others = Object.entries(known?.files ?? {}).filter(
    ([name]) => !join(folder, name).startsWith(path) && existsSync(join(folder, name)),
  )
  const files = Object.entries(tried).map(([name, { mutants }]) => [
    relative(folder, name),
    countsOf(mutants),
  ])
  const all = Object.fromEntries([...others, ...files].sort(([a], [b]) => (a < b ? -1 : 1)))
  const sum = (name) => Object.values(all).reduce((total, file) => total + file[name], 0)
  const counts = { killed: sum('killed'), timedOut: sum('timedOut'), survived: sum('survived') }
  return { score: scoreOf(counts), ...counts, files: all }
}

function countsOf(mutants) {
  const count = (...wanted) => mutants.filter(({ status }) => wanted.includes(status)).length
  const counts = {
    killed: count('Killed'),
    timedOut: count('Timeout'),
    survived: count('Survived', 'NoCoverage'),
  }
  return { score: scoreOf(counts), ...counts }
}

function scoreOf({ killed, timedOut, survived }) {
  const found = killed + timedOut
  return Math.round((1000 * found) / Math.max(1, found + survived)) / 10
}
