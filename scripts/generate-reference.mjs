/** `npm run reference`: writes the pages of docs/reference, which `reference.ts` makes from the code. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const { module } = await runnerImport('./scripts/reference.ts', { configFile: false, logLevel: 'error' })
mkdirSync('docs/reference', { recursive: true })
for (const [name, text] of Object.entries(module.referencePages)) {
  writeFileSync(`docs/reference/${name}`, text)
}
