// Writes the published JSON Schemas from the zod schemas: `node scripts/generate-schema.mjs`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const { module } = await runnerImport('./src/report/json-schema.ts', { configFile: false, logLevel: 'error' })
mkdirSync('schema', { recursive: true })
writeFileSync('schema/report.schema.json', `${JSON.stringify(module.reportJsonSchema(), null, 2)}\n`)

const registration = await runnerImport('./src/review/application-file.ts', {
  configFile: false,
  logLevel: 'error',
})
const applicationSchema = registration.module.applicationJsonSchema()
writeFileSync('schema/application.schema.json', `${JSON.stringify(applicationSchema, null, 2)}\n`)

const profile = await runnerImport('./src/specification/profile-json-schema.ts', {
  configFile: false,
  logLevel: 'error',
})
const profileSchema = profile.module.profileFileJsonSchema()
writeFileSync('schema/profile.schema.json', `${JSON.stringify(profileSchema, null, 2)}\n`)
