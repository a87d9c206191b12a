import { expect, it } from 'vitest'
import { routeById } from '../specification/find-route.js'
import { bling, spec } from '../specification/profile.js'
import type { Route } from '../specification/route.js'
import { isCreate, isSingleWrite, isUpdate, needsRecord, successDemandOf } from './conventions.js'

function route(id: string): Route {
  const found = routeById(id)
  if (!found) throw new Error(`no route ${id}`)
  return found
}

it.each<[string, boolean, boolean, boolean, boolean]>([
  ['anuncios/read', true, false, false, false],
  ['anuncios/list', false, false, false, false],
  ['anuncios/create', false, true, false, false],
  ['anuncios/replace', true, false, true, true],
  ['anuncios/remove', true, false, false, true],
  ['anuncios/publish', true, false, false, false],
  ['campos-customizados/list-of-module', false, false, false, false],
  ['campos-customizados/set-situation', true, false, true, true],
  ['contatos/read', true, false, false, false],
  ['contatos/list-types-of-contact', false, false, false, false],
  ['contatos/remove-many', false, false, false, false],
  ['contatos/set-situations', false, false, false, false],
  ['nfe/create', false, true, false, false],
  ['homologacao/replace', true, false, true, true],
  ['homologacao/create', false, true, false, false],
])('%s addresses a record: %s, creates: %s, updates: %s, writes one: %s', (id, ...expected) => {
  const one = route(id)
  expect([needsRecord(one), isCreate(one), isUpdate(one), isSingleWrite(one)]).toEqual(expected)
})

it.each<[string, readonly number[], boolean, readonly number[], boolean]>([
  ['campos-customizados/replace', [200], true, [200], true],
  ['contatos/list', [200], true, [200], true],
  ['contatos/create', [201], true, [201], true],
  ['contatos/replace', [204], false, [204], false],
  ['produtos/replace', [204], false, [204, 200], false],
  ['contatos/remove-many', [200, 201, 204], false, [200, 204], false],
  ['vendedores/list', [200], true, [200], true],
  ['estoques/create', [200, 201, 204], false, [201], true],
  ['estoques/replace', [200, 201, 204], false, [200, 201, 204], false],
])(
  '%s should be answered %j (strictly: %s), by the document %j (%s)',
  (id, statuses, isStrict, known, isStrictly) => {
    // what was worked out for a profile stays, so each row brings profiles of its own
    const [one, other] = [{ ...spec }, { ...bling }]
    expect(successDemandOf(route(id), one)).toEqual({ statuses, isStrict })
    expect(successDemandOf(route(id), other)).toEqual({ statuses: known, isStrict: isStrictly })
  },
)
