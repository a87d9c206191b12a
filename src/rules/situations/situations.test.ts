import { describe, expect, it } from 'vitest'
import type { Passing } from '../passing.fixture.js'
import { isTestedBy, toldBy } from '../told.fixture.js'
import { customField, listing, listingDefault } from './situations.js'

describe('the situation of a custom field', () => {
  const set = (body: unknown, more: Partial<Passing> = {}): Passing => ({
    ask: 'PATCH /campos-customizados/7/situacoes',
    body,
    status: 204,
    ...more,
  })
  const read = (situacao: unknown, more: Partial<Passing> = {}): Passing => ({
    ask: 'GET /campos-customizados/7',
    data: { id: 7, situacao },
    ...more,
  })
  const created: Passing = { ask: 'POST /campos-customizados', body: {}, status: 201, data: { id: 7 } }

  it.each<[string, readonly Passing[], string[]]>([
    ['is set', [set({ situacao: 0 }), read(0)], []],
    ['is not set', [set({ situacao: 0 }), read(1)], ['e2 not-set']],
    [
      'was read before the answer came',
      [set({ situacao: 0 }, { atMs: 1_000 }), read(1, { atMs: 1_004 })],
      [],
    ],
    [
      'was read the moment it came',
      [set({ situacao: 0 }, { atMs: 1_000 }), read(1, { atMs: 1_005 })],
      ['e2 not-set'],
    ],
    [
      'may change with another write',
      [
        set({ situacao: 0 }),
        { ask: 'PUT /campos-customizados/7', body: {}, status: 200, data: { id: 7 } },
        read(1),
      ],
      [],
    ],
    ['is shown as text', [read('1')], ['e1 value']],
    ['is not shown', [read(undefined)], []],
    ['is refused', [set({ situacao: 1 }, { status: 400 })], ['e1 refused']],
    ['is refused to others', [set({ situacao: 1 }, { status: 400, step: null })], []],
    ['is in vain for an unknown record', [set({ situacao: 2 }, { status: 404 })], []],
    ['is in vain where the service fails', [set({ situacao: 2 }, { status: 500 })], []],
    ['is in vain for the token', [set({ situacao: 2 }, { status: 401 })], []],
    [
      'takes a value where the record is unknown',
      [set({ situacao: 2 }, { status: 404, intent: 'invalid', response: {} })],
      [],
    ],
    [
      'is sought for 2 though the record was created',
      [created, set({ situacao: 2 }, { status: 404, intent: 'invalid', response: {} })],
      ['e2 other-status'],
    ],
    [
      'fails for 2',
      [set({ situacao: 2 }, { status: 500, intent: 'invalid', response: {} })],
      ['e1 other-status'],
    ],
    ['takes 2', [set({ situacao: 2 })], ['e1 accepted']],
    ['takes no body', [set(undefined)], ['e1 accepted']],
    [
      'stays as it was set where another is refused',
      [set({ situacao: 0 }), set({ situacao: 1 }, { status: 400 }), read(1)],
      ['e2 refused', 'e3 not-set'],
    ],
    ['is refused by 422', [set({ situacao: 1 }, { status: 422 })], []],
    [
      'is wrong, and nothing answers',
      [set({ situacao: 2 }, { intent: 'invalid', failure: { kind: 'reset', message: 'x' } })],
      [],
    ],
    ['takes text', [set({ situacao: '1' })], ['e1 accepted']],
    ['takes nothing', [set({})], ['e1 accepted']],
    ['takes what was not recorded', [set(undefined, { gaps: ['request-bodies'] })], []],
    ['refuses 2 by 422', [set({ situacao: 2 }, { status: 422, intent: 'invalid' })], ['e1 other-status']],
    ['refuses 2 by 400', [set({ situacao: 2 }, { status: 400, intent: 'invalid' })], []],
    ['refuses 2 of others by 422', [set({ situacao: 2 }, { status: 422, step: null })], ['e1 other-status']],
    ['refuses 2 of others by 409', [set({ situacao: 2 }, { status: 409, step: null })], []],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(customField, passings)).toEqual(expected)
  })
})

describe('the situation of a listing', () => {
  const act = (action: string, more: Partial<Passing> = {}): Passing => ({
    ask: `POST /anuncios/7/${action}`,
    status: 204,
    ...more,
  })
  const read = (situacao: unknown): Passing => ({ ask: 'GET /anuncios/7', data: { id: 7, situacao } })
  const listed = (situacao: unknown, id = 7, more: Partial<Passing> = {}): Passing => ({
    ask: 'GET /anuncios?situacao=1',
    data: [
      { id: 9, situacao: 1 },
      { id, situacao },
    ],
    ...more,
  })

  it.each<[string, readonly Passing[], string[]]>([
    ['is 1 after publishing', [act('publicar'), read(1)], []],
    ['is 4 after pausing', [act('pausar'), read(4)], []],
    ['is not 4 after publishing', [act('publicar'), read(4), read(4)], ['e2 action']],
    ['is not 1 after pausing', [act('pausar'), read(1)], ['e2 action']],
    ['is what it was where publishing failed', [act('publicar', { status: 400, response: {} }), read(2)], []],
    [
      'may change with another write',
      [act('publicar'), { ask: 'PUT /anuncios/7', body: {}, status: 204 }, read(2)],
      [],
    ],
    [
      'stays where another write failed',
      [act('publicar'), { ask: 'PUT /anuncios/7', body: {}, status: 400, response: {} }, read(2)],
      ['e3 action'],
    ],
    [
      'of another tells nothing',
      [act('publicar'), { ask: 'GET /anuncios/8', data: { id: 8, situacao: 2 } }],
      [],
    ],
    ['is not shown', [act('publicar'), read(undefined), read(2)], ['e3 action']],
    ['is 1 after pausing by a list', [act('pausar'), read(undefined), listed(1)], ['e3 action']],
    ['is 4 after pausing by a list', [act('pausar'), read(undefined), listed(4), listed(1)], []],
    ['is not that of another in a list', [act('pausar'), listed(1, 8), listed(4)], []],
    [
      'was listed before the answer came',
      [act('pausar', { atMs: 1_000 }), listed(1, 7, { atMs: 1_004 }), listed(4, 7, { atMs: 9_000 })],
      [],
    ],
    ...[1, 2, 3, 4].map((one): [string, Passing[], string[]] => [`may be ${one}`, [read(one)], []]),
    ['is not 5', [read(5)], ['e1 value']],
    ['is no text', [read('1')], ['e1 value']],
    [
      'in a list is not 0',
      [
        {
          ask: 'GET /anuncios',
          data: [
            { id: 7, situacao: 1 },
            { id: 8, situacao: 0 },
          ],
        },
      ],
      ['e1 value'],
    ],
    [
      'in a list is not 2 after publishing',
      [act('publicar'), { ask: 'GET /anuncios', data: [{ id: 7, situacao: 2 }] }],
      ['e2 action'],
    ],
    [
      'of a category is something else',
      [{ ask: 'GET /anuncios/categorias/MLB1', data: { situacao: 9 } }],
      [],
    ],
  ])('%s', (_what, passings, expected) => {
    expect(toldBy(listing, passings)).toEqual(expected)
  })
})

describe('a list of listings that asks for no situation', () => {
  const list = (data: unknown, query = ''): Passing[] => [{ ask: `GET /anuncios${query}`, data }]

  it.each<[string, Passing[], string[] | null]>([
    ['shows what is published', list([{ id: 1, situacao: 1 }]), []],
    [
      'shows another',
      list([
        { id: 1, situacao: 1 },
        { id: 2, situacao: 4 },
      ]),
      ['e1 other'],
    ],
    ['shows what is no situation', list([{ id: 1, situacao: 9 }, { id: 2 }]), null],
    ['shows none', list([]), null],
    ['asks for one all the same', list([{ id: 1, situacao: 4 }], '?situacao=4'), null],
    ['is none', [{ ask: 'GET /anuncios/7', data: { id: 7, situacao: 4 } }], null],
  ])('%s', (_what, passings, expected) => {
    expect(isTestedBy(listingDefault, passings) ? toldBy(listingDefault, passings) : null).toEqual(expected)
  })
})
