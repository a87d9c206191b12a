import { describe, expect, it } from 'vitest'
import { type Emulated, type EmulateOptions, emulate, examine } from '../../index.js'

async function emulated(options: EmulateOptions, use: (erp: Emulated) => Promise<void>): Promise<void> {
  const erp = await emulate({ seed: 'library', ...options })
  await use(erp).finally(() => erp.close())
}

const ask = ({ baseUrl, accessToken }: Emulated, path: string, body?: unknown) =>
  fetch(baseUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

describe('emulate', () => {
  it('holds what the application made, masks what passed, tells what had no effect', async () => {
    await emulated({ profile: 'bling', records: 3 }, async (erp) => {
      expect(erp.records('contatos')).toHaveLength(3)
      const contact = { nome: 'Armazém São José', tipo: 'J', situacao: 'A' }
      const { data } = (await (await ask(erp, '/contatos', contact)).json()) as { data: { id: number } }
      await ask(erp, '/contatos?cor=azul')
      await ask(erp, '/contatos?cor=verde')
      expect(erp.records('/contatos/').at(-1)).toMatchObject({ ...contact, id: data.id })
      expect(erp.records('pedidos/vendas')).toHaveLength(3)
      expect(erp.notices).toEqual([{ kind: 'unknown-parameter', route: 'GET /contatos', name: 'cor' }])
      await expect.poll(() => erp.exchanges.map(({ response }) => response?.status)).toEqual([201, 200, 200])
      expect(JSON.stringify(erp.exchanges)).not.toContain(erp.accessToken)
      expect(erp.env.HOMOLOGA_BASE_URL).toBe(erp.baseUrl)
    })
  })

  it('answers as its single reads do', async () => {
    await emulated({ profile: 'bling' }, async (erp) => {
      for (const resource of ['produtos', 'pedidos/vendas', 'contas/receber', 'contatos']) {
        const [first] = erp.records(resource)
        const { data } = (await (await ask(erp, `/${resource}/${first?.id}`)).json()) as { data: unknown }
        expect([resource, first]).toEqual([resource, data])
      }
    })
  })

  it('begins alike from the same seed', async () => {
    const seen: unknown[] = []
    for (const seed of ['a', 'a', 'b']) {
      await emulated({ seed }, async (erp) => void seen.push(erp.records('produtos')[0]))
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).not.toEqual(seen[2])
  })

  it('lets events befall the application, chosen before or at once', async () => {
    await emulated({ at: ['1:scope-contatos'] }, async (erp) => {
      const status = async (path: string) => (await ask(erp, path)).status
      expect([await status('/contatos'), await status('/contatos'), await status('/depositos')]).toEqual([
        ...[200, 403],
        200,
      ])
      erp.befall('expire')
      expect(await status('/depositos')).toBe(401)
      await expect
        .poll(() => erp.exchanges.map(({ staged }) => staged))
        .toEqual([...[undefined, 'scope-contatos'], ...[undefined, 'expire']])
    })
  })

  it('keeps the rate where it is told to', async () => {
    for (const [enforce, refused] of [
      [true, 2],
      [false, 0],
    ] as const) {
      await emulated({ profile: 'bling', enforce }, async (erp) => {
        const responses = await Promise.all([1, 2, 3, 4, 5].map(() => ask(erp, '/contatos')))
        expect(responses.filter(({ status }) => status === 429)).toHaveLength(refused)
      })
    }
  })

  it('misbehaves as it is told, late', async () => {
    await emulated({ faults: ['get-500'], latencyMs: 60 }, async (erp) => {
      const beganMs = performance.now()
      expect((await ask(erp, '/homologacao/produtos')).status).toBe(500)
      expect(performance.now() - beganMs).toBeGreaterThanOrEqual(59)
    })
  })

  it('names the address by which it is reached', async () => {
    await emulated({ publicUrl: 'http://erp.example:81' }, async (erp) => {
      expect([erp.baseUrl, erp.tokenUrl]).toEqual([
        ...['http://erp.example:81/Api/v3', 'http://erp.example:81/Api/v3/oauth/token'],
      ])
    })
  })

  it('is closed for good', async () => {
    const erp = await emulate()
    expect((await ask(erp, '/contatos')).status).toBe(200)
    await erp[Symbol.asyncDispose]()
    await expect(ask(erp, '/contatos')).rejects.toThrow()
  })

  it.each<[string, unknown, RegExp]>([
    ['at', ['3:scope-prodtos'], /below '\/prodtos'.*'produtos'/],
    ['at', ['3:die'], /"at" has "3:die".*3:inactivate/],
    ['latencyMs', [9, 5], /"latencyMs" is \[9,5\].*the least first/],
    ['latencyMs', [1, 2, 3], /"latencyMs" is \[1,2,3\]/],
    ['latencyMs', -1, /0 to 60000/],
    ['publicUrl', 'http://erp.example/x', /scheme, name and port alone/],
    ['faults', ['no-has'], /no fault "no-has"/],
  ])('refuses %s %j', async (name, value, said) => {
    await expect(emulate({ [name]: value })).rejects.toThrow(said)
  })

  it('refuses resources and events that there are not', async () => {
    await emulated({}, async (erp) => {
      expect(() => erp.records('produto')).toThrow(/no resource "produto"; there are .*produtos/)
      expect(() => erp.befall('die' as 'expire')).toThrow(/no event "die"/)
    })
  })
})

describe('examine', () => {
  it('serves the other routes as well, and tells what had no effect', async () => {
    const service = await examine({ profile: 'bling' })
    const { baseUrl, accessToken } = service
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await fetch(`${baseUrl}/contatos?cor=azul`, { headers })).status).toBe(200)
    expect(service.notices).toEqual([{ kind: 'unknown-parameter', route: 'GET /contatos', name: 'cor' }])
    await service.close()
  })

  it('takes the same events, and holds nothing against anybody for them', async () => {
    const service = await examine({ profile: 'bling', at: ['1:expire'] })
    const { baseUrl, accessToken } = service
    const send = () =>
      fetch(`${baseUrl}/homologacao/produtos`, { headers: { authorization: `Bearer ${accessToken}` } })
    expect([(await send()).status, (await send()).status]).toEqual([200, 401])
    service.befall('inactivate')
    await send()
    const { report } = await service.result()
    expect(report.findings.map(({ code }) => code)).not.toContain('auth/renewal:refused')
    await service[Symbol.asyncDispose]()
  })
})
