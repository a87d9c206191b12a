import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { collectionOf } from '../../specification/collection.js'
import { allRoutes } from '../../specification/families/index.js'
import { bling } from '../../specification/profile.js'
import { type Route, routeName } from '../../specification/route.js'
import { isOwn, type Sample, type SampleObject, sampleOf } from '../../specification/samples/index.js'
import { loadShapes } from '../../specification/shapes.js'
import { refuse } from '../error-body.js'
import { createRandom } from '../random.js'
import { elementOf } from './model.js'
import { targetOf } from './references.js'
import { createResources } from './resources.js'

/** Every operation of the public document, straight from its shapes: asked as it is shown, answered as it is shown. */

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

function house() {
  const notices: string[] = []
  const resources = createResources({ seed: 'semente', shapes, onNotice: ({ name }) => notices.push(name) })
  const ask = ({ method, target, body }: Asked) => {
    const [path = '', search = ''] = target.split('?')
    const text = body === undefined ? null : bytes.encode(JSON.stringify(body))
    const answer = resources(
      { method, path: target, headers: [], body: text },
      {
        ...{ path, search, nowMs: 0, session: 'app1', seed: 'semente', profile: bling },
        refuse: (status, problem) => refuse('bling', status, problem),
      },
    )
    const json = answer?.body ? (JSON.parse(String(answer.body)) as SampleObject) : null
    return { status: answer?.status ?? 0, json }
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
    own: false,
    valueAt: (path) => {
      const collection = path.at(-1) === 'id' ? targetOf(path.at(-2) ?? '', route.family) : null
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

/** How many of the fields that a schema names an answer holds. */
function promisedIn(schema: z.ZodType, value: Sample): { promised: number; shown: number } {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return promisedIn(def.innerType as z.ZodType, value)
  if (def.type === 'array')
    return Array.isArray(value) && value[0] !== undefined
      ? promisedIn(def.element as z.ZodType, value[0])
      : { promised: 0, shown: 0 }
  if (def.type !== 'object') return { promised: 0, shown: 0 }
  let [promised, shown] = [0, 0]
  for (const [name, inner] of Object.entries(def.shape as Record<string, z.ZodType>)) {
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
        const isRequired = !inner.isOptional() && !isOwn(inner)
        for (const [how, bent] of [
          ['wrong type', { ...body, [name]: [{ a: 1 }] }],
          ...(isRequired ? [['missing', without] as const] : []),
        ] as const) {
          if (schema.safeParse(bent).success) continue
          tried++
          const { status, json } = here.ask({ method: route.method, target, body: bent as Sample })
          if (status !== 400 || !JSON.stringify(json).includes(`"element":"${name}`))
            missed.push(`${routeName(route)} ${name} ${how} ${status}`)
        }
      }
    }
    expect(tried).toBeGreaterThan(900)
    expect(missed).toEqual([])
  })

  it('narrows its lists by every filter that its records show, and tells of the rest', () => {
    const here = house()
    const idle: string[] = []
    let filtering = 0
    for (const route of routes) {
      const shape = (shapes.of(route, 'document')?.query as z.ZodObject | undefined)?.shape
      if (!shape || route.method !== 'GET' || route.documented?.data !== 'array' || route.path.includes('{'))
        continue
      const base = route.path + requiredQuery(route, () => idIn(here, '/produtos'))
      const all = ((here.ask({ method: 'GET', target: base }).json?.data ?? []) as readonly unknown[]).length
      for (const [name, schema] of Object.entries(shape as Record<string, z.ZodType>)) {
        if (['pagina', 'limite'].includes(name) || !schema.isOptional()) continue
        const told = here.notices.length
        const value = name.endsWith('Final') ? nothing(schema).replace('2100', '2000') : nothing(schema)
        const { status, json } = here.ask({
          method: 'GET',
          target: `${base}${base.includes('?') ? '&' : '?'}${name}=${value}`,
        })
        const rows = (json?.data ?? []) as readonly unknown[]
        if (status === 200 && rows.length < all) filtering++
        else if (here.notices.length === told)
          idle.push(`${routeName(route)} ${name}=${value}: ${status} ${rows.length} records`)
      }
    }
    expect({ idle, filtering }).toEqual({ idle: [], filtering: expect.any(Number) })
    expect(filtering).toBeGreaterThan(80)
  })
})

/** A value that the parameter takes and that no record has. */
function nothing(schema: z.ZodType): string {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return nothing(def.innerType as z.ZodType)
  if (def.type === 'array') return nothing(def.element as z.ZodType)
  if (def.type === 'literal') return encodeURIComponent(String(def.values.findLast((value) => value !== '')))
  const format = schema.meta()?.format
  if (format === 'date') return '2100-01-01'
  if (format === 'date-time') return encodeURIComponent('2100-01-01 00:00:00')
  return format === 'integer' || format === 'number' ? '99999999999' : '00000000000'
}
