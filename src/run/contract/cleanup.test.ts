import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../service/listen.js'
import { createResources } from '../../service/resources/resources.js'
import { createService } from '../../service/service.js'
import { spec } from '../../specification/profile.js'
import { type Account, openAccount } from '../account.js'
import { markOf } from '../mark.js'
import { cleanUp } from './cleanup.js'
import { createLedger, type KeptLedger, readLedgers, reopenLedger } from './ledger.js'
import { readAllowance, readOnly } from './permissions.js'

const mark = markOf('run1')

interface World {
  readonly folder: string
  /** Creates a record at the service as a run would have. */
  create(path: string, body: object): Promise<string>
  has(path: string): Promise<boolean>
  cleaner(ledger: KeptLedger): Promise<Account>
  readonly log: string[]
  close(): Promise<void>
}

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'homologa-cleanup-'))
  const service = createService({
    seed: 'c',
    invalidateAt: 'never',
    resources: createResources({ seed: 'c' }),
  })
  const log: string[] = []
  const { answer } = service
  const listener = await listen({
    ...service,
    answer: (request, nowMs) => {
      log.push(`${request.method} ${request.path}`)
      return answer(request, nowMs)
    },
  })
  const { baseUrl, tokenUrl } = listener
  const headers = {
    authorization: `Bearer ${service.credentials.accessToken}`,
    'content-type': 'application/json',
  }
  return {
    folder,
    log,
    async create(path, body) {
      const answered = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
      const { data } = (await answered.json()) as { data: { id: number } }
      return String(data.id)
    },
    has: async (path) => (await fetch(baseUrl + path, { headers })).status === 200,
    cleaner: (ledger) =>
      openAccount({
        ...{
          name: null,
          baseUrl,
          profile: spec,
          userAgent: 'homologa/test',
          store: null,
          lock: null,
          budget: null,
        },
        credentials: { ...service.credentials, tokenCommand: null, tokenUrl },
        permissions: readOnly,
        ledger: () => reopenLedger(ledger),
        ratePerSecond: null,
        onSecret: () => undefined,
        onExchange: () => undefined,
      }),
    async close() {
      await listener.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ledgerOf({ folder }: World) {
  return createLedger(folder, {
    run: 'run1',
    account: 'acc',
    baseUrl: 'x',
    mark,
    startedAt: '2026-05-04T10:00:00Z',
  })
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

describe('clean-up after a crash', () => {
  it('deletes what the ledger says was created, and then has nothing to do', async () => {
    const ledger = ledgerOf(world)
    const intent = ledger.intend('/contatos', true)
    const id = await world.create('/contatos', { nome: `Armazém ${mark}` })
    ledger.created(intent, id)
    expect(await cleanAll()).toEqual(['deleted'])
    expect(await world.has(`/contatos/${id}`)).toBe(false)
    expect(readdirSync(world.folder)).toEqual([])
    expect(await cleanAll()).toEqual([])
  })

  it('finds by its mark what was created while nobody heard the answer, though the list hides the mark', async () => {
    const ledger = ledgerOf(world)
    ledger.intend('/contas/receber', true)
    const body = { vencimento: '2026-08-10', valor: 1, contato: { id: 1 }, historico: `Venda ${mark}` }
    const id = await world.create('/contas/receber', body)
    expect(await cleanAll()).toEqual(['deleted'])
    expect(await world.has(`/contas/receber/${id}`)).toBe(false)
  })

  it('leaves alone what does not show the mark, whatever the ledger says', async () => {
    const ledger = ledgerOf(world)
    const id = await world.create('/contatos', { nome: 'Somebody else' })
    ledger.created(ledger.intend('/contatos', true), id)
    expect(await cleanAll()).toEqual(['left: unmarked'])
    expect(await world.has(`/contatos/${id}`)).toBe(true)
    expect(world.log.filter((line) => line.startsWith('DELETE'))).toEqual([])
    expect(readdirSync(world.folder)).toHaveLength(1)
  })

  it('takes for gone what answers 404, and for nothing what was never created', async () => {
    const ledger = ledgerOf(world)
    ledger.created(ledger.intend('/contatos', true), '424242')
    ledger.refused(ledger.intend('/contatos', true))
    expect(await cleanAll()).toEqual(['gone'])
    expect(readdirSync(world.folder)).toEqual([])
  })

  it('names what cannot be deleted', async () => {
    const ledger = ledgerOf(world)
    ledger.created(
      ledger.intend('/depositos', true),
      await world.create('/depositos', { descricao: `Loja ${mark}` }),
    )
    const order = { contato: { id: 1 }, itens: [{ codigo: 'x' }], observacoes: mark }
    ledger.created(ledger.intend('/nfe', true), await world.create('/nfe', order))
    expect(await cleanAll()).toEqual(['left: risky', 'left: no-delete'])
  })

  it('survives a last line that was cut off', async () => {
    const ledger = ledgerOf(world)
    const id = await world.create('/contatos', { nome: `Armazém ${mark}` })
    ledger.created(ledger.intend('/contatos', true), id)
    const [name = ''] = readdirSync(world.folder)
    const path = join(world.folder, name)
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"intent":2,"coll`)
    expect(await cleanAll()).toEqual(['deleted'])
    expect(readdirSync(world.folder)).toEqual([])
  })
})

describe('what was allowed', () => {
  it('is read from resources, routes and *', () => {
    const { allow, unknown } = readAllowance(['contatos', 'POST /nfe/{}/enviar', '*', 'contato', 'GET nfe'])
    expect([...allow.families]).toEqual(['contatos'])
    expect([...allow.routes]).toEqual(['nfe/send'])
    expect(allow.everything).toBe(true)
    expect(unknown).toEqual(['contato', 'GET nfe'])
  })
})
