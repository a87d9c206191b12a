// Writes dist/third-party-licences.txt: `dist` holds code of these packages, and their licences ask to travel with it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** What the tool rests on, and what is built into the page. */
const bundled = Object.entries(packages)
  .filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
  .map(([path]) => path)
  .concat('node_modules/preact')

function partOf(path) {
  const folder = join(root, path)
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version} (${license})\n\n${text}\n`
}

const rule = `\n${'-'.repeat(80)}\n\n`
const out = process.argv[2] ?? join(root, 'dist')
writeFileSync(join(out, 'third-party-licences.txt'), bundled.map(partOf).join(rule))
