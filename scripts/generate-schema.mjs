/** `npm run schema`: writes the published JSON Schemas into `schema` (files that users read and write) and `schemas` (records of the service). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const { reportJsonSchema } = await load('./src/report/report.ts')
const files = await load('./scripts/file-json-schemas.ts')

mkdirSync('schema', { recursive: true })
write('schema/report.schema.json', reportJsonSchema())
write('schema/application.schema.json', files.applicationJsonSchema())
write('schema/homologa.schema.json', files.projectJsonSchema())
write('schema/profile.schema.json', files.profileFileJsonSchema())

rmSync('schemas', { recursive: true, force: true }) // also the file of a family that no longer exists
mkdirSync('schemas')
for (const [family, schema] of Object.entries(files.shapeJsonSchemas()))
  write(`schemas/${family}.json`, schema)

/** Loads a module of TypeScript. */
async function load(file) {
  const { module } = await runnerImport(file, { configFile: false, logLevel: 'error' })
  return module
}

function write(path, schema) {
  writeFileSync(path, `${JSON.stringify(schema, null, 2)}\n`)
}
