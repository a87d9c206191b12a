/**
 * Completes package-lock.json with the builds for other platforms: `npm run lock`, after every `npm install`.
 *
 * A registry mirror that carries the builds of one platform alone lets `npm install` leave the others out of the lock file, and
 * then `npm ci` refuses it. Here each optional dependency that is missing gets its entry, with the platform that its name tells;
 * `npm ci` passes over those of other platforms without asking for them. An entry without the hash of its content gets that as well,
 * because without it npm takes whatever the registry sends.
 */
import { execFileSync } from 'node:child_process'
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
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === '' || entry.link || entry.integrity) continue
  const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version, ...rest } = entry
  lock.packages[place] = { version, integrity: integrityOf(`${name}@${version}`), ...rest }
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

/** The hash that the registry has of a package. */
function integrityOf(spec) {
  const integrity = execFileSync('npm', ['view', spec, 'dist.integrity'], { encoding: 'utf8' }).trim()
  if (!integrity.startsWith('sha512-')) throw new Error(`no integrity of '${spec}'`)
  return integrity
}
