// Writes schema/report.schema.json from the report's zod schema: `node scripts/generate-schema.mjs`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const { module } = await runnerImport('./src/report/json-schema.ts', { configFile: false, logLevel: 'error' })
mkdirSync('schema', { recursive: true })
writeFileSync('schema/report.schema.json', `${JSON.stringify(module.reportJsonSchema(), null, 2)}\n`)
