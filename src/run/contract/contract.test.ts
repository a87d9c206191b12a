import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tellingFamilies } from '../../../test/contract/course.js'
import { faultOf } from '../../service/faults/fault.js'
import { type Fault, routeFaults } from '../../service/faults/index.js'
import { bling, type Profile, spec } from '../../specification/profile.js'
import { routeName } from '../../specification/route.js'
import { type ContractTrial, type ContractTrialOutcome, tryContract } from './contract.fixture.js'
import { allowanceOf, embeddedPermissions, readOnly } from './permissions.js'
import { embeddedQuery } from './plan.js'

/** Filters whose values no list of the public document shows: a user gives them, or they stay unasked. */
const askedByWhatNoListShows = [
  'anuncios/list-by-idLojaQuery',
  'anuncios/list-by-idProduto',
  'anuncios/list-by-tipoIntegracao',
  'anuncios/list-categories-by-idCategoria',
  'anuncios/list-categories-by-idLojaQuery',
  'anuncios/list-categories-by-tipoIntegracao',
  'anuncios/list-categories-by-tipoProduto',
  'categorias-lojas/list-by-idCategoriaProdutoPai',
]

/** Variants that need all families side by side. */
const ofAll = new Set(['no records at all'])

/**
 * What of the contract a variant of the service is held against on the wire: by day the telling families, by night all.
 * (`test/contract` holds the whole contract without a wire, day and night.)
 */
function selectedFor(variant: string, few = tellingFamilies): readonly string[] {
  return !isDay || ofAll.has(variant) ? [] : few
}

const isDay = process.env.HOMOLOGA_VARIANTS === undefined

/** Of the faults that lie in what is said, not in how it is carried, by day one of each kind of requirement is on the wire. */
function isOnTheWire({ breaks }: Fault, i: number, all: readonly Fault[]): boolean {
  const kind = breaks.slice(0, breaks.indexOf('/') + 1)
  return !isDay || kind === 'service/' || all.findIndex((one) => one.breaks.startsWith(kind)) === i
}

describe('the contract against the embedded service', () => {
  it('exercises every route with --write, and all pass', async () => {
    const { judgement } = await tryContract()
    const { coverage, findings, steps, verdict } = judgement
    expect(findings).toEqual([])
    expect(coverage.routes.notExercised).toEqual([])
    const left = steps.filter((step) => step.verdict !== 'pass')
    expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['contract.reason.no-identifier']))
    expect(left.map(({ id }) => id).sort()).toEqual(askedByWhatNoListShows)
    expect(verdict).toBe('pass')
  })

  it('exercises what a suite has of the public document likewise', async () => {
    const { judgement, plan } = await tryContract({
      service: { profile: bling },
      permissions: { ...embeddedPermissions, knowledge: 'document' },
      captures: embeddedQuery,
    })
    const { coverage, findings, verdict } = judgement
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
    const planned = new Set(
      plan.routes.flatMap(({ route, requests }) => (requests > 0 ? routeName(route) : [])),
    )
    const left = coverage.routes.notExercised.map(({ route }) => route).filter((route) => planned.has(route))
    // its hash stands in a mail of the service's
    expect(left).toEqual(['GET /usuarios/verificar-hash'])
    expect(verdict).toBe('pass')
  })
})

describe('a create whose answer the public document shows without `data`', () => {
  it('is known by its identifier, and deleted at the end', async () => {
    const allow = allowanceOf(['*'])
    const outcome = await tryContract({
      service: { profile: bling },
      permissions: { embedded: false, write: true, allow, knowledge: 'document' },
      selected: ['contas-pagar'],
    })
    expect(outcome.openEntries).toBe(0)
    expect(outcome.log.filter((line) => line.startsWith('DELETE /contas/pagar/')).length).toBeGreaterThan(0)
  })
})

describe('a service that spells JSON in another way', () => {
  const allow = allowanceOf(['*'])
  const escaped = (text: string) =>
    text.replaceAll(/[a-z](?=[^":]*")/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)

  it.each<[string, (text: string) => string]>([
    ['with a point behind identifiers', (text) => text.replaceAll(/("id":\d+)/g, '$1.0')],
    ['with escapes for letters', escaped],
  ])('%s breaks nothing, and its records are known and deleted', async (_, spelt) => {
    const outcome = await tryContract({
      permissions: { embedded: false, write: true, allow, knowledge: 'specification' },
      selected: ['categorias-produtos'],
      vary: (response) => (response.body ? { ...response, body: spelt(String(response.body)) } : response),
    })
    expect(outcome.judgement.findings).toEqual([])
    expect(outcome.log.filter((line) => line.startsWith('PUT /categorias/produtos/')).length).toBeGreaterThan(
      1,
    )
    expect(outcome.openEntries).toBe(0)
  })
})

describe('a create whose answer names another record', () => {
  const allow = allowanceOf(['*'])
  const trial = (idOf: (id: number) => number, reads = (_path: string) => true) =>
    tryContract({
      permissions: { embedded: false, write: true, allow, knowledge: 'specification' },
      selected: ['categorias-produtos'],
      vary(response, { method, path }) {
        if (method === 'GET' && !reads(path)) return { ...response, status: 404 }
        if (method !== 'POST' || response.status !== 201) return response
        return {
          ...response,
          body: JSON.stringify({ data: { id: idOf(JSON.parse(String(response.body)).data.id) } }),
        }
      },
    })
  const fatesOf = ({ cleaned }: ContractTrialOutcome) => cleaned.map(({ fate, reason }) => reason ?? fate)

  it('that does not exist is found by its mark, and deleted', async () => {
    const outcome = await trial((id) => id + 1_000_000)
    expect(fatesOf(outcome)).toEqual(['deleted', 'deleted'])
    expect(outcome.openEntries).toBe(0)
  })

  it('of somebody else is found by its mark, and the other left alone', async () => {
    let others = 0
    const outcome = await tryContract({
      permissions: { embedded: false, write: true, allow, knowledge: 'specification' },
      selected: ['categorias-produtos'],
      vary(response, { method, path }) {
        if (method === 'GET' && path.endsWith('/categorias/produtos'))
          others ||= JSON.parse(String(response.body)).data[0].id
        return method === 'POST' && response.status === 201
          ? { ...response, body: JSON.stringify({ data: { id: others } }) }
          : response
      },
    })
    expect(fatesOf(outcome)).toEqual(['deleted', 'deleted'])
    expect(
      outcome.log.filter((line) => line.startsWith('DELETE')).some((line) => line.endsWith(`/${others}`)),
    ).toBe(false)
  })

  it('that cannot be read and is listed all the same is left, and said to be', async () => {
    const outcome = await trial(
      (id) => id,
      (path) => !/produtos\/\d+$/.test(path),
    )
    expect(fatesOf(outcome)).toEqual(['unmarked', 'unmarked'])
  })
})

describe('an identifier that an address may take for something else', () => {
  const created = (id: string) => JSON.stringify({ data: { id } })
  const listed = (id: string) => JSON.stringify({ data: [{ id, nome: 'x', codigo: 'x', situacao: 'A' }] })
  const sound = /^\/contatos(?:\/(?:\d+(?:-x)?|tipos|consumidor-final|situacoes)(?:\/tipos)?)?$/

  it.each(['.', '..', ' ', 'a/b', '7?x', '7#x', '%2e%2e', '\ud800'])(
    'becomes part of none, and the steps that need it say why they were not sent: %j',
    async (id) => {
      const outcome = await tryContract({
        selected: ['contatos'],
        vary(response, { method, path }) {
          if (!/\/contatos(?:\?|$)/.test(path) || response.status > 201) return response
          return { ...response, body: method === 'POST' ? created(id) : listed(id) }
        },
      })
      const paths = outcome.log.map((line) => line.split(/[ ?]/)[1] ?? '')
      expect(paths.filter((path) => path.startsWith('/contatos') && !sound.test(path))).toEqual([])
      const { steps, findings } = outcome.judgement
      for (const step of ['contatos/read', 'contatos/replace', 'contatos/remove'])
        expect(steps.find((one) => one.id === step)).toMatchObject({
          reason: 'contract.reason.no-identifier',
        })
      const isAccused = findings.some(({ code }) => code === 'envelope/created:not-an-identifier')
      expect(isAccused).toBe(['.', '..', ' '].includes(id))
    },
  )
})

describe('a planted breach', () => {
  const faults = Object.values<Fault>(routeFaults).filter(isOnTheWire)
  it.each(faults.map((fault) => [fault.name, fault] as const))(
    '%s is named by its requirement and by no other',
    async (name, fault) => {
      const { judgement } = await tryContract({ fault, selected: selectedFor(name) })
      // a breach that comes with every response was met twice by the reads
      const told = judgement.findings.filter(({ code }) => code !== 'service/answers:sent-again')
      const named = new Set(told.map(({ requirement, severity }) => `${requirement} ${severity}`))
      const wanted = fault.severity === 'none' ? [] : [`${fault.breaks} ${fault.severity}`]
      expect([...named]).toEqual(wanted)
      expect(judgement.verdict).toBe(fault.severity === 'error' ? 'fail' : 'pass')
    },
    20_000,
  )
})

const asReader = (profile: Profile, faults: readonly Fault[] = [], selected: readonly string[] = []) =>
  tryContract({
    selected,
    service: { profile, faults },
    captures: embeddedQuery,
    permissions: { ...readOnly, knowledge: profile.knowledge },
  })

describe.each([spec, bling])('a night of reads under $name', (profile) => {
  it('sends at most 2.5 requests for each route that it reads', async () => {
    const { log, plan, judgement } = await asReader(profile)
    const reads = plan.routes.filter(({ requests }) => requests > 0)
    expect(log.length / reads.length).toBeLessThanOrEqual(2.5)
    expect(judgement.verdict).toBe('pass')
  })

  it.each([
    ['limit-1-fails', 'envelope/status:server-error', 'contatos/list-one'],
    ['limit-1-as-object', 'lists/array:no-array', 'contatos/list-one'],
    ['page-3-empty', 'lists/page:empty', 'produtos/list-page-3'],
  ] as const)('notices %s', async (name, code, step) => {
    const { judgement } = await asReader(profile, [routeFaults[name]], ['contatos', 'produtos'])
    const errors = judgement.findings.filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([{ code }])
    expect([errors[0]?.step, ...(errors[0]?.places ?? []).map((place) => place.step)]).toContain(step)
    expect(judgement.verdict).toBe('fail')
  })
})

type Vary = NonNullable<ContractTrial['vary']>

/** Changes `data` of JSON responses, for lists and single records alike. */
function withData(change: (data: unknown) => unknown): Vary {
  return (response) => {
    if (response.status > 299 || typeof response.body !== 'string' || !response.body.startsWith('{"data"'))
      return response
    const { data } = JSON.parse(response.body) as { data: unknown }
    const body = JSON.stringify({ data: change(data) })
    const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length')
    return { ...response, headers, body }
  }
}

const each = (change: (record: object) => object) => (data: unknown) =>
  Array.isArray(data) ? data.map(change) : typeof data === 'object' && data !== null ? change(data) : data

const harmless: Readonly<Record<string, ContractTrial>> = {
  'other records': { seed: 'other' },
  'yet other records': { seed: 'yet-other' },
  'no records at all': { count: 0 },
  'one record each': { count: 1 },
  'records beyond a page': { count: 130 },
  'another shape of errors': { service: { errorShape: 'plain' } },
  'yet another shape of errors': { service: { errorShape: 'list' } },
  'long tokens': { service: { jwt: true } },
  'lists in another order': { vary: withData((data) => (Array.isArray(data) ? [...data].reverse() : data)) },
  'extra fields': {
    vary: withData(each((record) => ({ ...record, alteradoEm: '2026-05-04', extra: null }))),
  },
  'fields that move with every response': {
    vary: withData(
      each((record) => ({
        ...record,
        metadados: { visto: performance.now(), por: { nome: `p${performance.now()}` } },
      })),
    ),
  },
  'identifiers as text': {
    vary: withData(each((record) => ('id' in record ? { ...record, id: String(record.id) } : record))),
  },
  'fields in another order': {
    vary: withData(each((record) => Object.fromEntries(Object.entries(record).reverse()))),
  },
}

/** Other records and other shapes of errors: by day `test/contract` tries them, without a wire. */
const byNight = /^(yet )?(an)?other |^one record/
const some = ['anuncios', 'borderos', 'categorias-lojas', 'contatos', 'produtos']
const tried = Object.entries(harmless).filter(([name]) => !isDay || !byNight.test(name))

describe('a harmless variant of the service', () => {
  it.each(tried)('raises no alarm: %s', async (name, trial) => {
    const { judgement } = await tryContract({ ...trial, selected: selectedFor(name, some) })
    const alarms = judgement.findings.filter(({ severity }) => severity !== 'info')
    expect(alarms.map(({ code, route, values }) => [code, route, values])).toEqual([])
    expect(judgement.verdict).toBe('pass')
  })
})

describe('an interrupted run', () => {
  it('cleans up what it had created, and is incomplete', async () => {
    const controller = new AbortController()
    const allow = allowanceOf(['*'])
    const outcome = await tryContract({
      permissions: { embedded: false, write: true, allow, knowledge: 'specification' },
      selected: ['contatos'],
      signal: controller.signal,
      vary(response, request) {
        if (request.method === 'PUT') controller.abort()
        return response
      },
    })
    expect(outcome.stopped).toEqual({ code: 'interrupted' })
    expect(outcome.cleaned.map(({ fate }) => fate)).toEqual(['deleted'])
    expect(outcome.openEntries).toBe(0)
    expect(outcome.judgement.verdict).toBe('incomplete')
  })
})

describe('a run in which something throws', () => {
  it.each(['GET', 'POST', 'PUT'])(
    '(at a %s) deletes what it had created, and throws then',
    async (method) => {
      const allow = allowanceOf(['*'])
      const folder = mkdtempSync(join(tmpdir(), 'homologa-throws-'))
      const cleaned: string[] = []
      let created = 0
      const run = tryContract({
        permissions: { embedded: false, write: true, allow, knowledge: 'specification' },
        selected: ['categorias-produtos', 'vendedores'],
        ledgerFolder: folder,
        onExchange({ request, response }) {
          if (response?.status === 201) created++
          if (request.method === method && created > 0) throw new Error('the judge is at fault')
        },
        onCleaned: (records) => cleaned.push(...records.map(({ fate }) => fate)),
      })
      await expect(run).rejects.toThrow('the judge is at fault')
      expect(created).toBeGreaterThan(0)
      expect(cleaned).toEqual(Array.from({ length: created }, () => 'deleted'))
      expect(readdirSync(folder)).toEqual([])
      rmSync(folder, { recursive: true })
    },
  )
})

describe('a token that dies in mid-run', () => {
  it('is renewed once for all suites that run side by side', async () => {
    let responded = 0
    const death = faultOf('token-dies', {
      breaks: 'auth/refused',
      where: ({ channel }) => channel === 'service' && ++responded === 30,
      change: (response, { revokeTokens: killTokens }) => {
        killTokens()
        return response
      },
    })
    const { judgement, exchanges, stopped } = await tryContract({
      fault: death,
      selected: tellingFamilies,
    })
    expect(stopped).toBeNull()
    expect(exchanges.filter(({ channel }) => channel === 'token')).toHaveLength(1)
    expect(judgement.findings).toEqual([])
    expect(judgement.verdict).toBe('pass')
  })
})

describe('a rate', () => {
  it('is never exceeded in any sliding second at the service', async () => {
    const perSecond = 20
    const arrivedMs: number[] = []
    const allow = allowanceOf([])
    await tryContract({
      permissions: { embedded: false, write: false, allow, knowledge: 'specification' },
      selected: tellingFamilies,
      ratePerSecond: perSecond,
      onRequest: () => arrivedMs.push(performance.now()),
    })
    const gaps = arrivedMs.slice(perSecond).map((at, i) => at - (arrivedMs[i] ?? 0))
    // that it is used up is the pacer's, in virtual time
    expect(gaps.length).toBeGreaterThan(perSecond)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  })
})
