import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { vi } from 'vitest'
import type { z } from 'zod'
import { type Examination, startExamination } from '../../src/examine/examination.js'
import type { Exchange } from '../../src/exchange/exchange.js'
import { Watch } from '../../src/judging/watch.js'
import type { ObservedBreach } from '../../src/rules/observer.js'
import { observers } from '../../src/rules/observers.js'
import { createRandom } from '../../src/service/random.js'
import { modelsOf } from '../../src/service/resources/model.js'
import { openResources } from '../../src/service/resources/open.js'
import { referredCollection } from '../../src/service/resources/references.js'
import { createSeeds } from '../../src/service/resources/seeded.js'
import { collectionOf } from '../../src/specification/collection.js'
import { allRoutes, matchRoute, routeName } from '../../src/specification/find-route.js'
import { bling } from '../../src/specification/profile.js'
import { type Sample, sampleOf } from '../../src/specification/samples/index.js'
import { loadShapes, type Shapes } from '../../src/specification/shapes.js'
import { type DeclaredMethod, declaredMethods } from './declared-types.js'

/** One call of a method of the published client, and what came of it. */
export interface Called {
  /** `produtos.find` */
  readonly method: string
  /** `GET /produtos`; method and path as they went out where no route has them. */
  readonly place: string
  readonly status: number | null
  /** What is wrong with the request by our rules. */
  readonly requestFlaws: readonly string[]
  /** What is wrong with the response by our rules. */
  readonly responseFlaws: readonly string[]
  /** Where what the promise brought differs from what the client's types say. */
  readonly typeFlaws: readonly string[]
}

/** What is given of a method's argument: what the client's types demand alone, or all that they allow. */
type Given = 'required' | 'all'

type Client = Readonly<Record<string, Readonly<Record<string, (argument?: unknown) => Promise<unknown>>>>>

const requireFile = createRequire(import.meta.url)
const packageFile = requireFile.resolve('bling-erp-api')
const { default: Bling } = requireFile(packageFile) as {
  default: new (accessToken: string, baseUrl: string) => Client
}

const seed = 'bling-erp-api'
const count = 12
/** The client's types say less than the service wants: of so many arguments that keep them, the first sound one is taken. */
const MOST_ARGUMENTS = 12

/** The methods that the client's types declare; the run of five steps is examined by itself. */
export const methods = declaredMethods(dirname(packageFile)).filter(({ method }) => method !== 'execute')

/** Every method of the client, unmodified, against the embedded service under the profile `bling`: once or twice, each time as an application of its own. */
export async function callEveryMethod(): Promise<Called[]> {
  const exchanges: Exchange[] = []
  const resources = await openResources({ seed, count })
  const examination = await startExamination({
    service: { profile: bling, seed, invalidateAt: 'never', resources, latencyMs: null },
    runs: null,
    onExchange: (exchange) => exchanges.push(exchange),
  })
  const argumentOf = createArguments(await loadShapes())

  async function call(declared: DeclaredMethod, argument: unknown): Promise<Called> {
    exchanges.length = 0
    const { accessToken } = examination.createSession(declared.name).credentials
    const client = new Bling(accessToken, examination.listener.baseUrl)
    const brought = await client[declared.resource]?.[declared.method]?.(argument).then(
      (value) => ({ value }),
      () => null,
    )
    // The service records an exchange when its connection has taken the whole response: the client may go on before that.
    await vi.waitUntil(() => exchanges.length > 0, { interval: 1, timeout: 5000 })
    return calledOf(declared, exchanges, examination, brought ?? null)
  }

  /** The first sound call; else the last. */
  async function attempt(declared: DeclaredMethod, given: Given): Promise<Called> {
    for (let number = 1; ; number++) {
      const called = await call(declared, argumentOf(declared, given, number))
      if (called.requestFlaws.length === 0 || number === MOST_ARGUMENTS || !declared.argument) return called
    }
  }

  const called: Called[] = []
  for (const declared of methods) {
    called.push(await attempt(declared, 'required'))
    if (declared.argument) called.push(await attempt(declared, 'all'))
  }
  await examination.stop()
  return called
}

function calledOf(
  { name, response }: DeclaredMethod,
  exchanges: readonly Exchange[],
  { context }: Examination,
  brought: { readonly value: unknown } | null,
): Called {
  const watch = new Watch(observers, context)
  const breaches = exchanges.flatMap((exchange) => watch.see(exchange))
  const [{ request, response: came } = { request: { method: '', url: '' }, response: null }] = exchanges
  const path = decodeURIComponent(request.url)
    .replace(/^.*\/Api\/v3/, '')
    .replace(/\?.*/, '')
  const found = matchRoute(request.method, path, 'document')
  const place = found ? routeName(found.route) : `${request.method} ${path.replaceAll(/\d{9,}/g, '{id}')}`
  const others = verbs.filter((verb) => matchRoute(verb, path, 'document')).join(', ')
  return {
    method: name,
    place,
    status: came?.status ?? null,
    requestFlaws: found
      ? flawsOf(breaches, 'application')
      : [others === '' ? 'no such path' : `the path takes ${others}`],
    responseFlaws: flawsOf(breaches, 'service'),
    typeFlaws: brought ? differences(response, brought.value) : ['refused'],
  }
}

const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What is a note alone breaks nothing. */
function flawsOf(breaches: readonly ObservedBreach[], blame: ObservedBreach['blame']): string[] {
  const own = breaches.filter((breach) => breach.blame === blame && breach.severity !== 'info')
  return own.map(({ code, values }) => [code, values.path ?? values.name].filter(Boolean).join(' '))
}

function differences(schema: z.ZodType, value: unknown): string[] {
  // no body arrives as an empty text, for which the types say null
  const { error } = schema.safeParse(value === '' ? null : value)
  const paths = (error?.issues ?? []).map(({ path }) =>
    path.map((key) => (typeof key === 'number' ? '[]' : `.${String(key)}`)).join(''),
  )
  return [...new Set(paths)].map((path) => (value === '' ? 'no body' : path.slice(1)))
}

/** An argument as the client's types want it, with identifiers of records that there are. */
function createArguments(shapes: Shapes) {
  const models = modelsOf(shapes)
  const seededOf = createSeeds(models, seed, count)

  function idIn(collection: string | null | undefined): Sample | undefined {
    const model = collection ? models.get(collection) : undefined
    return model && seededOf(model).record(0).full.id
  }

  function valueAt(path: readonly string[], family: string): Sample | undefined {
    const [name = '', above = ''] = [path.at(-1), path.at(-2)]
    if (/^(competencia|ultimaAlteracao)$/.test(name)) return '2026-05-04'
    if (name === 'id') return idIn(referredCollection(above, family))
    const many = /^ids(\w+)$/.exec(name)?.[1]?.toLowerCase()
    if (many) return [idIn([...models.keys()].find((key) => key.replaceAll(/[^a-z]/g, '') === many)) ?? 1]
    return path.length === 1 ? idIn(collectionBy(name, family)) : undefined
  }

  return ({ argument, name, resource }: DeclaredMethod, given: Given, number: number): unknown => {
    if (!argument) return undefined
    const family = resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const optional = given === 'all' ? 'all' : 'none'
    return sampleOf(argument, createRandom(`${name}/${number}`), {
      optional,
      valueAt: (path) => valueAt(path, family),
    })
  }
}

/** The collection whose records a path identifies by that name: `/contatos` for `idContato`. One of the same family if there is one. */
function collectionBy(name: string, family: string): string | null {
  const [nearest] = allRoutes('document')
    .filter((route) => /^[^{]*\/\{(\w+)\}/.exec(route.path)?.[1] === name)
    .filter(({ path }) => !path.startsWith('/estoques/saldos/'))
    .map((route) => ({ isFar: route.family !== family, path: route.path, collection: collectionOf(route) }))
    .sort((a, b) => Number(a.isFar) - Number(b.isFar) || a.path.length - b.path.length)
  return nearest?.collection ?? null
}
