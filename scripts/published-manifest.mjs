/**
 * Removes `scripts` and `devDependencies` from package.json while the package is packed. Above all, the script `prepare` would start a build
 * on a user's machine. npm runs this before it packs (`prepack`), and with `--restore` afterwards (`postpack`).
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const manifest = 'package.json'
/** The original, while package.json is the published one. */
const original = 'package.repository.json'

if (process.argv.includes('--restore')) {
  if (existsSync(original)) renameSync(original, manifest)
} else {
  // If an earlier `npm pack` was killed, package.json was not restored.
  if (existsSync(original)) renameSync(original, manifest)
  const text = readFileSync(manifest, 'utf8')
  const { scripts, devDependencies, ...published } = JSON.parse(text)
  writeFileSync(original, text)
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`)
}
