/**
 * Runs the tests on every Node that is promised: `npm run test:nodes`, or `npm run test:nodes -- 22`. The runtimes come from the packages
 * `node@22`, … of the registry, into a folder of their own.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The least one among them: its clients read answers in another way than those of today. */
const promised = ['20.19.0', '22', '24', '26']
const [asked = [], tests = []] = split(process.argv.slice(2), '--')
const failed = (asked.length > 0 ? asked : promised).filter((version) => !passesOn(version))
if (failed.length > 0) console.error(`failed on Node ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

function passesOn(version) {
  const folder = mkdtempSync(join(tmpdir(), `node-${version}-`))
  try {
    if (
      run('npm', [
        'install',
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--prefix',
        folder,
        `node@${version}`,
      ]) !== 0
    )
      return false
    const path = [join(folder, 'node_modules', 'node', 'bin'), process.env.PATH].join(delimiter)
    const node = join(folder, 'node_modules', 'node', 'bin', 'node')
    console.log(`Node ${spawnSync(node, ['--version']).stdout}`.trim())
    return (
      run(node, ['node_modules/vitest/vitest.mjs', 'run', ...tests], { ...process.env, PATH: path }) === 0
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(command, args, env = process.env) {
  return spawnSync(command, args, { stdio: 'inherit', env }).status
}

function split(words, mark) {
  const at = words.indexOf(mark)
  return at < 0 ? [words] : [words.slice(0, at), words.slice(at + 1)]
}
