import { z } from 'zod'
import { langs } from '../words/lang.js'

/** `report.json`: the outcome of a run, in the words of one language. Its JSON Schema is published with the package. */

function optional<T extends z.ZodType>(schema: T, description: string) {
  return schema.optional().describe(description)
}

const text = z.string()
const textOrNull = z.string().nullable()
const texts = z.array(z.string())
const verdict = z.enum(['pass', 'fail', 'incomplete'])

const findingValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const placeSchema = z.object({ route: textOrNull, step: textOrNull, exchange: textOrNull })

const occurrenceSchema = placeSchema.extend({
  run: z.int().optional(),
  values: findingValues.optional(),
  message: text.optional(),
  actual: text.optional(),
})

const acceptanceSchema = z.object({ reason: text, expires: text.describe('The last day, `YYYY-MM-DD`.') })

const findingSchema = z.object({
  requirement: text.describe('Id of the broken requirement; see `homologa requirements`.'),
  code: text.describe('What exactly broke it; key of the message catalogues.'),
  values: findingValues.describe('Evidence.'),
  severity: z.enum(['error', 'warning', 'info']),
  blame: z.enum(['application', 'service', 'environment', 'harness']),
  step: textOrNull,
  route: textOrNull,
  message: text,
  expected: text,
  actual: text,
  hint: text,
  clause: text.describe('Heading of the specification.'),
  exchange: textOrNull.describe('Id of the exchange that shows it.'),
  consequenceOf: textOrNull.describe('Fingerprint of the finding that caused this one.'),
  fingerprint: text.describe('The same finding has the same fingerprint in every run.'),
  since: optional(
    z.enum(['new', 'known']).nullable(),
    'Whether the earlier run had it (`contract --against`); null without one.',
  ),
  run: optional(z.int(), 'Number of the run, from 1, if the command watched several.'),
  places: optional(z.array(placeSchema), 'Further places where the same cause shows.'),
  occurrences: optional(
    z.array(occurrenceSchema),
    'Every place where this mistake was made, in order, each with its own evidence.',
  ),
  acceptance: optional(acceptanceSchema, 'Present if the user accepts the finding: why, and until when.'),
})

const stepSchema = z.object({
  id: text,
  title: text,
  route: text,
  verdict: z.enum(['pass', 'fail', 'not-reached', 'not-applicable']),
  gapMs: z.number().nullable().describe('Smallest gap to the request before, in milliseconds.'),
  durationMs: z.number().nullable(),
  exchanges: texts,
  reason: optional(text, 'Why the step was not reached or does not apply.'),
})

const profileSchema = z.object({
  name: text,
  verdict,
  cause: textOrNull,
  requirement: textOrNull.describe('The requirement that the cause breaks.'),
})

const readingSchema = z.object({
  id: text,
  verdict,
  inForce: z.boolean().describe('Whether the profile picks this reading.'),
  because: text,
  marginMs: z.number().nullable(),
})

const assumptionSchema = z.object({
  code: text,
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})

const runSchema = z.object({
  id: text,
  command: text,
  startedAt: z.iso.datetime(),
  durationMs: z.number(),
  tool: z.object({ name: z.literal('homologa'), version: text }),
  profile: text,
  assumptions: texts.describe('What the profile picks beyond the specification.'),
  assumed: optional(
    z.array(assumptionSchema),
    'The same as codes with their values, so that another language can say them.',
  ),
  target: z.object({ baseUrl: text, embedded: z.boolean() }),
  lang: z.enum(langs),
  repeats: z.int().describe('How often the whole operation was repeated after the limit was hit.'),
  seed: textOrNull.describe('Seed of the embedded service.'),
  recording: optional(text, 'The file that was judged, from the folder in which the command ran.'),
})

const againstSchema = z.object({
  run: textOrNull.describe('Id of the earlier run; null if none is kept.'),
  startedAt: textOrNull,
  failOn: z.enum(['any', 'new']).describe('`new`: known findings fail nothing.'),
})

const coverageSchema = z.object({
  requirements: z.object({ tested: texts, untested: z.array(z.object({ id: text, reason: text })) }),
  routes: z.object({
    exercised: texts,
    notExercised: z.array(z.object({ route: text, reason: text })),
    empty: optional(texts, 'Lists that returned no record, so that records were not tested there.'),
  }),
})

const outputSchema = z.object({ command: text, status: z.int().nullable(), signal: textOrNull, lines: texts })

const leftSchema = z.object({
  route: text.describe('The route that would delete it, or its collection.'),
  id: textOrNull,
  reason: text.describe('Why it was left.'),
})

const watchedRunSchema = z.object({
  run: z.int(),
  verdict,
  cause: textOrNull,
  session: textOrNull,
  death: optional(
    z.union([z.int(), z.literal('never')]),
    'The step at which its token was revoked, if every step is tried.',
  ),
})

export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  run: runSchema,
  verdict,
  cause: textOrNull.describe('One sentence: the first thing that went wrong, or why there is no verdict.'),
  fix: optional(text, 'How to begin a run, if requests came and none of them began one.'),
  profiles: optional(
    z.array(profileSchema),
    'How the same traffic does under each built-in profile, and under the profile in force.',
  ),
  steps: z.array(stepSchema),
  findings: z.array(findingSchema),
  accepted: optional(
    z.array(findingSchema),
    'Findings that the user accepted (`--accept`): they do not fail the run.',
  ),
  against: optional(againstSchema, 'What the run was compared with (`contract --against`).'),
  fixed: optional(
    z.array(findingSchema),
    'Findings of the earlier run that are gone although they were tested again.',
  ),
  readings: z.array(readingSchema),
  coverage: coverageSchema,
  off: optional(
    texts,
    'Requirements and codes that `--severity` turned off: their findings are not reported.',
  ),
  notices: optional(texts, 'Notices about a recording, such as that its run was killed.'),
  output: optional(
    outputSchema,
    'How the command of the application under test ended, and the last lines that it printed, masked.',
  ),
  stops: optional(
    z.array(z.object({ reason: text })),
    'Why a contract run, or a part of it, ended early. What it did not reach was not tested.',
  ),
  left: optional(z.array(leftSchema), 'Records of a contract run that are, or may be, still in the account.'),
  runs: optional(z.array(watchedRunSchema), 'The single runs, if the command watched several.'),
})

/**
 * The content of `report.json`, with sentences in one language and times in milliseconds. Its JSON Schema is
 * `homologa/schema/report.schema.json`.
 */
export type Report = z.infer<typeof reportSchema>
/** A broken requirement: who caused it, which exchange shows it, and how to fix it. */
export type ReportFinding = z.infer<typeof findingSchema>
/** A place where a mistake was made, with the evidence there. */
export type Occurrence = z.infer<typeof occurrenceSchema>
/** The verdict of the run under a profile. */
export type ReportProfile = z.infer<typeof profileSchema>
/** A step of the procedure, or a request of a contract run. */
export type ReportStep = z.infer<typeof stepSchema>
/** A reading of an ambiguous clause, and whether the run passes under it. */
export type ReportReading = z.infer<typeof readingSchema>

/** The JSON Schema of `report.json`, as it is published in `schema/report.schema.json`. */
export function reportJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(reportSchema, { target: 'draft-2020-12' })
  return {
    $schema,
    $id: 'urn:homologa:report:1',
    title: 'homologa report',
    description: 'The outcome of a run of homologa: verdict, cause, steps, findings, readings, coverage.',
    ...schema,
  }
}
