/**
 * `npm run test:nodes [-- 22 …] [-- TEST …]`: runs the tests with every supported version of Node, and the tests of the vitest
 * integration also with other versions of vitest. Both are installed from npm (`node@22`) into a temporary folder.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The oldest supported version, and the newest of each major version. */
const supported = ['20.19.0', '22', '24', '26']
/** The versions of vitest besides the installed one, and the Node that they need. */
const otherVitests = [
  { major: 3, leastNode: 18 },
  { major: 5, leastNode: 22 },
]
const [versions = [], tests = []] = split(process.argv.slice(2), '--')
const failed = (versions.length > 0 ? versions : supported).filter((version) => !passesOn(version))
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
    const runnable = otherVitests.filter(({ leastNode }) => Number.parseInt(version, 10) >= leastNode)
    return runnable.every(({ major }) => {
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

function split(words, separator) {
  const at = words.indexOf(separator)
  return at < 0 ? [words] : [words.slice(0, at), words.slice(at + 1)]
}
