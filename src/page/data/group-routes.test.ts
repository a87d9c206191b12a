import { describe, expect, it } from 'vitest'
import { contract } from '../../../test/browser/samples.js'
import { groupRoutes, resourceOf } from './group-routes.js'

describe('groupRoutes', () => {
  it('counts each route once, however many steps it took, and one failure fails it', () => {
    const resources = groupRoutes(contract(200).report)
    const stores = resources.find(({ name }) => name === 'produtos/lojas')
    expect(stores).toMatchObject({ passed: 3, failed: 1, notExercised: 0 })
    expect(stores?.routes.find(({ state }) => state === 'fail')).toMatchObject({
      route: 'GET /produtos/lojas',
      failed: 1,
    })
  })

  it('fails a route by an error that no step shows, such as one against the baseline', () => {
    const { report } = contract(10)
    const [drift] = report.findings.map((one) => ({
      ...one,
      step: null,
      route: 'GET /x',
      severity: 'error' as const,
    }))
    const told = (findings: (typeof report)['findings']) =>
      groupRoutes({ ...report, findings }).find(({ name }) => name === 'x')
    if (!drift) throw new Error('a finding')
    expect(told([drift])).toMatchObject({ failed: 1 })
    expect(told([{ ...drift, severity: 'warning' }])).toBeUndefined()
  })

  it('shows what was not exercised, with the reason', () => {
    const [left] = groupRoutes(contract(10).report).flatMap(({ routes }) =>
      routes.filter(({ path }) => path.endsWith('/enviar')),
    )
    expect(left).toMatchObject({
      state: 'not-exercised',
      reason: 'fiscal: needs --allow with this very route',
    })
  })

  it('never counts steps that were not reached as passed', () => {
    const { report } = contract(1)
    const steps = report.steps.map((step) => ({
      ...step,
      verdict: 'not-reached' as const,
      reason: 'no identifier',
    }))
    const coverage = { ...report.coverage, routes: { exercised: [], notExercised: [] } }
    expect(groupRoutes({ steps, coverage, findings: [] })[0]?.routes[0]).toMatchObject({
      state: 'not-exercised',
      reason: 'no identifier',
    })
  })
})

describe('resourceOf', () => {
  it.each([
    ['/contas/pagar/{id}/baixar', 'contas/pagar'],
    ['/produtos/{idProduto}', 'produtos'],
    ['/produtos/lojas/{id}', 'produtos/lojas'],
    ['/categorias/receitas-despesas', 'categorias/receitas-despesas'],
    ['/anuncios/categorias', 'anuncios'],
  ])('puts %s under %s', (path, name) => {
    expect(resourceOf(path)).toBe(name)
  })
})
