import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { referenceName } from '../../specification/samples/index.js'
import type { Captures } from '../suite.js'
import { tryContract } from './contract.fixture.js'
import { live } from './permissions.fixture.js'

/** The user's naming of the account's first operation nature, without which no invoice can be created. */
async function namedNature(): Promise<Captures> {
  const { exchanges } = await tryContract({ permissions: live(), selected: ['naturezas-operacoes'] })
  const listed = exchanges.find(({ step }) => step === 'naturezas-operacoes/list')
  const id = Number(/"id":(\d+)/.exec(listed?.response?.body?.text ?? '')?.[1])
  return { [referenceName('/naturezas-operacoes')]: { text: String(id), value: id } }
}

describe('a contract run on a live account', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'homologa-gate-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('sends nothing but GET without --write, and passes', async () => {
    const { log, judgement } = await tryContract({ permissions: live() })
    expect(log.length).toBeGreaterThan(100)
    expect(log.filter((line) => !line.startsWith('GET '))).toEqual([])
    expect(log.filter((line) => line.includes('/homologacao/'))).toEqual([])
    expect(judgement.verdict).toBe('pass')
  })

  it('sends no risky route with *, and leaves nothing', async () => {
    const outcome = await tryContract({ permissions: live('*'), ledgerFolder: folder })
    const risky = /enviar|cancelar|gerar-|lancar-|estornar-|baixar|\/homologacao|estoques|configuracoes/
    const writes = outcome.log.filter((line) => !line.startsWith('GET '))
    expect(writes.length).toBeGreaterThan(80)
    expect(writes.filter((line) => risky.test(line) || /^DELETE .*[?&]ids/.test(line))).toEqual([])
    expect(outcome.judgement.verdict).toBe('pass')
    expect(outcome.cleaned.filter(({ fate }) => fate === 'left')).toEqual([])
    expect(outcome.openEntries).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  it('deletes what a create left that was refused all the same', async () => {
    const outcome = await tryContract({
      permissions: live('contatos'),
      selected: ['contatos'],
      ledgerFolder: folder,
      vary: (response, { method, path }) =>
        method === 'POST' && path.endsWith('/contatos') && response.status === 201
          ? { ...response, status: 400, body: '{"error":{}}' }
          : response,
    })
    expect(outcome.cleaned).toMatchObject([{ fate: 'deleted', route: 'DELETE /contatos/{idContato}' }])
    expect([outcome.openEntries, readdirSync(folder)]).toEqual([0, []])
  })

  it('names in the report what it kept back, and why', async () => {
    const { judgement, log, plan } = await tryContract({
      permissions: live('depositos'),
      selected: ['contatos', 'depositos', 'nfe'],
      ledgerFolder: folder,
    })
    const kept = judgement.steps.filter(
      ({ verdict, reason }) => verdict === 'not-applicable' && reason !== 'contract.reason.no-identifier',
    )
    expect(kept.map(({ id, reason }) => [id, reason])).toEqual([
      ['depositos/replace-unknown', 'contract.reason.not-created-here'],
    ])
    expect(log.filter((line) => line.includes('99999999999') && !line.startsWith('GET'))).toEqual([])
    expect(plan.requests).toBe(plan.suites.reduce((sum, { steps }) => sum + steps.length, 0) - 1)
    expect(judgement.verdict).toBe('pass')
  })

  it('deletes by the DELETE of several where that was named, one record at a time', async () => {
    const permissions = live('contatos', 'nfe', 'DELETE /nfe')
    const captures = await namedNature()
    const outcome = await tryContract({ permissions, captures, selected: ['nfe'], ledgerFolder: folder })
    expect(outcome.cleaned.map(({ fate, route }) => [fate, route])).toEqual([
      ['deleted', 'DELETE /nfe'],
      ['deleted', 'DELETE /contatos/{idContato}'],
    ])
    const removed = outcome.log.findLastIndex((line) => /^DELETE \/nfe\?idsNotas%5B%5D=\d+$/.test(line))
    expect(outcome.log[removed + 1]).toMatch(/^GET \/nfe\/\d+$/)
    expect(readdirSync(folder)).toEqual([])
  })

  it('names what it left because no route deletes it', async () => {
    const permissions = live('contatos', 'depositos', 'nfe')
    const selected = ['depositos', 'nfe']
    const captures = await namedNature()
    const { cleaned, openEntries } = await tryContract({
      permissions,
      captures,
      selected,
      ledgerFolder: folder,
    })
    const left = cleaned.filter(({ fate }) => fate === 'left')
    expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['no-delete', 'risky']))
    expect(openEntries).toBe(left.length)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('writes to the named resource alone, and the ledger is gone with the last record', async () => {
    const selected = ['borderos', 'contatos', 'depositos', 'nfe', 'produtos']
    const outcome = await tryContract({ permissions: live('contatos'), selected, ledgerFolder: folder })
    const writes = outcome.log.filter((line) => !line.startsWith('GET '))
    expect(writes.length).toBeGreaterThan(5)
    expect(writes.filter((line) => !/ \/contatos(\/|$)/.test(line))).toEqual([])
    expect(outcome.openEntries).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  it('sends a risky route that was named, on a record of its own', async () => {
    const permissions = live('contatos', 'nfe', 'POST /nfe/{idNotaFiscal}/enviar')
    const captures = await namedNature()
    const named = { permissions, captures, ledgerFolder: folder }
    const { log, judgement } = await tryContract({ ...named, selected: ['nfe'] })
    expect(log.filter((line) => /enviar|estoque|contas/.test(line))).toEqual([
      expect.stringMatching(/^POST \/nfe\/\d+\/enviar$/),
    ])
    expect(judgement.coverage.routes.exercised).toContain('POST /nfe/{idNotaFiscal}/enviar')
  })

  it('undoes a payment of its own: the borderô that came of it, and then the account', async () => {
    const permissions = live('borderos', 'contas-receber', 'contatos', 'POST /contas/receber/{}/baixar')
    const selected = ['borderos', 'contas-receber']
    const outcome = await tryContract({ permissions, selected, ledgerFolder: folder })
    expect(outcome.judgement.findings).toEqual([])
    expect(outcome.judgement.coverage.routes.exercised).toContain('DELETE /borderos/{idBordero}')
    expect(outcome.cleaned.map(({ fate, route }) => [fate, route])).toEqual([
      ['deleted', 'DELETE /borderos/{idBordero}'],
      ['deleted', 'DELETE /contas/receber/{idContaReceber}'],
      ['deleted', 'DELETE /contatos/{idContato}'],
    ])
    expect(readdirSync(folder)).toEqual([])
  })

  it('stops at the budget and is incomplete', async () => {
    const { log, judgement } = await tryContract({ permissions: live(), budget: 10 })
    expect(log).toHaveLength(10)
    expect(judgement.coverage.routes.notExercised.map(({ reason }) => reason)).toContain(
      'contract.reason.budget',
    )
  })
})
