import type { z } from 'zod'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import { fieldsOf } from '../../specification/schemas/form.js'
import { readQuery } from '../../specification/shapes.js'
import type { HttpResponse } from '../response.js'
import { type Filter, filterOf, pluralOf } from './filters.js'
import type { Call, Operation } from './operation.js'
import type { StoredRecord } from './record.js'
import { refuseField, respondWithJson } from './responses.js'

/** Page size without `limite`. The specification is silent; the public service has 100. */
const DEFAULT_LIMIT = 100

/** Lists the records of the collection that match the query, one page of them; all of them if the route has no pages. */
export const list: Operation = (call) => {
  const refusal = refuseQuery(call)
  if (refusal) return refusal
  const filters = filtersOf(call)
  if (filters.length > 0) return respondWithPage(call, matching(filters, call.store.all()))
  // records before the page are not even made
  const { from, limit } = pageOf(call)
  return respondWithSummaries(call, call.store.all(from, limit))
}

/** Responds with the page of these records that the query asks for. */
export function respondWithPage(
  call: Call,
  records: readonly StoredRecord[],
  textOf?: (record: StoredRecord) => string,
): HttpResponse {
  const { from, limit } = pageOf(call)
  return respondWithSummaries(call, records.slice(from, from + limit), textOf)
}

function respondWithSummaries(
  call: Call,
  records: readonly StoredRecord[],
  textOf = (record: StoredRecord) => (call.knowledge === 'document' ? record.summaryText : record.briefText),
): HttpResponse {
  return respondWithJson(call, `[${records.map(textOf).join(',')}]`)
}

function pageOf(call: Call): { readonly from: number; readonly limit: number } {
  if (!isPaged(call)) return { from: 0, limit: Infinity }
  const limit = Number(call.query.get('limite') ?? DEFAULT_LIMIT)
  return { from: (Number(call.query.get('pagina') ?? 1) - 1) * limit, limit }
}

/** Refuses a parameter with a wrong value, or a query without a parameter that is required; null if all is right. */
export function refuseQuery(call: Call): HttpResponse | null {
  for (const name of ['pagina', 'limite']) {
    const value = call.query.get(name)
    if (value !== null && isPaged(call) && !/^[1-9]\d{0,8}$/.test(value))
      return refuseField(call, name, 'Deve ser um número inteiro maior que zero.')
  }
  const refusal = refuseBySchema(call, 'specification')
  return refusal ?? (call.knowledge === 'document' ? refuseBySchema(call, 'document') : null)
}

function refuseBySchema(call: Call, knowledge: Call['knowledge']): HttpResponse | null {
  const schema = querySchema(call, knowledge)
  const query = withStoreParameter(readQuery(call.query))
  if (!schema || acceptsOf(schema)(query)) return null
  const issue = schema.safeParse(query).error?.issues.find(({ path }) => path.length > 0)
  if (!issue) return null
  const name = String(issue.path[0])
  const value = call.query.get(name)
  if (value === null) return refuseField(call, name, 'Este parâmetro é obrigatório.')
  return refuseField(call, name, `O valor "${value.slice(0, 40)}" não é aceito.`)
}

function querySchema({ shapes, route }: Call, knowledge: Call['knowledge']): z.ZodType | undefined {
  return shapes.of(route, knowledge)?.query
}

function isPaged(call: Call): boolean {
  // without the document nothing says which lists have no pages
  if (!call.route.documented) return true
  // `limite` shortens a list even if it has no pages
  return Object.hasOwn(fieldsOf(querySchema(call, 'document')), 'pagina') || call.query.has('limite')
}

/** Returns the records that match every parameter of the query, and the default of every parameter that is missing. */
export function filtered(call: Call, records: readonly StoredRecord[]): readonly StoredRecord[] {
  return matching(filtersOf(call), records)
}

function matching(filters: readonly Filter[], records: readonly StoredRecord[]): readonly StoredRecord[] {
  return records.filter((record) => filters.every((matches) => matches(record)))
}

function filtersOf(call: Call): Filter[] {
  const { route, query } = call
  const sent = readQuery(query)
  const defaults = Object.entries(route.query)
    .filter(([name, parameter]) => parameter.default !== undefined && !Object.hasOwn(sent, name))
    .map(([name, parameter]) => [name, String(parameter.default)] as const)
  return [...Object.entries(sent), ...defaults]
    .filter(([name, value]) => name !== 'pagina' && name !== 'limite' && value !== '')
    .flatMap(([name, value]) => filterNamed(call, name, [value].flat()))
}

/**
 * Returns the filter of a parameter; none if it has no effect here, which is reported as a notice. `codigo` is taken
 * for `codigos[]` if the document has only that: to ignore it would return a wrong record.
 */
function filterNamed(call: Call, name: string, values: readonly string[]): Filter[] {
  const documented = Object.keys(fieldsOf(querySchema(call, 'document')))
  const isKnown = !call.route.documented || documented.includes(name) || Object.hasOwn(call.route.query, name)
  const knownName = isKnown ? name : pluralOf(name, documented)
  const filter = knownName === undefined ? null : filterOf({ name: knownName, values }, call)
  if (!isKnown) call.notice(filter ? 'undocumented-parameter' : 'unknown-parameter', name)
  else if (!filter) call.notice('parameter-without-effect', name)
  return filter ? [filter] : []
}

/** Adds `idLoja` with the value of `idLojaQuery`, because the schemas of the specification name that parameter so. */
function withStoreParameter(query: Record<string, string | string[]>): Record<string, string | string[]> {
  const { idLojaQuery } = query
  return idLojaQuery === undefined ? query : { idLoja: idLojaQuery, ...query }
}
