import { unescapeJson, type VisitScalar } from './json-values.js'
import { matters, placeOf } from './places.js'

/** A string of a JSON text, and the name that it belongs to. */
export type VisitPair = (name: string, start: number, end: number) => void

const NAMING: ReadonlySet<string> = new Set(['name', 'key', 'nome', 'chave', 'campo'])
const GIVING: ReadonlySet<string> = new Set(['value', 'valor', 'content', 'conteudo', 'text', '#text', '$'])
const LONGEST = 8
/** Of a pair, name and value stand so near to each other. */
const NEAR = 200

/**
 * Values whose names stand beside them, `{"name":"senha","value":"…"}`, in either order, or a level above, `{"senha":{"value":"…"}}`;
 * told of names alone that matter. Give it all scalars of the text.
 */
export function pairsIn(text: string, visit: VisitPair): VisitScalar {
  let above = ''
  let name = { text: '', end: 0 }
  let value = { start: 0, end: 0 }

  const isNear = (from: number, to: number) => to - from < NEAR && !/[{}]/.test(text.slice(from, to))
  const tell = (of: string, { start, end }: typeof value) => {
    if (end > start && matters(placeOf(of))) visit(of, start, end)
  }

  return (key, start, end, is) => {
    if (is === 'key') above = key
    else if (is === 'number' || key.length > LONGEST) return
    else if (NAMING.has(key)) {
      name = { text: unescapeJson(text.slice(start, end)), end }
      if (isNear(value.end, start)) tell(name.text, value)
    } else if (GIVING.has(key)) {
      value = { start, end }
      tell(above, value)
      if (isNear(name.end, start)) tell(name.text, value)
    }
  }
}
