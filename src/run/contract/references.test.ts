import { describe, expect, it } from 'vitest'
import { suitesKnown } from '../../../suites/index.js'
import type { Sender } from '../../client/sender.js'
import { parseJson, valueIn } from '../../exchange/json.js'
import type { RawExchange } from '../../exchange/raw.js'
import type { ServiceRequest } from '../../service/response.js'
import { matchRoute } from '../../specification/find-route.js'
import { referenceName } from '../../specification/samples/index.js'
import { NotPermittedError } from '../run-event.js'
import type { Captures } from '../suite.js'
import { type ContractTrial, tryContract } from './contract.fixture.js'
import { createGate } from './gate.js'
import { createMemoryLedger } from './ledger.js'
import { live } from './permissions.fixture.js'
import { planContract } from './plan.js'
import { identifiersIn } from './references.js'

function slice(value: Captures[string]['value']): Captures[string] {
  return { text: JSON.stringify(value), value }
}

const store: Captures = { [referenceName('/canais-venda')]: slice(203_456_781) }

describe('the records that creates refer to', () => {
  const planOf = (names: readonly string[], selected: readonly string[] = [], captures: Captures = {}) =>
    planContract({ suites: suitesKnown('specification'), selected, permissions: live(...names), captures })
  const reasonFor = (plan: ReturnType<typeof planOf>, id: string) => {
    const found = plan.routes.find(({ route }) => route.id === id)
    return found && { requests: found.requests > 0, reason: found.reason, lacks: found.lacks }
  }

  it('are created first, and told before anything is sent', () => {
    const plan = planOf(['pedidos-vendas', 'contatos', 'formas-pagamentos'], ['pedidos-vendas'])
    expect(plan.suites[0]).toMatchObject({ id: 'own-records', runsFirst: true })
    expect(plan.suites[0]?.steps.map(({ title }) => title)).toEqual([
      'GET /contatos',
      'POST /contatos',
      'GET /contatos/{idContato}',
      'GET /formas-pagamentos',
      'POST /formas-pagamentos',
      'GET /formas-pagamentos/{idFormaPagamento}',
    ])
    expect(plan.references.filter(({ route }) => route === 'POST /pedidos/vendas')).toEqual([
      { route: 'POST /pedidos/vendas', path: 'contato.id', collection: '/contatos', origin: 'own', id: null },
      {
        route: 'POST /pedidos/vendas',
        path: 'parcelas.formaPagamento.id',
        collection: '/formas-pagamentos',
        origin: 'own',
        id: null,
      },
    ])
  })

  it('keep back what cannot do without one that may not be created, and name it', () => {
    const plan = planOf(['pedidos-vendas'], ['pedidos-vendas'])
    expect(reasonFor(plan, 'pedidos-vendas/create')).toEqual({
      requests: false,
      reason: 'needs-record',
      lacks: ['/contatos', '/formas-pagamentos'],
    })
    for (const id of ['pedidos-vendas/replace', 'pedidos-vendas/remove', 'pedidos-vendas/set-situation'])
      expect(reasonFor(plan, id)).toMatchObject({ requests: false, reason: 'needs-record' })
    expect(plan.suites.flatMap(({ steps }) => steps).filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('are the ones that the user names, where nothing of the run’s own can stand there', () => {
    expect(reasonFor(planOf(['*'], ['categorias-lojas']), 'categorias-lojas/create')).toEqual({
      requests: false,
      reason: 'needs-record',
      lacks: ['/canais-venda'],
    })
    const named = planOf(['*'], ['categorias-lojas'], store)
    expect(reasonFor(named, 'categorias-lojas/create')).toEqual({ requests: true, reason: null, lacks: [] })
    expect(named.references).toContainEqual({
      route: 'POST /categorias/lojas',
      path: 'loja.id',
      collection: '/canais-venda',
      origin: 'named',
      id: '203456781',
    })
  })

  it('are none that a body tells more of than its identifier, unless they are the run’s own', () => {
    const nature = { [referenceName('/naturezas-operacoes')]: slice(5) }
    const contact = { [referenceName('/contatos')]: slice(7) }
    expect(reasonFor(planOf(['*', 'nfe'], ['nfe'], nature), 'nfe/create')).toMatchObject({ requests: true })
    expect(reasonFor(planOf(['*', 'nfe'], ['nfe'], { ...nature, ...contact }), 'nfe/create')).toEqual({
      requests: false,
      reason: 'needs-record',
      lacks: ['/contatos'],
    })
  })

  it('may stand in a body of the user’s, which names them', () => {
    const body = { contato: { id: 77 }, itens: [], parcelas: [{ formaPagamento: { id: 78 } }] }
    const plan = planOf(['pedidos-vendas'], ['pedidos-vendas'], {
      'sample pedidos-vendas/create': slice(body),
    })
    expect(reasonFor(plan, 'pedidos-vendas/create')).toMatchObject({ requests: true })
    expect(plan.references).toContainEqual({
      route: 'POST /pedidos/vendas',
      path: 'contato.id',
      collection: null,
      origin: 'named',
      id: '77',
    })
  })

  it('are named by the user if a body of the user’s needs one of its own collection first', () => {
    const body = { nome: 'Ana', vendedor: { id: { $ref: '/contatos' } } }
    const sample = { 'sample contatos/create': slice(body) }
    expect(reasonFor(planOf(['*'], ['contatos'], sample), 'contatos/create')).toEqual({
      requests: false,
      reason: 'needs-record',
      lacks: ['/contatos'],
    })
    const named = { ...sample, [referenceName('/contatos')]: slice(7) }
    expect(reasonFor(planOf(['*'], ['contatos'], named), 'contatos/create')).toMatchObject({ requests: true })
  })

  it('are created before a record whose body, the user’s own, refers to them', () => {
    const body = { nome: 'Ana', formaPagamento: { id: { $ref: '/formas-pagamentos' } } }
    const plan = planOf(['*'], ['pedidos-vendas'], { 'sample contatos/create': slice(body) })
    const creates = plan.suites[0]?.steps.filter(({ method }) => method === 'POST').map(({ title }) => title)
    expect(creates).toEqual(['POST /formas-pagamentos', 'POST /contatos'])
  })

  it('are not created for what only reads', () => {
    expect(planOf([]).suites.some(({ runsFirst }) => runsFirst)).toBe(false)
  })
})

/** Bodies that reached the service, with what they name, and the identifiers that it gave to what was created. */
function watched(vary: ContractTrial['vary'] = (response) => response) {
  const created = new Set<string>()
  const listed = new Set<string>()
  const named: { readonly line: string; readonly id: string }[] = []
  const trial: Pick<ContractTrial, 'vary' | 'onRequest'> = {
    onRequest({ method, path, body }: ServiceRequest) {
      if (method === 'GET' || body === null) return
      const text = Buffer.from(body).toString('utf8')
      const value = valueIn(parseJson(text)) ?? valueIn(parseJson(`${text}}`)) ?? null
      for (const { path: at, id } of identifiersIn(value)) named.push({ line: `${method} ${path} ${at}`, id })
    },
    vary(response, request) {
      const told = vary(response, request)
      const ids = [...String(response.body ?? '').matchAll(/"id":"?([\w-]+)/g)].map(([, id]) => id ?? '')
      if (request.method === 'POST' && response.status === 201) for (const id of ids) created.add(id)
      else if (request.method === 'GET') for (const id of ids) if (!created.has(id)) listed.add(id)
      return told
    },
  }
  return { trial, named, created, listed }
}

describe('a writing run on a live account', () => {
  it('names in no body a record that it did not create, the service’s own lists aside', async () => {
    const { trial, named, listed } = watched()
    const { log, judgement } = await tryContract({
      permissions: live('*', 'produtos-fornecedores'),
      ...trial,
    })
    expect(named.filter(({ line }) => line.includes('/pedidos/vendas')).length).toBeGreaterThan(0)
    const ofService = /campos-customizados (?:modulo|tipoCampo)\.id$/
    expect(named.filter(({ id, line }) => listed.has(id) && !ofService.test(line))).toEqual([])
    expect(log).toContain('POST /pedidos/vendas')
    expect(judgement.verdict).toBe('pass')
  })

  it('sends no code, number, document, address of mail, telephone or name that another record has', async () => {
    const key = /"(codigo|numero\w*|email|gtin|telefone|nome|fantasia|descricao)":"([^"]+)"/g
    const keysIn = (text: string) => [...text.matchAll(key)].map(([, name, value]) => `${name} ${value}`)
    const shown = new Set<string>()
    const sent = new Set<string>()
    await tryContract({
      permissions: live('*', 'nfse'),
      captures: store,
      onRequest: ({ method, body }) => {
        if (method !== 'GET' && body !== null)
          for (const one of keysIn(Buffer.from(body).toString('utf8'))) sent.add(one)
      },
      vary(response, { method }) {
        const texts = method === 'GET' ? keysIn(String(response.body ?? '')) : []
        for (const one of texts) if (!sent.has(one)) shown.add(one)
        return response
      },
    })
    expect([shown.size > 100, sent.size > 50]).toEqual([true, true])
    // an address has a number of its house
    expect([...sent].filter((one) => shown.has(one) && !/^numero \d{1,4}$/.test(one))).toEqual([])
  })

  it('refers to no record that a create was answered with and that is somebody else’s', async () => {
    let customer = ''
    const { trial, named } = watched((response, { method, path }) => {
      if (method === 'GET' && path.endsWith('/contatos'))
        customer ||= String(JSON.parse(String(response.body)).data[0].id)
      return method === 'POST' && path.endsWith('/contatos') && response.status === 201
        ? { ...response, body: JSON.stringify({ data: { id: Number(customer) } }) }
        : response
    })
    const { judgement } = await tryContract({
      permissions: live('*'),
      selected: ['contatos', 'pedidos-vendas', 'contas-pagar'],
      ...trial,
    })
    expect(customer).toMatch(/^\d+$/)
    expect(named.filter(({ id }) => id === customer)).toEqual([])
    expect(judgement.steps.find(({ id }) => id === 'pedidos-vendas/create')).toMatchObject({
      verdict: 'not-applicable',
    })
  })

  it('creates nothing with a code that a list shows as another record’s', async () => {
    const codes: string[] = []
    const body = { nome: 'Cliente', situacao: 'A', tipo: 'J', codigo: 'REAL-1' }
    const { judgement } = await tryContract({
      permissions: live('contatos'),
      selected: ['contatos'],
      captures: { 'sample contatos/create': slice(body) },
      vary: (response, { method, path }) =>
        method === 'GET' && path.endsWith('/contatos')
          ? { ...response, body: String(response.body).replace(/"codigo":"[^"]*"/, '"codigo":"REAL-1"') }
          : response,
      onRequest: ({ method, path, body: sent }) => {
        const text = sent === null ? '' : Buffer.from(sent).toString('utf8')
        if (method === 'POST' && text.includes('REAL-1')) codes.push(path)
      },
    })
    expect(codes).toEqual([])
    expect(judgement.steps.find(({ id }) => id === 'contatos/create')).toMatchObject({
      reason: 'contract.reason.known-key',
    })
  })
})

describe('the gate', () => {
  const baseUrl = 'https://api.exemplo.invalid/Api/v3'
  const mark = '[homologa abc]'

  const permissions = live('*', 'depositos', 'POST /pedidos/vendas/{}/lancar-estoque/{}')

  /** A gate behind which contact 1, order 2 and warehouse 3 were created, and shown by reads. */
  async function tryGate(named: readonly string[] = []) {
    const ledger = createMemoryLedger({
      run: 'r',
      account: 'a',
      baseUrl,
      mark,
      startedAt: '2026-05-04T10:00:00Z',
    })
    const gate = createGate({ baseUrl, permissions, ledger, budget: null, named: new Set(named) })
    let id = 0
    const sender: Sender = {
      async send(request, meaning) {
        const bytes = Buffer.from(
          JSON.stringify({ data: { id, nome: mark, descricao: mark, observacoes: mark } }),
        )
        const exchange: RawExchange = {
          id: 'e1',
          source: 'run',
          channel: 'service',
          session: null,
          step: null,
          gaps: [],
          failure: null,
          request: { ...request, body: null },
          response: {
            status: request.method === 'POST' ? 201 : 200,
            headers: [],
            body: { bytes, sizeBytes: bytes.length, flaw: null },
          },
          startedAt: '2026-05-04T10:00:00Z',
          sentAtMs: 0,
          respondedAtMs: 1,
        }
        meaning.beforeRecord?.({ ...exchange, mayBeProcessed: true })
        return { exchange, mayBeProcessed: true }
      },
    }
    const ask = async (line: string, body?: unknown): Promise<string> => {
      const [method = '', path = ''] = line.split(' ')
      const bytes =
        body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
      const request = { method, url: baseUrl + path, headers: [], body: bytes }
      return gate
        .guard(sender)
        .send(request, { channel: 'service', step: null })
        .then(
          () => 'left',
          (error: unknown) => (error instanceof NotPermittedError ? error.because : String(error)),
        )
    }
    for (const [collection, field] of [
      ['/contatos', 'nome'],
      ['/pedidos/vendas', 'observacoes'],
      ['/depositos', 'descricao'],
    ] as const) {
      id++
      await ask(`POST ${collection}`, { [field]: mark })
      await ask(`GET ${collection}/${id}`)
    }
    return ask
  }

  it.each<[string, string, unknown, string]>([
    ['an order for the run’s own contact', 'POST /pedidos/vendas', { contato: { id: 1 } }, 'left'],
    ['an order for somebody’s', 'POST /pedidos/vendas', { contato: { id: 9 } }, 'foreign-reference'],
    [
      'a number that is the run’s in another collection',
      'POST /pedidos/vendas',
      { contato: { id: 2 } },
      'foreign-reference',
    ],
    ['a text in place of a number', 'POST /pedidos/vendas', { contato: { id: '9' } }, 'foreign-reference'],
    ['a list of them', 'POST /pedidos/vendas', { itens: [{ produto: { id: 9 } }] }, 'foreign-reference'],
    ['a field that is called like one', 'POST /pedidos/vendas', { idVendedor: 9 }, 'foreign-reference'],
    ['a body without its end', 'POST /pedidos/vendas', '{"contato":{"id":9}', 'foreign-reference'],
    ['nobody, by 0', 'POST /pedidos/vendas', { contato: { id: 1 }, vendedor: { id: 0 } }, 'left'],
    [
      'a change that names somebody’s',
      'PUT /contatos/1',
      { nome: 'x', vendedor: { id: 9 } },
      'foreign-reference',
    ],
    ['a change that names itself', 'PUT /contatos/1', { id: 1, nome: 'x' }, 'left'],
    ['a module of the service’s', 'POST /campos-customizados', { modulo: { id: 9 } }, 'left'],
    ['an action with the run’s own warehouse', 'POST /pedidos/vendas/2/lancar-estoque/3', undefined, 'left'],
    ['an action with somebody’s', 'POST /pedidos/vendas/2/lancar-estoque/9', undefined, 'foreign-reference'],
  ])('judges %s', async (_what, line, body, made) => {
    const ask = await tryGate()
    expect(await ask(line, body)).toBe(made)
  })

  it('lets out what the user named', async () => {
    const ask = await tryGate(['9'])
    expect(await ask('POST /pedidos/vendas', { contato: { id: 9 } })).toBe('left')
  })

  it('knows the routes that it is asked about', () => {
    expect(matchRoute('POST', '/pedidos/vendas/2/lancar-estoque/3')?.route.id).toBe(
      'pedidos-vendas/book-stock-at',
    )
  })
})
