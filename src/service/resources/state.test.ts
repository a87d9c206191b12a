import { array, assert, constantFrom, integer, oneof, property, record, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bling } from '../../specification/profile.js'
import { buildBody } from '../../specification/samples/built-body.fixture.js'
import type { Sample, SampleObject } from '../../specification/samples/index.js'
import { loadShapes } from '../../specification/shapes.js'
import { refuse } from '../error-body.js'
import { createResources, type Notice } from './resources.js'

const shapes = await loadShapes()
const bytes = new TextEncoder()

/** One service; each session is an application with an account of its own. */
function open(options: { count?: number; onNotice?: (notice: Notice) => void } = {}) {
  const resources = createResources({ seed: 'estado', shapes, count: 3, ...options })
  return (session: string) =>
    (place: string, sent?: object): { status: number; data: Sample | undefined } => {
      const [method = '', target = ''] = place.split(' ')
      const [path = '', search = ''] = target.split('?')
      const body = sent === undefined ? null : bytes.encode(JSON.stringify(sent))
      const context = { nowMs: 0, session, seed: 'estado', profile: bling, path, search }
      const refusing = {
        refuse: (status: number, problem: Parameters<typeof refuse>[2]) => refuse('bling', status, problem),
      }
      const response = resources({ method, path: target, headers: [], body }, { ...context, ...refusing })
      const text = String(response?.body ?? '')
      const json = text === '' ? {} : (JSON.parse(text) as { data?: Sample })
      return { status: response?.status ?? 0, data: json.data }
    }
}

type Send = ReturnType<ReturnType<typeof open>>

/** Every record of a list, page after page. */
function all(send: Send, collection: string, limite = 7): SampleObject[] {
  const found: SampleObject[] = []
  for (let pagina = 1; ; pagina++) {
    const page = send(`GET ${collection}?pagina=${pagina}&limite=${limite}`).data as SampleObject[]
    found.push(...page)
    if (page.length < limite) return found
  }
}

function idsOf(send: Send, collection: string): number[] {
  return all(send, collection).map(({ id }) => Number(id))
}

type Act =
  | { readonly kind: 'create' | 'replace' | 'remove'; readonly at: number; readonly nome: string }
  | {
      readonly kind: 'stock'
      readonly at: number
      readonly operacao: 'B' | 'E' | 'S'
      readonly quantidade: number
    }
  | { readonly kind: 'sale'; readonly at: number; readonly items: readonly (readonly [number, number])[] }

const at = integer({ min: 0, max: 1000 })
const acts = array(
  oneof(
    record({
      kind: constantFrom('create', 'replace', 'remove'),
      at,
      nome: string({ minLength: 1, maxLength: 20 }),
    }),
    record({
      kind: constantFrom('stock' as const),
      at,
      operacao: constantFrom('B', 'E', 'S'),
      quantidade: integer({ min: 0, max: 500 }),
    }),
    record({
      kind: constantFrom('sale' as const),
      at,
      items: array(tuple(integer({ min: 1, max: 9 }), integer({ min: 1, max: 99_999 })), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  ),
  { maxLength: 1000, size: 'max' },
)

/** What an application knows to be there, kept beside the service. */
class Known {
  readonly #send: Send
  readonly names = new Map<number, string>()
  readonly stock = new Map<string, number>()
  readonly totals = new Map<number, number>()
  readonly #products: readonly number[]
  readonly #warehouses: readonly number[]

  constructor(send: Send) {
    this.#send = send
    for (const { id, nome } of all(send, '/contatos')) this.names.set(Number(id), String(nome))
    this.#products = idsOf(send, '/produtos')
    this.#warehouses = idsOf(send, '/depositos')
  }

  do(act: Act): void {
    if (act.kind === 'stock') this.#move(act)
    else if (act.kind === 'sale') this.#sell(act)
    else if (act.kind === 'create') this.#create(act.nome)
    else this.#change(act)
  }

  #create(nome: string): void {
    const { status, data } = this.#send('POST /contatos', { nome, situacao: 'A', tipo: 'F' })
    expect(status).toBe(201)
    this.names.set(Number((data as SampleObject).id), nome)
  }

  #change({ kind, at, nome }: Extract<Act, { nome: string }>): void {
    const id = pick([...this.names.keys()], at)
    if (id === undefined) return
    const body = kind === 'replace' ? { nome, situacao: 'A', tipo: 'F' } : undefined
    expect(this.#send(`${body ? 'PUT' : 'DELETE'} /contatos/${id}`, body).status).toBeLessThan(300)
    if (body) this.names.set(id, nome)
    else this.names.delete(id)
  }

  #move({ at, operacao, quantidade }: Extract<Act, { kind: 'stock' }>): void {
    const product = pick(this.#products, at)
    const warehouse = pick(this.#warehouses, at >> 3)
    const sent = { produto: { id: product }, deposito: { id: warehouse }, operacao, quantidade }
    expect(this.#send('POST /estoques', sent).status).toBe(201)
    const key = `${product} ${warehouse}`
    const before = this.stock.get(key)
    if (operacao === 'B') this.stock.set(key, quantidade)
    else if (before !== undefined)
      this.stock.set(key, operacao === 'E' ? before + quantidade : before - quantidade)
  }

  #sell({ items }: Extract<Act, { kind: 'sale' }>): void {
    if (this.names.size === 0) this.#create('Copo')
    const idOf = (collection: string) => idsOf(this.#send, collection)[0] ?? null
    const built = buildBody('pedidos-vendas/create', idOf)
    expect(built?.missing).toEqual([])
    const itens = items.map(([quantidade, centavos], i) => ({
      codigo: `C${i}`,
      descricao: 'Copo',
      unidade: 'UN',
      quantidade,
      valor: centavos / 100,
    }))
    const { status, data } = this.#send('POST /pedidos/vendas', { ...built?.body, itens })
    expect(status).toBe(201)
    const total = items.reduce((sum, [quantidade, centavos]) => sum + quantidade * centavos, 0)
    this.totals.set(Number((data as SampleObject).id), total / 100)
  }

  agrees(): void {
    const listed = all(this.#send, '/contatos').map(({ id, nome }) => [Number(id), nome])
    expect(listed).toEqual([...this.names].sort(([a], [b]) => a - b))
    for (const [id, nome] of this.names) expect(this.#read(`/contatos/${id}`)).toMatchObject({ id, nome })
    for (const [id, total] of this.totals)
      expect(this.#read(`/pedidos/vendas/${id}`)).toMatchObject({ total, totalProdutos: total })
    for (const id of this.#products) this.#stockAgrees(id)
  }

  #stockAgrees(id: number): void {
    const [balance] = this.#send(`GET /estoques/saldos?idsProdutos[]=${id}`).data as SampleObject[]
    const depositos = balance?.depositos as { id: number; saldoFisico: number }[]
    for (const warehouse of this.#warehouses) {
      const known = this.stock.get(`${id} ${warehouse}`)
      if (known !== undefined) expect(depositos.find((one) => one.id === warehouse)?.saldoFisico).toBe(known)
    }
    const sum = depositos.reduce((total, { saldoFisico }) => total + saldoFisico, 0)
    expect(balance?.saldoFisicoTotal).toBeCloseTo(sum, 4)
    expect(this.#read(`/produtos/${id}`)).toMatchObject({
      estoque: { saldoVirtualTotal: balance?.saldoFisicoTotal },
    })
  }

  #read(path: string): Sample | undefined {
    return this.#send(`GET ${path}`).data
  }
}

function pick<T>(from: readonly T[], at: number): T | undefined {
  return from[at % Math.max(1, from.length)]
}

describe('after any sound operations', () => {
  const numRuns = Number(process.env.HOMOLOGA_VARIANTS ?? 8)
  it('lists, single reads, stock and totals agree, and another account sees nothing of it', {
    timeout: 120_000 + numRuns * 2_000,
  }, () => {
    assert(
      property(acts, (drawn) => {
        const session = open()
        const other = session('other')
        const before = ['/contatos', '/pedidos/vendas', '/produtos'].map((it) => all(other, it))
        const known = new Known(session('own'))
        for (const act of drawn as Act[]) known.do(act)
        known.agrees()
        expect(['/contatos', '/pedidos/vendas', '/produtos'].map((it) => all(other, it))).toEqual(before)
      }),
      { numRuns },
    )
  })
})

describe('ten thousand records', () => {
  it('have a second page at the default size, and a last one', () => {
    const send = open({ count: 10_000 })('own')
    const pages = [1, 2, 100, 101].map(
      (pagina) => send(`GET /contatos?pagina=${pagina}`).data as SampleObject[],
    )
    expect(pages.map((page) => page.length)).toEqual([100, 100, 100, 0])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(300)
    const [first] = pages[1] ?? []
    expect(send(`DELETE /contatos/${pages[0]?.[3]?.id}`).status).toBe(204)
    expect((send('GET /contatos?pagina=1').data as SampleObject[]).at(-1)).toEqual(first)
  })
})

it('gives no number again after a record was deleted', () => {
  const send = open()('numbers')
  const [order] = idsOf(send, '/pedidos/vendas')
  const issued = () => {
    expect(send(`POST /pedidos/vendas/${order}/gerar-nfe`).status).toBe(201)
    return Number(all(send, '/nfe').at(-1)?.numero)
  }
  const first = issued()
  const [seeded] = idsOf(send, '/nfe')
  expect(send(`DELETE /nfe?idsNotas[]=${seeded}`).status).toBeLessThan(300)
  expect(issued()).toBe(first + 1)
})

describe('a parameter that changes nothing', () => {
  it('is told once, and a filter is not', () => {
    const notices: Notice[] = []
    const send = open({ onNotice: (notice) => notices.push(notice) })('own')
    for (let i = 0; i < 3; i++) send('GET /produtos?inventado=1&idLoja=2&nome=Copo')
    const route = 'GET /produtos'
    expect(notices).toEqual([
      { kind: 'unknown-parameter', route, name: 'inventado' },
      { kind: 'parameter-without-effect', route, name: 'idLoja' },
    ])
  })
})
