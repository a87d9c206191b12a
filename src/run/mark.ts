import { isSampleObject, type Sample, type SampleObject } from '../specification/samples/index.js'

/** Returns the mark that a run writes into a text of each of its records: `[homologa k3f9x2]`. */
export function markOf(runId: string): string {
  return `[homologa ${runId.replace(/[^A-Za-z0-9]/g, '').slice(-10)}]`
}

export function isMark(text: string): boolean {
  return /^\[homologa [A-Za-z0-9]{1,10}\]$/.test(text)
}

/**
 * Fields that hold a record's name. All of them are marked, because a read may show only one, as that of a listing
 * does.
 */
const names = ['nome', 'descricao', 'titulo']
/** Without a name, the first of these fields is marked. */
const others = ['historico', 'observacoes', 'observacao', 'codigo']

/** The body with the mark at the end of its names, or of another of its texts; unchanged where it has none. */
export function withMark(body: SampleObject, mark: string): SampleObject {
  const texts = [...names, ...others].filter((field) => typeof body[field] === 'string')
  const chosen = texts.filter((field, i) => i === 0 || names.includes(field))
  if (chosen.length > 0)
    return { ...body, ...Object.fromEntries(chosen.map((name) => [name, marked(String(body[name]), mark)])) }
  for (const [key, value] of Object.entries(body)) {
    const inner = markedWithin(value, mark)
    if (inner !== null) return { ...body, [key]: inner }
  }
  return body
}

function marked(text: string, mark: string): string {
  return text.includes(mark) ? text : `${text} ${mark}`.trim()
}

/** Lists of items have texts where the record itself has none. */
function markedWithin(value: Sample, mark: string): Sample | null {
  if (!Array.isArray(value)) return null
  const [first, ...rest]: readonly Sample[] = value
  if (!isSampleObject(first)) return null
  const inner = withMark(first, mark)
  return inner === first ? null : [inner, ...rest]
}
