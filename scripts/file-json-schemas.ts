import { z } from 'zod'
import { applicationSchema } from '../src/review/application-file.js'
import type { Kind } from '../src/settings/kinds.js'
import { commonSettings, projectOptions } from '../src/settings/setting.js'
import { profiles } from '../src/specification/profile.js'
import { profileSchema } from '../src/specification/profile-schema.js'
import * as families from '../src/specification/shapes/every.js'
import type { HelpKey } from '../src/words/catalogue.js'
import en from '../src/words/en.json' with { type: 'json' }

/** The JSON Schema of `homologa.yaml`. It is published as `schema/homologa.schema.json`, so that editors complete the file. */
export function projectJsonSchema(): object {
  const settings = commonSettings.map((setting) => [setting.key, createProperty(setting)] as const)
  const options = Object.entries(projectOptions).map(
    ([key, option]) => [key, createProperty(option)] as const,
  )
  const text = { type: 'string' }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'homologa.yaml',
    type: 'object',
    properties: {
      command: {
        description: 'The command that `examine` and `review` run if no command follows `--`.',
        anyOf: [text, { type: 'array', items: text }],
      },
      env: {
        description:
          'Additional environment variables of that command: `BLING_URL: "{baseUrl}"`. Also {tokenUrl}, {accessToken}, {refreshToken}, {clientId}, {clientSecret}.',
        type: 'object',
        additionalProperties: text,
      },
      ...Object.fromEntries([...settings, ...options]),
    },
    additionalProperties: false,
  }
}

function createProperty({ help, kind }: { readonly help: HelpKey; readonly kind: Kind<unknown> }): object {
  const description = en.help[help]
  if (kind.choices) return { description, enum: kind.choices }
  if (kind.takes === 'nothing') return { description, type: 'boolean' }
  const type = ['integer', 'milliseconds', 'number'].includes(kind.name) ? 'number' : 'string'
  return kind.isList
    ? { description, anyOf: [{ type }, { type: 'array', items: { type } }] }
    : { description, type }
}

/** The JSON Schema of `application.yaml`. It is published as `schema/application.schema.json`. */
export function applicationJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(applicationSchema, { target: 'draft-2020-12', io: 'input' })
  return {
    $schema,
    $id: 'urn:homologa:application:1',
    title: 'homologa application',
    description: 'The registration of an application, and what a person answered about it.',
    ...schema,
  }
}

/** The JSON Schema of a whole profile. */
export function profileJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(profileSchema, { target: 'draft-2020-12' })
}

/** The JSON Schema of a user's profile file, as it is published in `schema/profile.schema.json`: no property is required. */
export function profileFileJsonSchema(): Readonly<Record<string, unknown>> {
  const whole = profileJsonSchema() as { readonly properties: Readonly<Record<string, object>> }
  const parts = Object.entries(whole.properties).map(([name, part]) => [
    name,
    { ...part, required: undefined },
  ])
  const base = { enum: Object.keys(profiles), description: 'The profile whose values this one changes.' }
  return { ...whole, required: undefined, properties: { extends: base, ...Object.fromEntries(parts) } }
}

/**
 * The shapes of each family as a JSON Schema document with one definition for each shape, so that other languages can
 * validate the service's records. Keys are the file names in `schemas/`: `pedidos-vendas`.
 */
export function shapeJsonSchemas(): Readonly<Record<string, object>> {
  const documents = Object.entries(families).map(([family, shapes]) => {
    const name = family.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const $schema = 'https://json-schema.org/draft/2020-12/schema'
    return [name, { $schema, title: name, $defs: definitionsOf(shapes) }]
  })
  return Object.fromEntries(documents)
}

function definitionsOf(shapes: object): Readonly<Record<string, object>> {
  const definitions: Record<string, object> = {}
  for (const [name, shape] of Object.entries(shapes)) {
    // a family also exports its tables `document` and `specification`
    if (!(shape instanceof z.ZodType)) continue
    const { $schema, ...definition } = z.toJSONSchema(shape, {
      target: 'draft-2020-12',
      io: 'input',
      unrepresentable: 'any',
    })
    definitions[name] = definition
  }
  return definitions
}
