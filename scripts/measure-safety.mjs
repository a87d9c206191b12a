/**
 * `npm run safety`: tries dangerous situations, such as kill -9 while a token is renewed, 200 times each, and writes the table of
 * docs/contributing/safety-tries.md. It takes a quarter of an hour. `npm run safety -- 20` tries each 20 times. `npm run safety -- --from FILE`
 * only writes the table, from results that the tests below have appended to FILE (variables `SAFETY_TRIES` and `SAFETY_FIGURES=FILE`).
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const tests = [
  'test/end-to-end/renewal.test.ts',
  'test/end-to-end/writing.test.ts',
  'test/own-records/lies.test.ts',
  'src/client/token-store.test.ts',
  'src/drift/openapi/hostile.test.ts',
]
const [triesOrFlag = '200', file] = process.argv.slice(2)
const figures = triesOrFlag === '--from' ? readFigures(file) : measure(triesOrFlag)

function measure(tries) {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-safety-'))
  const results = join(folder, 'results.ndjson')
  const env = { ...process.env, SAFETY_FIGURES: results, SAFETY_TRIES: tries }
  const options = { cwd: root, env, stdio: 'inherit' }
  spawnSync('npx', ['vitest', 'run', '--maxWorkers=1', ...tests], options)
  const read = readFigures(results)
  rmSync(folder, { recursive: true })
  return read
}

/** Reads one result a line: `{"name":"damaged store","tries":200,"failures":0}`. */
function readFigures(path) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** For each case, its description, and what counts as a failure. */
const cases = {
  'renewal, signals': [
    'Ctrl-C, twice Ctrl-C, SIGTERM or a closed terminal, anywhere in a renewal',
    'the new refresh token lost',
  ],
  'renewal, kill -9': [
    'kill -9 anywhere in a renewal, then another run',
    'a spent token sent again unasked, or a token lost whose answer was kept',
  ],
  'damaged store': [
    'a store that is broken, locked, read-only or full',
    'a token spent that could not be kept',
  ],
  'writing run, kill -9': [
    'kill -9 anywhere in a writing run, then `cleanup`',
    'a record left, or an exit status other than 0',
  ],
  'lying service': [
    'a service that lies in one of 29 ways about what it created, over every resource that can be written; the run also killed at its requests, then `cleanup`',
    'a record touched or referred to that is not the run’s own, one of its own left that can be proven, or another one left unnamed',
  ],
  'hostile document': [
    'an OpenAPI document that would never end',
    'a check that went on for more than ten seconds',
  ],
}

const totals = new Map()
for (const { name, ...counts } of figures) {
  const total = totals.get(name) ?? {}
  for (const [key, count] of Object.entries(counts)) total[key] = (total[key] ?? 0) + count
  totals.set(name, total)
}
const notes = {
  'renewal, kill -9': ({ unanswered }) =>
    `${unanswered} times the answer had not been kept: the next run said so, and sent nothing`,
  'lying service': ({ made, named }) =>
    `${made} records were created; ${named} that no read could prove, or no DELETE removed, were named`,
  'writing run, kill -9': ({ left }) => `${left} records lay there before \`cleanup\``,
}
const rows = Object.entries(cases).map(([name, [description, failure]]) => {
  const total = totals.get(name)
  if (total === undefined) return `| ${description} | not measured | ${failure} | – | |`
  return `| ${description} | ${total.tries} | ${failure} | **${total.failures}** | ${notes[name]?.(total) ?? ''} |`
})
const table = ['| case | tries | a failure is | failures | note |', '|---|---|---|---|---|', ...rows].join(
  '\n',
)
const path = join(root, 'docs/contributing/safety-tries.md')
const text = readFileSync(path, 'utf8')
const [begin, end] = ['<!-- tries: made by npm run safety -->', '<!-- end of tries -->']
const [before, after] = [text.indexOf(begin), text.indexOf(end)]
if (before < 0 || after < 0)
  throw new Error('docs/contributing/safety-tries.md does not contain the comments around its table')
writeFileSync(path, `${text.slice(0, before)}${begin}\n\n${table}\n\n${text.slice(after)}`)
process.stdout.write(`${table}\n`)
