import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { shapeJsonSchemas } from '../../scripts/file-json-schemas.js'

const folder = join(import.meta.dirname, '../../schemas')
const all = shapeJsonSchemas()

describe('the JSON Schemas of the families', () => {
  it('are published as they follow from the shapes (`npm run schema` writes them)', () => {
    const published = readdirSync(folder).map((name) => [
      name.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, name), 'utf8')),
    ])
    expect(Object.fromEntries(published)).toEqual(JSON.parse(JSON.stringify(all)))
  })

  it.each(Object.entries(all))('compile in another validator: %s', (_name, schema) => {
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
    ajv.compile(schema)
  })

  it('accept a record of the service, and refuse one with a wrong type', () => {
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema(all.contatos as object, 'contatos')
    const record = { id: 7, nome: 'Armazém', situacao: 'A', tipo: 'J', extra: 1 }
    const validate = ajv.getSchema('contatos#/$defs/Contato')
    expect([validate?.(record), validate?.({ ...record, id: '7' })]).toEqual([true, false])
  })
})
