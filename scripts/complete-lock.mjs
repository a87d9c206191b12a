/**
 * Completes package-lock.json with the builds for other platforms: `npm run lock`, after every `npm install`.
 *
 * A registry mirror that carries the builds of one platform alone lets `npm install` leave the others out of the lock file, and
 * then `npm ci` refuses it. Here each optional dependency that is missing gets its entry, with the platform that its name tells;
 * `npm ci` passes over those of other platforms without asking for them.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'win32',
  'windows',
]
const machines = [
  'arm64',
  'arm',
  'x64',
  'ia32',
  'x32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'wasm32',
]

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
let added = 0
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (place === '' || isLocked(place, name)) continue
    lock.packages[`node_modules/${name}`] = entryFor(name, range, entry)
    added++
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
)
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} entries added`)

/** Whether a package is found from a place, as Node looks it up. */
function isLocked(place, name) {
  for (let base = place; ; base = base.slice(0, base.lastIndexOf('/node_modules/'))) {
    if (`${base}/node_modules/${name}` in lock.packages) return true
    if (!base.includes('/node_modules/')) return `node_modules/${name}` in lock.packages
  }
}

function entryFor(name, range, parent) {
  const words = name.split(/[/-]/)
  const os = systems.filter((word) => words.includes(word))
  const cpu = machines.filter((word) => words.includes(word))
  if (os.length === 0 && cpu.length === 0) throw new Error(`no platform in the name '${name}'`)
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : null
  return {
    version: range.replace(/^[\^~]/, ''),
    cpu,
    ...(parent.dev ? { dev: true } : {}),
    ...(libc ? { libc } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  }
}
