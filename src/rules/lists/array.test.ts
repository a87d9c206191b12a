import { describe, expect, it } from 'vitest'
import { bling, spec } from '../../specification/profile.js'
import type { Passing } from '../passing.fixture.js'
import { breachesBy, toldBy } from '../told.fixture.js'
import { array } from './records.js'

describe('an array of records', () => {
  it.each<[string, Passing, string[]]>([
    ['by its table', { ask: 'GET /categorias/produtos', data: { id: 7 } }, ['e1 no-array']],
    ['by its shape', { ask: 'GET /contatos', data: { id: 7 } }, ['e1 no-array']],
    ['of objects', { ask: 'GET /contatos', data: [{ id: 7 }, null] }, ['e1 no-objects']],
    [
      'where a name alone is known, once one comes',
      { ask: 'GET /vendedores', data: ['a'] },
      ['e1 no-objects'],
    ],
    ['or nothing where a name alone is known', { ask: 'GET /vendedores', data: 'a' }, []],
    ['or another where one record is asked for', { ask: 'GET /contatos/7', data: ['a'] }, []],
    ['or another by its table', { ask: 'GET /borderos/7', data: ['a'] }, []],
    ['or another of a create', { ask: 'POST /contatos', body: {}, status: 201, data: ['a'] }, []],
    [
      'or an object of listings',
      { ask: 'GET /anuncios', data: { anuncios: [{ id: 7 }] } },
      ['e1 listing-object'],
    ],
    ['or an object of nothing', { ask: 'GET /anuncios', data: {} }, ['e1 listing-without-array']],
    ['or a text of listings', { ask: 'GET /anuncios', data: 'a' }, []],
    ['of listings', { ask: 'GET /anuncios', data: [7] }, ['e1 no-objects']],
    ['that was not recorded', { ask: 'GET /contatos', data: { id: 7 }, gaps: ['answer-bodies'] }, []],
  ])('is a list %s', (_what, passing, expected) => {
    expect(toldBy(array, [passing])).toEqual(expected)
  })
})

describe('an object in place of a list', () => {
  const ask = (path: string): Passing => ({ ask: `GET ${path}`, data: { id: 7 } })

  it.each([
    ['an error where the specification tabulates it', '/categorias/produtos', spec, undefined],
    ['told where it shows the path alone', '/contatos', spec, 'info'],
    ['a warning where the document shows the list', '/contatos', bling, 'warning'],
    ['an error there for strict shapes', '/contatos', { ...bling, strictShapes: true }, undefined],
    ['told where the document slips, and shows an object', '/vendedores', bling, 'info'],
  ])('is %s', (_what, path, profile, severity) => {
    const found = breachesBy(array, [ask(path)], { profile })
    expect(found.map((breach) => breach.severity)).toEqual([severity])
  })

  it.each(['/contatos', '/vendedores'])('is an error where the list has shown an array: %s', (path) => {
    const listed: Passing = { ask: `GET ${path}`, data: [{ id: 7 }] }
    const found = breachesBy(array, [listed, { ask: `GET ${path}?pagina=9`, data: {} }], { profile: bling })
    expect(found.map((breach) => breach.severity)).toEqual([undefined])
  })
})
