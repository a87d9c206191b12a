/** Apart from what reads journals, for zod takes as long to load as all the rest. */
import { z } from 'zod'
import type { RunHeader } from './read-journal.js'
import { sourceNames } from './sources.js'

/** The groups of the profile are enough here: its values were checked when it was read for the run. */
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
  watch: z
    .object({
      runs: z.number().nullable(),
      idleMs: z.number().nullable(),
      newRunAfterMs: z.number().nullable(),
    })
    .optional(),
})

/** The header of a run as a journal's first line holds it, or what is damaged of it. */
export function readRunHeader(line: unknown): { readonly header: RunHeader } | { readonly damage: string } {
  const parsed = headerSchema.safeParse(line)
  if (parsed.success) return { header: parsed.data as unknown as RunHeader }
  return { damage: z.prettifyError(parsed.error) }
}
