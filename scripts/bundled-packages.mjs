/**
 * Declares the packages whose code is in a bundle, from the bundler's list of modules: `third-party-licences.txt`, because their licences
 * ask to travel with the code, and `sbom.cdx.json` (CycloneDX), so that a scanner sees what a user cannot.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const rule = `\n${'-'.repeat(80)}\n\n`
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** A plugin of rolldown that declares what it has bundled. */
export function bundledPackages() {
  return {
    name: 'bundled-packages',
    writeBundle({ dir, file }, bundle) {
      const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)
      declarePackages(dir ?? dirname(file), foldersOf(modules))
    },
  }
}

/** Folders of the packages that modules belong to; modules of ours have none. */
export function foldersOf(modules) {
  const folders = modules.flatMap(
    (id) => /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1] ?? [],
  )
  return [...new Set(folders)].sort()
}

/** Adds packages to the files of a build. Its tool and its pages come from several bundlers, one after the other. */
export function declarePackages(dir, folders) {
  const sbom = join(dir, 'sbom.cdx.json')
  const known = existsSync(sbom) ? JSON.parse(readFileSync(sbom, 'utf8')).components : []
  const found = folders.map(componentOf).filter(({ purl }) => known.every((one) => one.purl !== purl))
  const components = [...known, ...found].sort((a, b) => (a.purl < b.purl ? -1 : 1))
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
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component }, components }
  writeFileSync(sbom, `${JSON.stringify(bom, null, 2)}\n`)
  const notices = join(dir, 'third-party-licences.txt')
  const texts = existsSync(notices) ? readFileSync(notices, 'utf8').split(rule) : []
  const all = new Set([...texts.filter((text) => text !== ''), ...folders.map(noticeOf)])
  writeFileSync(notices, [...all].sort().join(rule))
}

function componentOf(folder) {
  const { name, version, license } = manifestOf(folder)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group && { group }),
    name: own,
    version,
    licenses: licensesOf(license),
    purl,
  }
}

function licensesOf(license) {
  return [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }]
}

/** Name, version and licence of a package, with the text of the licence. */
export function noticeOf(folder) {
  const { name, version, license } = manifestOf(folder)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(basename(entry)))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version} (${license})\n\n${text}\n`
}
