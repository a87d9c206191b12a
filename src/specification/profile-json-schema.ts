import { z } from 'zod'
import { profiles } from './profile.js'
import { profileSchema } from './profile-schema.js'

/** The JSON Schema of a whole profile; a user's file holds any part of it. */
export function profileJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(profileSchema, { target: 'draft-2020-12' })
}

/** The JSON Schema of a user's file: any part of a profile, and the one that it changes. */
export function profileFileJsonSchema(): Readonly<Record<string, unknown>> {
  const whole = profileJsonSchema() as { readonly properties: Readonly<Record<string, object>> }
  const parts = Object.entries(whole.properties).map(([name, part]) => [
    name,
    { ...part, required: undefined },
  ])
  const base = { enum: Object.keys(profiles), description: 'The profile whose values this one changes.' }
  return { ...whole, required: undefined, properties: { extends: base, ...Object.fromEntries(parts) } }
}
