import { describe, expect, it } from 'vitest'
import { suitesKnown } from '../../../suites/index.js'
import { routeById } from '../../specification/families/index.js'
import type { Knowledge, Route } from '../../specification/route.js'
import { embeddedPermissions, prohibitionOf, readAllowance, readOnly } from './permissions.js'
import { planContract } from './plan.js'

function planned(knowledge: Knowledge, embedded = false) {
  const permissions = { ...(embedded ? embeddedPermissions : readOnly), knowledge }
  const plan = planContract({ suites: suitesKnown(knowledge), selected: [], permissions })
  return new Map(plan.routes.map(({ route, requests, reason }) => [route.id, { route, requests, reason }]))
}

describe('what the public document alone shows', () => {
  it('is no part of a run that knows the specification', () => {
    const routes = planned('specification')
    expect(routes.size).toBe(166)
    expect([...routes.values()].every(({ route }) => route.known === 'specification')).toBe(true)
    expect(suitesKnown('specification').some(({ id }) => id === 'caixas')).toBe(false)
  })

  it('is read by a run that knows the document', () => {
    const routes = planned('document')
    expect(routes.size).toBe(265)
    const reads = [...routes.values()].filter(
      ({ route }) => route.method === 'GET' && route.known === 'document',
    )
    expect(reads.filter(({ requests }) => requests === 0)).toEqual([])
    expect(routes.get('caixas/create')).toMatchObject({ requests: 0, reason: 'read-only' })
  })

  it('is asked of the embedded service as of any other', () => {
    const routes = planned('document', true)
    expect(routes.get('caixas/list')?.requests).toBeGreaterThan(0)
    expect(routes.get('contatos/list')?.requests).toBeGreaterThan(0)
  })
})

describe('permissions', () => {
  const route = (id: string) => routeById(id) as Route

  it('open to those who know the document the methods that it shows', () => {
    const allow = readAllowance(['POST /estoques']).allow
    const live = { ...readOnly, write: true, allow }
    expect(prohibitionOf(route('estoques/create'), 'POST', live)).toBe('method-not-shown')
    const knowing = { ...live, knowledge: 'document' } as const
    expect(prohibitionOf(route('estoques/create'), 'POST', knowing)).toBeNull()
    expect(prohibitionOf(route('estoques/replace'), 'PUT', knowing)).toBe('method-not-shown')
  })

  it('keep from everybody who did not name the route what lets people into an account', () => {
    const all = {
      ...readOnly,
      write: true,
      allow: readAllowance(['*', 'usuarios']).allow,
      knowledge: 'document',
    } as const
    expect(prohibitionOf(route('usuarios/recover-password'), 'POST', all)).toBe('risky')
    expect(prohibitionOf(route('produtos-lotes/save-many'), 'PUT', all)).toBe('risky')
  })

  it('let `*` create what the document alone shows how to delete', () => {
    const all = { ...readOnly, write: true, allow: readAllowance(['*']).allow }
    expect(prohibitionOf(route('produtos-fornecedores/create'), 'POST', all)).toBe('undeletable')
    const knowing = { ...all, knowledge: 'document' } as const
    expect(prohibitionOf(route('produtos-fornecedores/create'), 'POST', knowing)).toBeNull()
  })
})
