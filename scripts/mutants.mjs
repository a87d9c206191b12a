/**
 * Mutation tests of the folders that have a goal, one after another: `npm run mutants`, or `npm run mutants -- src/judging`. What was
 * found is kept in `test/mutants/scores.json`; each mutant's fate lies in `.mutants/`, so that only what changed is tried again.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
for (const folder of asked.length > 0 ? asked : Object.keys(goals)) {
  const { tests, least } = goalOf(folder)
  console.log(`${folder} (goal ${least} %)`)
  const options = ['--mutate', patternsOf(folder), '--incrementalFile', fileOf(folder)]
  const env = { ...process.env, MUTANTS_TESTS: tests.join(',') }
  const { status } = spawnSync('npx', ['stryker', 'run', 'stryker.config.mjs', ...options], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) process.exit(status ?? 1)
  scores[folder] = { goal: least, ...scoreOf(JSON.parse(readFileSync(fileOf(folder), 'utf8'))) }
  writeFileSync(kept, `${JSON.stringify(scores, null, 2)}\n`)
}
const missed = Object.entries(scores).filter(([, { score, goal }]) => score < goal)
for (const [folder, { score, goal }] of missed) console.error(`${folder}: ${score} % of ${goal} %`)
process.exitCode = missed.length === 0 ? 0 : 1

function goalOf(folder) {
  const found = Object.entries(goals).find(([name]) => folder === name || folder.startsWith(`${name}/`))
  if (found) return found[1]
  console.error(`'${folder}' has no goal: name one of ${Object.keys(goals).join(', ')}, or what lies below`)
  process.exit(2)
}

function patternsOf(folder) {
  const all = folder.endsWith('.ts') ? folder : `${folder}/**/*.ts`
  return [all, '!src/**/*.test.ts', '!src/**/*.fixture.ts', '!src/**/*.fixture.config.ts'].join(',')
}

function fileOf(folder) {
  return join(cache, `${folder.replace(/^src\//, '').replaceAll('/', '-')}.json`)
}

function scoreOf({ files }) {
  const states = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const count = (...wanted) => states.filter((state) => wanted.includes(state)).length
  const killed = count('Killed', 'Timeout')
  const [survived, uncovered] = [count('Survived'), count('NoCoverage')]
  const score = Math.round((1000 * killed) / Math.max(1, killed + survived + uncovered)) / 10
  return { score, killed, survived, uncovered }
}
