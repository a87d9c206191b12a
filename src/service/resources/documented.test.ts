import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { collectionOf } from '../../specification/collection.js'
import { allRoutes } from '../../specification/find-route.js'
import { bling } from '../../specification/profile.js'
import { type Route, routeName } from '../../specification/route.js'
import { isReadOnly, type Sample, type SampleObject, sampleOf } from '../../specification/samples/index.js'
import { elementOf, formOf } from '../../specification/schemas/form.js'
import { loadShapes } from '../../specification/shapes.js'
import { refuse } from '../error-body.js'
import { createRandom } from '../random.js'
import { referredCollection } from './references.js'
import { createResources } from './resources.js'

/** Every operation of the public document, straight from its shapes: request and response as they are shown. */

const shapes = await loadShapes()
const bytes = new TextEncoder()
const routes = allRoutes('document').filter(
  ({ documented, family }) => documented && family !== 'homologacao',
)

interface Asked {
  readonly method: string
  readonly target: string
  readonly body?: Sample
}

function house(count?: number) {
  const notices: string[] = []
  const resources = createResources({
    seed: 'semente',
    shapes,
    onNotice: ({ name }) => notices.push(name),
    ...(count !== undefined && { count }),
  })
  const ask = ({ method, target, body }: Asked) => {
    const [path = '', search = ''] = target.split('?')
    const text = body === undefined ? null : bytes.encode(JSON.stringify(body))
    const response = resources(
      { method, path: target, headers: [], body: text },
      {
        path,
        search,
        nowMs: 0,
        session: 'app1',
        seed: 'semente',
        profile: bling,
        refuse: (status, problem) => refuse('bling', status, problem),
      },
    )
    const json = response?.body ? (JSON.parse(String(response.body)) as SampleObject) : null
    return { status: response?.status ?? 0, json }
  }
  return { ask, notices }
}

type House = ReturnType<typeof house>

/** An identifier of a collection that there is: of its list, else of a record that is made for it. */
function idIn(here: House, collection: string): Sample {
  const ask = (method: string, target: string, body?: Sample) =>
    here.ask({ method, target, ...(body === undefined ? {} : { body }) }).json
  if (collection === '/borderos') {
    const account = `/contas/pagar/${idIn(here, '/contas/pagar')}`
    ask('POST', `${account}/baixar`, bodyOf(here, routeNamed('contas-pagar/register-payment')))
    return (dataOf(ask('GET', account)).borderos as readonly Sample[]).at(-1) ?? 0
  }
  if (collection === '/campos-customizados')
    return firstId(ask('GET', `/campos-customizados/modulos/${idIn(here, '/campos-customizados/modulos')}`))
  if (collection === '/produtos/lotes/lancamentos')
    return firstId(ask('GET', `/produtos/lotes/${idIn(here, '/produtos/lotes')}/lancamentos`))
  const listed = firstId(ask('GET', `${collection}${queryOf(here, collection)}`))
  const create = routes.find(({ method, path }) => method === 'POST' && path === collection)
  if (listed !== 0 || !create) return listed
  const made = ask('POST', collection, bodyOf(here, create))
  return dataOf(made).id ?? 0
}

function dataOf(json: SampleObject | null | undefined): SampleObject {
  return (json?.data ?? json ?? {}) as SampleObject
}

function firstId(json: SampleObject | null | undefined): Sample {
  const { data } = json ?? {}
  const [first] = (Array.isArray(data) ? data : []) as readonly SampleObject[]
  return first?.id ?? first?.idLote ?? 0
}

function queryOf(here: House, collection: string): string {
  const route = routes.find(({ method, path }) => method === 'GET' && path === collection)
  return route ? requiredQuery(route, (name) => (name === 'idsProdutos[]' ? idIn(here, '/produtos') : 0)) : ''
}

function routeNamed(id: string): Route {
  return routes.find((route) => route.id === id) as Route
}

function bodyOf(here: House, route: Route): Sample | undefined {
  const schema = shapes.of(route, 'document')?.body
  if (!schema) return undefined
  return sampleOf(schema, createRandom(route.id), {
    readOnly: false,
    valueAt: (path) => {
      const collection = path.at(-1) === 'id' ? referredCollection(path.at(-2) ?? '', route.family) : null
      return collection && collection !== '/campos-customizados'
        ? wanted(idIn(here, collection), collection)
        : undefined
    },
  })
}

/** A category of a marketplace is named by a text. */
function wanted(id: Sample, collection: string): Sample {
  return collection === '/anuncios/categorias' ? String(id) : id
}

function requiredQuery(route: Route, idOf: (name: string) => Sample): string {
  const shape = (shapes.of(route, 'document')?.query as z.ZodObject | undefined)?.shape ?? {}
  const needed = Object.entries(shape as Record<string, z.ZodType>).filter(
    ([, schema]) => !schema.isOptional(),
  )
  const pairs = needed.map(([name, schema]) => {
    const value = /^ids?[A-Z]/.test(name)
      ? idOf(name)
      : sampleOf(elementOf(schema) ?? schema, createRandom(name))
    return `${name}=${encodeURIComponent(String(value))}`
  })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

const ofParameter: Readonly<Record<string, string>> = {
  idDeposito: '/depositos',

  idProduto: '/produtos',
  idProdutoPai: '/produtos/variacoes',
  idLote: '/produtos/lotes',
  idLogisticaServico: '/logisticas/servicos',
}

function targetFor(here: House, route: Route): string {
  let n = 0
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    n++
    const collection = ofParameter[name] ?? collectionOf(route)
    if (name === 'idSituacao' && n > 1) return '9'
    if (name === 'chaveAcesso')
      return String(
        dataOf(here.ask({ method: 'GET', target: `/nfe/${idIn(here, '/nfe')}` }).json).chaveAcesso,
      )
    return String(idIn(here, collection))
  })
  return (
    path +
    requiredQuery(route, (name) => idIn(here, name === 'idsProdutos[]' ? '/produtos' : collectionOf(route)))
  )
}

interface Seen {
  readonly route: string
  readonly flaw: string | null
  readonly promised: number
  readonly shown: number
}

function examine(route: Route): Seen {
  const here = house()
  const target = targetFor(here, route)
  const body = bodyOf(here, route)
  const { status, json } = here.ask({ method: route.method, target, ...(body === undefined ? {} : { body }) })
  const { statuses = [], bare } = route.documented ?? {}
  const schema = shapes.of(route, 'document')?.data
  const about = `${routeName(route)} (${target}): ${status} ${JSON.stringify(json)?.slice(0, 200)}`
  if (!statuses.includes(status)) return { route: route.id, flaw: about, promised: 0, shown: 0 }
  if (!schema || status === 204) return { route: route.id, flaw: null, promised: 0, shown: 0 }
  const data = bare ? json : json?.data
  const parsed = schema.safeParse(data)
  const fields = promisedIn(schema, data ?? null)
  const flaw = parsed.success ? null : `${about} ${JSON.stringify(parsed.error.issues.slice(0, 2))}`
  return { route: route.id, flaw, ...fields }
}

/** How many of the fields that a schema names a response holds. */
function promisedIn(schema: z.ZodType, value: Sample): { promised: number; shown: number } {
  const form = formOf(schema)
  if (form.kind === 'optional') return promisedIn(form.inner, value)
  if (form.kind === 'array')
    return Array.isArray(value) && value[0] !== undefined
      ? promisedIn(form.element, value[0])
      : { promised: 0, shown: 0 }
  if (form.kind !== 'object') return { promised: 0, shown: 0 }
  let [promised, shown] = [0, 0]
  for (const [name, inner] of Object.entries(form.fields)) {
    const own = (value as SampleObject | null)?.[name]
    promised++
    if (own !== undefined) shown++
    const below = own === undefined ? { promised: 0, shown: 0 } : promisedIn(inner, own)
    promised += below.promised
    shown += below.shown
  }
  return { promised, shown }
}

describe('the public document, asked of the embedded service', () => {
  const seen = routes.map(examine)

  it('is answered as it is shown: status and schema', () => {
    const flaws = seen.flatMap(({ flaw }) => flaw ?? [])
    expect(flaws).toEqual([])
  })

  it('shows the fields that it promises', () => {
    const promised = seen.reduce((sum, one) => sum + one.promised, 0)
    const shown = seen.reduce((sum, one) => sum + one.shown, 0)
    expect(shown / promised).toBeGreaterThan(0.98)
  })

  it('refuses a body without a required field, or with a value of another type, and names it', () => {
    const missed: string[] = []
    let tried = 0
    for (const route of routes) {
      const schema = shapes.of(route, 'document')?.body
      if (!schema || !('shape' in schema)) continue
      const here = house()
      const target = targetFor(here, route)
      const body = bodyOf(here, route) as SampleObject
      for (const [name, inner] of Object.entries(
        (schema as z.ZodObject).shape as Record<string, z.ZodType>,
      )) {
        if (!Object.hasOwn(body, name)) continue
        const { [name]: _, ...without } = body
        const isRequired = !inner.isOptional() && !isReadOnly(inner)
        for (const [how, bent] of [
          ['wrong type', { ...body, [name]: [{ a: 1 }] }],
          ...(isRequired ? [['missing', without] as const] : []),
        ] as const) {
          if (schema.safeParse(bent).success) continue
          tried++
          const { status, json } = here.ask({ method: route.method, target, body: bent as Sample })
          const said = new RegExp(`"element":"${name}${how === 'missing' ? '"[^}]*obrigatório' : ''}`)
          if (status !== 400 || !said.test(JSON.stringify(json)))
            missed.push(`${routeName(route)} ${name} ${how} ${status}`)
        }
      }
    }
    expect(tried).toBeGreaterThan(900)
    expect(missed).toEqual([])
  })

  it('finds by every filter what bears the value, nothing by a value that nothing bears, and tells of the rest', () => {
    const here = house(48)
    const wrong: string[] = []
    let filtering = 0
    for (const route of routes) {
      const shape = (shapes.of(route, 'document')?.query as z.ZodObject | undefined)?.shape
      if (!shape || route.method !== 'GET' || route.documented?.data !== 'array' || route.path.includes('{'))
        continue
      const base = route.path + requiredQuery(route, () => idIn(here, '/produtos'))
      const ask = (name: string, value: string) => {
        const target = `${base}${base.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`
        return ((here.ask({ method: 'GET', target }).json?.data ?? []) as readonly Sample[]).length
      }
      const all = ask('limite', '100')
      for (const [name, schema] of Object.entries(shape as Record<string, z.ZodType>)) {
        if (['pagina', 'limite'].includes(name) || !schema.isOptional()) continue
        const told = here.notices.length
        const none = ask(name, nothing(schema, name))
        if (here.notices.length > told) continue
        filtering++
        const key = `${routeName(route)} ${name}`
        let [isFound, isNarrow] = [byMoment.test(name), !isListed(schema)]
        for (const value of valuesFor(here, key, base, schema)) {
          if (isFound && isNarrow) break
          const some = ask(name, value)
          isFound ||= some > 0
          isNarrow ||= some < all
        }
        const isWide = isListed(schema) ? !isNarrow : none > 0
        if (!isFound) wrong.push(`${key} finds nothing`)
        if (isWide) wrong.push(`${key} finds all`)
      }
    }
    expect(wrong).toEqual([])
    expect(filtering).toBeGreaterThan(110)
  })

  it.each(['constructor', 'dataconstructorInicial'])('ignores the unknown parameter %s', (name) => {
    const here = house(3)
    const { json } = here.ask({ method: 'GET', target: `/usuarios?${name}=1` })
    expect(json?.data).toHaveLength(3)
    expect(here.notices).toEqual([name])
  })

  it('names the options of a custom field as its single read shows them', () => {
    const here = house()
    const body = bodyOf(here, routeNamed('campos-customizados/create')) as SampleObject
    const opcoes = [{ nome: 'P' }, { nome: 'M' }]
    const made = here.ask({ method: 'POST', target: '/campos-customizados', body: { ...body, opcoes } })
    const { id, idsOpcoes } = dataOf(made.json)
    const read = dataOf(here.ask({ method: 'GET', target: `/campos-customizados/${id}` }).json)
    expect(idsOpcoes).toHaveLength(2)
    expect((read.opcoes as SampleObject[]).map((option) => option.id)).toEqual(idsOpcoes)
  })

  it('takes a parameter for its documented plural rather than for nothing', () => {
    const here = house()
    const [, second = {}] = (here.ask({ method: 'GET', target: '/produtos' }).json?.data ??
      []) as SampleObject[]
    const asked = here.ask({ method: 'GET', target: `/produtos?codigo=${second.codigo}` })
    expect(asked.json?.data).toEqual([second])
    expect(here.notices).toEqual(['codigo'])
  })
})

/** All records are of one hour and the next: their making and changing is told by moments. */
const byMoment = /^data(Inclusao|Criacao|Alteracao)/

/** Where the values stand that a parameter asks for, if not in the records themselves. */
const elsewhere: Readonly<Record<string, string>> = {
  'GET /categorias/lojas idCategoriaProdutoPai': '/categorias/produtos',
  'GET /logisticas/servicos tipoIntegracao': '/logisticas',
}

/** What the records of a list hold, as far as the parameter takes it. */
function valuesFor(here: House, key: string, base: string, schema: z.ZodType): string[] {
  const [path = '', search = ''] = (elsewhere[key] ?? base).split('?')
  const { json } = here.ask({ method: 'GET', target: elsewhere[key] ?? base })
  const records = (json?.data ?? []) as readonly SampleObject[]
  const full = records
    .slice(0, 12)
    .map(({ id = 0 }) => here.ask({ method: 'GET', target: `${path}/${id}?${search}` }).json)
  const values = new Set([...textsIn([...records, ...full]), '2', 'P'])
  const takes = (value: string) => schema.safeParse(value).success || schema.safeParse([value]).success
  return [...values].filter(takes).slice(0, 400)
}

function isListed(schema: z.ZodType): boolean {
  const form = formOf(schema)
  if (form.kind === 'optional') return isListed(form.inner)
  return form.kind === 'array' ? isListed(form.element) : form.kind === 'one-of'
}

function textsIn(value: Sample): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return value === null || value === '' ? [] : [String(value)]
}

/** A value that the parameter takes and that no record has. */
function nothing(schema: z.ZodType, name: string): string {
  const form = formOf(schema)
  if (form.kind === 'optional') return nothing(form.inner, name)
  if (form.kind === 'array') return nothing(form.element, name)
  if (form.kind === 'one-of') return String(form.values.findLast((value) => value !== ''))
  const format = schema.meta()?.format
  const year = name.endsWith('Final') ? 2000 : 2100
  if (format === 'date') return `${year}-01-01`
  if (format === 'date-time') return `${year}-01-01 00:00:00`
  return format === 'integer' || format === 'number' ? '99999999999' : '00000000000'
}
