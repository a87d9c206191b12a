/**
 * `node scripts/audit.mjs [SBOM]`: asks the registry for known vulnerabilities of the packages inside the bundle. `npm audit`
 * would also check the packages that only build it. The exit status is 1 if there are any.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [, , file = 'dist/sbom.cdx.json'] = process.argv
const { components } = JSON.parse(readFileSync(file, 'utf8'))
const versions = {}
for (const { group, name, version } of components) {
  const fullName = group ? `${group}/${name}` : name
  versions[fullName] = [...(versions[fullName] ?? []), version]
}
const registry = execFileSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
}).trim()
const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry.replace(/\/?$/, '/')), {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(versions),
})
if (!response.ok) throw new Error(`The registry responded with ${response.status}.`)
const vulnerabilities = Object.entries(await response.json()).flatMap(([name, advisories]) =>
  advisories.map(({ severity, title, url }) => `${name} ${versions[name]}: ${severity}: ${title} (${url})`),
)
for (const line of vulnerabilities) console.error(line)
console.log(`${components.length} packages, ${vulnerabilities.length} known vulnerabilities`)
process.exitCode = vulnerabilities.length > 0 ? 1 : 0
