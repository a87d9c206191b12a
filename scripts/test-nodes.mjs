/**
 * Runs the tests on every Node that is promised: `npm run test:nodes`, or `npm run test:nodes -- 22`; then the package under the other
 * versions of vitest that run there. The runtimes come from the packages `node@22`, … of the registry, into a folder of their own, and
 * so does each vitest.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The least one among them: its clients read answers in another way than those of today. */
const promised = ['20.19.0', '22', '24', '26']
/** Beside the one that is installed. */
const vitests = [
  { major: 3, leastNode: 18 },
  { major: 5, leastNode: 22 },
]
const [asked = [], tests = []] = split(process.argv.slice(2), '--')
const failed = (asked.length > 0 ? asked : promised).filter((version) => !passesOn(version))
if (failed.length > 0) console.error(`failed on Node ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

function passesOn(version) {
  const folder = mkdtempSync(join(tmpdir(), `node-${version}-`))
  try {
    if (!install(folder, `node@${version}`)) return false
    const path = [join(folder, 'node_modules', 'node', 'bin'), process.env.PATH].join(delimiter)
    const node = join(folder, 'node_modules', 'node', 'bin', 'node')
    console.log(`Node ${spawnSync(node, ['--version']).stdout}`.trim())
    const env = { ...process.env, PATH: path }
    const test = (files, more = {}) =>
      run(node, ['node_modules/vitest/vitest.mjs', 'run', ...files], { ...env, ...more }) === 0
    if (!test(tests)) return false
    const others = vitests.filter(({ leastNode }) => Number.parseInt(version, 10) >= leastNode)
    return others.every(({ major }) => {
      const home = join(folder, `vitest-${major}`)
      const HOMOLOGA_VITEST = join(home, 'node_modules', 'vitest')
      return install(home, `vitest@${major}`) && test(['test/end-to-end/vitest'], { HOMOLOGA_VITEST })
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function install(folder, name) {
  return run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, name]) === 0
}

function run(command, args, env = process.env) {
  return spawnSync(command, args, { stdio: 'inherit', env }).status
}

function split(words, mark) {
  const at = words.indexOf(mark)
  return at < 0 ? [words] : [words.slice(0, at), words.slice(at + 1)]
}
