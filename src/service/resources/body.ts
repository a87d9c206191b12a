import type { Resource, Sample, SampleObject } from '../../specification/samples/index.js'
import { isCustomFieldSituation, isListingSituation } from '../../specification/states.js'
import type { Call } from './operation.js'

export type ReadBody =
  | { readonly ok: true; readonly value: SampleObject }
  | { readonly ok: false; readonly element: string; readonly msg: string }

const decoder = new TextDecoder()

/** The request's body as an object. */
export function readBody({ request }: Call): ReadBody {
  const text = request.body === null ? '' : decoder.decode(request.body)
  if (text.trim() === '') return { ok: false, element: 'corpo', msg: 'O corpo da requisição está vazio.' }
  try {
    const value = JSON.parse(text) as Sample
    if (isRecord(value)) return { ok: true, value }
  } catch {
    return { ok: false, element: 'corpo', msg: 'O corpo da requisição não é JSON.' }
  }
  return { ok: false, element: 'corpo', msg: 'O corpo da requisição deve ser um objeto.' }
}

/** The body, if it makes a whole record: what is required is there and of the sample's type. */
export function readRecord(call: Call): ReadBody {
  const body = readBody(call)
  if (!body.ok) return body
  const { resource } = call.shelf
  for (const name of resource.required) {
    const msg = flawOf(body.value[name], resource, name)
    if (msg) return { ok: false, element: name, msg }
  }
  return allowed(body.value, resource)
}

/** The body, if what it names is of the sample's type. */
export function readPart(call: Call): ReadBody {
  const body = readBody(call)
  if (!body.ok) return body
  const { resource } = call.shelf
  if (Object.keys(body.value).length === 0) return { ok: false, element: 'corpo', msg: 'Nada a alterar.' }
  for (const name of resource.required.filter((field) => Object.hasOwn(body.value, field))) {
    const msg = flawOf(body.value[name], resource, name)
    if (msg) return { ok: false, element: name, msg }
  }
  return allowed(body.value, resource)
}

function flawOf(value: Sample | undefined, { fields }: Resource, name: string): string | null {
  if (value === undefined || value === null || value === '') return 'Este campo é obrigatório.'
  return kindOf(value) === kindOf(fields[name]?.[0] ?? null) ? null : 'O tipo deste campo não é aceito.'
}

/** What the specification shows of fields that need not be there. */
function allowed(value: SampleObject, { collection }: Resource): ReadBody {
  const { situacao, categoriaPai } = value
  if (collection === '/anuncios' && situacao !== undefined && !isListingSituation(situacao)) {
    return { ok: false, element: 'situacao', msg: 'A situação deve ser 1, 2, 3 ou 4.' }
  }
  if (collection === '/campos-customizados' && situacao !== undefined && !isCustomFieldSituation(situacao)) {
    return { ok: false, element: 'situacao', msg: 'A situação deve ser 0 ou 1.' }
  }
  if (collection === '/categorias/produtos' && categoriaPai !== undefined && !isRecord(categoriaPai)) {
    return { ok: false, element: 'categoriaPai', msg: 'A categoria pai deve ser um objeto.' }
  }
  return { ok: true, value }
}

export function isRecord(value: Sample | undefined): value is SampleObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: Sample): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
