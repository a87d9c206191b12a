/** Checks the header of a recorded run. `read-journal.ts` loads this file only when it reads a recording, because loading zod takes long. */
import { z } from 'zod'
import type { RunHeader } from './read-journal.js'
import { sourceNames } from './sources.js'

const numberOrNull = z.number().nullable()

/** Checks only the outline of the profile, because the run that wrote the header had checked its values. */
const headerSchema = z.object({
  id: z.string(),
  command: z.string(),
  startedAt: z.string(),
  tool: z.object({ name: z.string(), version: z.string() }),
  profile: z.looseObject({
    name: z.string(),
    hash: z.looseObject({ header: z.string() }),
    spacing: z.looseObject({ reading: z.string(), intervalMs: z.number() }),
    total: z.looseObject({}),
    product: z.looseObject({}),
    change: z.looseObject({}),
    situation: z.looseObject({}),
    statuses: z.array(z.array(z.number())).length(5),
    deadToken: z.looseObject({ markers: z.array(z.string()) }),
    limitHit: z.looseObject({ statuses: z.array(z.number()), markers: z.array(z.string()) }),
  }),
  baseUrl: z.string(),
  tokenUrl: z.string().nullable(),
  embedded: z.boolean(),
  toleranceMs: z.number(),
  seed: z.string().nullable(),
  source: z.enum(sourceNames),
  watch: z.object({ runs: numberOrNull, idleMs: numberOrNull, newRunAfterMs: numberOrNull }).optional(),
})

/** Returns the header, or a text that says what is wrong with it. */
export function readRunHeader(run: unknown): { readonly header: RunHeader } | { readonly damage: string } {
  const parsed = headerSchema.safeParse(run)
  if (parsed.success) return { header: parsed.data as unknown as RunHeader }
  return { damage: z.prettifyError(parsed.error) }
}
