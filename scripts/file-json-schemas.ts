import { z } from 'zod'
import { applicationSchema } from '../src/review/application-file.js'
import type { Kind } from '../src/settings/kinds.js'
import { commonSettings, projectOptions } from '../src/settings/setting.js'
import type { HelpKey } from '../src/words/catalogue.js'
import en from '../src/words/en.json' with { type: 'json' }

/** The JSON Schema of `homologa.yaml`, as it is published in `schema/homologa.schema.json`. */
export function projectJsonSchema(): object {
  const settings = commonSettings.map((setting) => [setting.key, propertyOf(setting)] as const)
  const options = Object.entries(projectOptions).map(([key, option]) => [key, propertyOf(option)] as const)
  const text = { type: 'string' }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'homologa.yaml',
    type: 'object',
    properties: {
      command: {
        description: 'The command that `examine` and `review` run where none follows `--`.',
        anyOf: [text, { type: 'array', items: text }],
      },
      env: {
        description: `Further names for the settings of that command: ${en.help['examine.env']}`,
        type: 'object',
        additionalProperties: text,
      },
      ...Object.fromEntries([...settings, ...options]),
    },
    additionalProperties: false,
  }
}

function propertyOf({ help, kind }: { readonly help: HelpKey; readonly kind: Kind<unknown> }): object {
  const description = en.help[help]
  if (kind.choices) return { description, enum: kind.choices }
  if (kind.takes === 'nothing') return { description, type: 'boolean' }
  const type = ['integer', 'milliseconds', 'number'].includes(kind.name) ? 'number' : 'string'
  return kind.isList
    ? { description, anyOf: [{ type }, { type: 'array', items: { type } }] }
    : { description, type }
}

/** The JSON Schema of `application.yaml`, as it is published in `schema/application.schema.json`. */
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
