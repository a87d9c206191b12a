import { describe, expect, it } from 'vitest'
import { allRoutes } from '../../specification/find-route.js'
import type { Risk } from '../../specification/route.js'
import {
  allowanceOf,
  embeddedPermissions,
  isRisky,
  nothingAllowed,
  type Permissions,
  prohibitionOf,
  readOnly,
  routeAt,
} from './permissions.js'

function permitted(names: readonly string[], change: Partial<Permissions> = {}): Permissions {
  const allow = allowanceOf(names)
  return { embedded: false, write: true, knowledge: 'specification', allow, ...change }
}

function prohibited(request: string, permissions: Permissions) {
  const [method = '', path = ''] = request.split(' ')
  return prohibitionOf(routeAt(method, path, 'document'), method, permissions)
}

describe('a live account', () => {
  it.each<[string, readonly string[], string | null]>([
    ['GET /contatos', [], null],
    ['HEAD /contatos', [], null],
    ['GET /nowhere', [], null],
    ['POST /contatos', [], 'not-allowed'],
    ['POST /contatos', ['produtos'], 'not-allowed'],
    ['POST /contatos', ['contatos'], null],
    ['PUT /contatos/7', ['contatos'], null],
    ['DELETE /contatos/7', ['contatos'], null],
    ['PUT /contatos/7', ['*'], null],
    ['POST /contatos', ['POST /contatos'], null],
    ['PUT /contatos/7', ['POST /contatos'], 'not-allowed'],
    ['DELETE /contatos', ['contatos', '*'], 'risky'],
    ['DELETE /contatos', ['DELETE /contatos'], null],
    ['POST /nfe/7/enviar', ['nfe', '*'], 'risky'],
    ['POST /nfe/7/enviar', ['POST /nfe/{}/enviar'], null],
    ['POST /contas/pagar/7/baixar', ['contas-pagar', '*'], 'risky'],
    ['POST /nowhere', ['*'], 'unknown-route'],
    ['GET /homologacao/produtos', ['*'], 'homologation'],
    ['POST /homologacao/produtos', ['*', 'POST /homologacao/produtos'], 'homologation'],
    ['POST /depositos', ['*'], 'undeletable'],
    ['POST /depositos', ['depositos'], null],
    ['POST /nfe', ['*'], 'undeletable'],
    ['POST /nfse', ['*'], 'undeletable'],
    ['POST /nfse', ['*', 'nfse'], null],
    ['POST /nfe', ['*', 'DELETE /nfe'], null],
    ['POST /produtos', ['*', 'DELETE /produtos'], null],
    ['POST /anuncios/7/publicar', ['*'], null],
    ['POST /contatos/situacoes', ['*'], null],
    ['POST /estoques', ['*', 'estoques', 'POST /estoques'], 'method-not-shown'],
  ])('is asked %s with %j: %s', (request, names, expected) => {
    expect(prohibited(request, permitted(names))).toBe(expected)
  })

  it.each<[string, readonly string[], string | null]>([
    ['POST /estoques', ['*'], 'risky'],
    ['POST /estoques', ['POST /estoques'], null],
    ['PUT /estoques/7', ['PUT /estoques/{idEstoque}'], 'method-not-shown'],
    ['POST /contratos', ['*'], null],
  ])('of which the document is known is asked %s with %j: %s', (request, names, expected) => {
    expect(prohibited(request, permitted(names, { knowledge: 'document' }))).toBe(expected)
  })

  it('is only read without --write, whatever was named', () => {
    const named = permitted(['*', 'contatos', 'POST /contatos'], { write: false })
    expect(prohibited('POST /contatos', named)).toBe('read-only')
    expect(prohibited('POST /nowhere', named)).toBe('read-only')
    expect(prohibited('GET /contatos', named)).toBe(null)
  })

  it('is never called at a risky route that was not named', () => {
    const all = allRoutes('document').filter((route) => route.method !== 'GET' && isRisky(route))
    const permissions = permitted(['*', ...new Set(all.map(({ family }) => family))], {
      knowledge: 'document',
    })
    expect(all.length).toBeGreaterThan(20)
    for (const route of all)
      expect(prohibitionOf(route, route.method, permissions)).toMatch(/^(risky|method-not-shown)$/)
  })

  it('is never written to by default', () => {
    for (const route of allRoutes('document')) {
      if (route.method !== 'GET') expect(prohibitionOf(route, route.method, readOnly)).not.toBe(null)
    }
    expect(readOnly.allow).toBe(nothingAllowed)
    expect(prohibited('POST /contatos', readOnly)).toBe('read-only')
  })
})

describe('the embedded service', () => {
  it('is open, since nothing there belongs to anybody', () => {
    for (const request of ['GET /contatos', 'POST /contatos', 'POST /nfe/7/enviar', 'POST /nowhere'])
      expect(prohibited(request, embeddedPermissions)).toBe(null)
    expect(prohibited('DELETE /homologacao/produtos/7', embeddedPermissions)).toBe(null)
  })

  it('is only read where that was asked', () => {
    const permissions = { ...embeddedPermissions, write: false }
    expect(prohibited('POST /contatos', permissions)).toBe('read-only')
    expect(prohibited('GET /contatos', permissions)).toBe(null)
    expect(prohibited('HEAD /contatos', permissions)).toBe(null)
  })
})

it.each<[Risk, boolean]>([
  ['money', true],
  ['fiscal', true],
  ['stock', true],
  ['access', true],
  ['delete-many', true],
  ['write', false],
  ['delete', false],
])('risk %s must be named: %s', (risk, expected) => {
  expect(isRisky({ risk })).toBe(expected)
})

describe('what the user named', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[], boolean]>([
    ['a resource', ['contatos'], ['contatos'], [], false],
    ['with blanks around it', [' * '], [], [], true],
    ['nothing', ['', ' '], [], [], false],
    ['a route', ['POST /nfe/{idNotaFiscal}/enviar'], [], ['nfe/send'], false],
    ['one with more blanks', ['POST \t /nfe/{}/enviar'], [], ['nfe/send'], false],
    ['one in small letters', ['post /nfe/{}/enviar'], [], ['nfe/send'], false],
    ['one of the document alone', ['DELETE /contratos/{id}'], [], ['contratos/remove'], false],
  ])('%s', (_what, names, families, routes, everything) => {
    const allow = allowanceOf(names)
    expect([[...allow.families], [...allow.routes], allow.everything]).toEqual([families, routes, everything])
  })

  it.each(['contato', 'POST contatos', 'POST /contatos extra', 'POST', 'POST /nfe/7/enviar'])(
    'is told where it is neither a resource nor a route: %s',
    (name) => {
      expect(() => allowanceOf([name])).toThrow(name)
    },
  )
})

it.each([
  ['GET', '/contatos?pagina=1', 'contatos/list'],
  ['GET', '/contatos/{idContato}', 'contatos/read'],
  ['GET', '/nowhere', undefined],
])('the route of %s %s is %s', (method, path, expected) => {
  expect(routeAt(method, path, 'specification')?.id).toBe(expected)
})
