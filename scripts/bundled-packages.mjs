/**
 * Lists the packages whose code is in our bundles, in two files beside them: `third-party-licences.txt`, because the licences require
 * it, and `sbom.cdx.json` (CycloneDX), which vulnerability scanners read.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Stands between two licences. */
const SEPARATOR = `\n${'-'.repeat(80)}\n\n`
const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** A plugin of rolldown that lists the packages that it has bundled. */
export function bundledPackages() {
  return {
    name: 'bundled-packages',
    writeBundle({ dir, file }, bundle) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)
      declarePackages(dir ?? dirname(file), foldersOf(modules))
    },
  }
}

/** The folders of the packages to which modules belong. Our own modules have none. */
export function foldersOf(modules) {
  const folders = modules.flatMap(
    (id) => /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1] ?? [],
  )
  return [...new Set(folders)].sort()
}

/** Adds packages to both files. Several bundlers, for the tool and for the pages, do this one after the other. */
export function declarePackages(dir, folders) {
  const sbomFile = join(dir, 'sbom.cdx.json')
  const known = existsSync(sbomFile) ? JSON.parse(readFileSync(sbomFile, 'utf8')).components : []
  const knownPurls = new Set(known.map(({ purl }) => purl))
  const added = folders.map(componentOf).filter(({ purl }) => !knownPurls.has(purl))
  const components = [...known, ...added].sort((a, b) => (a.purl < b.purl ? -1 : 1))
  const { name, version, license } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const component = {
    type: 'application',
    name,
    version,
    licenses: licensesOf(license),
    purl: `pkg:npm/${name}@${version}`,
  }
  const sbom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components }
  writeFileSync(sbomFile, `${JSON.stringify(sbom, null, 2)}\n`)
  const licencesFile = join(dir, 'third-party-licences.txt')
  const texts = existsSync(licencesFile) ? readFileSync(licencesFile, 'utf8').split(SEPARATOR) : []
  const allTexts = new Set([...texts.filter((text) => text !== ''), ...folders.map(noticeOf)])
  writeFileSync(licencesFile, [...allTexts].sort().join(SEPARATOR))
}

function componentOf(folder) {
  const { name, version, license } = readManifest(folder)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [group, nameInGroup] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: nameInGroup,
    version,
    licenses: licensesOf(license),
    purl,
  }
}

/** A plain id such as `MIT`, or an expression such as `(MIT OR Apache-2.0)`. */
function licensesOf(license) {
  return [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }]
}

/** The name and version of a package, and the text of its licence. */
export function noticeOf(folder) {
  const { name, version, license } = readManifest(folder)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(basename(entry)))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version} (${license})\n\n${text}\n`
}
