// Writes the declarations of the public entries to `dist/types` (or to the folder named), and of the other files only those
// that they rest on. Whether the sources are sound is for the gate to say: to check them takes two thirds of the time, and to take
// more than one thread, or to collect garbage as often as it likes to, more of the processor than it is worth.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [, , folder = join(root, 'dist/types')] = process.argv
const out = resolve(folder)
const entries = ['src/index.d.ts', 'src/vitest.d.ts', 'src/vitest-reporter.d.ts', 'src/schemas.d.ts']

function emit() {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
  const tsc = join(dirname(manifest), 'bin/tsc')
  const words = ['-p', 'tsconfig.build.json', '--outDir', out, '--noCheck', '--singleThreaded']
  const env = { GOGC: '400', ...process.env }
  execFileSync(process.execPath, [tsc, ...words], { cwd: root, stdio: 'inherit', env })
}

/** Describes the catalogue by a declaration of its own, because not every compiler of a user reads types from JSON. */
function describeCatalogue() {
  const words = join(out, 'src/words')
  const catalogue = JSON.parse(readFileSync(join(root, 'src/words/en.json'), 'utf8'))
  const typeOf = (value) =>
    typeof value === 'string'
      ? 'string'
      : `{ ${Object.entries(value)
          .map(([key, one]) => `${JSON.stringify(key)}: ${typeOf(one)}`)
          .join('; ')} }`
  writeFileSync(join(words, 'en.d.ts'), `declare const en: ${typeOf(catalogue)}\nexport default en\n`)
  for (const name of readdirSync(join(out, 'src'), { recursive: true })) {
    const file = join(out, 'src', name)
    if (!file.endsWith('.d.ts')) continue
    const text = readFileSync(file, 'utf8')
    if (text.includes('en.json'))
      writeFileSync(file, text.replaceAll(/en\.json' with \{[^}]*\}|en\.json'/g, "en.js'"))
  }
}

/** Files that the entries import, and those that they import in turn. */
function needed() {
  const seen = new Set()
  const waiting = entries.map((entry) => join(out, entry))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g)) {
      const path = join(dirname(file), `${from}.d.ts`)
      if (existsSync(path)) waiting.push(path)
    }
  }
  return seen
}

rmSync(out, { recursive: true, force: true })
emit()
describeCatalogue()
const kept = needed()
for (const name of readdirSync(out, { recursive: true })) {
  const file = join(out, name)
  if (file.endsWith('.d.ts') && !kept.has(file)) rmSync(file)
}
