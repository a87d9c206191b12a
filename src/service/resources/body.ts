/** Reads and checks the bodies of requests to the resources. */

import type { z } from 'zod'
import { MAX_JSON_DEPTH, parseJson } from '../../exchange/json.js'
import type { Route } from '../../specification/route.js'
import { isSampleObject, type Sample, type SampleObject } from '../../specification/samples/index.js'
import { acceptsOf } from '../../specification/schemas/accepts.js'
import { formOf } from '../../specification/schemas/form.js'
import { INVALID_FIELD, type ProblemField } from '../error-body.js'
import type { HttpResponse } from '../response.js'
import type { Call } from './operation.js'
import { referencesIn } from './references.js'
import { refuseFields } from './responses.js'

type BodyResult<T = SampleObject> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fields: readonly ProblemField[] }

const decoder = new TextDecoder()

/** Calls a function with the request's body; responds 400 if the body does not fit the schema of its route. */
export function withBody(call: Call, act: (body: SampleObject) => HttpResponse): HttpResponse {
  const body = readBody(call)
  return body.ok ? act(body.value) : refuseFields(call, body.fields)
}

function readBody(call: Call): BodyResult {
  const parsed = parse(call)
  if (!parsed.ok) return parsed
  const { value } = parsed
  const isObject = isSampleObject(value)
  if (!isObject && !takesArray(call)) return flaw('O corpo da requisição deve ser um objeto.')
  // a profile that knows the document names the missing fields instead
  if (isObject && Object.keys(value).length === 0 && call.knowledge !== 'document')
    return flaw(bodyFlaws.empty)
  const fields = [...shapeFlaws(call, value), ...brokenReferences(call, value)]
  if (fields.length > 0) return { ok: false, fields }
  // the service imitates no effect of a list, so no operation reads it
  return { ok: true, value: isObject ? value : {} }
}

function parse({ request }: Call): BodyResult<Sample> {
  const text = request.body === null ? '' : decoder.decode(request.body)
  const parsed = parseJson(text)
  return parsed.ok ? { ok: true, value: parsed.value as Sample } : flaw(bodyFlaws[parsed.flaw])
}

const bodyFlaws = {
  empty: 'O corpo da requisição está vazio.',
  broken: 'O corpo da requisição não é JSON.',
  'too-deep': `O corpo da requisição tem mais de ${MAX_JSON_DEPTH} níveis.`,
} as const

function flaw(msg: string): BodyResult<never> {
  return { ok: false, fields: [{ code: INVALID_FIELD, element: 'corpo', msg }] }
}

/** Whether the body is a list. Only the document shows that, so it counts for profiles that do not know the document as well. */
function takesArray({ shapes, route }: Call): boolean {
  const body = shapes.of(route, 'document')?.body
  return body !== undefined && formOf(body).kind === 'array'
}

/**
 * A body that breaks the specification's shape is always refused; one that breaks the public document's is refused if
 * the profile knows the document. Otherwise the top-level fields of a create or replace must still be as the document
 * has them, because a service that accepts any body would be no test for a client.
 */
function shapeFlaws({ shapes, route, knowledge }: Call, value: Sample): ProblemField[] {
  const specified = issuesOf(shapes.of(route, 'specification')?.body, value)
  const documented = issuesOf(shapes.of(route, 'document')?.body, value)
  const applicable = documented.filter(
    (field) => knowledge === 'document' || (writesRecord(route) && isTopLevel(field)),
  )
  // both shapes may refuse the same field
  return [...new Map([...specified, ...applicable].map((field) => [field.element, field])).values()]
}

/** Whether the route creates or replaces a record. Only the document says what the body of any other action holds. */
function writesRecord({ path, method }: Route): boolean {
  return path.endsWith('}') ? method === 'PUT' : method === 'POST' && !path.includes('{')
}

function issuesOf(schema: z.ZodType | undefined, value: Sample): ProblemField[] {
  if (!schema || acceptsOf(schema)(value)) return []
  return schema.safeParse(value).error?.issues.map((issue) => fieldOf(issue, value)) ?? []
}

function fieldOf({ path }: z.core.$ZodIssue, body: Sample): ProblemField {
  // `['itens', 0, 'produto']` becomes `itens[0].produto`
  const element = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
  const isMissing = path.length > 0 && !hasValueAt(body, path)
  const msg = isMissing ? 'Este campo é obrigatório.' : 'O valor deste campo não é aceito.'
  return { code: INVALID_FIELD, element: element === '' ? 'corpo' : element, msg }
}

function hasValueAt(value: Sample | undefined, [name, ...further]: readonly PropertyKey[]): boolean {
  if (name === undefined) return value !== undefined
  if (Array.isArray(value)) return hasValueAt(value[Number(name)], further)
  return isSampleObject(value) && hasValueAt(value[String(name)], further)
}

function isTopLevel({ element }: ProblemField): boolean {
  return element !== undefined && !/[.[]/.test(element)
}

function brokenReferences({ route, storeOf }: Call, value: Sample): ProblemField[] {
  if (!isSampleObject(value)) return []
  return referencesIn(value, route.family)
    .filter(({ collection, id }) => !storeOf(collection).find(id))
    .map(({ element, id }) => ({
      code: INVALID_FIELD,
      element,
      msg: `Não há registro com o identificador ${id}.`,
    }))
}
