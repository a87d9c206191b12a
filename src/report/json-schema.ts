import { z } from 'zod'
import { reportSchema } from './report.js'

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
