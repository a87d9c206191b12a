// A plugin of the bundler: writes third-party-licences.txt beside the bundle, which holds code of these packages; their licences ask to
// travel with it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Built into the page, which another bundler makes. */
const ofPage = join(fileURLToPath(new URL('..', import.meta.url)), 'node_modules/preact')
const rule = `\n${'-'.repeat(80)}\n\n`

export function licences() {
  return {
    name: 'licences',
    writeBundle({ dir, file }, bundle) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)
      const folders = new Set([...modules.map(packageOf).filter((folder) => folder !== null), ofPage])
      const texts = [...folders].sort().map(partOf)
      writeFileSync(join(dir ?? dirname(file), 'third-party-licences.txt'), texts.join(rule))
    },
  }
}

/** Folder of the package that a module belongs to; null for one of ours. */
function packageOf(module) {
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? null
}

function partOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version} (${license})\n\n${text}\n`
}
