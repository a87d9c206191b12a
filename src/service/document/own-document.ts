import { decoded } from '../../exchange/address.js'
import { headerValues } from '../../exchange/exchange.js'
import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { type Answer, jsonText, noContent } from '../answer.js'
import { createApplications, createOnce } from '../applications.js'
import { invalidRequest, type ProblemField, recordNotFound } from '../error-body.js'
import { DEFAULT_LIMIT } from '../resources/list.js'
import type { Notice } from '../resources/operation.js'
import type { Resources } from '../settings.js'
import { createRecords, type Records } from './records.js'
import type { ServedDocument, ServedOperation, ServedParameter } from './served.js'

export interface OwnDocumentOptions {
  readonly document: ServedDocument
  readonly seed: string
  /** Records of each collection to begin with. Default: 12. */
  readonly count?: number
  readonly onNotice?: (notice: Notice) => void
  /** Hears once of each operation that is answered from the document. */
  readonly onServed?: (name: string) => void
}

/** Applications whose records are kept. */
const MOST_APPLICATIONS = 200

/**
 * Answers for the operations of a user's own document: the request is held against its schemas, the answer made from them and from its
 * examples. What lies at `/x` and `/x/{id}` is a collection: what was created is listed, read, changed and deleted. null: no such operation.
 */
export function createOwnDocument(options: OwnDocumentOptions): Resources {
  const { document, seed, count = 12, onNotice, onServed } = options
  const collectionsOf = createApplications(MOST_APPLICATIONS, () => new Map<string, Records>())
  const once = createOnce()

  /** The records at a path, those to begin with made when it is first asked for; null: no collection. */
  function recordsAt(session: string, path: string): Records | null {
    const collection = document.collection(path)
    if (!collection) return null
    const collections = collectionsOf(session)
    const known = collections.get(path)
    if (known) return known
    const made = createRecords(collection, `${seed}${path}`, count)
    collections.set(path, made)
    return made
  }

  return (request, { path, search, session, refuse }) => {
    const operation = document.find(request.method, path)
    if (!operation) return null
    once(operation.name, () => onServed?.(operation.name))
    const at = (place: string) => recordsAt(session, place)
    const missing = missingRecord(operation, path, at)
    if (missing !== null)
      return refuse(404, recordNotFound(`Não há registro com o identificador "${missing.slice(0, 60)}".`))
    const query = new URLSearchParams(search)
    const cookies = new URLSearchParams(
      headerValues(request.headers, 'cookie').join(';').replace(/;\s*/g, '&'),
    )
    const body = readBody(operation, request.body)
    const flaws = [
      ...pathFlaws(operation, path),
      ...flawsOf(operation.query, (name, fields) => valuesIn(query, name, fields)),
      ...flawsOf(operation.headers, (name) => headerValues(request.headers, name)),
      ...flawsOf(operation.cookies, (name) => cookies.getAll(name)),
      ...body.flaws,
    ]
    if (flaws[0])
      return refuse(400, { ...invalidRequest(flaws[0].msg, flaws[0].element ?? ''), fields: flaws })
    return act({ operation, path, query, body: body.value, at }, (kind, name) =>
      once(`${kind} ${operation.name} ${name}`, () => onNotice?.({ kind, name, route: operation.name })),
    )
  }
}

interface Where {
  readonly operation: ServedOperation
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Sample
  readonly at: (path: string) => Records | null
}

type Tell = (kind: Notice['kind'], name: string) => void

function act({ operation, path, query, body, at }: Where, tell: Tell): Answer {
  const { addresses, method, isList } = operation
  const own = addresses === 'collection' ? at(path) : addresses === 'record' ? at(parentOf(path)) : null
  if (own && isList && addresses === 'collection') return listed(operation, own.all(), query, tell)
  tellUnused(operation, query, [], tell)
  if (!own) return answered(operation, null)
  if (addresses === 'collection')
    return answered(operation, method === 'POST' ? own.add(isSampleObject(body) ? body : {}) : null)
  const id = lastOf(path)
  const record = own.find(id) ?? null
  if (method === 'DELETE') own.remove(id)
  if (!isSampleObject(body) || (method !== 'PUT' && method !== 'PATCH')) return answered(operation, record)
  return answered(operation, own.change(id, method === 'PATCH' ? { ...record, ...body } : body))
}

/** The identifier of the first record on the path that there is none of. */
function missingRecord({ records }: ServedOperation, path: string, at: Where['at']): string | null {
  const segments = path.split('/')
  for (const size of records) {
    const id = decoded(segments[size] ?? '')
    if (at(segments.slice(0, size).join('/'))?.find(id) === undefined) return id
  }
  return null
}

function listed(
  operation: ServedOperation,
  records: readonly SampleObject[],
  query: URLSearchParams,
  tell: Tell,
): Answer {
  const fields = Object.keys(records[0] ?? {})
  const asked = [...query.keys()].filter((name) => fields.includes(name) && !paging.test(name))
  tellUnused(operation, query, fields, tell)
  const kept = records.filter((record) =>
    asked.every((name) => query.getAll(name).includes(String(record[name]))),
  )
  const number = (pattern: RegExp) => Number([...query].find(([name]) => pattern.test(name))?.[1])
  const limit = number(size) || DEFAULT_LIMIT
  const from = ((number(page) || 1) - 1) * limit
  const shown = kept.slice(from, from + limit).map((record) => operation.shown(record))
  return bodyOf(operation, put(operation.answer ?? [], operation.place, shown))
}

const size = /^(limite?|per_?page|page_?size|tamanho)$/i
const page = /^(pagina|page)$/i
const paging = /^(limite?|per_?page|page_?size|tamanho|pagina|page)$/i

function tellUnused(
  operation: ServedOperation,
  query: URLSearchParams,
  used: readonly string[],
  tell: Tell,
): void {
  for (const name of query.keys()) {
    const isKnown = operation.query.some((parameter) => isOf(parameter, name))
    if (!isKnown) tell('unknown-parameter', name)
    else if (!used.includes(name) && !(operation.isList && paging.test(name)))
      tell('parameter-without-effect', name)
  }
}

function answered(operation: ServedOperation, record: SampleObject | null): Answer {
  const { answer, place } = operation
  if (answer === undefined || record === null) return bodyOf(operation, answer)
  return bodyOf(operation, put(answer, place, operation.shown(record)))
}

function bodyOf({ status, contentType }: ServedOperation, value: Sample | undefined): Answer {
  if (value === undefined || status === 204) return noContent([], status)
  const answer = jsonText(status, JSON.stringify(value))
  return { ...answer, headers: [['Content-Type', contentType]] }
}

function put(value: Sample, [name, ...rest]: readonly string[], part: Sample): Sample {
  if (name === undefined) return part
  return isSampleObject(value) ? { ...value, [name]: put(value[name] ?? null, rest, part) } : part
}

function pathFlaws({ path: known }: ServedOperation, path: string): ProblemField[] {
  const segments = path.split('/')
  return known.flatMap((one) => {
    const segment = segments[one.index] ?? ''
    const value = one.pattern.exec(segment)?.[one.group]
    return value === undefined ? [] : flawsOf([one], () => [decoded(value)])
  })
}

function isOf({ name, fields = [] }: ServedParameter, asked: string): boolean {
  return name === asked || fields.some((field) => asked === field || asked === `${name}[${field}]`)
}

/** Under its own name, or its fields' where it is an object: `filtro[de]=1` and `de=1`. */
function valuesIn(query: URLSearchParams, name: string, fields: readonly string[]): string[] {
  const own = query.getAll(name)
  if (own.length > 0) return own
  return fields.flatMap((field) => [...query.getAll(`${name}[${field}]`), ...query.getAll(field)])
}

function flawsOf(
  known: readonly ServedParameter[],
  valuesOf: (name: string, fields: readonly string[]) => readonly string[],
): ProblemField[] {
  return known.flatMap(({ name, isRequired, fields = [], takes }) => {
    const values = valuesOf(name, fields)
    if (values.length === 0)
      return isRequired ? [{ code: 49, element: name, msg: 'Este parâmetro é obrigatório.' }] : []
    return takes(values) ? [] : [{ code: 49, element: name, msg: 'O valor deste parâmetro não é aceito.' }]
  })
}

const decoder = new TextDecoder()

function readBody(
  operation: ServedOperation,
  bytes: Uint8Array | null,
): { readonly value: Sample; readonly flaws: readonly ProblemField[] } {
  if (operation.body === 'none') return { value: null, flaws: [] }
  const text = bytes === null ? '' : decoder.decode(bytes)
  const flaw = (msg: string) => ({ value: null, flaws: [{ code: 49, element: 'corpo', msg }] })
  if (text.trim() === '')
    return operation.body === 'required'
      ? flaw('O corpo da requisição está vazio.')
      : { value: null, flaws: [] }
  try {
    const value = JSON.parse(text) as Sample
    return { value, flaws: operation.flawsOf(value) }
  } catch {
    return flaw('O corpo da requisição não é JSON.')
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function lastOf(path: string): string {
  return decoded(path.slice(path.lastIndexOf('/') + 1))
}
