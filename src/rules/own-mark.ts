import { isObject, type Json, property } from '../exchange/json.js'
import { isIdentifier } from './identifier.js'

/** The mark of a run, and the fields of the body in which it was sent: `nome`, `itens.descricao`. */
export interface SentMark {
  readonly mark: string
  readonly fields: readonly string[]
}

/** `unclear`: the record shows none of the fields, so that it may be ours or another's. */
export type Likeness = 'own' | 'other' | 'unclear'

/** The fields of a body whose text contains the mark. A name refers to every item of a list. */
export function markedFields(body: Json | undefined, mark: string): string[] {
  const paths = pathsTo(body, mark).filter((names) => names.length > 0)
  return [...new Set(paths.map((names) => names.join('.')))]
}

function pathsTo(value: Json | undefined, mark: string): string[][] {
  if (typeof value === 'string') return value.includes(mark) ? [[]] : []
  if (Array.isArray(value)) return value.flatMap((one: Json) => pathsTo(one, mark))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    pathsTo(inner, mark).map((names) => [name, ...names]),
  )
}

/**
 * Whether the `data` of a single read proves the record to be ours. The mark counts only in a field where it was
 * sent, because services echo requests, and only together with the exact identifier, because a service may respond
 * with another record.
 */
export function likenessOfRead(data: Json | undefined, id: string, sent: SentMark): Likeness {
  if (isOfAnother(data, id)) return 'other'
  const likeness = likenessOf(data, sent, false)
  return likeness === 'own' && !isIdentifier(property(data, 'id')) ? 'unclear' : likeness
}

/** Whether a read responded with a record of another identifier than was asked for. */
export function isOfAnother(data: Json | undefined, id: string): boolean {
  const shown = property(data, 'id')
  return isIdentifier(shown) && String(shown) !== id
}

/** The same for a record of a list. A summary may leave a field null that a single read fills, so only a text tells. */
export function likenessOfSummary(record: Json, sent: SentMark): Likeness {
  return likenessOf(record, sent, true)
}

function likenessOf(record: Json | undefined, { mark, fields }: SentMark, isSummary: boolean): Likeness {
  const paths = fields.map((field) => field.split('.'))
  const texts = paths.flatMap((path) => valuesAt(record, path)).filter((value) => typeof value === 'string')
  if (texts.some((text) => text.includes(mark))) return 'own'
  const isShown = isObject(record) && paths.some((path) => shows(record, path))
  return isShown && (!isSummary || texts.length > 0) ? 'other' : 'unclear'
}

function valuesAt(value: Json | undefined, [name, ...rest]: readonly string[]): Json[] {
  if (Array.isArray(value))
    return value.flatMap((one: Json) => valuesAt(one, name === undefined ? [] : [name, ...rest]))
  if (name === undefined) return value === undefined ? [] : [value]
  return valuesAt(property(value, name), rest)
}

/** Whether the field is present, in every item if it is part of a list. */
function shows(value: Json | undefined, [name, ...rest]: readonly string[]): boolean {
  if (value === undefined || value === null || name === undefined) return value !== undefined
  if (Array.isArray(value)) return value.every((one: Json) => shows(one, [name, ...rest]))
  return shows(property(value, name), rest)
}
