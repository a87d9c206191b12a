import type { Resource, SampleObject } from '../../specification/samples/index.js'

/** A record with its JSON, rendered once: lists and reads outnumber writes by far. */
export interface StoredRecord {
  /** As text, the form that paths have. */
  readonly id: string
  /** Everything, `id` first. */
  readonly full: SampleObject
  /** JSON of the single read. */
  readonly fullText: string
  /** JSON of a list's record: the identifier and a few fields. §What the service does */
  readonly summaryText: string
}

export function storedRecord(resource: Resource, id: number | string, fields: SampleObject): StoredRecord {
  const full = { ...fields, id }
  const summary: Record<string, unknown> = { id }
  for (const name of resource.summary)
    if (full[name as keyof typeof full] !== undefined) summary[name] = fields[name]
  return {
    id: String(id),
    full,
    fullText: JSON.stringify({ id, ...fields }),
    summaryText: JSON.stringify(summary),
  }
}
