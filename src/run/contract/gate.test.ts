import { describe, expect, it } from 'vitest'
import type { Sender } from '../../client/sender.js'
import type { OutgoingRequest } from '../../client/transport.js'
import type { Intent } from '../../exchange/exchange.js'
import type { RawExchange } from '../../exchange/raw.js'
import { NotPermittedError } from '../run-event.js'
import { createGate, type Gate } from './gate.js'
import { createMemoryLedger, type Ledger } from './ledger.js'
import { live } from './permissions.fixture.js'
import { embeddedPermissions, type Permissions, routeAt } from './permissions.js'

const baseUrl = 'https://api.exemplo.invalid/Api/v3'
const mark = '[homologa abc]'
const header = { run: 'r', account: 'a', baseUrl, mark, startedAt: '2026-05-04T10:00:00Z' }

interface AskOptions {
  readonly body?: unknown
  readonly status?: number
  readonly response?: unknown
  /** Whether the record of the exchange throws. */
  readonly throws?: boolean
  readonly signal?: AbortSignal
  readonly intent?: Intent
}

interface Trial {
  readonly gate: Gate
  readonly ledger: Ledger
  readonly sent: string[]
  /** What the gate made of a request: `sent`, or why it was kept back. */
  ask(line: string, options?: AskOptions): Promise<string>
  /** Creates a record, and reads it back with its mark. */
  own(id: number, collection?: string, field?: string): Promise<void>
  /** Of each request that was sent: whether a signal could break it off. */
  readonly signals: boolean[]
}

function tryGate(permissions: Permissions, budget: number | null = null): Trial {
  const ledger = createMemoryLedger(header)
  const gate = createGate({ baseUrl, permissions, ledger, budget, named: new Set() })
  const sent: string[] = []
  let next = { status: 200, response: undefined as unknown, throws: false }
  const signals: boolean[] = []
  const sender: Sender = {
    async send(request, meaning) {
      sent.push(`${request.method} ${request.url.slice(baseUrl.length)}`)
      signals.push(meaning.signal !== undefined)
      const exchange = exchangeOf(request, next.status, next.response)
      meaning.beforeRecord?.({ ...exchange, mayBeProcessed: !meaning.signal?.aborted })
      if (next.throws) throw new Error('no room in the journal')
      return { exchange, mayBeProcessed: true }
    },
  }
  const guarded = gate.guard(sender)
  const trial: Trial = {
    gate,
    ledger,
    sent,
    signals,
    async ask(line, { body, status = 200, response, throws = false, signal, intent } = {}) {
      const [method = 'GET', path = '/'] = line.split(' ')
      next = { status, response, throws }
      const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body))
      const request = { method, url: baseUrl + path, headers: [], body: bytes }
      try {
        await guarded.send(request, { channel: 'service', step: null, signal, ...(intent && { intent }) })
        return 'sent'
      } catch (error) {
        if (error instanceof NotPermittedError) return error.because
        throw error
      }
    },
    async own(id, collection = '/contatos', field = 'nome') {
      await trial.ask(`POST ${collection}`, {
        body: { [field]: mark },
        status: 201,
        response: { data: { id } },
      })
      await trial.ask(`GET ${collection}/${id}`, { response: { data: { id, [field]: mark } } })
    },
  }
  return trial
}

function exchangeOf(request: OutgoingRequest, status: number, response: unknown): RawExchange {
  const text = typeof response === 'string' ? response : JSON.stringify(response)
  const bytes = Buffer.from(response === undefined ? '' : text)
  return {
    id: 'e1',
    source: 'run',
    channel: 'service',
    session: null,
    step: null,
    gaps: [],
    failure: null,
    request: { ...request, body: null },
    response: {
      status,
      headers: [],
      body: bytes.length === 0 ? null : { bytes, sizeBytes: bytes.length, flaw: null },
    },
    startedAt: '2026-05-04T10:00:00Z',
    sentAtMs: 0,
    respondedAtMs: 1,
  }
}

describe('a request that creates', () => {
  it('is broken off by no signal once it is sent', async () => {
    const { ask, ledger, signals } = tryGate(live('contatos'))
    const { signal } = new AbortController()
    await ask('GET /contatos', { signal })
    await ask('POST /contatos', { body: { nome: mark }, signal })
    expect(signals).toEqual([true, false])
    expect(ledger.open()).toHaveLength(1)
  })

  it('is no intent where the signal came before', async () => {
    const { ask, ledger } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { nome: mark }, signal: AbortSignal.abort() })
    expect(ledger.open()).toEqual([])
  })

  it('is known though its exchange could not be recorded', async () => {
    const { ask, ledger } = tryGate(live('contatos'))
    const creating = { body: { nome: mark }, status: 201, response: { data: { id: 7 } }, throws: true }
    await expect(ask('POST /contatos', creating)).rejects.toThrow('no room')
    expect(ledger.open()).toMatchObject([{ collection: '/contatos', id: '7' }])
  })

  it.each<[string, AskOptions, string[]]>([
    ['though it was sound', { status: 400 }, ['refused']],
    ['as the last of its kind', { status: 499 }, ['refused']],
    ['because it was wrong on purpose', { status: 400, intent: 'invalid' }, []],
    ['for want of a token', { status: 401 }, []],
    ['for want of a right', { status: 403 }, []],
    ['for its pace', { status: 429 }, []],
    ['without the mark', { status: 400, body: { nome: 'x' } }, []],
    ['by a fault of the service', { status: 500 }, ['named']],
    ['before it was sent', { status: 400, signal: AbortSignal.abort() }, []],
  ])('is looked for where it was refused %s: %j', async (_how, options, standings) => {
    const { ask, ledger } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { nome: mark }, ...options })
    expect(ledger.open().map(({ standing }) => standing)).toEqual(standings)
  })

  it.each<[unknown, readonly string[], boolean?]>([
    [{ nome: `Loja ${mark}` }, ['nome']],
    [{ numero: 7, fantasia: mark, nome: mark }, ['fantasia', 'nome']],
    [
      { itens: [{ codigo: 'x' }, { lote: { codigo: mark } }, { lote: { codigo: mark } }] },
      ['itens.lote.codigo'],
    ],
    [{ nome: 'Loja' }, []],
    [mark, []],
    [undefined, []],
    [{}, [], true],
    [[], [], true],
  ])(
    'of %j notes the fields that carry the mark, or that it is empty',
    async (body, fields, isEmpty = false) => {
      const { ask, ledger } = tryGate(live('contatos'))
      await ask('POST /contatos', { body, throws: true, status: 500 }).catch(() => undefined)
      expect(ledger.open()).toMatchObject([{ fields, isEmpty, id: null, isWrong: false }])
    },
  )

  it('is over for clean-up once its response came, so that nobody waits for it', async () => {
    const { ask, ledger } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: {}, status: 500 })
    expect(ledger.open()).toMatchObject([{ atMs: 0 }])
  })
})

describe('what a list shows before a request that creates', () => {
  const shown = (data: unknown) => ({ response: { data } })
  const idsBefore = async (permissions: Permissions, lines: readonly (readonly [string, AskOptions])[]) => {
    const { ask, ledger } = tryGate(permissions)
    for (const [line, options] of lines) await ask(line, options)
    return ledger.open().map((entry) => [entry.collection, ...entry.idsBefore])
  }
  const creating = (path: string) => [`POST ${path}`, { body: {}, status: 500 }] as const

  it('was there before it, and is kept with its intent', async () => {
    const asked = [
      ['GET /contatos?pagina=1', shown([{ id: 7 }, { id: '8' }])],
      ['GET /contatos/9', shown({ id: 9 })],
      ['GET /contatos', { status: 400, ...shown([{ id: 10 }]) }],
      ['GET /produtos', shown([{ id: 11 }])],
      creating('/contatos'),
      ['GET /contatos', shown([{ id: 12 }])],
    ] as const
    expect(await idsBefore(live('contatos'), asked)).toEqual([['/contatos', '7', '8']])
  })

  it('is known of custom fields by the list of their module', async () => {
    const asked = [
      ['GET /campos-customizados/modulos', shown([{ id: 5 }])],
      ['GET /campos-customizados/modulos/5', shown([{ id: 7 }])],
      creating('/campos-customizados'),
    ] as const
    expect(await idsBefore(live('campos-customizados'), asked)).toEqual([['/campos-customizados', '7']])
  })

  it('is no record whose identifier may be that of several', async () => {
    const asked = [
      ['GET /anuncios', shown({ anuncios: [{ id: 7 }, { idProduto: 8 }, { id: { id: 9 } }, { id: 0 }] })],
      creating('/anuncios'),
    ] as const
    expect(await idsBefore(live('anuncios'), asked)).toEqual([['/anuncios', '7']])
  })

  it('is nothing to the embedded service, which forgets', async () => {
    const asked = [['GET /contatos', shown([{ id: 7 }])], creating('/contatos')] as const
    expect(await idsBefore(embeddedPermissions, asked)).toEqual([])
  })
})

describe('what the gate lets out to a live account', () => {
  it.each([
    ['GET /contatos', live(), 'sent'],
    ['GET /qualquer/coisa', live(), 'sent'],
    ['GET /homologacao/produtos', live('*'), 'homologation'],
    ['POST /contatos', live(), 'read-only'],
    ['POST /contatos', live('produtos'), 'not-allowed'],
    ['POST /contatos', live('contatos'), 'sent'],
    ['POST /contatos', live('POST /contatos'), 'sent'],
    ['POST /contatos', live('*'), 'sent'],
    ['POST /depositos', live('*'), 'undeletable'],
    ['POST /depositos', live('depositos'), 'sent'],
    ['POST /nfe', live('*'), 'undeletable'],
    ['POST /nfe', live('*', 'DELETE /nfe'), 'sent'],
    ['POST /logisticas/objetos', live('*'), 'undeletable'],
    ['POST /logisticas/objetos', live('logisticas'), 'sent'],
    ['PUT /logisticas/objetos/7', live('*'), 'no-mark'],
    ['DELETE /logisticas/objetos/7', live('logisticas'), 'no-mark'],
    ['PUT /logisticas/servicos/7', live('PUT /logisticas/servicos/{}'), 'no-mark'],
    ['DELETE /nfse/7', live('*', 'nfse'), 'no-mark'],
    ['POST /qualquer/coisa', live('*'), 'unknown-route'],
    ['POST /estoques', live('*'), 'method-not-shown'],
    ['POST /nfe/7/enviar', live('*', 'nfe'), 'risky'],
    ['POST /nfe/7/enviar', live('POST /nfe/{id}/enviar'), 'not-created-here'],
    ['POST /contas/pagar/7/baixar', live('*'), 'risky'],
    ['POST /pedidos/vendas/7/lancar-estoque', live('*'), 'risky'],
    ['DELETE /contatos?idsContatos[]=7', live('*'), 'risky'],
    ['DELETE /contatos?idsContatos[]=7', live('DELETE /contatos'), 'not-created-here'],
    ['DELETE /contatos', live('DELETE /contatos'), 'not-created-here'],
    ['DELETE /contatos/7', live('*'), 'not-created-here'],
    ['PUT /contatos/7', live('*'), 'not-created-here'],
    ['PATCH /contatos/7/situacoes', live('*'), 'not-created-here'],
    ['PUT /nfse/configuracoes', live('PUT /nfse/configuracoes'), 'no-mark'],
  ])('%s under %o: %s', async (line, permissions, outcome) => {
    const trial = tryGate(permissions)
    expect(await trial.ask(line)).toBe(outcome)
    expect(trial.sent).toHaveLength(outcome === 'sent' ? 1 : 0)
  })

  const knowing = (...names: string[]): Permissions => ({ ...live(...names), knowledge: 'document' })

  it.each([
    ['GET /caixas', knowing(), 'sent'],
    ['POST /caixas', live('*'), 'unknown-route'],
    ['POST /caixas', knowing('contatos'), 'not-allowed'],
    ['POST /caixas', knowing('caixas'), 'sent'],
    ['POST /produtos/fornecedores', live('*'), 'undeletable'],
    ['POST /produtos/fornecedores', knowing('*'), 'sent'],
    ['PUT /caixas/7', knowing('*'), 'not-created-here'],
    ['POST /estoques', knowing('*'), 'risky'],
    ['POST /usuarios/recuperar-senha', knowing('*', 'usuarios'), 'risky'],
    ['POST /usuarios/recuperar-senha', knowing('POST /usuarios/recuperar-senha'), 'not-created-here'],
    ['PUT /produtos/lotes', knowing('*'), 'risky'],
    ['PUT /produtos/lotes', knowing('PUT /produtos/lotes'), 'not-created-here'],
    ['POST /ordens-producao/gerar-sob-demanda', knowing('*'), 'risky'],
    ['POST /contas/receber/boletos/cancelar', knowing('*'), 'risky'],
    ['DELETE /produtos/estruturas?idsProdutos[]=7', knowing('*'), 'risky'],
    ['PATCH /produtos/variacoes/7/atributos', knowing('*'), 'not-created-here'],
    ['PATCH /formas-pagamentos/7/padrao', knowing('*'), 'not-created-here'],
    ['POST /notificacoes/01JX/confirmar-leitura', knowing('*'), 'not-created-here'],
  ])('%s under %o: %s, where the document is known', async (line, permissions, outcome) => {
    const trial = tryGate(permissions)
    expect(await trial.ask(line)).toBe(outcome)
    expect(trial.sent).toHaveLength(outcome === 'sent' ? 1 : 0)
  })

  it('is a change of a record of the run, once a read has shown its mark', async () => {
    const { ask } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { nome: `x ${mark}` }, status: 201, response: { data: { id: 7 } } })
    expect(await ask('PUT /contatos/7')).toBe('not-verified')
    expect(await ask('DELETE /contatos/7')).toBe('not-verified')
    await ask('GET /contatos/7', { response: { data: { id: 7, nome: `x ${mark}` } } })
    expect(await ask('PUT /contatos/7')).toBe('sent')
    expect(await ask('PUT /contatos/8')).toBe('not-created-here')
    expect(await ask('POST /contatos/situacoes', { body: { idsContatos: [7], situacao: 'A' } })).toBe('sent')
    expect(await ask('POST /contatos/situacoes', { body: { idsContatos: [7, 8] } })).toBe('not-created-here')
    expect(await ask('POST /contatos/situacoes', { body: { situacao: 'A' } })).toBe('not-created-here')
    expect(await ask('POST /contatos/situacoes', { body: { idsContatos: 7 } })).toBe('sent')
    expect(await ask('POST /contatos/situacoes', { body: { idsContatos: 8 } })).toBe('not-created-here')
    expect(await ask('POST /contatos/situacoes', { body: [7] })).toBe('not-created-here')
    expect(await ask('POST /contatos/situacoes?empresa=8', { body: { idsContatos: [7] } })).toBe('sent')
    expect(await ask('POST /contatos/situacoes?idsContatos=8', { body: { idsContatos: [7] } })).toBe(
      'not-created-here',
    )
  })

  it('is no record whose identifier hides in an encoded path', async () => {
    const { ask, own } = tryGate(live('contatos'))
    await own(7)
    expect(await ask('DELETE /contatos/7')).toBe('sent')
    expect(await ask('DELETE /contatos/7%2F..%2F8')).toBe('not-created-here')
    expect(await ask('DELETE /contatos/7/../8')).toBe('unknown-route')
  })

  it('is no body that refers to what a create returned, and nothing has proven', async () => {
    const { ask, own } = tryGate(live('contatos', 'pedidos-vendas'))
    const order = (id: number | string) => ({ body: { contato: { id }, itens: [{ descricao: 'x' }] } })
    await own(8)
    await ask('POST /contatos', { body: { nome: mark }, status: 201, response: { data: { id: 7 } } })
    await ask('POST /contatos', { body: {}, intent: 'invalid', status: 201, response: { data: { id: 6 } } })
    const sent = [8, '8', 5, 7, '7', 6].map((id) => ask('POST /pedidos/vendas', order(id)))
    const kept = 'foreign-reference'
    expect(await Promise.all(sent)).toEqual(['sent', 'sent', kept, kept, kept, kept])
    expect(await ask('POST /contatos', { body: [{ idContato: 7 }] })).toBe(kept)
  })

  it('is no more than the budget', async () => {
    const { ask, gate } = tryGate(live(), 2)
    expect([await ask('GET /a'), await ask('GET /b'), await ask('GET /c')]).toEqual([
      'sent',
      'sent',
      'budget',
    ])
    expect(gate.sent).toBe(2)
  })
})

describe('the ledger behind the gate', () => {
  it('knows what may have been created before the request leaves, and what became of it', async () => {
    const { ask, ledger, own } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { nome: `x ${mark}` }, status: 500 })
    await ask('POST /contatos', { body: { nome: 'x' }, status: 400, response: {} })
    await own(9)
    expect(ledger.open()).toMatchObject([
      { number: 1, collection: '/contatos', id: null, fields: ['nome'], standing: 'named' },
      { number: 3, collection: '/contatos', id: '9', fields: ['nome'], standing: 'proven' },
    ])
    await ask('DELETE /contatos/9', { status: 204 })
    await ask('GET /contatos/9', { status: 404 })
    expect(ledger.open().map(({ number }) => number)).toEqual([1])
  })

  it('knows the invoice that is made of an order', async () => {
    const { ask, ledger, own } = tryGate(live('pedidos-vendas', 'POST /pedidos/vendas/{id}/gerar-nfe'))
    await own(7, '/pedidos/vendas', 'observacoes')
    await ask('POST /pedidos/vendas/7/gerar-nfe', { status: 201, response: { data: { idNotaFiscal: 11 } } })
    expect(ledger.open().map(({ collection, id }) => `${collection}/${String(id)}`)).toEqual([
      '/pedidos/vendas/7',
      '/nfe/11',
    ])
  })
})

describe('what an answer makes of an intent', () => {
  const open = async (options: AskOptions, line = 'POST /contatos') => {
    const { ask, ledger, gate } = tryGate(live('contatos', 'pedidos-vendas'))
    await ask(line, { body: { nome: mark }, ...options })
    return { ids: ledger.open().map(({ id }) => id), isProven: gate.own.isProven('/contatos/7') }
  }
  const named = { data: { id: 7 } }

  it.each<[string, AskOptions, (string | null)[]]>([
    ['created', { status: 200, response: named }, ['7']],
    ['created with another success', { status: 299, response: named }, ['7']],
    ['an answer that is no success', { status: 300, response: named }, [null]],
    ['a refusal', { status: 400, response: named }, [null]],
    ['a refusal of what was wrong', { status: 400, response: named, intent: 'invalid' }, []],
    ['a breakdown', { status: 500, response: named }, [null]],
    ['a success without a name', { status: 201, response: { data: {} } }, [null]],
    ['a success without a body', { status: 201 }, [null]],
    ['no JSON', { status: 201, response: 'x' }, [null]],
    [
      'created, where no text could carry the mark',
      { status: 201, response: named, body: { numero: 7 } },
      ['7'],
    ],
  ])('%s', async (_, options, ids) => {
    expect(await open(options)).toEqual({ ids, isProven: false })
  })

  it.each(['.', '..', 'a/b', '7?x', '7#x', '%2e%2e'])('is no name that no address holds: %s', async (id) => {
    const { ask, ledger, gate } = tryGate(live('contatos'))
    await ask('POST /contatos', { status: 201, body: { nome: mark }, response: { data: { id } } })
    expect(ledger.open()).toMatchObject([{ collection: '/contatos', id: null }])
    expect(gate.own.wasReturned(`/contatos/${id}`)).toBe(false)
    expect(await ask(`DELETE /contatos/${encodeURIComponent(id)}`)).toBe('not-created-here')
  })

  it('is none of an answer that broke off', async () => {
    const ledger = createMemoryLedger(header)
    const gate = createGate({
      baseUrl,
      permissions: live('contatos'),
      ledger,
      budget: null,
      named: new Set(),
    })
    const request = { method: 'POST', url: `${baseUrl}/contatos`, headers: [], body: Buffer.from('{}') }
    const sender = (failed: boolean, mayBeProcessed: boolean): Sender => ({
      async send(one, meaning) {
        const exchange = {
          ...exchangeOf(one, 201, named),
          ...(failed && { failure: { kind: 'reset' as const, message: '' } }),
        }
        meaning.beforeRecord?.({ ...exchange, mayBeProcessed })
        return { exchange, mayBeProcessed }
      },
    })
    await gate.guard(sender(true, true)).send(request, { channel: 'service', step: null })
    await gate.guard(sender(true, false)).send(request, { channel: 'service', step: null })
    expect(ledger.open()).toMatchObject([{ number: 1, id: null }])
  })
})

describe('a record that a create returned is not the run’s own', () => {
  const created = { body: { nome: mark }, status: 201, response: { data: { id: 7 } } }
  const own = { response: { data: { id: 7, nome: `x ${mark}` } } }

  it.each<[string, readonly (readonly [line: string, options: AskOptions])[]]>([
    ['as long as no read has shown it', [['POST /contatos', created]]],
    [
      'where a list had shown it before',
      [
        ['GET /contatos', { response: { data: [{ id: 7 }] } }],
        ['POST /contatos', created],
        ['GET /contatos/7', own],
      ],
    ],
    [
      'where a list had shown it as a text',
      [
        ['GET /contatos', { response: { data: [{ id: '7' }] } }],
        ['POST /contatos', created],
        ['GET /contatos/7', own],
      ],
    ],
    [
      'where the create was wrong on purpose',
      [
        ['POST /contatos', { ...created, intent: 'invalid' }],
        ['GET /contatos/7', own],
      ],
    ],
    [
      'where the read responds with another identifier',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', { response: { data: { id: 8, nome: mark } } }],
      ],
    ],
    [
      'where the read shows no identifier',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', { response: { data: { nome: mark } } }],
      ],
    ],
    [
      'where the mark stands in another field',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', { response: { data: { id: 7, nome: 'Outro', fantasia: mark } } }],
      ],
    ],
    [
      'where the mark stands beside the record',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', { response: { data: { id: 7, nome: 'Outro' }, eco: mark } }],
      ],
    ],
    [
      'where the mark is that of another run',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', { response: { data: { id: 7, nome: '[homologa abd]' } } }],
      ],
    ],
    [
      'where the mark is in what is no JSON',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', { response: `<b>${JSON.stringify(own.response)}` }],
      ],
    ],
    [
      'where the read is an error',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', { ...own, status: 500 }],
      ],
    ],
    [
      'where a read below it shows the mark',
      [
        ['POST /contatos', created],
        ['GET /contatos/7/tipos', own],
      ],
    ],
    [
      'where a read of another shows it',
      [
        ['POST /contatos', created],
        ['GET /contatos/8', own],
      ],
    ],
    [
      'where one read shows another, whatever the next ones show',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', { response: { data: { id: 7, nome: 'Outro' } } }],
        ['GET /contatos/7', own],
      ],
    ],
    [
      'where a read shows another later',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', own],
        ['GET /contatos/7', { response: { data: { id: 7, nome: 'Outro' } } }],
        ['GET /contatos/7', own],
      ],
    ],
    [
      'where the last read shows too little to tell',
      [
        ['POST /contatos', created],
        ['GET /contatos/7', own],
        ['GET /contatos/7', { response: { data: { id: 7 } } }],
      ],
    ],
    [
      'where the request carried no mark',
      [
        ['POST /contatos', { ...created, body: { nome: 'x' } }],
        ['GET /contatos/7', own],
      ],
    ],
  ])('%s', async (_what, asked) => {
    const { ask, gate } = tryGate(live('contatos'))
    for (const [line, options] of asked) expect(await ask(line, options)).toBe('sent')
    expect(gate.own.isProven('/contatos/7')).toBe(false)
    expect(['not-verified', 'not-created-here']).toContain(await ask('DELETE /contatos/7'))
    expect(['not-verified', 'not-created-here']).toContain(await ask('PUT /contatos/7'))
    gate.beginCleanup()
    expect(['not-verified', 'not-created-here']).toContain(await ask('DELETE /contatos/7'))
  })

  it.each<[string, object | string]>([
    ['its field', own.response],
    ['its field, in escapes', JSON.stringify(own.response).replaceAll('h', '\\u0068')],
  ])('but it is, once a read shows the identifier, and the mark in %s', async (_what, response) => {
    const { ask } = tryGate(live('contatos'))
    await ask('POST /contatos', created)
    await ask('GET /contatos/7', { response })
    expect([await ask('PUT /contatos/7'), await ask('PUT /contatos/7-x')]).toEqual(['sent', 'sent'])
  })

  it('where an earlier create returned the same, so that its own record is looked for', async () => {
    const { ask, ledger } = tryGate(live('contatos'))
    await ask('POST /contatos', created)
    await ask('POST /contatos', created)
    expect(ledger.open()).toMatchObject([{ standing: 'named' }, { standing: 'doubted' }])
  })
})

describe('what an answer makes of a DELETE', () => {
  const several = 'DELETE /contatos?idsContatos[]=7&idsContatos[]=8'

  it.each<[string, string, number, string[]]>([
    ['done', 'DELETE /contatos/7', 204, ['8']],
    ['gone before', 'DELETE /contatos/7', 404, ['8']],
    ['gone before, by its name with something behind', 'DELETE /contatos/7-x', 404, ['8']],
    ['done with another success', 'DELETE /contatos/7', 200, ['8']],
    ['refused', 'DELETE /contatos/7', 409, ['7', '8']],
    ['broken down', 'DELETE /contatos/7', 500, ['7', '8']],
    ['of several, done', several, 204, []],
    ['of several, done with a report that may name some', several, 200, ['7', '8']],
    ['of several in one text', 'DELETE /contatos?idsContatos[]=7,8', 204, []],
  ])('%s, once reads find none', async (_, line, status, ids) => {
    const { ask, ledger, own } = tryGate(live('contatos', 'DELETE /contatos'))
    for (const id of [7, 8]) await own(id)
    expect(await ask(line, { status })).toBe('sent')
    expect(ledger.open()).toHaveLength(2)
    for (const id of [7, 8]) await ask(`GET /contatos/${id}`, { status: 404 })
    expect(ledger.open().map(({ id }) => id)).toEqual(ids)
  })

  const shown = { id: 7, nome: mark }
  it.each<[string, string, number, unknown, string]>([
    ['of the record, not found', 'GET /contatos/7', 404, null, 'gone'],
    ['of the record, gone', 'GET /contatos/7', 410, null, 'gone'],
    ['of the record, without a body', 'GET /contatos/7', 204, null, 'gone'],
    ['of the record, of another one', 'GET /contatos/7', 200, { data: { id: 8 } }, 'gone'],
    [
      'of the record, of another one under its name',
      'GET /contatos/7',
      200,
      { data: { id: 7, nome: 'x' } },
      'gone',
    ],
    ['of the record, still there', 'GET /contatos/7', 200, { data: shown }, 'still-shown'],
    ['of the record, of which it shows too little', 'GET /contatos/7', 200, { data: { id: 7 } }, 'unseen'],
    ['of the record, refused', 'GET /contatos/7', 401, null, 'unseen'],
    ['of the record, broken down', 'GET /contatos/7', 500, null, 'unseen'],
    ['of another', 'GET /contatos/8', 404, null, 'unseen'],
    ['of its name with something behind', 'GET /contatos/7-x', 404, null, 'unseen'],
    ['of what is below it', 'GET /contatos/7/tipos', 404, null, 'unseen'],
  ])('believes it by a read %s', async (_, line, status, response, seen) => {
    const { ask, ledger, gate, own } = tryGate(live('contatos'))
    await own(7)
    expect(gate.own.afterDelete('/contatos/7')).toBe(null)
    await ask('DELETE /contatos/7', { status: 204 })
    await ask(line, { status, response })
    expect([gate.own.afterDelete('/contatos/7'), ledger.open().length]).toEqual([
      seen,
      seen === 'gone' ? 0 : 1,
    ])
  })
})

describe('a record that is shown after its DELETE', () => {
  const record = { data: { id: 7, nome: mark } }
  async function deleted(line: string, response: unknown) {
    const trial = tryGate(live('contatos'))
    const { ask, ledger, gate } = trial
    await trial.own(7)
    await ask('DELETE /contatos/7', { status: 204 })
    await ask(line, { response })
    const told = () => [ledger.open().map(({ id }) => id), gate.own.afterDelete('/contatos/7')]
    return { ask, told, ledger }
  }

  it('is still there, and no further success removes it', async () => {
    const { ask, told } = await deleted('GET /contatos/7', record)
    expect(told()).toEqual([['7'], 'still-shown'])
    await ask('DELETE /contatos/7', { status: 204 })
    expect(told()).toEqual([['7'], 'unseen'])
    await ask('GET /contatos/7', { status: 404 })
    expect(told()).toEqual([[], 'gone'])
  })

  it('is there again where a read found none at first', async () => {
    const { ask, told } = await deleted('GET /contatos/7', { data: null })
    expect(told()).toEqual([[], 'gone'])
    await ask('GET /contatos/7', { response: record })
    expect(told()).toEqual([['7'], 'still-shown'])
    await ask('DELETE /contatos/7', { status: 204 })
    await ask('GET /contatos/7', { status: 404 })
    expect(told()).toEqual([[], 'gone'])
  })

  it('is left alone where it is another of the same name', async () => {
    const { ask, told } = await deleted('GET /contatos/7', { data: { id: 7, nome: 'Outro' } })
    expect(told()).toEqual([[], 'gone'])
    expect(await ask('DELETE /contatos/7')).toBe('not-verified')
  })
})

describe('the borderô of a payment', () => {
  const path = '/contas/receber'
  const account = (...borderos: unknown[]) => ({ response: { data: { id: 7, historico: mark, borderos } } })
  const payment = { body: { historico: mark }, status: 201, response: { data: { id: 99 } } }

  /** An account of the run's own that is paid and read again, and a borderô that is read. */
  async function pay(
    after: AskOptions,
    bordero: AskOptions = { response: { data: { id: 12, historico: mark } } },
  ) {
    const trial = tryGate(live('contas-receber', 'borderos', 'POST /contas/receber/{}/baixar'))
    const { ask, own, gate } = trial
    await own(7, path, 'historico')
    await ask('GET /contas/receber/7', account(11))
    await ask('POST /contas/receber/7/baixar', payment)
    await ask('GET /contas/receber/7', after)
    for (const id of [11, 12, 99]) await ask(`GET /borderos/${id}`, bordero)
    return ['11', '12', '99'].filter((id) => gate.own.isProven(`/borderos/${id}`))
  }

  it.each<[string, AskOptions, string[]]>([
    ['is the one that the account shows since', account(11, 12), ['12']],
    ['is the one that the account shows as an object', account({ id: 11 }, { id: 12 }), ['12']],
    ['is none that it showed before', account(11), []],
    ['is none where the account shows none', account(), []],
    [
      'is none where another record responds',
      { response: { data: { id: 8, historico: mark, borderos: [12] } } },
      [],
    ],
    ['is none of an error', { ...account(11, 12), status: 500 }, []],
  ])('%s', async (_what, after, proven) => {
    expect(await pay(after)).toEqual(proven)
  })

  it.each<[string, object]>([
    ['shows another text', { id: 12, historico: 'Outro' }],
    ['is another record', { id: 13, historico: mark }],
    ['shows the mark elsewhere', { id: 12, outro: mark }],
  ])('is not the run’s own where its read %s', async (_what, data) => {
    expect(await pay(account(11, 12), { response: { data } })).toEqual([])
  })

  it('is deleted by nobody where the account is not the run’s own', async () => {
    const { ask, gate } = tryGate(live('contas-receber', 'borderos', 'POST /contas/receber/{}/baixar'))
    await ask('GET /contas/receber/7', account(11))
    expect(await ask('POST /contas/receber/7/baixar', payment)).toBe('not-created-here')
    await ask('GET /borderos/11', { response: { data: { id: 11, historico: mark } } })
    gate.beginCleanup()
    expect(await ask('DELETE /borderos/11')).toBe('not-created-here')
  })
})

describe('the embedded service', () => {
  it('is open to everything, whoever made it, and counts what leaves', async () => {
    const { ask, gate, ledger } = tryGate(embeddedPermissions)
    for (const line of [
      'PUT /contatos/7',
      'DELETE /contatos/7',
      'POST /homologacao/produtos',
      'POST /nfe/7/enviar',
    ])
      expect(await ask(line, { body: {} })).toBe('sent')
    expect([gate.sent, gate.isCleaning, ledger.open()]).toEqual([4, false, []])
  })
})

describe('clean-up through the gate', () => {
  const many = ({ gate }: Trial) =>
    gate.deletionProhibition(routeAt('DELETE', '/contatos', 'specification') as never)

  it('deletes several at once where that was named, and past the budget', async () => {
    const named = tryGate(live('contatos', 'DELETE /contatos'), 2)
    await named.own(7)
    expect(await named.ask('GET /contatos')).toBe('budget')
    named.gate.beginCleanup()
    expect([named.gate.isCleaning, many(named)]).toEqual([true, null])
    expect(await named.ask('GET /contatos')).toBe('sent')
    expect(await named.ask('DELETE /contatos?idsContatos[]=7')).toBe('sent')
    expect(many(tryGate(live('*', 'contatos')))).toBe('risky')
  })

  it('deletes what the run was allowed to create, and of what it was not allowed nothing', async () => {
    const flaw = (path: string, ...names: string[]) =>
      tryGate(live(...names)).gate.deletionProhibition(routeAt('DELETE', path, 'specification') as never)
    expect(flaw('/contatos/7', 'contatos')).toBe(null)
    expect(flaw('/contatos/7', '*')).toBe(null)
    expect(flaw('/contatos/7', 'POST /contatos')).toBe(null)
    expect(flaw('/contatos/7', 'PUT /contatos/{}')).toBe('not-allowed')
    expect(flaw('/borderos/7', 'contas-receber', 'POST /contas/receber/{}/baixar')).toBe('not-allowed')
    expect(flaw('/borderos/7', 'borderos')).toBe(null)
  })

  it('lets token requests pass, budget or not', async () => {
    const { gate, sent } = tryGate(live(), 0)
    const passed: string[] = []
    const sender: Sender = {
      async send(request) {
        passed.push(request.url)
        return { exchange: exchangeOf(request, 200, {}), mayBeProcessed: true }
      },
    }
    const request = { method: 'POST', url: `${baseUrl}/oauth/token`, headers: [], body: null }
    await gate.guard(sender).send(request, { channel: 'token', step: null })
    expect([passed.length, gate.sent, sent]).toEqual([1, 0, []])
  })

  it("deletes the run's own records and writes nothing else", async () => {
    const { ask, gate, own } = tryGate(live('*'), 2)
    await own(7)
    gate.beginCleanup()
    expect(await ask('DELETE /contatos/7')).toBe('sent')
    expect(await ask('DELETE /contatos/8')).toBe('not-created-here')
    expect(await ask('POST /contatos', { body: {} })).toBe('read-only')
    expect(await ask('DELETE /contatos?idsContatos[]=7')).toBe('risky')
  })
})
