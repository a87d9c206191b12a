import type { Header } from '../../src/exchange/exchange.js'
import { type Json, parseJson, property, valueIn } from '../../src/exchange/json.js'
import type { OpenResources } from '../../src/service/resources/resources.js'
import { type HttpResponse, json, type ServiceRequest } from '../../src/service/response.js'
import { createService } from '../../src/service/service.js'
import { addsRecord, collectionOf, listedCollection } from '../../src/specification/collection.js'
import { matchRoute } from '../../src/specification/find-route.js'
import type { Route } from '../../src/specification/route.js'
import { referredCollections, vocabularies } from '../../src/specification/samples/index.js'
import type { Asked, Backstage, Lie } from './lies.js'

type Fields = Readonly<Record<string, Json>>

/** The embedded service of a company that has records, behind a lie; it knows what was really done to whose record. */
export function createLyingService(resources: OpenResources, lie: Lie | null) {
  const service = createService({ seed: 'lies', invalidateAt: 'never', resources })
  const world = new World(service)
  const counts = new Map<string, number>()
  return {
    service,
    world,
    respond(request: ServiceRequest, nowMs: number): HttpResponse {
      world.nowMs = nowMs
      const truth = () => world.carryOut(request)
      const asked = world.read(request)
      if (asked === null) return truth()
      const place = `${asked.kind} ${asked.collection} ${asked.id}`
      const nth = counts.get(place) ?? 0
      counts.set(place, nth + 1)
      const told = lie?.tell({ ...asked, nth }, world.backstage(asked, request, truth))
      return world.asShown(asked, told ?? truth())
    },
  }
}

const encoder = new TextEncoder()

class World {
  nowMs = 0
  /** Keys of the records that sound creates of the run made (`/contatos/7`), and those of wrong ones. */
  readonly made: string[] = []
  readonly sloppy = new Map<string, Fields>()
  /** Requests that changed or deleted what somebody else made, or referred to what no list shows. */
  readonly touched: string[] = []
  readonly referred: string[] = []
  readonly #service: ReturnType<typeof createService>
  readonly #seeded = new Map<string, readonly string[]>()

  constructor(service: ReturnType<typeof createService>) {
    this.#service = service
  }

  /** As somebody else would ask, with the same token. */
  ask(method: string, path: string, value?: unknown): { status: number; data: Json | undefined } {
    const { credentials, basePath } = this.#service
    const headers: Header[] = [
      ['authorization', `Bearer ${credentials.accessToken}`],
      ['content-type', 'application/json'],
    ]
    const body = value === undefined ? null : encoder.encode(JSON.stringify(value))
    const response = this.#service.respond({ method, path: basePath + path, headers, body }, this.nowMs)
    return {
      status: response.status,
      data: property(valueIn(parseJson(String(response.body ?? ''))), 'data'),
    }
  }

  /** null where it is no request for a resource. */
  read({ method, path, body }: ServiceRequest): Omit<Asked, 'nth'> | null {
    const below = (path.split('?')[0] ?? '').replace(this.#service.basePath, '')
    const matched = matchRoute(method, below, 'document')
    if (!matched || matched.route.family === 'homologacao') return null
    const { route, params } = matched
    const [id = null] = Object.values(params).map((one) => one.replace(/-x$/, ''))
    const collection = listedCollection(route) ?? collectionOf(route)
    const sent = body === null ? undefined : valueIn(parseJson(Buffer.from(body).toString()))
    const kind = kindOf(route, sent)
    return { method, collection, id: kind === 'list' ? null : id, body: sent, kind }
  }

  /** What the service does without lying, noted. */
  carryOut(request: ServiceRequest): HttpResponse {
    const asked = this.read(request)
    const response = this.#service.respond(request, this.nowMs)
    if (asked === null) return response
    const data = property(valueIn(parseJson(String(response.body ?? ''))), 'data')
    const idIn = (value: Json | undefined) =>
      String(property(value, 'id') ?? property(value, 'idNotaFiscal') ?? '')
    const isDone = response.status >= 200 && response.status <= 299
    if (asked.kind === 'create' && isDone) this.made.push(`${asked.collection}/${idIn(data)}`)
    if (asked.kind === 'payment' && isDone) {
      const paid = this.ask('GET', `${asked.collection}/${asked.id}`).data
      const borderos = property(paid, 'borderos')
      if (Array.isArray(borderos)) this.made.push(`/borderos/${String(borderos.at(-1))}`)
    }
    const issued = /gerar-(nfe|nfce)$/.exec(request.path)?.[1]
    if (issued && isDone) this.made.push(`/${issued}/${idIn(data)}`)
    return response
  }

  /** Before anything is done: whose record the request is about to change. */
  watch(request: ServiceRequest): void {
    const asked = this.read(request)
    if (asked === null || asked.method === 'GET') return
    const inQuery = [...new URLSearchParams(request.path.split('?')[1])].flatMap(([, ids]) => ids.split(','))
    const inBody = Object.entries((asked.body ?? {}) as Fields).flatMap(([name, ids]) =>
      /^ids/.test(name) ? [ids].flat().map(String) : [],
    )
    const ids = asked.id === null ? [...inQuery, ...inBody] : [asked.id.replace(/^0+/, '')]
    const foreign = ids.filter((id) => {
      const key = `${asked.collection}/${id}`
      return !this.made.includes(key) && (this.sloppy.has(key) || this.#isThere(key))
    })
    if (foreign.length > 0) this.touched.push(`${asked.method} ${request.path}`)
    const text = Buffer.from(request.body ?? '').toString()
    const named = [...text.matchAll(/"id[A-Z]?\w*":"?0*(\d+)/g)].map(([, id = '']) => id)
    const own = [...this.made].map((key) => key.slice(key.lastIndexOf('/') + 1))
    const ofOthers = named.filter((id) => !own.includes(id) && this.#isOthers(id))
    if (ofOthers.length > 0) this.referred.push(`${asked.method} ${request.path} ${text}`)
  }

  /** Whether a record of the company's own has this identifier; what the service offers to everybody belongs to nobody. */
  #isOthers(id: string): boolean {
    return referredCollections
      .filter((collection) => !vocabularies.has(collection))
      .some((collection) => this.#seededIn(collection).includes(id))
  }

  /** Records of the run that are there at its end. */
  left(): string[] {
    return [...this.made, ...this.sloppy.keys()].filter((key) => this.#isThere(key))
  }

  backstage(asked: Omit<Asked, 'nth'>, request: ServiceRequest, truth: () => HttpResponse): Backstage {
    const { collection } = asked
    const { made } = this
    const elsewhere = collection.startsWith('/contas/')
      ? this.#borderos()
      : this.#othersOf(collection === '/produtos' ? '/contatos' : '/produtos')
    return {
      truth,
      others: this.#othersOf(collection),
      hidden: this.#hiddenOf(collection),
      get own() {
        return made.flatMap((key) =>
          key.startsWith(`${collection}/`) ? [key.slice(collection.length + 1)] : [],
        )
      },
      elsewhere,
      record: (id) => (this.ask('GET', `${collection}/${id}`).data as Fields | undefined) ?? null,
      overwrite: (id) => {
        const { path } = request
        const at = path.replace(/\?.*/, '')
        this.#service.respond({ ...request, method: 'PUT', path: `${at}/${id}` }, this.nowMs)
      },
      makeSloppily: () => {
        const id = String(70_000_000 + this.sloppy.size)
        const body = typeof asked.body === 'object' && !Array.isArray(asked.body) ? asked.body : {}
        this.sloppy.set(`${collection}/${id}`, { id: Number(id), ...(body as Fields) })
        return id
      },
    }
  }

  /** Shows in lists and reads what was kept of wrong creates, and leaves out of lists what is hidden. */
  asShown({ kind, collection, id }: Omit<Asked, 'nth'>, response: HttpResponse): HttpResponse {
    const kept = kind === 'read' ? this.sloppy.get(`${collection}/${id}`) : undefined
    if (kept) return json(200, { data: kept })
    const value = valueIn(parseJson(String(response.body ?? '')))
    const data = property(value, 'data')
    if (kind !== 'list' || !Array.isArray(data)) return response
    const hidden = this.#hiddenOf(collection)
    const shown = data.filter((one: Json) => String(property(one, 'id')) !== hidden)
    const sloppy = [...this.sloppy].flatMap(([key, fields]) =>
      key.startsWith(`${collection}/`) ? [fields] : [],
    )
    return { ...response, body: JSON.stringify({ ...(value as Fields), data: [...shown, ...sloppy] }) }
  }

  #isThere(key: string): boolean {
    return this.sloppy.has(key) || this.ask('GET', key).status === 200
  }

  /** Identifiers that were there before the run. */
  #seededIn(collection: string): readonly string[] {
    const known = this.#seeded.get(collection)
    if (known) return known
    this.#seeded.set(collection, [])
    const listed = (path: string) => {
      const { data } = this.ask('GET', `${path}?limite=100`)
      return (Array.isArray(data) ? data : []).map((one: Json) => String(property(one, 'id')))
    }
    const isGrouped = collection === '/campos-customizados'
    const groups = isGrouped
      ? listed(`${collection}/modulos`).map((id) => `${collection}/modulos/${id}`)
      : [collection]
    const ids = groups.flatMap(listed)
    const others = ids.filter((id) => !this.made.includes(`${collection}/${id}`))
    this.#seeded.set(collection, others)
    return others
  }

  #othersOf(collection: string): readonly string[] {
    return this.#seededIn(collection).slice(0, -1)
  }

  #hiddenOf(collection: string): string {
    return this.#seededIn(collection).at(-1) ?? ''
  }

  #borderos(): readonly string[] {
    const [first = ''] = this.#othersOf('/contas/pagar')
    const shown = property(this.ask('GET', `/contas/pagar/${first}`).data, 'borderos')
    return Array.isArray(shown) ? shown.map(String) : []
  }
}

function kindOf(route: Route, body: Json | undefined): Asked['kind'] {
  if (listedCollection(route) !== null) return 'list'
  if (route.method === 'GET') return /\/\{\w+\}$/.test(route.path) ? 'read' : 'other'
  if (route.method === 'DELETE') return 'remove'
  if (route.path.endsWith('/baixar')) return 'payment'
  if (!addsRecord(route)) return 'other'
  const isSound =
    typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length > 0
  return isSound ? 'create' : 'wrong-create'
}
