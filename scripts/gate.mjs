/**
 * `npm test`: runs lint, type checks and tests at the same time. The output of lint and type checks is printed first. If one of them
 * fails, the tests are stopped.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const bin = (name) => `node_modules/.bin/${name}`
// One thread and rare garbage collection (GOGC) leave most of the processor's time to the tests.
const checks = [
  [bin('biome'), 'check'],
  [bin('tsc'), '-p', '.', '--singleThreaded'],
  [bin('tsc'), '-p', 'src/page', '--singleThreaded'],
].map(start)
const tests = start([bin('vitest'), 'run', '--project=!slow', ...process.argv.slice(2)])

for (const { command, status, showOutput } of checks) {
  showOutput()
  if ((await status) === 0) continue
  console.error(`${command.join(' ')} failed`)
  process.exitCode = 1
}
if (process.exitCode) tests.child.kill('SIGTERM')
else tests.showOutput()
const status = await tests.status
process.exitCode ||= status

/** Starts a command. Its output is kept until `showOutput` is called. */
function start(command) {
  const [program, ...args] = command
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(program, args, {
    env: { GOGC: '400', ...process.env, ...colour },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const output = []
  let write = (chunk) => output.push(chunk)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => write(chunk))
  return {
    child,
    command,
    // A process that was ended by a signal has no code.
    status: once(child, 'close').then(([code]) => code ?? 1),
    showOutput() {
      write = (chunk) => process.stdout.write(chunk)
      output.splice(0).forEach(write)
    },
  }
}
