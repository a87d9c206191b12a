/**
 * `npm run build:executable [FOLDER]`: builds the tool as one executable file for this platform, which contains Node 24 (a "single
 * executable application"). The pages must be in `dist` already. If another version of Node runs this, Node 24 is installed from npm.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'postject'
import { rolldown } from 'rolldown'
import { executable as config } from '../rolldown.config.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, , folder = join(root, 'executable')] = process.argv
const out = resolve(folder)
const { platform } = process
const target = join(out, platform === 'win32' ? 'homologa.exe' : 'homologa')
const call = (program, args) =>
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })

mkdirSync(out, { recursive: true })
const { output, ...input } = config
const bundle = await rolldown({ cwd: root, ...input })
const main = join(out, 'main.cjs')
await bundle.write({ ...output, file: main })
await bundle.close()

const assets = Object.fromEntries(['page.html', 'judge.html'].map((name) => [name, join(root, 'dist', name)]))
const blob = join(out, 'main.blob')
const settings = join(out, 'sea.json')
writeFileSync(settings, JSON.stringify({ main, output: blob, assets, disableExperimentalSEAWarning: true }))
const node = findNode24()
call(node, ['--experimental-sea-config', settings])
copyFileSync(node, target)
if (platform === 'darwin') call('codesign', ['--remove-signature', target])
await inject(target, 'NODE_SEA_BLOB', readFileSync(blob), {
  sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
  ...(platform === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
})
if (platform === 'darwin') call('codesign', ['--sign', '-', target])
console.log(target)

function findNode24() {
  if (process.version.startsWith('v24.')) return process.execPath
  const cache = join(root, 'node_modules/.cache/node-24')
  const program = join(cache, 'node_modules/node/bin', platform === 'win32' ? 'node.exe' : 'node')
  const flags = ['--no-save', '--no-audit', '--no-fund', '--prefix', cache]
  if (!existsSync(program)) {
    mkdirSync(cache, { recursive: true })
    execFileSync('npm', ['install', ...flags, 'node@24'], { stdio: 'ignore', shell: platform === 'win32' })
  }
  return program
}
