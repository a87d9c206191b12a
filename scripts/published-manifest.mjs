/**
 * The manifest that is published: without what only the repository needs, `prepare` above all, which would build at a user's. npm runs
 * this before it packs, and with `--restore` after.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const manifest = 'package.json'
const kept = 'package.repository.json'

if (process.argv.includes('--restore')) {
  if (existsSync(kept)) renameSync(kept, manifest)
} else {
  // a pack that was killed left the published one behind
  if (existsSync(kept)) renameSync(kept, manifest)
  const text = readFileSync(manifest, 'utf8')
  const { scripts, devDependencies, ...published } = JSON.parse(text)
  writeFileSync(kept, text)
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`)
}
