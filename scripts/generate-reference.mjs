// Writes docs/reference from the code: `npm run reference`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const { module } = await runnerImport('./scripts/reference.ts', { configFile: false, logLevel: 'error' })
mkdirSync('docs/reference', { recursive: true })
for (const [name, text] of Object.entries(module.referencePages)) {
  writeFileSync(`docs/reference/${name}`, text)
}
