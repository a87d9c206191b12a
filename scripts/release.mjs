/**
 * `node scripts/release.mjs v0.1.0 https://github.com/OWNER/REPOSITORY`: prepares a release in CI. Writes `repository`, `homepage` and `bugs`
 * into package.json, because npm needs them for provenance, and the version's section of the changelog into `release-notes.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const [, , tag, address] = process.argv
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
if (tag !== `v${manifest.version}`)
  fail(`The tag ${tag} is not the version ${manifest.version} of package.json.`)
if (!URL.canParse(address ?? '')) fail(`"${address}" is not the address of a repository.`)

const { name, version, description, ...rest } = manifest
const links = {
  homepage: `${address}#readme`,
  bugs: { url: `${address}/issues` },
  repository: { type: 'git', url: `git+${address}.git` },
}
writeFileSync(
  'package.json',
  `${JSON.stringify({ name, version, description, ...links, ...rest }, null, 2)}\n`,
)

const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
const section = sections.find((text) => text.split(/\s/)[0] === version)
if (section === undefined) fail(`CHANGELOG.md has no section for ${version}.`)
const [heading, ...lines] = section.split('\n')
if (heading.includes('unreleased')) fail(`CHANGELOG.md still calls ${version} unreleased.`)
writeFileSync('release-notes.md', `${lines.join('\n').trim()}\n`)

function fail(message) {
  console.error(message)
  process.exit(1)
}
