import type { z } from 'zod'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { readQuery } from '../../specification/shapes.js'
import type { HttpResponse } from '../response.js'
import { type Filter, filterOf, pluralOf } from './filters.js'
import type { Call, Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import { invalid, respond } from './responses.js'

/** Page size where `limite` is left out. The specification is silent; the public facts have 100. */
export const DEFAULT_LIMIT = 100

/** Routes of the tables without `pagina` and `limite` response everything. */
export const list: Operation = (call) => {
  const refused = refuseQuery(call)
  if (refused) return refused
  const filters = filtersOf(call)
  if (filters.length === 0) return respondWithPage(call, call.store.all(pageOf(call).from), 0)
  return page(call, keptBy(filters, call.store.all()))
}

/** The page that the query asks for, as summaries. */
export function page(
  call: Call,
  records: Iterable<StoredRecord>,
  textOf?: (record: StoredRecord) => string,
): HttpResponse {
  return respondWithPage(call, records, pageOf(call).from, textOf)
}

function pageOf(call: Call): { readonly from: number; readonly limit: number } {
  if (!isPaged(call)) return { from: 0, limit: Infinity }
  const limit = wholeOr(call.query.get('limite'), DEFAULT_LIMIT)
  return { from: (wholeOr(call.query.get('pagina'), 1) - 1) * limit, limit }
}

function respondWithPage(
  call: Call,
  records: Iterable<StoredRecord>,
  from: number,
  textOf = (record: StoredRecord) => (call.knowledge === 'document' ? record.summaryText : record.briefText),
): HttpResponse {
  const { limit } = pageOf(call)
  const texts: string[] = []
  let at = 0
  for (const record of records) {
    if (at++ < from) continue
    if (texts.length >= limit) break
    texts.push(textOf(record))
  }
  return respond(call, `[${texts.join(',')}]`)
}

/** Refuses the first parameter whose value is not of its kind, or the first one that must be there and is not. */
export function refuseQuery(call: Call): HttpResponse | null {
  for (const name of ['pagina', 'limite']) {
    const value = call.query.get(name)
    if (value !== null && isPaged(call) && !/^[1-9]\d{0,8}$/.test(value))
      return invalid(call, name, 'Deve ser um número inteiro maior que zero.')
  }
  return flawIn(call, 'specification') ?? (call.knowledge === 'document' ? flawIn(call, 'document') : null)
}

function flawIn(call: Call, knowledge: Call['knowledge']): HttpResponse | null {
  const schema = queryShape(call, knowledge)
  const query = withStore(readQuery(call.query))
  if (!schema || acceptsOf(schema)(query)) return null
  const issue = schema.safeParse(query).error?.issues.find(({ path }) => path.length > 0)
  if (!issue) return null
  const name = String(issue.path[0])
  const value = call.query.get(name)
  const isMissing = value === null
  return invalid(
    call,
    name,
    isMissing ? 'Este parâmetro é obrigatório.' : `O valor "${value.slice(0, 40)}" não é aceito.`,
  )
}

function queryShape({ shapes, route }: Call, knowledge: Call['knowledge']): z.ZodType | undefined {
  return shapes.of(route, knowledge)?.query
}

function isPaged(call: Call): boolean {
  const shape = queryShape(call, 'document')
  return (
    shape === undefined ||
    !call.route.documented ||
    Object.hasOwn(fieldsOf(shape), 'pagina') ||
    call.query.has('limite')
  )
}

/** The records that keep to every parameter of the query, and to what the service assumes where one is left out. */
export function filtered(call: Call, records: Iterable<StoredRecord>): readonly StoredRecord[] {
  return keptBy(filtersOf(call), records)
}

function keptBy(filters: readonly Filter[], records: Iterable<StoredRecord>): readonly StoredRecord[] {
  return [...records].filter((record) => filters.every((fits) => fits(record)))
}

function filtersOf(call: Call): Filter[] {
  const { route, query } = call
  const asked = readQuery(query)
  const assumed = Object.entries(route.query).flatMap(([name, { default: value }]) =>
    value === undefined || Object.hasOwn(asked, name) ? [] : [[name, String(value)] as const],
  )
  return [...Object.entries(asked), ...assumed].flatMap(([name, value]) =>
    name === 'pagina' || name === 'limite' || value === '' ? [] : filterNamed(call, name, [value].flat()),
  )
}

/**
 * A request with `codigo`, while the document has `codigos[]`, is filtered by it. To ignore it would return a wrong
 * record.
 */
function filterNamed(call: Call, name: string, values: readonly string[]): Filter[] {
  const taken = Object.keys(fieldsOf(queryShape(call, 'document')))
  const isKnown = !call.route.documented || taken.includes(name) || Object.hasOwn(call.route.query, name)
  const meant = isKnown ? name : pluralOf(name, taken)
  const filter = meant === undefined ? null : filterOf({ name: meant, values }, call)
  if (!isKnown) call.notice(filter ? 'undocumented-parameter' : 'unknown-parameter', name)
  else if (!filter) call.notice('parameter-without-effect', name)
  return filter ? [filter] : []
}

function wholeOr(text: string | null, otherwise: number): number {
  return text === null ? otherwise : Number(text)
}

/** The tables call the store's parameter after its definition, `idLojaQuery`. */
function withStore(query: Record<string, string | string[]>): Record<string, string | string[]> {
  const { idLojaQuery } = query
  return idLojaQuery === undefined ? query : { idLoja: idLojaQuery, ...query }
}
