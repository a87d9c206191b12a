/**
 * The gate, `npm test`: lint and types beside the tests. What they say stands first; where one of them fails the tests are broken off,
 * and the gate has failed. A type checker of one thread takes half the processor's time of one of four, and a quarter less where it
 * collects its garbage seldom.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const bin = (name) => `node_modules/.bin/${name}`
const checks = [
  [bin('biome'), 'check'],
  [bin('tsc'), '-p', '.', '--singleThreaded'],
  [bin('tsc'), '-p', 'src/page', '--singleThreaded'],
].map(begin)
const tests = begin([bin('vitest'), 'run', '--project=!slow', ...process.argv.slice(2)])

for (const { words, status, tell } of checks) {
  tell()
  if ((await status) === 0) continue
  console.error(`${words.join(' ')} failed`)
  process.exitCode = 1
}
if (process.exitCode) tests.child.kill('SIGTERM')
else tests.tell()
const status = await tests.status
process.exitCode ||= status

/** A command whose words are kept until it is its turn to speak. */
function begin([command, ...args]) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(command, args, {
    env: { GOGC: '400', ...process.env, ...colour },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const kept = []
  let write = (chunk) => kept.push(chunk)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => write(chunk))
  return {
    child,
    words: [command, ...args],
    // by a signal is a failure, too
    status: once(child, 'close').then(([code]) => code ?? 1),
    tell() {
      write = (chunk) => process.stdout.write(chunk)
      kept.splice(0).forEach(write)
    },
  }
}
