import { z } from 'zod'
import { langs } from '../words/lang.js'

/** `report.json`: the outcome of a run, in the words of one language. Its JSON Schema is published with the package. */

const verdict = z.enum(['pass', 'fail', 'incomplete'])

const findingValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const placeSchema = z.object({
  route: z.string().nullable(),
  step: z.string().nullable(),
  exchange: z.string().nullable(),
})

const findingSchema = z.object({
  requirement: z.string().describe('Id of the broken requirement; see `homologa requirements`.'),
  code: z.string().describe('What exactly broke it; key of the message catalogues.'),
  values: findingValues.describe('Evidence.'),
  severity: z.enum(['error', 'warning', 'info']),
  blame: z.enum(['application', 'service', 'environment', 'harness']),
  step: z.string().nullable(),
  route: z.string().nullable(),
  message: z.string(),
  expected: z.string(),
  actual: z.string(),
  hint: z.string(),
  clause: z.string().describe('Heading of the specification.'),
  exchange: z.string().nullable().describe('Id of the exchange that shows it.'),
  consequenceOf: z.string().nullable().describe('Fingerprint of the finding that caused this one.'),
  fingerprint: z.string().describe('The same finding has the same fingerprint in every run.'),
  since: z
    .enum(['new', 'known'])
    .nullable()
    .optional()
    .describe('Whether the earlier run had it (`contract --against`); null without one.'),
  run: z.int().optional().describe('Number of the run, from 1, if the command watched several.'),
  places: z.array(placeSchema).optional().describe('Further places where the same cause shows.'),
  occurrences: z
    .array(
      placeSchema.extend({
        run: z.int().optional(),
        values: findingValues.optional(),
        message: z.string().optional(),
        actual: z.string().optional(),
      }),
    )
    .optional()
    .describe('Every place where this mistake was made, in order, each with its own evidence.'),
  acceptance: z
    .object({ reason: z.string(), expires: z.string().describe('The last day, `YYYY-MM-DD`.') })
    .optional()
    .describe('Present if the user accepts the finding: why, and until when.'),
})

const stepSchema = z.object({
  id: z.string(),
  title: z.string(),
  route: z.string(),
  verdict: z.enum(['pass', 'fail', 'not-reached', 'not-applicable']),
  gapMs: z.number().nullable().describe('Smallest gap to the request before, in milliseconds.'),
  durationMs: z.number().nullable(),
  exchanges: z.array(z.string()),
  reason: z.string().optional().describe('Why the step was not reached or does not apply.'),
})

const profileSchema = z.object({
  name: z.string(),
  verdict,
  cause: z.string().nullable(),
  requirement: z.string().nullable().describe('The requirement that the cause breaks.'),
})

const readingSchema = z.object({
  id: z.string(),
  verdict,
  inForce: z.boolean().describe('Whether the profile picks this reading.'),
  because: z.string(),
  marginMs: z.number().nullable(),
})

export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  run: z.object({
    id: z.string(),
    command: z.string(),
    startedAt: z.iso.datetime(),
    durationMs: z.number(),
    tool: z.object({ name: z.literal('homologa'), version: z.string() }),
    profile: z.string(),
    assumptions: z.array(z.string()).describe('What the profile picks beyond the specification.'),
    assumed: z
      .array(
        z.object({
          code: z.string(),
          values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
        }),
      )
      .optional()
      .describe('The same as codes with their values, so that another language can say them.'),
    target: z.object({ baseUrl: z.string(), embedded: z.boolean() }),
    lang: z.enum(langs),
    repeats: z.int().describe('How often the whole operation was repeated after the limit was hit.'),
    seed: z.string().nullable().describe('Seed of the embedded service.'),
    recording: z
      .string()
      .optional()
      .describe('The file that was judged, from the folder in which the command ran.'),
  }),
  verdict,
  cause: z
    .string()
    .nullable()
    .describe('One sentence: the first thing that went wrong, or why there is no verdict.'),
  profiles: z
    .array(profileSchema)
    .optional()
    .describe('How the same traffic does under each built-in profile, and under the profile in force.'),
  steps: z.array(stepSchema),
  findings: z.array(findingSchema),
  accepted: z
    .array(findingSchema)
    .optional()
    .describe('Findings that the user accepted (`--accept`): they do not fail the run.'),
  against: z
    .object({
      run: z.string().nullable().describe('Id of the earlier run; null if none is kept.'),
      startedAt: z.string().nullable(),
      failOn: z.enum(['any', 'new']).describe('`new`: known findings fail nothing.'),
    })
    .optional()
    .describe('What the run was compared with (`contract --against`).'),
  fixed: z
    .array(findingSchema)
    .optional()
    .describe('Findings of the earlier run that are gone although they were tested again.'),
  readings: z.array(readingSchema),
  coverage: z.object({
    requirements: z.object({
      tested: z.array(z.string()),
      untested: z.array(z.object({ id: z.string(), reason: z.string() })),
    }),
    routes: z.object({
      exercised: z.array(z.string()),
      notExercised: z.array(z.object({ route: z.string(), reason: z.string() })),
      empty: z
        .array(z.string())
        .optional()
        .describe('Lists that returned no record, so that records were not tested there.'),
    }),
  }),
  off: z
    .array(z.string())
    .optional()
    .describe('Requirements and codes that `--severity` turned off: their findings are not reported.'),
  notices: z
    .array(z.string())
    .optional()
    .describe('Notices about a recording, such as that its run was killed.'),
  output: z
    .object({
      command: z.string(),
      status: z.int().nullable(),
      signal: z.string().nullable(),
      lines: z.array(z.string()),
    })
    .optional()
    .describe(
      'How the command of the application under test ended, and the last lines that it printed, masked.',
    ),
  stops: z
    .array(z.object({ reason: z.string() }))
    .optional()
    .describe('Why a contract run, or a part of it, ended early. What it did not reach was not tested.'),
  left: z
    .array(
      z.object({
        route: z.string().describe('The route that would delete it, or its collection.'),
        id: z.string().nullable(),
        reason: z.string().describe('Why it was left.'),
      }),
    )
    .optional()
    .describe('Records of a contract run that are, or may be, still in the account.'),
  runs: z
    .array(
      z.object({
        run: z.int(),
        verdict,
        cause: z.string().nullable(),
        session: z.string().nullable(),
        death: z
          .union([z.int(), z.literal('never')])
          .optional()
          .describe('The step at which its token was revoked, if every step is tried.'),
      }),
    )
    .optional()
    .describe('The single runs, if the command watched several.'),
})

/**
 * The content of `report.json`, with sentences in one language and times in milliseconds. Its JSON Schema is
 * `homologa/schema/report.schema.json`.
 */
export type Report = z.infer<typeof reportSchema>
/** A broken requirement: who caused it, which exchange shows it, and how to fix it. */
export type ReportFinding = z.infer<typeof findingSchema>
/** A place where a mistake was made, with the evidence there. */
export type Occurrence = NonNullable<ReportFinding['occurrences']>[number]
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
