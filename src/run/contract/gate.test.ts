import { describe, expect, it } from 'vitest'
import type { Sender } from '../../client/sender.js'
import type { OutgoingRequest } from '../../client/transport.js'
import type { Intent } from '../../exchange/exchange.js'
import type { RawExchange } from '../../exchange/raw.js'
import { createGate, type Gate } from './gate.js'
import { type Ledger, memoryLedger } from './ledger.js'
import { NotPermittedError } from './not-permitted.js'
import { live } from './permissions.fixture.js'
import { embeddedPermissions, type Permissions, routeAt } from './permissions.js'

const baseUrl = 'https://api.exemplo.invalid/Api/v3'
const mark = '[homologa abc]'

interface AskOptions {
  readonly body?: unknown
  readonly status?: number
  readonly answer?: unknown
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
  /** Of each request that was sent: whether a signal could break it off. */
  readonly signals: boolean[]
}

function tryGate(permissions: Permissions, budget: number | null = null): Trial {
  const ledger = memoryLedger({ run: 'r', account: 'a', baseUrl, mark, startedAt: '2026-05-04T10:00:00Z' })
  const gate = createGate({ baseUrl, permissions, ledger, budget })
  const sent: string[] = []
  let next = { status: 200, answer: undefined as unknown, throws: false }
  const signals: boolean[] = []
  const sender: Sender = {
    async send(request, meaning) {
      sent.push(`${request.method} ${request.url.slice(baseUrl.length)}`)
      signals.push(meaning.signal !== undefined)
      const exchange = exchangeOf(request, next.status, next.answer)
      meaning.beforeRecord?.({ ...exchange, mayBeProcessed: !meaning.signal?.aborted })
      if (next.throws) throw new Error('no room in the journal')
      return { exchange, mayBeProcessed: true }
    },
  }
  const guarded = gate.guard(sender)
  return {
    gate,
    ledger,
    sent,
    signals,
    async ask(line, { body, status = 200, answer, throws = false, signal, intent } = {}) {
      const [method = 'GET', path = '/'] = line.split(' ')
      next = { status, answer, throws }
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
  }
}

function exchangeOf(request: OutgoingRequest, status: number, answer: unknown): RawExchange {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const bytes = Buffer.from(answer === undefined ? '' : text)
  return {
    ...{ id: 'e1', source: 'run', channel: 'service', session: null, step: null, gaps: [], failure: null },
    request: { ...request, body: null },
    answer: {
      status,
      headers: [],
      body: bytes.length === 0 ? null : { bytes, sizeBytes: bytes.length, flaw: null },
    },
    ...{ startedAt: '2026-05-04T10:00:00Z', sentAtMs: 0, answeredAtMs: 1 },
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
    const creating = { body: { nome: mark }, status: 201, answer: { data: { id: 7 } }, throws: true }
    await expect(ask('POST /contatos', creating)).rejects.toThrow('no room')
    expect(ledger.open()).toMatchObject([{ collection: '/contatos', id: '7' }])
  })

  it.each<[string, AskOptions, number]>([
    ['though it was sound', { status: 400 }, 1],
    ['as the last of its kind', { status: 499 }, 1],
    ['for it was wrong on purpose', { status: 400, intent: 'invalid' }, 0],
    ['for want of a token', { status: 401 }, 0],
    ['for want of a right', { status: 403 }, 0],
    ['for its pace', { status: 429 }, 0],
    ['without the mark', { status: 400, body: { nome: 'x' } }, 0],
    ['by a fault of the service', { status: 500 }, 0],
    ['before it was sent', { status: 400, signal: AbortSignal.abort() }, 0],
  ])('is looked for where it was refused %s: %j', async (_how, options, count) => {
    const { ask, gate, ledger } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { nome: mark }, ...options })
    expect(gate.refused).toMatchObject(
      Array(count).fill({ collection: '/contatos', field: 'nome', id: null }),
    )
    expect(ledger.open()).toHaveLength(options.status === 500 ? 1 : 0)
  })

  it.each([
    [{ nome: `Loja ${mark}` }, true, 'nome'],
    [{ numero: 7, fantasia: mark }, true, 'fantasia'],
    [{ itens: [{ codigo: 'x' }, { lote: { codigo: mark } }] }, true, 'itens.lote.codigo'],
    [{ nome: 'Loja' }, false, null],
    [undefined, false, null],
    [{}, false, null, true],
    [[], false, null, true],
  ])(
    'of %j notes the field that carries the mark, or that it is empty',
    async (body, marked, field, empty = false) => {
      const { ask, ledger } = tryGate(live('contatos'))
      const before = Date.now()
      await ask('POST /contatos', { body, status: 500 })
      expect(ledger.open()).toMatchObject([{ marked, field, empty, id: null }])
      expect(ledger.open()[0]?.atMs).toBeGreaterThanOrEqual(before)
    },
  )
})

describe('what a list shows before a request that creates', () => {
  const shown = (data: unknown) => ({ answer: { data } })
  const idsBefore = async (permissions: Permissions, lines: readonly (readonly [string, AskOptions])[]) => {
    const { ask, ledger } = tryGate(permissions)
    for (const [line, options] of lines) await ask(line, options)
    return ledger.open().map((entry) => [entry.collection, ...entry.before])
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
    expect(await idsBefore(embeddedPermissions, asked)).toEqual([['/contatos']])
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
    ['POST /logisticas/objetos', live('*'), 'sent'],
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
    ['PUT /nfse/configuracoes', live('PUT /nfse/configuracoes'), 'not-created-here'],
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
    await ask('POST /contatos', { body: { nome: `x ${mark}` }, status: 201, answer: { data: { id: 7 } } })
    expect(await ask('PUT /contatos/7')).toBe('not-verified')
    await ask('GET /contatos/7', { answer: { data: { id: 7, nome: 'another' } } })
    expect(await ask('DELETE /contatos/7')).toBe('not-verified')
    await ask('GET /contatos/7', { answer: { data: { id: 7, nome: `x ${mark}` } } })
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
    const { ask } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { nome: 'x' }, status: 201, answer: { data: { id: 7 } } })
    expect(await ask('DELETE /contatos/7')).toBe('sent')
    expect(await ask('DELETE /contatos/7%2F..%2F8')).toBe('not-created-here')
    expect(await ask('DELETE /contatos/7/../8')).toBe('unknown-route')
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
    const { ask, ledger } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { nome: `x ${mark}` }, status: 500 })
    await ask('POST /contatos', { body: { nome: 'x' }, status: 400, answer: {} })
    await ask('POST /contatos', { body: { nome: 'x' }, status: 201, answer: { data: { id: 9 } } })
    expect(ledger.open()).toMatchObject([
      { number: 1, collection: '/contatos', id: null, marked: true },
      { number: 3, collection: '/contatos', id: '9', marked: false },
    ])
    await ask('DELETE /contatos/9', { status: 204 })
    await ask('GET /contatos/9', { status: 404 })
    expect(ledger.open().map(({ number }) => number)).toEqual([1])
  })

  it('knows the invoice that is made of an order', async () => {
    const { ask, ledger } = tryGate(live('pedidos-vendas', 'POST /pedidos/vendas/{id}/gerar-nfe'))
    await ask('POST /pedidos/vendas', { body: {}, status: 201, answer: { data: { id: 7 } } })
    await ask('POST /pedidos/vendas/7/gerar-nfe', { status: 201, answer: { data: { idNotaFiscal: 11 } } })
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
    return { ids: ledger.open().map(({ id }) => id), isVerified: gate.isVerified('/contatos', '7') }
  }
  const named = { data: { id: 7 } }

  it.each<[string, AskOptions, (string | null)[]]>([
    ['created', { status: 200, answer: named }, ['7']],
    ['created with another success', { status: 299, answer: named }, ['7']],
    ['an answer that is no success', { status: 300, answer: named }, [null]],
    ['a refusal', { status: 400, answer: named }, []],
    ['the last of refusals', { status: 499 }, []],
    ['a breakdown', { status: 500, answer: named }, [null]],
    ['a success without a name', { status: 201, answer: { data: {} } }, [null]],
    ['a success without a body', { status: 201 }, [null]],
    ['no JSON', { status: 201, answer: 'x' }, [null]],
  ])('%s', async (_, options, ids) => {
    expect(await open(options)).toEqual({ ids, isVerified: false })
  })

  it('is verified at once where no text could carry the mark', async () => {
    expect(await open({ status: 201, answer: named, body: { numero: 7 } })).toEqual({
      ids: ['7'],
      isVerified: true,
    })
  })

  it.each(['.', '..', 'a/b', '7?x', '7#x', '%2e%2e'])('is no name that no address holds: %s', async (id) => {
    const { ask, ledger, gate } = tryGate(live('contatos'))
    await ask('POST /contatos', { status: 201, body: { numero: 7 }, answer: { data: { id } } })
    expect(ledger.open()).toMatchObject([{ collection: '/contatos', id: null }])
    expect(gate.isVerified('/contatos', id)).toBe(false)
    expect(await ask(`DELETE /contatos/${encodeURIComponent(id)}`)).toBe('not-created-here')
  })

  it('is none of an answer that broke off', async () => {
    const ledger = memoryLedger({ run: 'r', account: 'a', baseUrl, mark, startedAt: '2026-05-04T10:00:00Z' })
    const gate = createGate({ baseUrl, permissions: live('contatos'), ledger, budget: null })
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
    const { ask, ledger } = tryGate(live('contatos', 'DELETE /contatos'))
    for (const id of [7, 8])
      await ask('POST /contatos', { body: { numero: id }, status: 201, answer: { data: { id } } })
    expect(await ask(line, { status })).toBe('sent')
    expect(ledger.open()).toHaveLength(2)
    for (const id of [7, 8]) await ask(`GET /contatos/${id}`, { status: 404 })
    expect(ledger.open().map(({ id }) => id)).toEqual(ids)
  })

  it.each<[string, string, number, unknown, string]>([
    ['of the record, not found', 'GET /contatos/7', 404, null, 'gone'],
    ['of the record, gone', 'GET /contatos/7', 410, null, 'gone'],
    ['of the record, without a body', 'GET /contatos/7', 204, null, 'gone'],
    ['of the record, of another one', 'GET /contatos/7', 200, { data: { id: 8 } }, 'gone'],
    ['of the record, still there', 'GET /contatos/7', 200, { data: { id: 7 } }, 'still-shown'],
    ['of the record, refused', 'GET /contatos/7', 401, null, 'unseen'],
    ['of the record, broken down', 'GET /contatos/7', 500, null, 'unseen'],
    ['of another', 'GET /contatos/8', 404, null, 'unseen'],
    ['of its name with something behind', 'GET /contatos/7-x', 404, null, 'unseen'],
    ['of what is below it', 'GET /contatos/7/tipos', 404, null, 'unseen'],
  ])('believes it by a read %s', async (_, line, status, answer, seen) => {
    const { ask, ledger, gate } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { numero: 7 }, status: 201, answer: { data: { id: 7 } } })
    expect(gate.afterDelete('/contatos', '7')).toBe(null)
    await ask('DELETE /contatos/7', { status: 204 })
    await ask(line, { status, answer })
    expect([gate.afterDelete('/contatos', '7'), ledger.open().length]).toEqual([
      seen,
      seen === 'gone' ? 0 : 1,
    ])
  })
})

describe('a record that is shown after its DELETE', () => {
  const record = { data: { id: 7, nome: mark } }
  async function deleted(line: string, answer: unknown) {
    const { ask, ledger, gate } = tryGate(live('contatos'))
    await ask('POST /contatos', { body: { nome: mark }, status: 201, answer: { data: { id: 7 } } })
    await ask('GET /contatos/7', { answer: record })
    await ask('DELETE /contatos/7', { status: 204 })
    await ask(line, { answer })
    const told = () => [ledger.open().map(({ id }) => id), gate.afterDelete('/contatos', '7')]
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
    await ask('GET /contatos/7', { answer: record })
    expect(told()).toEqual([['7'], 'still-shown'])
  })

  it('is there again though a record of another kind has its name', async () => {
    const { ask, ledger } = await deleted('GET /contatos/7', { data: null })
    ledger.created(ledger.intend('/produtos', true), '7')
    await ask('GET /contatos/7', { answer: record })
    expect(ledger.open().map(({ collection }) => collection)).toEqual(['/produtos', '/contatos'])
  })

  it('is gone where what is shown is another of the same name', async () => {
    const { told } = await deleted('GET /contatos/7', { data: { id: 7, nome: 'Outro' } })
    expect(told()).toEqual([[], 'gone'])
  })
})

describe('what a read shows', () => {
  const payment = { data: { id: 7, historico: mark, borderos: [11, { id: 12 }, 'x', null] } }
  const escaped = JSON.stringify(payment).replaceAll(
    /[mo]/g,
    (one) => `\\u00${one.charCodeAt(0).toString(16)}`,
  )
  const borderos = live('contas-receber', 'borderos')

  it.each<[string, object | string, number, boolean, boolean]>([
    ['the mark', payment, 200, true, true],
    ['the mark in escapes', escaped, 200, true, true],
    ['the mark in what is no JSON', `<b>Notice</b>${JSON.stringify(payment)}`, 200, true, false],
    ['the mark, and an error', payment, 500, false, false],
    ['no mark', { data: { id: 7, borderos: [11] } }, 200, false, false],
    ['the mark alone', { data: { id: 7, historico: mark } }, 200, true, false],
    ['borderôs that are none', { data: { id: 7, historico: mark, borderos: 11 } }, 200, true, false],
  ])(
    '%s: of a record of the run, and of what came of a payment to it',
    async (_, answer, status, isVerified, isOwn) => {
      const { ask, gate } = tryGate(borderos)
      await ask('POST /contas/receber', {
        body: { historico: mark },
        status: 201,
        answer: { data: { id: 7 } },
      })
      await ask('GET /contas/receber/7', { answer, status })
      expect([gate.isVerified('/contas/receber', '7'), gate.isVerified('/borderos', '11')]).toEqual([
        isVerified,
        isOwn,
      ])
      expect(gate.isVerified('/borderos', '12')).toBe(isOwn)
    },
  )

  it('is nothing of a record of somebody else', async () => {
    const { ask, gate } = tryGate(borderos)
    await ask('GET /contas/receber/7', { answer: payment })
    expect([gate.isVerified('/contas/receber', '7'), gate.isVerified('/borderos', '11')]).toEqual([
      false,
      false,
    ])
  })
})

describe('a record that is told to be the run’s own', () => {
  it('may be changed once a read has shown its mark, or at once where it could carry none', async () => {
    const { ask, gate } = tryGate(live('contatos'))
    gate.own('/contatos', '7', true)
    gate.own('/contatos', '8', false)
    expect([await ask('PUT /contatos/7'), await ask('PUT /contatos/8')]).toEqual(['not-verified', 'sent'])
    expect(await ask('PUT /contatos/7-x')).toBe('not-verified')
    expect(await ask('PUT /contatos/8-x')).toBe('sent')
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
    expect(gate.mayRemoveMany(routeAt('DELETE', '/nfe', 'specification') as never)).toBe(true)
  })
})

describe('clean-up through the gate', () => {
  it('deletes several at once where that was named, and past the budget', async () => {
    const many = (trial: Trial) =>
      trial.gate.mayRemoveMany(routeAt('DELETE', '/contatos', 'specification') as never)
    const named = tryGate(live('contatos', 'DELETE /contatos'), 1)
    await named.ask('POST /contatos', { body: { numero: 7 }, status: 201, answer: { data: { id: 7 } } })
    expect(await named.ask('GET /contatos')).toBe('budget')
    named.gate.beginCleanup()
    expect([named.gate.isCleaning, many(named)]).toEqual([true, true])
    expect(await named.ask('GET /contatos')).toBe('sent')
    expect(await named.ask('DELETE /contatos?idsContatos[]=7')).toBe('sent')
    expect(many(tryGate(live('*', 'contatos')))).toBe(false)
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
    const { ask, gate } = tryGate(live('*'), 1)
    await ask('POST /contatos', { body: { nome: 'x' }, status: 201, answer: { data: { id: 7 } } })
    gate.beginCleanup()
    expect(await ask('DELETE /contatos/7')).toBe('sent')
    expect(await ask('DELETE /contatos/8')).toBe('not-created-here')
    expect(await ask('POST /contatos', { body: {} })).toBe('read-only')
    expect(await ask('DELETE /contatos?idsContatos[]=7')).toBe('read-only')
  })
})
