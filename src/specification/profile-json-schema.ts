import { z } from 'zod'
import { profileSchema } from './profile-schema.js'

/** The JSON Schema of a whole profile; a user's file holds any part of it. */
export function profileJsonSchema(): Readonly<Record<string, unknown>> {
  return z.toJSONSchema(profileSchema, { target: 'draft-2020-12' })
}
