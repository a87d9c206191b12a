import type { Sample, SampleObject } from '../specification/samples/index.js'

/** What a record of a run carries in one of its texts: `[homologa k3f9x2]`. */
export function markOf(runId: string): string {
  return `[homologa ${runId.replace(/[^A-Za-z0-9]/g, '').slice(-10)}]`
}

/** Text fields that a record can be recognised by, the first that a body has; longer texts come first where both fit. */
const fields = ['nome', 'descricao', 'titulo', 'historico', 'observacoes', 'observacao', 'codigo']

/** The body with the mark at the end of one of its texts; unchanged where it has none. */
export function withMark(body: SampleObject, mark: string): SampleObject {
  const name = fields.find((field) => typeof body[field] === 'string')
  if (name !== undefined) return { ...body, [name]: marked(String(body[name]), mark) }
  for (const [key, value] of Object.entries(body)) {
    const inner = markedWithin(value, mark)
    if (inner !== null) return { ...body, [key]: inner }
  }
  return body
}

/** Whether a body can carry a mark at all. */
export function canBeMarked(body: SampleObject): boolean {
  return withMark(body, '[]') !== body
}

function marked(text: string, mark: string): string {
  return text.includes(mark) ? text : `${text} ${mark}`.trim()
}

/** Lists of items have texts where the record itself has none. */
function markedWithin(value: Sample, mark: string): Sample | null {
  if (!Array.isArray(value)) return null
  const [first, ...rest] = value as readonly Sample[]
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return null
  const inner = withMark(first as SampleObject, mark)
  return inner === first ? null : [inner, ...rest]
}
