import { isSampleObject, type Sample, type SampleObject } from '../specification/samples/index.js'

/** The beginning of every run's mark. */
export const MARK_START = '[homologa '

/** Returns the mark that a run writes into its records, so that they can be recognised: `[homologa k3f9x2]`. */
export function markOf(runId: string): string {
  return `${MARK_START}${runId.replace(/[^A-Za-z0-9]/g, '').slice(-10)}]`
}

export function isMark(text: string): boolean {
  return /^\[homologa [A-Za-z0-9]{1,10}\]$/.test(text)
}

/** Fields that hold a record's name. All of them are marked, because a read may show only one of them. */
const nameFields = ['nome', 'descricao', 'titulo']
/** If there is no name, the first of these fields that the body has is marked. */
const otherFields = ['historico', 'observacoes', 'observacao', 'codigo']

/**
 * Adds the mark to a body: to its names, else to another of its texts, else to the first item of a list in it.
 * `{ nome: 'Ana' }` becomes `{ nome: 'Ana [homologa k3f9x2]' }`. A body without texts is returned unchanged.
 */
export function withMark(body: SampleObject, mark: string): SampleObject {
  const hasText = (field: string) => typeof body[field] === 'string'
  const names = nameFields.filter(hasText)
  const fields = names.length > 0 ? names : otherFields.filter(hasText).slice(0, 1)
  if (fields.length > 0) {
    const texts = fields.map((field) => [field, marked(String(body[field]), mark)])
    return { ...body, ...Object.fromEntries(texts) }
  }
  for (const [key, value] of Object.entries(body)) {
    const inner = markedWithin(value, mark)
    if (inner !== null) return { ...body, [key]: inner }
  }
  return body
}

function marked(text: string, mark: string): string {
  return text.includes(mark) ? text : `${text} ${mark}`.trim()
}

/** Marks the first item of a list; null if it cannot be marked. */
function markedWithin(value: Sample, mark: string): Sample | null {
  if (!Array.isArray(value)) return null
  const [first, ...rest]: readonly Sample[] = value
  if (!isSampleObject(first)) return null
  const inner = withMark(first, mark)
  return inner === first ? null : [inner, ...rest]
}
