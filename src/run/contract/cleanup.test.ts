import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVirtualClock } from '../../../test/rehearsal/virtual-clock.js'
import { createVirtualTransport } from '../../../test/rehearsal/virtual-transport.js'
import type { Header } from '../../exchange/exchange.js'
import { openResources } from '../../service/resources/open.js'
import { createService } from '../../service/service.js'
import { spec } from '../../specification/profile.js'
import type { Route } from '../../specification/route.js'
import { buildBody } from '../../specification/samples/built-body.fixture.js'
import { type Account, openAccount } from '../account.js'
import { markOf } from '../mark.js'
import { cleanUp } from './cleanup.js'
import { sendCleanup } from './cleanup-request.js'
import {
  type Clues,
  createLedger,
  type Ledger,
  type LedgerHeader,
  readLedgers,
  type Standing,
} from './ledger.js'
import { live } from './permissions.fixture.js'
import { allowanceOf, routeAt } from './permissions.js'

const mark = markOf('run1')

interface World {
  readonly folder: string
  /** Creates a record at the service as a run would have. */
  create(path: string, body: object): string
  has(path: string): boolean
  get(path: string): unknown
  cleaner(ledger: Ledger): Promise<Account>
  readonly log: string[]
  /** Responds instead of the service, where it responds at all. */
  instead: (line: string, query: URLSearchParams) => { status: number; data: unknown } | 'silence' | null
  /** Hears how long somebody is about to wait, in milliseconds. */
  onSleep: (ms: number) => void
}

type HttpResponse = { status: number; data: unknown } | 'silence' | 'as before'

const encoder = new TextEncoder()
const resources = await openResources({ seed: 'c' })

let world: World
/** What the run was allowed that left the ledger. */
let allow: readonly string[]
beforeEach(() => {
  allow = ['*']
  world = openWorld()
})
afterEach(() => rmSync(world.folder, { recursive: true, force: true }))

/** The embedded service in virtual time, with the client that cleans up after a run. */
function openWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-cleanup-'))
  const service = createService({ seed: 'c', invalidateAt: 'never', resources })
  const log: string[] = []
  const clock = createVirtualClock({
    startsAt: new Date(),
    takes(ms) {
      made.onSleep(ms)
      return ms
    },
  })
  const baseUrl = `http://localhost${service.basePath}`
  const transport = createVirtualTransport({
    clock,
    respond(request, nowMs) {
      const line = `${request.method} ${request.path}`
      log.push(line)
      const [path = '', query] = line.split('?')
      const response = service.respond(request, nowMs)
      const other = made.instead(path, new URLSearchParams(query))
      if (other === null) return response
      if (other === 'silence') return { ...response, delivery: { kind: 'hang' } }
      return { ...response, status: other.status, body: JSON.stringify({ data: other.data }) }
    },
    latencyMs: () => 1,
    timeoutMs: 400,
    maxBodyBytes: 1e7,
  })
  /** As somebody else would ask, with the same token. */
  function ask(method: string, path: string, value?: object) {
    const body = value === undefined ? null : encoder.encode(JSON.stringify(value))
    const headers: Header[] = [
      ['authorization', `Bearer ${service.credentials.accessToken}`],
      ['content-type', 'application/json'],
    ]
    const response = service.respond({ method, path: service.basePath + path, headers, body }, clock.now())
    return {
      status: response.status,
      data: response.body === null ? null : JSON.parse(String(response.body)).data,
    }
  }
  /** The fields in a body that the service takes, which refers to what there is. */
  function wholeBody(path: string, fields: object): object {
    const route = routeAt('POST', path, 'specification')
    const ids = new Map<string, number>()
    const idOf = (collection: string) => ids.get(collection) ?? null
    for (const collection of buildBody(route?.id ?? '', idOf)?.missing ?? []) {
      const [first] = made.get(collection) as { id: number }[]
      if (first) ids.set(collection, first.id)
    }
    return { ...buildBody(route?.id ?? '', idOf)?.body, ...fields }
  }

  const made: World = {
    folder,
    log,
    instead: () => null,
    onSleep: () => undefined,
    create: (path, fields) => String(ask('POST', path, wholeBody(path, fields)).data.id),
    get: (path) => ask('GET', path).data,
    has: (path) => ask('GET', path).status === 200,
    cleaner: (ledger) =>
      openAccount({
        baseUrl,
        profile: spec,
        userAgent: 'homologa/test',
        store: null,
        lock: null,
        credentials: {
          ...service.credentials,
          tokenCommand: null,
          tokenUrl: `http://localhost${service.tokenPath}`,
        },
        permissions: live(...(ledger.header.allow ?? [])),
        ledger: () => ledger,
        budget: null,
        ratePerSecond: null,
        timeoutMs: 400,
        transport,
        clock,
        onSecret: () => undefined,
        onExchange: () => undefined,
      }),
  }
  return made
}

function ledgerOf({ folder }: World, query: LedgerHeader['query'] = {}) {
  const header = { run: 'run1', account: 'acc', baseUrl: 'http://localhost/Api/v3', mark, startedAt: 'x' }
  return createLedger(folder, { ...header, query, allow })
}

/** An entry for what a create returned. */
function created(
  ledger: Ledger,
  collection: string,
  field: string,
  id: string,
  standing: Standing = 'named',
) {
  ledger.update(ledger.intend(collection, { fields: [field] }), { id, standing })
}

/** As after kill -9: the ledger was never closed. */
async function cleanAll(): Promise<string[]> {
  const fates: string[] = []
  for (const ledger of readLedgers(world.folder)) {
    const account = await world.cleaner(ledger)
    for (const { fate, reason } of await cleanUp(account))
      fates.push(reason === null ? fate : `${fate}: ${reason}`)
    account.close()
  }
  return fates
}

const ok = (data: unknown) => ({ status: 200, data })
const notFound = { status: 404, data: null }

/** The response to a read of the path, until it was deleted. */
function untilDeleted(path: string, response: { status: number; data: unknown }) {
  return world.log.some((line) => line.startsWith(`DELETE ${path}`)) ? notFound : response
}

/** What was asked of below the list of contacts. */
const addressesOfContacts = () =>
  world.log.flatMap((line) => /\/contatos\/([^?]*)/.exec(line)?.slice(1) ?? [])

/** A response of the list of contacts. */
function at(line: string, response: { status: number; data: unknown }) {
  return line === 'GET /Api/v3/contatos' ? response : null
}

function someModule(): string {
  const shown = world.get('/campos-customizados/modulos')
  return String((shown as { id: number }[])[1]?.id)
}

describe('clean-up after a crash', () => {
  it('deletes what the ledger says was created, and then has nothing to do', async () => {
    const ledger = ledgerOf(world)
    const intent = ledger.intend('/contatos', { fields: ['nome'] })
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    ledger.update(intent, { id })
    expect(await cleanAll()).toEqual(['deleted'])
    expect(world.has(`/contatos/${id}`)).toBe(false)
    expect(readdirSync(world.folder)).toEqual([])
    expect(await cleanAll()).toEqual([])
  })

  it('finds by its mark what was created while nobody heard the answer, though the list hides the mark', async () => {
    const ledger = ledgerOf(world)
    ledger.intend('/contas/receber', { fields: ['historico'] })
    const id = world.create('/contas/receber', { valor: 1, historico: `Venda ${mark}` })
    expect(await cleanAll()).toEqual(['deleted'])
    expect(world.has(`/contas/receber/${id}`)).toBe(false)
    expect(readdirSync(world.folder)).toEqual([])
  })

  it.each([
    ['..', 'left: not-found'],
    ['%2e%2e', 'left: one-of'],
  ])('builds no address of what a list shows, where that may name something else: %s', async (id, fate) => {
    ledgerOf(world).intend('/contatos', { fields: ['nome'] })
    world.instead = (line) => at(line, ok([{ id, nome: `Armazém ${mark}` }]))
    expect(await cleanAll()).toEqual([fate])
    expect(addressesOfContacts()).toEqual([])
  })

  it('reads none singly whose identifier may name something else', async () => {
    ledgerOf(world).intend('/contatos', { fields: ['nome'] })
    world.instead = (line) => at(line, ok([{ id: '%2e%2e' }]))
    expect(await cleanAll()).toEqual(['left: one-of'])
    expect(addressesOfContacts()).toEqual([])
  })

  it('leaves a custom field where the identifier of a module may name something else', async () => {
    ledgerOf(world).intend('/campos-customizados', { fields: ['nome'] })
    world.instead = (line) => (line.endsWith('/modulos') ? ok([{ id: '%2e%2e' }]) : null)
    expect(await cleanAll()).toEqual(['left: not-found'])
    expect(world.log.filter((line) => /modulos\/./.test(line))).toEqual([])
  })

  it('asks nothing of an address that it cannot build, whoever wants it', async () => {
    const ledger = ledgerOf(world)
    ledger.intend('/contatos', { fields: ['nome'] })
    const [kept] = readLedgers(world.folder)
    const account = await world.cleaner(kept as Ledger)
    const route = routeAt('DELETE', '/contatos/{idContato}', 'specification') as Route
    await expect(sendCleanup(account, { route, id: '..' })).rejects.toThrow('address')
    expect(world.log).toEqual([])
    account.close()
  })

  it('asks with the shared parameters without which no listing is read, listed or deleted', async () => {
    const ledger = ledgerOf(world, { tipoIntegracao: 'Shopee', idLojaQuery: 5 })
    const id = world.create('/anuncios', { titulo: `Copo ${mark}` })
    created(ledger, '/anuncios', 'titulo', id)
    ledger.intend('/anuncios', { fields: ['titulo'] })
    await cleanAll()
    const asked = world.log.filter((line) => /^(GET|DELETE) .*anuncios/.test(line))
    expect(asked.map((line) => line.split(' ')[0])).toContain('DELETE')
    expect(asked.filter((line) => !/tipoIntegracao=Shopee&idLojaQuery=5/.test(line))).toEqual([])
  })

  it('leaves alone what does not show the mark, whatever the ledger says', async () => {
    const ledger = ledgerOf(world)
    const id = world.create('/contatos', { nome: 'Somebody else' })
    created(ledger, '/contatos', 'nome', id)
    expect(await cleanAll()).toEqual(['left: unmarked'])
    expect(world.has(`/contatos/${id}`)).toBe(true)
    expect(world.log.filter((line) => line.startsWith('DELETE'))).toEqual([])
    expect(readdirSync(world.folder)).toHaveLength(1)
  })

  it.each([401, 500])('leaves alone, and says why, what could not be read: %i', async (status) => {
    const ledger = ledgerOf(world)
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    created(ledger, '/contatos', 'nome', id)
    world.instead = (line) => (line.startsWith('GET') ? { status, data: null } : null)
    expect(await cleanAll()).toEqual(['left: unread'])
    expect(world.has(`/contatos/${id}`)).toBe(true)
    world.instead = () => null
    expect(await cleanAll()).toEqual(['deleted'])
  })

  it('leaves, and tells, what its account has shown after its DELETE', async () => {
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    const begun = ledgerOf(world)
    created(begun, '/contatos', 'nome', id)
    const [ledger] = readLedgers(world.folder)
    const account = await world.cleaner(ledger as Ledger)
    const record = world.get(`/contatos/${id}`)
    world.instead = (line) => (line === `GET /Api/v3/contatos/${id}` ? ok(record) : null)
    const [read, remove] = ['GET', 'DELETE'].map((method) =>
      routeAt(method, '/contatos/{idContato}', 'document'),
    )
    account.gate.beginCleanup()
    for (const route of [read, remove, read]) await sendCleanup(account, { route: route as Route, id })
    expect(await cleanUp(account)).toMatchObject([{ fate: 'left', id, reason: 'still-shown' }])
    account.close()
    expect(
      readLedgers(world.folder)[0]
        ?.open()
        .map((entry) => entry.id),
    ).toEqual([id])
  })

  it('takes for gone what answers 404, and for nothing what was never created', async () => {
    const ledger = ledgerOf(world)
    created(ledger, '/contatos', 'nome', '424242')
    ledger.closed(ledger.intend('/contatos', { fields: ['nome'] }))
    expect(await cleanAll()).toEqual(['gone'])
    expect(readdirSync(world.folder)).toEqual([])
  })

  it.each([
    ['is not there', notFound],
    ['is another', ok({ id: 7, nome: 'Somebody else' })],
  ])('finds by its mark what a killed run was given a wrong name of, which %s', async (_what, read) => {
    const ledger = ledgerOf(world)
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    created(ledger, '/contatos', 'nome', '7')
    world.instead = (line) => (line.endsWith('/contatos/7') ? read : null)
    expect(await cleanAll()).toEqual(['deleted'])
    expect(world.has(`/contatos/${id}`)).toBe(false)
    expect(world.log).not.toContain('DELETE /Api/v3/contatos/7')
  })

  it.each([
    ['which a read had proven', 'proven', 'gone'],
    ['which no read had proven, so that the name may be wrong', 'named', 'left: not-found'],
  ] as const)(
    'tells of what a killed run created, is not there, and no list can be read: %s',
    async (_what, standing, fate) => {
      created(ledgerOf(world), '/contatos', 'nome', '7', standing)
      world.instead = (line) =>
        line.endsWith('/contatos/7') ? notFound : at(line, { status: 500, data: null })
      expect(await cleanAll()).toEqual([fate])
    },
  )

  it('names what cannot be deleted', async () => {
    const ledger = ledgerOf(world)
    created(ledger, '/depositos', 'descricao', world.create('/depositos', { descricao: `Loja ${mark}` }))
    const invoice = world.create('/nfe', { observacoes: mark })
    created(ledger, '/nfe', 'observacoes', invoice)
    expect(await cleanAll()).toEqual(['left: risky', 'left: no-delete'])
  })

  it.each([1, 2, 3, 4])(
    'finds a listing in situation %i, though lists show the first alone',
    async (situacao) => {
      ledgerOf(world).intend('/anuncios', { fields: ['titulo'] })
      const id = world.create('/anuncios', { titulo: `Copo ${mark}`, situacao })
      expect(await cleanAll()).toEqual(['deleted'])
      expect(world.has(`/anuncios/${id}`)).toBe(false)
    },
  )

  it('finds a custom field, which its module alone lists', async () => {
    ledgerOf(world).intend('/campos-customizados', { fields: ['nome'] })
    const modulo = { id: Number(someModule()) }
    const id = world.create('/campos-customizados', { nome: `Prazo ${mark}`, modulo })
    expect(await cleanAll()).toEqual(['deleted'])
    expect(world.has(`/campos-customizados/${id}`)).toBe(false)
  })

  it.each([
    ['/anuncios', 'descricao'],
    ['/campos-customizados', 'nome'],
    ['/contatos', 'nome'],
    ['/contas/receber', 'historico'],
    ['/pedidos/vendas', 'itens.descricao'],
    ['/produtos/lojas', 'codigo'],
  ])(
    'closes an intent at %s whose request never arrived, after all was searched',
    async (collection, field) => {
      ledgerOf(world).intend(collection, { fields: [field] })
      expect(await cleanAll()).toEqual(['never-made'])
      expect(readdirSync(world.folder)).toEqual([])
      expect(world.log.filter((line) => line.startsWith('DELETE'))).toEqual([])
    },
  )

  it('reads no record singly whose list shows the field that would carry the mark', async () => {
    ledgerOf(world).intend('/contatos', { fields: ['nome'] })
    expect(await cleanAll()).toEqual(['never-made'])
    expect(world.log.filter((line) => /contatos\/\d/.test(line))).toEqual([])
  })

  it('waits until the request has surely ended before it closes an intent', async () => {
    ledgerOf(world).intend('/contatos', { fields: ['nome'] })
    const waits: number[] = []
    let id = ''
    world.onSleep = (ms) => {
      waits.push(ms)
      id = world.create('/contatos', { nome: `Armazém ${mark}` })
    }
    expect(await cleanAll()).toEqual(['deleted'])
    expect(world.has(`/contatos/${id}`)).toBe(false)
    expect(waits).toEqual([expect.closeTo(400, -2)])
  })

  const many = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => ({ id: 5_000_000 + from + i, nome: 'Outro' }))
  const page = (query: URLSearchParams) => Number(query.get('pagina') ?? 1)
  it.each<[string, World['instead'], string[]]>([
    [
      'a page fails',
      (line, query) => at(line, page(query) === 1 ? ok(many(100)) : { status: 500, data: null }),
      ['left: not-found'],
    ],
    ['pages go on and on', (line, query) => at(line, ok(many(100, page(query) * 100))), ['left: not-found']],
    ['every page is the first, and full', (line) => at(line, ok(many(100))), ['left: not-found']],
    ['every page is the first, and short', (line) => at(line, ok(many(3))), ['never-made']],
    [
      'every page is the first, as long as asked, and short',
      (line, query) => at(line, ok(many(Math.min(50, Number(query.get('limite')))))),
      ['left: not-found'],
    ],
    [
      'every page is the first, and short, and one of one is none',
      (line, query) => at(line, query.get('limite') === '1' ? { status: 500, data: null } : ok(many(3))),
      ['left: not-found'],
    ],
    [
      'a page beyond the last is no page',
      (line, query) => at(line, page(query) === 1 ? ok(many(100)) : { status: 404, data: null }),
      ['never-made'],
    ],
    [
      'pages are cut shorter than asked',
      (line, query) => at(line, ok(page(query) < 3 ? many(40, page(query) * 40) : [])),
      ['never-made'],
    ],
    ['the list is none', (line) => at(line, ok({ id: 1 })), ['left: not-found']],
    [
      'the records stand in an object',
      (line) => at(line, ok({ total: 3, anuncios: many(3) })),
      ['never-made'],
    ],
    ['a record has no identifier', (line) => at(line, ok([{ nome: 'x' }])), ['left: not-found']],
    ['the first page is no page', (line) => at(line, { status: 404, data: null }), ['left: not-found']],
  ])('closes an intent only after a complete search: %s', async (_what, instead, fates) => {
    world.instead = instead
    ledgerOf(world).intend('/contatos', { fields: ['nome'] })
    expect(await cleanAll()).toEqual(fates)
  })

  it('closes no intent where lists of different situations show the same', async () => {
    world.instead = (line) =>
      line === 'GET /Api/v3/anuncios' ? ok(many(3).map((one) => ({ ...one, descricao: 'Outro' }))) : null
    ledgerOf(world).intend('/anuncios', { fields: ['descricao'] })
    expect(await cleanAll()).toEqual(['left: not-found'])
  })

  it.each<[string, { status: number; data: unknown }, string]>([
    ['can be read', ok({ id: 8, nome: 'Outro' }), 'left: not-found'],
    ['reads as another', ok({ id: 9, nome: 'Outro' }), 'never-made'],
    ['is gone', { status: 404, data: null }, 'never-made'],
  ])('asks for what a list had shown before, and shows no more: what %s', async (_what, read, fate) => {
    world.instead = (line) => at(line, ok(many(3))) ?? (line.endsWith('/contatos/8') ? read : null)
    const ledger = ledgerOf(world)
    ledger.noteListed('/contatos', ['8', '%2e%2e', ...many(3).map(({ id }) => String(id))])
    ledger.intend('/contatos', { fields: ['nome'] })
    expect(await cleanAll()).toEqual([fate])
    expect(addressesOfContacts().filter((id) => id !== '')).toEqual(['8'])
  })

  it('reads few of what lists had shown before, the newest first', async () => {
    world.instead = (line) => at(line, ok([])) ?? (/contatos\/\d/.test(line) ? notFound : null)
    const ledger = ledgerOf(world)
    ledger.noteListed('/contatos', ['8', '9', '10', '11', '12', '13'])
    ledger.intend('/contatos', { fields: ['nome'] })
    expect(await cleanAll()).toEqual(['never-made'])
    expect(addressesOfContacts()).toEqual(['13', '12', '11', '10', '9'])
  })

  it.each([
    ['more than it reads singly', many(51).map(({ id }) => ({ id })), 200, 'left: one-of'],
    ['one that cannot be read', many(1).map(({ id }) => ({ id })), 500, 'left: one-of'],
  ])(
    'leaves an intent open whose list does not show the field, with %s',
    async (_what, records, status, fate) => {
      world.instead = (line) =>
        line === 'GET /Api/v3/contatos'
          ? ok(records)
          : /contatos\/\d/.test(line)
            ? { status, data: { nome: 'Outro' } }
            : null
      ledgerOf(world).intend('/contatos', { fields: ['nome'] })
      expect(await cleanAll()).toEqual([fate])
      expect(world.log.filter((line) => /contatos\/\d/.test(line))).toHaveLength(Math.min(records.length, 50))
    },
  )

  /** The lists of all contacts, and what each shows alone. */
  const contacts = (ids: readonly number[], record: object) => (line: string) =>
    at(line, ok(ids.map((id) => ({ id })))) ??
    (/contatos\/\d/.test(line) ? ok({ id: Number(line.split('/').at(-1)), ...record }) : null)
  const singles = () =>
    world.log.filter((line) => /contatos\/\d/.test(line)).map((line) => line.split('/').at(-1))

  it.each<[string, string, object, string]>([
    ['shows its field', 'nome', { nome: 'Outro' }, 'never-made'],
    ['shows its field empty', 'nome', { nome: null }, 'never-made'],
    ['shows another', 'nome', { fantasia: 'Outro' }, 'left: one-of'],
    ['shows it within', 'itens.nome', { itens: [{ nome: 'Outro' }, { nome: 7 }] }, 'never-made'],
    ['shows none within', 'itens.nome', { itens: [] }, 'never-made'],
    ['shows less of one within', 'itens.nome', { itens: [{ nome: 'Outro' }, { id: 7 }] }, 'left: one-of'],
  ])('takes a record for another one where its read %s', async (_what, field, record, fate) => {
    world.instead = contacts([7], record)
    ledgerOf(world).intend('/contatos', { fields: [field] })
    expect(await cleanAll()).toEqual([fate])
  })

  it.each<[string, Clues]>([
    ['bore the mark', { fields: ['nome'] }],
    ['could bear none', {}],
    ['was empty', { isWrong: true, isEmpty: true }],
  ])('takes no record for what it looks for that was listed before, where that %s', async (_what, clues) => {
    world.instead = contacts([7, 8], { nome: mark })
    const ledger = ledgerOf(world)
    ledger.noteListed('/contatos', ['8', '7'])
    ledger.noteListed('/produtos', ['9'])
    ledger.intend('/contatos', clues)
    ledger.noteListed('/contatos', ['9'])
    expect(await cleanAll()).toEqual(['never-made'])
    expect(singles()).toEqual([])
    expect(readdirSync(world.folder)).toEqual([])
  })

  it('names what was not listed before and may be it, and touches none of that', async () => {
    world.instead = contacts([7, 8, 9], { outro: 'x' })
    const ledger = ledgerOf(world)
    ledger.noteListed('/contatos', ['7'])
    ledger.intend('/contatos', { isWrong: true, isEmpty: true })
    ledger.noteListed('/contatos', ['8', '9'])
    const [kept] = readLedgers(world.folder)
    const account = await world.cleaner(kept as Ledger)
    expect(await cleanUp(account)).toMatchObject([
      { fate: 'left', reason: 'one-of', id: null, mayBe: ['9', '8'] },
    ])
    expect(singles()).toEqual(['9', '8'])
    expect(world.log.filter((line) => !line.startsWith('GET'))).toEqual([])
  })

  it.each([
    [10, 'left: one-of'],
    [11, 'left: not-found'],
  ])('names no more than a person would look at: of %i', async (count, fate) => {
    world.instead = contacts(
      many(count).map(({ id }) => id),
      { outro: 'x' },
    )
    ledgerOf(world).intend('/contatos', { isWrong: true, isEmpty: true })
    expect(await cleanAll()).toEqual([fate])
  })

  it('closes an intent whose body was empty where every record has what an empty one lacks', async () => {
    ledgerOf(world).intend('/contatos', { isWrong: true, isEmpty: true })
    expect(await cleanAll()).toEqual(['never-made'])
  })

  it('leaves an intent open whose body was empty where a record lacks it, too', async () => {
    world.instead = (line) =>
      line === 'GET /Api/v3/contatos'
        ? ok([{ id: 7, nome: '' }])
        : line.endsWith('/contatos/7')
          ? ok({ id: 7, nome: '', outro: 'x' })
          : null
    ledgerOf(world).intend('/contatos', { isWrong: true, isEmpty: true })
    expect(await cleanAll()).toEqual(['left: one-of'])
    expect(world.log.filter((line) => line.startsWith('DELETE'))).toEqual([])
  })

  /** What one listing of several required fields shows, in the list and alone. */
  const showing = (record: object) => (line: string, query: URLSearchParams) =>
    line === 'GET /Api/v3/anuncios'
      ? ok(query.get('situacao') === '2' ? [{ id: 7 }] : [])
      : line.endsWith('/anuncios/7')
        ? ok({ id: 7, ...record })
        : null
  it.each<[string, object, string]>([
    ['two are filled, and the others not shown', { preco: { valor: 5 }, produto: { id: 5 } }, 'never-made'],
    ['one alone is shown', { preco: { valor: 5 } }, 'left: one-of'],
    ['none is shown', { outro: 'x' }, 'left: one-of'],
    ['one of three is empty', { preco: {}, produto: { id: 5 }, loja: { id: 6 } }, 'left: one-of'],
    ['one holds a zero alone', { preco: { valor: 5 }, produto: { id: 0 }, loja: { id: 6 } }, 'left: one-of'],
    ['one is null', { preco: null, produto: { id: 5 }, loja: { id: 6 } }, 'left: one-of'],
  ])('of a record that needs four fields, where %s', async (_what, record, fate) => {
    world.instead = showing(record)
    ledgerOf(world).intend('/anuncios', { isWrong: true, isEmpty: true })
    expect(await cleanAll()).toEqual([fate])
  })

  it.each<[string, unknown, string[]]>([
    ['an empty text', { id: 7, nome: '' }, []],
    ['a text', { id: 7, nome: 'Outro' }, []],
    ['another field', { id: 7, fantasia: 'Outro' }, ['GET /Api/v3/contatos/7']],
    ['no text', { id: 7, nome: 3 }, ['GET /Api/v3/contatos/7']],
  ])(
    'reads a record singly whose list shows for the field that carries the mark %s',
    async (_what, record, reads) => {
      world.instead = (line) =>
        at(line, ok([record])) ?? (line.endsWith('/contatos/7') ? ok({ id: 7, nome: 'Outro' }) : null)
      ledgerOf(world).intend('/contatos', { fields: ['nome'] })
      expect(await cleanAll()).toEqual(['never-made'])
      expect(world.log.filter((line) => /contatos\/\d/.test(line))).toEqual(reads)
    },
  )

  it('counts a record once, however many pages show it', async () => {
    const records = many(30).map(({ id }) => ({ id }))
    world.instead = (line) =>
      at(line, ok(records)) ?? (/contatos\/\d/.test(line) ? { status: 404, data: null } : null)
    ledgerOf(world).intend('/contatos', { fields: ['nome'] })
    expect(await cleanAll()).toEqual(['never-made'])
    expect(world.log.filter((line) => /contatos\/\d/.test(line))).toHaveLength(30)
  })

  it('looks at the newest first, and ends with the one that it looked for', async () => {
    world.instead = (line) =>
      at(line, ok([9, 100, 77].map((id) => ({ id })))) ??
      (line.endsWith('/contatos/77')
        ? line.startsWith('GET')
          ? untilDeleted('/Api/v3/contatos/77', ok({ id: 77, nome: mark }))
          : { status: 204, data: null }
        : notFound)
    ledgerOf(world).intend('/contatos', { fields: ['nome'] })
    expect(await cleanAll()).toEqual(['deleted'])
    expect(world.log.filter((line) => /contatos\/\d/.test(line))).toEqual([
      'GET /Api/v3/contatos/100',
      'GET /Api/v3/contatos/77',
      'GET /Api/v3/contatos/77',
      'DELETE /Api/v3/contatos/77',
      'GET /Api/v3/contatos/77',
    ])
  })

  it.each<[number, string]>([
    [204, 'deleted'],
    [299, 'deleted'],
    [300, 'left: refused'],
    [404, 'gone'],
    [409, 'left: refused'],
  ])('takes a DELETE that is answered %i for: %s', async (status, fate) => {
    const ledger = ledgerOf(world)
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    created(ledger, '/contatos', 'nome', id)
    world.instead = (line) => (line.startsWith('DELETE') ? { status, data: null } : null)
    const [account] = await Promise.all(readLedgers(world.folder).map((one) => world.cleaner(one)))
    if (!account) throw new Error('an account')
    const [cleaned] = await cleanUp(account)
    const { reason } = cleaned ?? {}
    expect(reason ? `${cleaned?.fate}: ${reason}` : cleaned?.fate).toBe(fate)
    expect(cleaned).toMatchObject({ number: 1, id, route: 'DELETE /contatos/{idContato}', status })
    expect(readdirSync(world.folder)).toHaveLength(1)
    account.close()
    expect(readdirSync(world.folder)).toHaveLength(fate.startsWith('left') ? 1 : 0)
  })

  it.each<[string, number, HttpResponse, string]>([
    ['done, and the record is read as before', 204, 'as before', 'left: still-shown'],
    ['not found, and the record is read as before', 404, 'as before', 'left: refused'],
    ['done, and the read is answered 500', 204, { status: 500, data: null }, 'left: unseen'],
    ['done, and the read is not answered', 204, 'silence', 'left: unseen'],
    ['done, and the read shows none', 204, ok(null), 'deleted'],
    ['done, and the read is answered 410', 204, { status: 410, data: null }, 'deleted'],
  ])('believes no DELETE without a look: %s', async (_what, status, after, fate) => {
    const ledger = ledgerOf(world)
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    const path = `/Api/v3/contatos/${id}`
    const record = ok(world.get(`/contatos/${id}`))
    created(ledger, '/contatos', 'nome', id, 'proven')
    world.instead = (line) => {
      if (line === `DELETE ${path}`) return { status, data: null }
      if (line !== `GET ${path}`) return null
      return world.log.includes(`DELETE ${path}`) && after !== 'as before' ? after : record
    }
    expect(await cleanAll()).toEqual([fate])
    expect(world.log.filter((line) => line.endsWith(path)).map((line) => line.split(' ')[0])).toEqual([
      'GET',
      'DELETE',
      'GET',
    ])
    expect(readdirSync(world.folder)).toHaveLength(fate === 'deleted' ? 0 : 1)
  })

  /** An account of the run's own, paid by it: the borderôs that it shows, and what a read of each shows. */
  function paid(borderos: Readonly<Record<number, object>>, fields: readonly string[] = ['historico']) {
    const [account, of] = ['/Api/v3/contas/receber/7', '/contas/receber/7']
    const ledger = ledgerOf(world)
    created(ledger, '/contas/receber', 'historico', '7')
    ledger.noteListed('/borderos', ['10'])
    ledger.intend('/borderos', { fields, paidAccount: of })
    world.instead = (line) => {
      const id = Number(line.split('/').at(-1))
      if (line.startsWith('DELETE')) return { status: 204, data: null }
      if (line === `GET ${account}`)
        return untilDeleted(
          account,
          ok({ id: 7, historico: mark, borderos: Object.keys(borderos).map(Number) }),
        )
      const shown = borderos[id]
      return shown ? untilDeleted(`/Api/v3/borderos/${id}`, ok(shown)) : null
    }
  }
  const deletions = () => world.log.filter((line) => line.startsWith('DELETE'))

  it('undoes a payment of the run: the borderô that shows its mark, and none that was there or shows none', async () => {
    paid({
      10: { id: 10, historico: mark },
      11: { id: 11, historico: 'Outro' },
      12: { id: 12, historico: mark },
    })
    expect(await cleanAll()).toEqual(['deleted', 'deleted'])
    expect(deletions()).toEqual(['DELETE /Api/v3/borderos/12', 'DELETE /Api/v3/contas/receber/7'])
  })

  it.each<[string, object]>([
    ['is another record', { id: 12, historico: mark }],
    ['shows the mark where it was not sent', { id: 11, outro: mark }],
  ])('leaves a borderô whose read %s, and names it', async (_what, shown) => {
    paid({ 11: shown })
    expect(await cleanAll()).toEqual(['left: one-of', 'deleted'])
    expect(deletions()).toEqual(['DELETE /Api/v3/contas/receber/7'])
  })

  it.each<[string, unknown]>([
    ['of another account', { id: 8, historico: mark, borderos: [] }],
    ['that shows no list of them', { id: 7, historico: mark }],
  ])('takes no borderô for never made by a read %s', async (_what, account) => {
    ledgerOf(world).intend('/borderos', { fields: ['historico'], paidAccount: '/contas/receber/7' })
    world.instead = (line) => (line === 'GET /Api/v3/contas/receber/7' ? ok(account) : null)
    expect(await cleanAll()).toEqual(['left: not-found'])
  })

  it('names what shows the mark of a wrong create, and touches it not', async () => {
    ledgerOf(world).intend('/contatos', { fields: ['nome'], isWrong: true })
    world.instead = (line) =>
      at(line, ok([{ id: 7, nome: mark }])) ??
      (line.endsWith('/contatos/7') ? ok({ id: 7, nome: mark }) : null)
    expect(await cleanAll()).toEqual(['left: one-of'])
    expect(deletions()).toEqual([])
  })

  it('deletes no borderô where the run was not allowed to', async () => {
    allow = ['contas-receber', 'POST /contas/receber/{}/baixar']
    paid({ 11: { id: 11, historico: mark } })
    expect(await cleanAll()).toEqual(['left: not-allowed', 'deleted'])
    expect(deletions()).toEqual(['DELETE /Api/v3/contas/receber/7'])
  })

  it.each<[string, string[], string]>([
    ['its create alone', ['POST /contatos'], 'deleted'],
    ['its resource', ['contatos'], 'deleted'],
    ['another resource', ['produtos'], 'left: not-allowed'],
    ['nothing', [], 'left: not-allowed'],
  ])('deletes a record where the run was allowed %s', async (_what, allowed, fate) => {
    allow = allowed
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    created(ledgerOf(world), '/contatos', 'nome', id)
    expect(await cleanAll()).toEqual([fate])
    expect(world.has(`/contatos/${id}`)).toBe(fate !== 'deleted')
  })

  it.each<[string, object, string, string[]]>([
    ['deletes it where both show the mark', { nome: mark }, 'deleted', ['GET', 'GET', 'DELETE', 'GET']],
    ['leaves it where the second shows another', { nome: 'Outro' }, 'left: unmarked', ['GET', 'GET']],
    ['leaves it where the second shows too little', {}, 'left: unmarked', ['GET', 'GET']],
  ])('reads twice what no read of the killed run had shown, and %s', async (_what, second, fate, asked) => {
    created(ledgerOf(world), '/contatos', 'nome', '7')
    const path = '/Api/v3/contatos/7'
    const reads = () => world.log.filter((line) => line === `GET ${path}`).length
    world.instead = (line) => {
      if (line === `DELETE ${path}`) return { status: 204, data: null }
      const shown = reads() === 2 ? second : { nome: mark }
      return line === `GET ${path}` ? untilDeleted(path, ok({ id: 7, ...shown })) : at(line, ok([]))
    }
    expect(await cleanAll()).toEqual([fate])
    expect(world.log.filter((line) => line.endsWith(path)).map((line) => line.split(' ')[0])).toEqual(asked)
  })

  it('skips what is left after an interrupt, and asks nothing of it', async () => {
    const ledger = ledgerOf(world)
    created(ledger, '/contatos', 'nome', '7')
    const [account] = await Promise.all(readLedgers(world.folder).map((one) => world.cleaner(one)))
    if (!account) throw new Error('an account')
    expect(await cleanUp(account, AbortSignal.abort())).toMatchObject([
      { fate: 'left', reason: 'skipped', id: '7' },
    ])
    expect(world.log).toEqual([])
    account.close()
  })

  it.each([
    ['fails', 500, []],
    ['is none', 200, { id: 1 }],
    ['names nothing', 200, [{ nome: 'x' }]],
  ])('leaves an intent open whose groups %s', async (_what, status, data) => {
    world.instead = (line) => (line.endsWith('/campos-customizados/modulos') ? { status, data } : null)
    ledgerOf(world).intend('/campos-customizados', { fields: ['nome'] })
    expect(await cleanAll()).toEqual(['left: not-found'])
  })

  it('leaves an intent open whose mark no text could carry', async () => {
    ledgerOf(world).intend('/contatos')
    expect(await cleanAll()).toEqual(['left: not-found'])
  })

  it('goes on with the next record where one cannot be cleaned', async () => {
    const ledger = ledgerOf(world)
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    created(ledger, '/contatos', 'nome', id)
    created(ledger, '/vendedores', 'nome', '1')
    world.instead = (line) => {
      if (line.includes('/vendedores')) throw new Error('fault')
      return null
    }
    expect(await cleanAll()).toContain('deleted')
  })

  /** As a service that is dead, or one of whose routes is. */
  const silent = (path: RegExp) => (line: string) => (path.test(line) ? 'silence' : null)
  it('waits for no more than two requests of a service that has fallen silent', async () => {
    const ledger = ledgerOf(world)
    for (const path of ['/contatos', '/produtos', '/anuncios']) {
      ledger.intend(path, { fields: ['nome'] })
      created(ledger, path, 'historico', '7')
    }
    world.instead = silent(/./)
    expect(await cleanAll()).toEqual(Array(6).fill('left: no-answer'))
    expect(world.log).toHaveLength(2)
  })

  it('goes on where one route alone is silent', async () => {
    const ledger = ledgerOf(world)
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    created(ledger, '/contatos', 'nome', id)
    for (const path of ['/produtos', '/produtos/fornecedores'])
      created(ledger, path, 'descricao', '7', 'proven')
    world.instead = silent(/GET .*\/produtos\/7/)
    expect(await cleanAll()).toEqual(['gone', 'left: no-answer', 'deleted'])
    expect(world.has(`/contatos/${id}`)).toBe(false)
  })

  it('survives a last line that was cut off', async () => {
    const ledger = ledgerOf(world)
    const id = world.create('/contatos', { nome: `Armazém ${mark}` })
    created(ledger, '/contatos', 'nome', id)
    const [name = ''] = readdirSync(world.folder)
    const path = join(world.folder, name)
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"intent":2,"coll`)
    expect(await cleanAll()).toEqual(['deleted'])
    expect(readdirSync(world.folder)).toEqual([])
  })
})

describe('what was allowed', () => {
  it('is read from resources, routes and *', () => {
    const allow = allowanceOf(['contatos', 'POST /nfe/{}/enviar', '*'])
    expect([...allow.families]).toEqual(['contatos'])
    expect([...allow.routes]).toEqual(['nfe/send'])
    expect(allow.everything).toBe(true)
    for (const name of ['contato', 'GET nfe']) expect(() => allowanceOf(['*', name])).toThrow(name)
  })
})
