/**
 * Tries the cases of docs/contributing/safety-tries.md as often as the table there says, and writes the table: `npm run safety`, a quarter of an
 * hour on an idle machine. `npm run safety -- 20` tries each so often; `npm run safety -- --from FILE` writes the table of figures
 * that were measured in parts (`SAFETY_TRIES`, `SAFETY_FIGURES` and one of the tests below).
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
const [first = '200', file] = process.argv.slice(2)
const figures = first === '--from' ? readFigures(file) : measure(first)

function measure(tries) {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-safety-'))
  const measured = join(folder, 'figures.ndjson')
  const env = { ...process.env, SAFETY_FIGURES: measured, SAFETY_TRIES: tries }
  const options = { cwd: root, env, stdio: 'inherit' }
  spawnSync('npx', ['vitest', 'run', '--maxWorkers=1', ...tests], options)
  const found = readFigures(measured)
  rmSync(folder, { recursive: true })
  return found
}

function readFigures(path) {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** What a case means, and what its tries count. */
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

const sums = new Map()
for (const { name, ...counts } of figures) {
  const sum = sums.get(name) ?? {}
  for (const [what, count] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + count
  sums.set(name, sum)
}
const notes = {
  'renewal, kill -9': ({ unanswered }) =>
    `${unanswered} times the answer had not been kept: the next run said so, and sent nothing`,
  'lying service': ({ made, named }) =>
    `${made} records were created; ${named} that no read could prove, or no DELETE removed, were named`,
  'writing run, kill -9': ({ left }) => `${left} records lay there before \`cleanup\``,
}
const rows = Object.entries(cases).map(([name, [what, counted]]) => {
  const sum = sums.get(name)
  if (sum === undefined) return `| ${what} | not measured | ${counted} | – | |`
  return `| ${what} | ${sum.tries} | ${counted} | **${sum.failures}** | ${notes[name]?.(sum) ?? ''} |`
})
const table = ['| case | tries | a failure is | failures | note |', '|---|---|---|---|---|', ...rows].join(
  '\n',
)
const path = join(root, 'docs/contributing/safety-tries.md')
const text = readFileSync(path, 'utf8')
const [begin, end] = ['<!-- tries: made by npm run safety -->', '<!-- end of tries -->']
const [before, after] = [text.indexOf(begin), text.indexOf(end)]
if (before < 0 || after < 0)
  throw new Error('docs/contributing/safety-tries.md has lost the marks of its table')
writeFileSync(path, `${text.slice(0, before)}${begin}\n\n${table}\n\n${text.slice(after)}`)
process.stdout.write(`${table}\n`)
