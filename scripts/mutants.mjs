/**
 * Mutation tests of the folders that have a goal, one after another: `npm run mutants`, or `npm run mutants -- src/judging`. What was
 * found is kept in `test/mutants/scores.json`; each mutant's fate lies in `.mutants/`, so that only what changed is tried again.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

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
const asked = process.argv.slice(2)
const scores = JSON.parse(readFileSync(kept, 'utf8'))
for (const path of asked.length > 0 ? asked : Object.keys(goals)) {
  const folder = folderOf(path)
  const { tests, least } = goals[folder]
  console.log(`${path} (goal ${least} %)`)
  const options = ['--mutate', patternsOf(path), '--incrementalFile', fileOf(path)]
  const env = { ...process.env, MUTANTS_TESTS: tests.join(',') }
  const { status } = spawnSync('npx', ['stryker', 'run', 'stryker.config.mjs', ...options], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
  scores[folder] = withFiles(scores[folder], path, folder)
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
  return join(cache, `${path.replace(/^src\//, '').replaceAll('/', '-')}.json`)
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
