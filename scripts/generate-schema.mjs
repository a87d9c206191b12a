/** `npm run schema`: writes the published JSON Schemas into `schema` (files that users read and write) and `schemas` (records of the service). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

/** For each file of `schema`: the module and the function that makes it. */
const schemas = {
  report: ['./src/report/report.ts', 'reportJsonSchema'],
  application: ['./scripts/file-json-schemas.ts', 'applicationJsonSchema'],
  homologa: ['./scripts/file-json-schemas.ts', 'projectJsonSchema'],
  profile: ['./scripts/file-json-schemas.ts', 'profileFileJsonSchema'],
}

mkdirSync('schema', { recursive: true })
for (const [name, [file, make]] of Object.entries(schemas)) {
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' })
  writeFileSync(`schema/${name}.schema.json`, `${JSON.stringify(module[make](), null, 2)}\n`)
}

const { module } = await runnerImport('./scripts/file-json-schemas.ts', {
  configFile: false,
  logLevel: 'error',
})
rmSync('schemas', { recursive: true, force: true })
mkdirSync('schemas')
for (const [family, schema] of Object.entries(module.shapeJsonSchemas()))
  writeFileSync(`schemas/${family}.json`, `${JSON.stringify(schema, null, 2)}\n`)
