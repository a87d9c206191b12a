/**
 * `npm run lock`, after every `npm install`: completes package-lock.json.
 *
 * With some registry mirrors, `npm install` omits the packages for other platforms, such as `@rolldown/binding-win32-x64-msvc`, and then
 * `npm ci` refuses the lock file. This adds an entry for each, with the platform from its name. It also adds missing hashes
 * (`integrity`), because without a hash npm accepts whatever the registry sends.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** Words in names of packages that mean an operating system or a processor. */
const systems = 'android darwin freebsd linux openharmony openbsd netbsd sunos aix win32 windows'.split(' ')
const processors = 'arm64 arm x64 ia32 x32 ppc64 riscv64 s390x loong64 mips64el wasm32'.split(' ')

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
let added = 0
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (place === '' || isLocked(place, name)) continue
    lock.packages[`node_modules/${name}`] = createEntry(name, range, entry)
    added++
  }
}
for (const [place, entry] of Object.entries(lock.packages)) {
  if (place === '' || entry.link || entry.integrity) continue
  const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { version, ...rest } = entry
  lock.packages[place] = { version, integrity: fetchIntegrity(`${name}@${version}`), ...rest }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} entries added`)

/** True if the lock has the package for an import from `place`, where Node would find it: there, or in a folder above. */
function isLocked(place, name) {
  for (let base = place; ; base = base.slice(0, base.lastIndexOf('/node_modules/'))) {
    if (`${base}/node_modules/${name}` in lock.packages) return true
    if (!base.includes('/node_modules/')) return `node_modules/${name}` in lock.packages
  }
}

function createEntry(name, range, parent) {
  const words = name.split(/[/-]/)
  const os = systems.filter((word) => words.includes(word))
  const cpu = processors.filter((word) => words.includes(word))
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

/** Asks the registry for the hash of `name@version`. */
function fetchIntegrity(spec) {
  const integrity = execFileSync('npm', ['view', spec, 'dist.integrity'], { encoding: 'utf8' }).trim()
  if (!integrity.startsWith('sha512-')) throw new Error(`no integrity of '${spec}'`)
  return integrity
}
