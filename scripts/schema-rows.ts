/** The part of JSON Schema that zod writes. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
}

/** Lists the properties of a schema as rows of a table: `['`run.id`', 'string, optional', 'Id of the run.']`. */
export function rowsOf(schema: JsonSchema, path = ''): readonly (readonly [string, string, string])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const ownPath = path === '' ? name : `${path}.${name}`
    const optional = schema.required?.includes(name) ? '' : ', optional'
    const inner = property.items?.properties
      ? rowsOf(property.items, `${ownPath}[]`)
      : rowsOf(property, ownPath)
    return [
      [`\`${ownPath}\``, `${typeOf(property)}${optional}`, property.description ?? ''] as const,
      ...inner,
    ]
  })
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.prefixItems) return `array of ${schema.prefixItems.length}`
  if (schema.items) return `array of ${typeOf(schema.items)}`
  return typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any']).join(' or ')
}
