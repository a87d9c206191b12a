/**
 * `node scripts/build-types.mjs [FOLDER]`: writes the TypeScript declarations of the public entries, and of the files that they
 * import, to a folder (default: `dist/types`). Types are not checked here, because the gate (`npm test`) does that.
 */
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
  const args = ['-p', 'tsconfig.build.json', '--outDir', out, '--noCheck', '--singleThreaded']
  // Rare garbage collection (GOGC) and one thread take the least time of the processor.
  const env = { GOGC: '400', ...process.env }
  execFileSync(process.execPath, [tsc, ...args], { cwd: root, stdio: 'inherit', env })
}

/**
 * Replaces imports of `en.json` by a declaration `en.d.ts` of the same shape, because not every user's compiler can read types
 * from JSON.
 */
function declareCatalogue() {
  const words = join(out, 'src/words')
  const catalogue = JSON.parse(readFileSync(join(root, 'src/words/en.json'), 'utf8'))
  const typeOf = (value) =>
    typeof value === 'string'
      ? 'string'
      : `{ ${Object.entries(value)
          .map(([key, inner]) => `${JSON.stringify(key)}: ${typeOf(inner)}`)
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

/** Finds the entries, the files that they import, the files that those import, and so on. */
function findNeeded() {
  const needed = new Set()
  const waiting = entries.map((entry) => join(out, entry))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (needed.has(file)) continue
    needed.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)\.js['"]/g)) {
      const path = join(dirname(file), `${from}.d.ts`)
      if (existsSync(path)) waiting.push(path)
    }
  }
  return needed
}

rmSync(out, { recursive: true, force: true })
emit()
declareCatalogue()
const needed = findNeeded()
for (const name of readdirSync(out, { recursive: true })) {
  const file = join(out, name)
  if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(file)
}
